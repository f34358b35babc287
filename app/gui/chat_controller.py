"""One chat: what the user sends, the reply as it grows, and how it ends. Everything is saved as it happens."""

import time
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.chat.conversation import Conversation, Message, ReplyNumbers, add, append_text, new_id, put
from app.chat.errors import ChatMissing
from app.chat.keeper import ChatKeeper
from app.chat.store import ChatStore
from app.core.settings import Settings
from app.engine.protocol import ChatMessage, Failed, Finished, LoadResult, Piece, Stats
from app.gui.answers import Answers
from app.gui.engine_session import EngineSession
from app.gui.options import draft_options, sampling_options, thinking_options


class ChatController(QObject):
    """Holds the conversation that is open, and the reply on its way. All in the window's thread.

    Signals carry the Message or Conversation as it is now; `pieces_written` a tuple of Piece, `taken_back` the text of
    a message whose reply failed before its first word: it is no part of the chat any more. `first_read_changed`
    carries the id of the first message of the open chat that the model reads, empty where it reads all.
    """

    opened = Signal(object)
    message_added = Signal(object)
    pieces_written = Signal(object)
    stats_counted = Signal(object)
    first_read_changed = Signal(str)
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
        self.is_demo = False
        """Whether the demo's pair is loaded, which drafts always."""
        self._asked_chat: str | None = None
        # The reply on its way and its chat, which need not be the one that is open.
        self._reply: Message | None = None
        self._home = self.conversation
        self._job: int | None = None
        self._stats: Stats | None = None
        self._first_read = ""
        self._thought_began_s: float | None = None
        self._loaded: LoadResult | None = None
        session.bridge.pieces_written.connect(self._on_pieces_written)
        session.bridge.stats_counted.connect(self._on_stats_counted)
        session.reply_finished.connect(self._on_reply_finished)
        session.reply_failed.connect(self._on_reply_failed)
        session.jobs_lost.connect(self._on_jobs_lost)

    @property
    def is_replying(self) -> bool:
        """Whether a reply is on its way, in whatever chat."""
        return self._reply is not None

    @property
    def shown_reply(self) -> Message | None:
        """The reply on its way, if it belongs to the chat that is open."""
        return self._reply if self.is_home_open else None

    @property
    def is_home_open(self) -> bool:
        """Whether the chat that is open is that of the reply on its way, or of the last one."""
        return self._home.id == self.conversation.id

    @property
    def context_n(self) -> int:
        """Tokens of the context that the open chat takes, as far as its replies tell."""
        if self._stats is not None and self.shown_reply:
            return self._stats.timings.context_n
        numbers = last_numbers(self.conversation)
        return numbers.context_n if numbers else 0

    @property
    def first_read(self) -> str:
        """The id of the first message of the open chat that the model reads, empty where it reads all."""
        if self._stats is not None and self.shown_reply:
            return self._first_read
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

    def open_chat(self, chat_id: str) -> None:
        """Leave the chat that is open and show a saved one; a reply on its way goes on in its own chat."""
        if chat_id == self.conversation.id:
            return
        self._asked_chat = chat_id
        self._answers.wait_for(self._keeper.ask(lambda store: store.load(chat_id)), self._on_loaded)

    def leave(self, chat_id: str) -> None:
        """Show another chat than that one, and write nothing more into it."""
        if chat_id == self._home.id:
            self.stop()
        if chat_id == self.conversation.id:
            self.new_chat()

    def leave_other_target(self, target: str) -> None:
        """Begin a new chat unless the open one is empty or its last reply is of the target of that name."""
        writers = [message.numbers.target for message in self.conversation.path() if message.numbers is not None]
        if self.conversation.current is not None and writers[-1:] != [target]:
            self.new_chat()

    def send(self, text: str) -> None:
        """Add the user's message and have it answered. Only while `can_send`."""
        self._asked_chat = None
        self._add("user", text)
        prompt = prompt_of(self.conversation)
        self._loaded = self._session.loaded
        drafting = draft_options(self._settings, is_demo=self.is_demo)
        self._reply = self._add("assistant", "")
        self._home = self.conversation
        think, effort = thinking_options(self._settings)
        sampling = sampling_options(self._settings)
        self._job = self._session.generate(prompt, sampling, drafting, think=think, effort=effort)
        self.chats_changed.emit()

    def stop(self) -> None:
        """End the reply with what it has."""
        if self.is_replying:
            self._session.stop_reply()

    def _on_loaded(self, conversation: Conversation) -> None:
        # Of several chats that were asked for, the newest is shown; a chat that is written to stays.
        if conversation.id == self._asked_chat:
            self._open(conversation)

    def _open(self, conversation: Conversation) -> None:
        if self._reply is not None and self._home.id == conversation.id:
            conversation = put(self._home, self._reply)
        self.conversation = conversation
        self.opened.emit(conversation)

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
            reply = append_text(reply, piece.text, piece.draft_position, is_thought=piece.part == "thinking")
        if reply.thinking != self._reply.thinking:
            now_s = time.monotonic()
            self._thought_began_s = self._thought_began_s or now_s
            reply = replace(reply, thought_s=now_s - self._thought_began_s)
        self._reply = reply
        message_id = reply.id
        self._keeper.tell(lambda store: _keep_pieces(store, message_id, pieces))
        if self.shown_reply:
            self.pieces_written.emit(pieces)

    def _on_stats_counted(self, stats: Stats) -> None:
        if stats.job == self._job:
            self._note(stats)
            if self.shown_reply:
                self.stats_counted.emit(stats)

    def _note(self, stats: Stats) -> None:
        self._stats = stats
        known, self._first_read = self.first_read, first_read(self._home, stats.timings.dropped_n)
        if self.shown_reply and self._first_read != known:
            self.first_read_changed.emit(self._first_read)

    def _on_reply_finished(self, event: Finished) -> None:
        if event.job != self._job or self._reply is None:
            return
        if event.generated is not None:
            self._note(Stats(event.job, event.generated.timings, event.generated.speculation))
        self._finish(self._reply, event.reason)

    def _on_reply_failed(self, event: Failed) -> None:
        if event.job == self._job and self._reply is not None:
            reply, is_shown = self._reply, self.shown_reply is not None
            self._finish(reply, "failed")
            if is_shown and not reply.text and not reply.thinking and reply.parent is not None:
                self._take_back(self.conversation.message(reply.parent))

    def _take_back(self, asked: Message) -> None:
        conversation = replace(self.conversation, current=asked.parent)
        self._keeper.tell(lambda store: store.save(conversation))
        self._open(conversation)
        self.taken_back.emit(asked.text)

    def _on_jobs_lost(self) -> None:
        if self._reply is not None:
            self._finish(self._reply, "crashed")

    def _finish(self, reply: Message, reason: str) -> None:
        numbers = numbers_of(self._stats, self._loaded, self._first_read) if self._stats is not None else None
        is_shown = self.shown_reply is not None
        reply = replace(reply, finish_reason=reason, numbers=numbers)
        self._reply = self._job = self._stats = self._thought_began_s = None
        self._first_read = ""
        conversation = self._home = put(self._home, reply)
        self._keeper.tell(lambda store: _keep_reply(store, conversation, reply))
        if is_shown:
            self.conversation = conversation
            self.reply_ended.emit(reply)
        self.chats_changed.emit()


