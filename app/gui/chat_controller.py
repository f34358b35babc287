"""One chat: what the user sends, the reply as it grows, and how it ends. Everything is saved as it happens."""

import time
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.chat.conversation import Conversation, Message, ReplyNumbers, add, append_text, new_id, put
from app.chat.keeper import ChatKeeper
from app.chat.store import ChatStore
from app.core.settings import Settings
from app.engine.client import Crashed
from app.engine.protocol import ChatMessage, Failed, Finished, LoadResult, Piece, Stats
from app.gui.answers import Answers
from app.gui.engine_session import EngineSession
from app.gui.options import draft_options, sampling_options


class ChatController(QObject):
    """Holds the conversation that is open, and the reply on its way. All in the window's thread.

    Signals carry the Message or Conversation as it is now; `pieces_written` a tuple of Piece, `taken_back` the text of
    a message whose reply failed before its first word: it is no part of the chat any more.
    """

    opened = Signal(object)
    message_added = Signal(object)
    pieces_written = Signal(object)
    stats_counted = Signal(object)
    reply_ended = Signal(object)
    taken_back = Signal(str)
    chats_changed = Signal()
    failed = Signal(object)

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
        self._reply: Message | None = None
        self._job: int | None = None
        self._stats: Stats | None = None
        self._loaded: LoadResult | None = None
        session.bridge.pieces_written.connect(self._on_pieces_written)
        session.bridge.stats_counted.connect(self._on_stats_counted)
        session.reply_finished.connect(self._on_reply_finished)
        session.reply_failed.connect(self._on_reply_failed)
        session.crashed.connect(self._on_crashed)

    @property
    def is_replying(self) -> bool:
        """Whether a reply is on its way."""
        return self._reply is not None

    @property
    def can_send(self) -> bool:
        """Whether a message would be answered now."""
        return self._session.state == "ready" and not self.is_replying

    def new_chat(self) -> None:
        """Leave the chat that is open and begin an empty one; a reply on its way ends with what it has."""
        self.stop()
        self._open(Conversation(new_id()))

    def open_chat(self, chat_id: str) -> None:
        """Leave the chat that is open and show a saved one."""
        if chat_id == self.conversation.id:
            return
        self.stop()
        self._answers.wait_for(self._keeper.ask(lambda store: store.load(chat_id)), self._open)

    def leave_other_target(self, target: str) -> None:
        """Begin a new chat unless the open one is empty or its last reply is of the target of that name."""
        writers = [message.numbers.target for message in self.conversation.path() if message.numbers is not None]
        if self.conversation.current is not None and writers[-1:] != [target]:
            self.new_chat()

    def send(self, text: str) -> None:
        """Add the user's message and have it answered. Only while `can_send`."""
        self._add("user", text)
        prompt = prompt_of(self.conversation)
        self._loaded = self._session.loaded
        self._reply = self._add("assistant", "")
        self._job = self._session.generate(prompt, sampling_options(self._settings), draft_options(self._settings))
        self.chats_changed.emit()

    def stop(self) -> None:
        """End the reply with what it has."""
        if self.is_replying:
            self._session.stop_reply()

    def _open(self, conversation: Conversation) -> None:
        # A reply that still ends meanwhile belongs to the chat before; it is kept there and not shown here.
        self._leave_reply()
        self.conversation = conversation
        self.opened.emit(conversation)

    def _leave_reply(self) -> None:
        if self._reply is not None:
            self._finish(self._reply, "cancelled")

    def _add(self, role: str, text: str) -> Message:
        message = Message(
            id=new_id(),
            parent=self.conversation.current,
            role="user" if role == "user" else "assistant",
            text=text,
            created_s=time.time(),
        )
        conversation = self.conversation = add(self.conversation, message)
        self._keeper.tell(lambda store: store.add_message(conversation, message))
        self.message_added.emit(message)
        return message

    def _on_pieces_written(self, job: int, pieces: tuple[Piece, ...]) -> None:
        if job != self._job or self._reply is None:
            return
        reply = self._reply
        for piece in pieces:
            reply = append_text(reply, piece.text, piece.draft_position is not None)
        self._reply = reply
        message_id = reply.id
        self._keeper.tell(lambda store: _keep_pieces(store, message_id, pieces))
        self.pieces_written.emit(pieces)

    def _on_stats_counted(self, stats: Stats) -> None:
        if stats.job == self._job:
            self._stats = stats
            self.stats_counted.emit(stats)

    def _on_reply_finished(self, event: Finished) -> None:
        if event.job != self._job or self._reply is None:
            return
        if event.generated is not None:
            self._stats = Stats(event.job, event.generated.timings, event.generated.speculation)
        self._finish(self._reply, event.reason)

    def _on_reply_failed(self, event: Failed) -> None:
        if event.job == self._job and self._reply is not None:
            reply = self._reply
            self._finish(reply, "failed")
            if not reply.text and reply.parent is not None:
                self._take_back(self.conversation.message(reply.parent))

    def _take_back(self, asked: Message) -> None:
        conversation = replace(self.conversation, current=asked.parent)
        self._keeper.tell(lambda store: store.save(conversation))
        self._open(conversation)
        self.taken_back.emit(asked.text)

    def _on_crashed(self, event: Crashed, happened_in: str) -> None:
        if self._reply is not None:
            self._finish(self._reply, "crashed")

    def _finish(self, reply: Message, reason: str) -> None:
        numbers = numbers_of(self._stats, self._loaded) if self._stats is not None else None
        reply = replace(reply, finish_reason=reason, numbers=numbers)
        self._reply = self._job = self._stats = None
        self.conversation = put(self.conversation, reply)
        self._keeper.tell(lambda store: store.put_message(reply))
        self.reply_ended.emit(reply)
        self.chats_changed.emit()


def _keep_pieces(store: ChatStore, message_id: str, pieces: tuple[Piece, ...]) -> None:
    for piece in pieces:
        store.append_piece(message_id, piece.text, piece.draft_position is not None)


def prompt_of(conversation: Conversation) -> tuple[ChatMessage, ...]:
    """The current path for the template: replies without text are left out, and what then follows itself is joined."""
    turns: list[ChatMessage] = []
    if conversation.system_prompt:
        turns.append(ChatMessage("system", conversation.system_prompt))
    for message in conversation.path():
        if not message.text:
            continue
        if turns and turns[-1].role == message.role:
            turns[-1] = ChatMessage(message.role, f"{turns[-1].content}\n\n{message.text}")
        else:
            turns.append(ChatMessage(message.role, message.text))
    return tuple(turns)


def numbers_of(stats: Stats, loaded: LoadResult | None) -> ReplyNumbers:
    """The last numbers of a reply, for its footer, with the names of the models that wrote it."""
    timings, speculation = stats.timings, stats.speculation
    return ReplyNumbers(
        target=loaded.target.name if loaded else "",
        draft=loaded.draft.name if loaded and loaded.draft else None,
        method=speculation.method,
        state=speculation.state,
        reason=speculation.reason,
        prompt_n=timings.prompt_n,
        prompt_ms=timings.prompt_ms,
        predicted_n=timings.predicted_n,
        predicted_ms=timings.predicted_ms,
        predicted_per_second=timings.predicted_per_second,
        draft_n=timings.draft_n,
        draft_n_accepted=timings.draft_n_accepted,
        acceptance_rate=speculation.acceptance_rate,
        mean_accepted_length=speculation.mean_accepted_length,
        speedup=speculation.speedup,
    )
