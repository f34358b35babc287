"""The chat that is open: what the user sends and has answered. Everything is saved as it happens."""

import time
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.chat.conversation import Attachment, Conversation, Message, Role, add, new_id, put, select, without_message
from app.chat.keeper import ChatKeeper
from app.core.settings import Settings
from app.engine.options import draft_options, sampling_options, thinking_options
from app.engine.protocol import ChatMessage, Generate, Piece, Stats
from app.gui.answers import Answers
from app.gui.engine_session import EngineSession
from app.gui.prompt import prompt_of
from app.gui.replies import Replies
from app.gui.reply_numbers import last_numbers


class ChatController(QObject):
    """Holds the conversation that is open, and asks for replies. All in the window's thread.

    Signals carry the Message or Conversation as it is now: `opened` another chat, `changed` the same one with another
    path or other settings. `pieces_written` carries a tuple of Piece, `taken_back` the text of a message whose reply
    failed before its first word: it is no part of the chat any more. `first_read_changed` carries the id of the first
    message of the open chat that the model reads, empty where it reads all; `found` that of the message that a chat was
    opened for, and the words that were found in it. `settling` comes before the open chat is left or answered: what is
    typed about it is to be told now. `nothing_added` tells that the model did not go on with a reply that was to be
    continued.
    """

    opened = Signal(object)
    changed = Signal(object)
    found = Signal(str, object)
    message_added = Signal(object)
    reply_resumed = Signal(object)
    pieces_written = Signal(object)
    stats_counted = Signal(object)
    first_read_changed = Signal(str)
    reply_ended = Signal(object)
    taken_back = Signal(str)
    chats_changed = Signal()
    failed = Signal(object)
    settling = Signal()
    nothing_added = Signal()

    def __init__(
        self, session: EngineSession, keeper: ChatKeeper, settings: Settings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._keeper = keeper
        self._settings = settings
        self._answers = Answers(self)
        self._answers.failed.connect(self.failed)
        self.conversation = Conversation(new_id())
        self.is_demo = False
        """Whether the demo's pair is loaded, which drafts always."""
        self._asked_chat: str | None = None
        self._asked_message = ""
        self._asked_words: Sequence[str] = ()
        # The open chat as it was before a reply was asked for, to go back to where there is none.
        self._before: Conversation | None = None
        self._sent_text = ""
        self._replies = Replies(session, keeper, self)
        self._replies.pieces_written.connect(self._on_pieces_written)
        self._replies.stats_counted.connect(self._on_stats_counted)
        self._replies.first_read_changed.connect(self._on_first_read_changed)
        self._replies.ended.connect(self._on_reply_ended)
        self._replies.nothing_added.connect(self.nothing_added)

    @property
    def is_replying(self) -> bool:
        """Whether a reply is on its way, in whatever chat."""
        return self._replies.reply is not None

    @property
    def growing_id(self) -> str:
        """The id of the reply on its way, empty without one."""
        return self._replies.reply.id if self._replies.reply is not None else ""

    @property
    def shown_reply(self) -> Message | None:
        """The reply on its way, if it stands in the path of the chat that is open."""
        reply = self._replies.reply
        if reply is None or not self.is_home_open:
            return None
        return reply if any(message.id == reply.id for message in self.conversation.path()) else None

    @property
    def is_home_open(self) -> bool:
        """Whether the chat that is open is that of the reply on its way, or of the last one."""
        return self._replies.home_id == self.conversation.id

    @property
    def context_n(self) -> int:
        """Tokens of the context that the open chat takes, as far as its replies tell."""
        if self._replies.stats is not None and self.shown_reply:
            return self._replies.stats.timings.context_n
        numbers = last_numbers(self.conversation)
        return numbers.context_n if numbers else 0

    @property
    def first_read(self) -> str:
        """The id of the first message of the open chat that the model reads, empty where it reads all."""
        if self._replies.stats is not None and self.shown_reply:
            return self._replies.first_read
        numbers = last_numbers(self.conversation)
        return numbers.first_read if numbers else ""

    @property
    def can_send(self) -> bool:
        """Whether a message would be answered now."""
        return self._session.state == "ready" and not self.is_replying

    def new_chat(self) -> None:
        """Leave the chat that is open and begin an empty one; a reply on its way ends with what it has."""
        self.stop()
        self._asked_chat = None
        self._open(Conversation(new_id()))

    def open_chat(self, chat_id: str, message_id: str = "", words: Sequence[str] = ()) -> None:
        """Leave the chat that is open and show a saved one, at a message and words of it where they are named.

        A reply on its way goes on in its own chat.
        """
        self._asked_chat, self._asked_message, self._asked_words = chat_id, message_id, words
        if chat_id == self.conversation.id:
            self._find()
        else:
            self._answers.wait_for(self._keeper.ask(lambda store: store.load(chat_id)), self._on_loaded)

    def open_last(self) -> None:
        """Show the chat that was shown last, unless one is begun or asked for before it is known."""
        begun = self.conversation

        def on_known(chat_id: str | None) -> None:
            if chat_id is not None and self.conversation is begun and self._asked_chat is None:
                self.open_chat(chat_id)

        self._answers.wait_for(self._keeper.ask(lambda store: store.last_shown()), on_known)

    def show(self, conversation: Conversation) -> None:
        """Leave the chat that is open and show one that was just made."""
        self._asked_chat = None
        self._open(conversation)

    def leave(self, chat_id: str) -> None:
        """Show another chat than that one, and write nothing more into it."""
        if chat_id == self._replies.home_id:
            self.stop()
        if chat_id == self.conversation.id:
            self.new_chat()

    def leave_other_target(self, target: str) -> None:
        """Begin a new chat unless the open one is empty or its last reply is of the target of that name."""
        writers = [message.numbers.target for message in self.conversation.path() if message.numbers is not None]
        if self.conversation.current is not None and writers[-1:] != [target]:
            self.new_chat()

    def send(self, text: str, attachments: Sequence[Attachment] = ()) -> None:
        """Add the user's message and have it answered. Only while `can_send`."""
        self.settling.emit()
        before = self.conversation
        self._add("user", text, tuple(attachments))
        self.answer(before, text)

    def answer(self, before: Conversation, sent_text: str = "") -> None:
        """Have the last message answered; without a first word the chat goes back to the path of `before`.

        `sent_text` is then given back. Only while `can_send`.
        """
        self.settling.emit()
        self._asked_chat = None
        self._before, self._sent_text = before, sent_text
        self.conversation = self._with_pair(self.conversation)
        prompt = prompt_of(self.conversation)
        reply = self._add("assistant", "")
        self._replies.begin(self.conversation, reply, self._request(prompt))
        self.chats_changed.emit()

    def go_on(self, reply: Message) -> None:
        """Have the last reply of the open chat continued. Only while `can_send`."""
        self._asked_chat = self._before = None
        asked = replace(self.conversation, current=reply.parent)
        prompt = (*prompt_of(asked), ChatMessage("assistant", reply.text, reply.thinking))
        begun = replace(reply, finish_reason=None)
        self.conversation = conversation = self._with_pair(put(self.conversation, begun))
        self._keeper.tell(lambda store: store.save(conversation))
        self._keeper.tell(lambda store: store.put_message(begun))
        self._replies.begin(conversation, begun, replace(self._request(prompt), continues=True))
        self.reply_resumed.emit(begun)
        self.chats_changed.emit()

    def stop(self) -> None:
        """End the reply with what it has."""
        self._replies.stop()

    def change(self, conversation: Conversation) -> None:
        """Show the open chat in another form, which is saved already."""
        reply = self._replies.reply
        if reply is not None and self.is_home_open and all(message.id != reply.id for message in conversation.messages):
            self._replies.drop()
        self.conversation = self._with_reply(conversation)
        self.changed.emit(self.conversation)
        self.chats_changed.emit()

    def note_title(self, chat_id: str, title: str) -> None:
        """A chat has a title of the user's own now."""
        if chat_id == self.conversation.id:
            self.conversation = replace(self.conversation, title=title, is_titled=True)

    def restore(self, chat_id: str, message_id: str) -> None:
        """Bring a deleted message back, and show its chat."""
        self._asked_chat = chat_id
        self._answers.wait_for(self._keeper.ask(lambda store: store.restore_message(message_id)), self._on_restored)

    def _on_restored(self, conversation: Conversation) -> None:
        if conversation.id == self.conversation.id:
            self.change(conversation)
        else:
            self._on_loaded(conversation)
        self.chats_changed.emit()

    def _request(self, prompt: tuple[ChatMessage, ...]) -> Generate:
        chosen = self.conversation.setup.sampling
        think, effort = thinking_options(self._settings, chosen)
        return Generate(
            0,
            prompt,
            sampling=sampling_options(self._settings, chosen),
            drafting=draft_options(self._settings, is_demo=self.is_demo),
            think=think,
            effort=effort,
        )

    def _with_pair(self, conversation: Conversation) -> Conversation:
        """With the pair that is loaded as its own."""
        pair = self._session.pair
        if pair is None:
            return conversation
        setup = replace(conversation.setup, target=str(pair.target), draft=str(pair.draft or ""))
        return replace(conversation, setup=setup)

    def _on_loaded(self, conversation: Conversation) -> None:
        # Of several chats that were asked for, the newest is shown; a chat that is written to stays.
        if conversation.id == self._asked_chat:
            self._open(conversation)
            self._find()

    def _find(self) -> None:
        """Tell which message the chat was opened for, on a path that leads through it."""
        message_id, self._asked_message = self._asked_message, ""
        if not any(message.id == message_id for message in self.conversation.messages):
            return
        if all(message.id != message_id for message in self.conversation.path()):
            self.change(select(self.conversation, message_id))
        self.found.emit(message_id, self._asked_words)

    def _open(self, conversation: Conversation) -> None:
        if conversation.id != self.conversation.id:
            self.settling.emit()
        self.conversation = self._with_reply(conversation)
        self._note_shown()
        self.opened.emit(self.conversation)

    def _note_shown(self) -> None:
        chat_id = self.conversation.id
        self._keeper.tell(lambda store: store.note_shown(chat_id))

    def _with_reply(self, conversation: Conversation) -> Conversation:
        """With the reply on its way as far as it came, if it is of that chat."""
        reply = self._replies.reply
        is_home = reply is not None and any(message.id == reply.id for message in conversation.messages)
        return put(conversation, reply) if reply is not None and is_home else conversation

    def _add(self, role: Role, text: str, attachments: tuple[Attachment, ...] = ()) -> Message:
        message = Message(
            id=new_id(),
            parent=self.conversation.current,
            role=role,
            text=text,
            created_s=time.time(),
            attachments=attachments,
        )
        conversation = self.conversation = add(self.conversation, message)
        self._keeper.tell(lambda store: store.add_message(conversation, message))
        if len(conversation.messages) == 1:
            self._note_shown()
        self.message_added.emit(message)
        return message

    def _on_pieces_written(self, pieces: tuple[Piece, ...]) -> None:
        if self.shown_reply:
            self.pieces_written.emit(pieces)

    def _on_stats_counted(self, stats: Stats) -> None:
        if self.shown_reply:
            self.stats_counted.emit(stats)

    def _on_first_read_changed(self) -> None:
        if self.shown_reply:
            self.first_read_changed.emit(self._replies.first_read)

    def _on_reply_ended(self, reply: Message) -> None:
        before, self._before = self._before, None
        if any(message.id == reply.id for message in self.conversation.messages):
            self.conversation = put(self.conversation, reply)
            if any(message.id == reply.id for message in self.conversation.path()):
                self.reply_ended.emit(reply)
                if reply.finish_reason == "failed" and not reply.text and not reply.thinking and before is not None:
                    self._take_back(before, reply)
        self.chats_changed.emit()

    def _take_back(self, before: Conversation, reply: Message) -> None:
        """Go back to the path before a reply that failed before its first word."""
        gone = reply.parent if self._sent_text and reply.parent else reply.id
        conversation = replace(without_message(self.conversation, gone), current=before.current)
        self._keeper.tell(lambda store: store.delete_message(conversation, gone))
        self.change(conversation)
        if self._sent_text:
            self.taken_back.emit(self._sent_text)