def _keep_pieces(store: ChatStore, message_id: str, pieces: tuple[Piece, ...]) -> None:
    for piece in pieces:
        store.append_piece(message_id, piece.text, piece.draft_position, is_thought=piece.part == "thinking")


def _keep_reply(store: ChatStore, conversation: Conversation, reply: Message) -> None:
    try:
        store.put_message(reply)
    except ChatMissing:
        # It could not be kept when it began: now everything that is missing is.
        store.keep_all(conversation)


def prompt_of(conversation: Conversation) -> tuple[ChatMessage, ...]:
    """The current path for the template: replies without text are left out, and what then follows itself is joined."""
    system = [ChatMessage("system", conversation.system_prompt)] if conversation.system_prompt else []
    return (*system, *(turn for _, turn in _turns(conversation)))


def first_read(conversation: Conversation, dropped_n: int) -> str:
    """The id of the first message in what `prompt_of` gives without its first turns; empty where none is dropped."""
    turns = _turns(conversation)
    return turns[dropped_n][0] if 0 < dropped_n < len(turns) else ""


def last_numbers(conversation: Conversation) -> ReplyNumbers | None:
    """The numbers of the last reply that has any."""
    return next((message.numbers for message in reversed(conversation.path()) if message.numbers), None)


def _turns(conversation: Conversation) -> list[tuple[str, ChatMessage]]:
    """The turns of the current path, each with the id of its first message."""
    turns: list[tuple[str, ChatMessage]] = []
    for message in conversation.path():
        if not message.text:
            continue
        if turns and turns[-1][1].role == message.role:
            first, turn = turns[-1]
            turns[-1] = first, ChatMessage(message.role, f"{turn.content}\n\n{message.text}")
        else:
            turns.append((message.id, ChatMessage(message.role, message.text, message.thinking)))
    return turns


def numbers_of(stats: Stats, loaded: LoadResult | None, first_read_id: str) -> ReplyNumbers:
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
        context_n=timings.context_n,
        first_read=first_read_id,
    )
