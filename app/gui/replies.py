"""The reply on its way: asked of the engine, kept as it comes, ended with its numbers."""

import time
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.chat.conversation import Conversation, Message, append_text, put
from app.chat.errors import ChatMissing
from app.chat.keeper import ChatKeeper
from app.chat.store import ChatStore
from app.engine.protocol import Failed, Finished, Generate, LoadResult, Piece, Stats
from app.gui.engine_session import EngineSession
from app.gui.prompt import first_read
from app.gui.reply_numbers import joined, numbers_of


class Replies(QObject):
    """One reply at a time, in a chat that need not be the one that is open. All in the window's thread.

    `pieces_written` carries a tuple of Piece, `stats_counted` Stats, `ended` the Message as it is kept. `nothing_added`
    tells that a reply which should go on was over already.
    """

    pieces_written = Signal(object)
    stats_counted = Signal(object)
    first_read_changed = Signal()
    ended = Signal(object)
    nothing_added = Signal()

    def __init__(self, session: EngineSession, keeper: ChatKeeper, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._keeper = keeper
        self.reply: Message | None = None
        """The reply as far as it came, None while there is none."""
        self.home_id = ""
        """The chat of the reply on its way, or of the last one."""
        self.stats: Stats | None = None
        self.first_read = ""
        """The id of the first message that the model reads for this reply, empty where it reads all."""
        self._home: Conversation | None = None
        self._begun: Message | None = None
        self._job: int | None = None
        self._thought_began_s: float | None = None
        self._loaded: LoadResult | None = None
        session.bridge.pieces_written.connect(self._on_pieces_written)
        session.bridge.stats_counted.connect(self._on_stats_counted)
        session.reply_finished.connect(self._on_reply_finished)
        session.reply_failed.connect(self._on_reply_failed)
        session.jobs_lost.connect(self._on_jobs_lost)

    def begin(self, home: Conversation, reply: Message, request: Generate) -> None:
        """Have `reply`, a message of `home`, written; what it holds already is its beginning. One at a time."""
        self._home, self.home_id = home, home.id
        self.reply = self._begun = replace(reply, finish_reason=None)
        self.first_read = ""
        self._loaded = self._session.loaded
        self._job = self._session.answer(request)

    def stop(self) -> None:
        """End the reply with what it has."""
        if self.reply is not None:
            self._session.stop_reply()

    def drop(self) -> None:
        """End the reply and keep nothing more of it: its message is gone."""
        self.stop()
        self._forget()

    def _on_pieces_written(self, job: int, pieces: tuple[Piece, ...]) -> None:
        if job != self._job or self.reply is None:
            return
        reply = self.reply
        for piece in pieces:
            reply = append_text(reply, piece.text, piece.draft_position, is_thought=piece.part == "thinking")
        if reply.thinking != self.reply.thinking:
            reply = replace(reply, thought_s=self._thought_s())
        self.reply = reply
        message_id = reply.id
        self._keeper.tell(lambda store: _keep_pieces(store, message_id, pieces))
        self.pieces_written.emit(pieces)

    def _thought_s(self) -> float:
        now_s = time.monotonic()
        before_s = (self._begun.thought_s if self._begun else None) or 0.0
        self._thought_began_s = self._thought_began_s or now_s
        return before_s + now_s - self._thought_began_s

    def _on_stats_counted(self, stats: Stats) -> None:
        if stats.job == self._job:
            self._note(stats)
            self.stats_counted.emit(stats)

    def _note(self, stats: Stats) -> None:
        self.stats = stats
        known, dropped_n = self.first_read, stats.timings.dropped_n
        self.first_read = first_read(self._home, dropped_n) if self._home else ""
        if self.first_read != known:
            self.first_read_changed.emit()

    def _on_reply_finished(self, event: Finished) -> None:
        if event.job != self._job or self.reply is None:
            return
        if event.generated is not None:
            self._note(Stats(event.job, event.generated.timings, event.generated.speculation))
        self._end(self.reply, event.reason)

    def _on_reply_failed(self, event: Failed) -> None:
        if event.job == self._job and self.reply is not None:
            self._end(self.reply, "failed")

    def _on_jobs_lost(self) -> None:
        if self.reply is not None:
            self._end(self.reply, "crashed")

    def _end(self, reply: Message, reason: str) -> None:
        begun = self._begun
        numbers = begun.numbers if begun else None
        if self.stats is not None:
            numbers = joined(numbers, numbers_of(self.stats, self._loaded, self.first_read))
        reply = replace(reply, finish_reason=reason, numbers=numbers)
        home = self._home
        self._forget()
        if home is not None:
            self._keeper.tell(lambda store: _keep_reply(store, put(home, reply), reply))
        self.ended.emit(reply)
        had = (begun.thinking, begun.text) if begun else ("", "")
        if reason == "stop" and any(had) and had == (reply.thinking, reply.text):
            self.nothing_added.emit()

    def _forget(self) -> None:
        self.reply = self._begun = self._home = self._job = self.stats = self._thought_began_s = None
        self.first_read = ""


def _keep_pieces(store: ChatStore, message_id: str, pieces: tuple[Piece, ...]) -> None:
    for piece in pieces:
        store.append_piece(message_id, piece.text, piece.draft_position, is_thought=piece.part == "thinking")


def _keep_reply(store: ChatStore, conversation: Conversation, reply: Message) -> None:
    try:
        store.put_message(reply)
    except ChatMissing:
        # It could not be kept when it began: now everything that is missing is.
        store.keep_all(conversation)
