"""Saved chats in one SQLite file, written as things happen: a kill loses at most the piece on the wire."""

import logging
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from app.chat.conversation import Conversation, Message, append_text
from app.chat.errors import ChatMissing, ChatStoreBusy, ChatStoreDamaged
from app.chat.rows import COLUMNS, message_of, row_of, storable
from app.chat.schema import migrate
from app.core.errors import AppError, DiskFull, PathNotWritable
from app.core.files import free_bytes, write_failure

_log = logging.getLogger(__name__)

_UNDO_S = 3600.0
_PATIENCE_MS = 5000
_EXCERPT = 60


@dataclass(frozen=True, slots=True)
class ChatSummary:
    """A line of the list of chats; times in seconds since 1970."""

    id: str
    title: str
    changed_s: float


@dataclass(frozen=True, slots=True)
class ChatMatch:
    """A chat that holds the words looked for, with the text around their newest place."""

    chat: ChatSummary
    excerpt: str


class ChatStore:
    """The chats in one file, for the thread that opened it. A damaged file is renamed and an empty one begun.

    Every method raises DiskFull, PathNotWritable, ChatStoreBusy or ChatStoreDamaged when the file does not play along.
    """

    def __init__(self, path: Path) -> None:
        """Open or create; raises ChatStoreNewer as well."""
        self._path = path
        self._is_busy = False
        self.set_aside: Path | None = None
        """Where a damaged file was moved to, if one was found."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise write_failure(error, path) from error
        try:
            self._connection = self._open()
        except ChatStoreDamaged:
            self.set_aside = _set_aside(path)
            self._connection = self._open()
        self._tidy()

    def close(self) -> None:
        """Give the file back; nothing is pending."""
        self._connection.close()

    def chats(self, limit: int = 1000) -> tuple[ChatSummary, ...]:
        """The chats, the one changed last first."""
        with self._guard():
            rows = self._connection.execute(
                "SELECT id, title, changed_s FROM conversation WHERE deleted_s IS NULL ORDER BY changed_s DESC LIMIT ?",
                (limit,),
            )
            return tuple(ChatSummary(*row) for row in rows)

    def load(self, chat_id: str) -> Conversation:
        """A whole chat, unfinished replies with all that arrived; raises ChatMissing."""
        with self._guard():
            row = self._connection.execute(
                "SELECT title, system_prompt, current FROM conversation WHERE id = ? AND deleted_s IS NULL", (chat_id,)
            ).fetchone()
            if row is None:
                raise ChatMissing(id=chat_id)
            title, system_prompt, current = row
            messages = tuple(self._messages(chat_id))
            return Conversation(chat_id, title, system_prompt, messages, current)

    def save(self, conversation: Conversation) -> None:
        """Keep title, system prompt and current path of a new or known chat; its messages are kept one by one.

        A chat that was deleted meanwhile, in another window, is there again.
        """
        now = time.time()
        values = (storable(conversation.title), storable(conversation.system_prompt), conversation.current)
        with self._guard():
            self._connection.execute(
                "INSERT INTO conversation (id, title, system_prompt, current, created_s, changed_s)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET title = excluded.title,"
                " system_prompt = excluded.system_prompt, current = excluded.current, changed_s = excluded.changed_s,"
                " deleted_s = NULL",
                (conversation.id, *values, now, now),
            )

    def add_message(self, conversation: Conversation, message: Message) -> None:
        """Keep the chat, a message that was added to it, and those before it that could not be kept; all or none."""
        with self._transaction():
            self.save(conversation)
            query = "SELECT 1 FROM message WHERE id = ?"
            is_known = message.parent is None or self._connection.execute(query, (message.parent,)).fetchone()
            self._insert(conversation.id, (message,) if is_known else conversation.messages)

    def append_piece(self, message_id: str, text: str, draft_position: int | None, *, is_thought: bool = False) -> None:
        """Keep a piece of a reply that is on its way, one small row whatever the reply's length; raises ChatMissing."""
        query = "INSERT INTO piece (message, text, draft_position, is_thought) VALUES (?, ?, ?, ?)"
        with self._guard():
            try:
                self._connection.execute(query, (message_id, storable(text), draft_position, is_thought))
            except sqlite3.IntegrityError as error:
                raise ChatMissing(id=message_id) from error

    def put_message(self, message: Message) -> None:
        """Keep a message as it is now, in place of its pieces; raises ChatMissing."""
        _, _, _, text, _, finish_reason, numbers, drafted, thinking, thought_s = row_of(message)
        values = (text, finish_reason, numbers, drafted, thinking, thought_s, message.id)
        with self._transaction():
            changed = self._connection.execute(
                "UPDATE message SET text = ?, finish_reason = ?, numbers = ?, drafted = ?, thinking = ?, thought_s = ?"
                " WHERE id = ?",
                values,
            ).rowcount
            if not changed:
                raise ChatMissing(id=message.id)
            self._connection.execute("DELETE FROM piece WHERE message = ?", (message.id,))

    def keep_all(self, conversation: Conversation) -> None:
        """Keep a chat whose messages may not all have been kept when they came."""
        with self._transaction():
            self.save(conversation)
            self._insert(conversation.id, conversation.messages)

    def _insert(self, chat_id: str, messages: Iterable[Message]) -> None:
        self._connection.executemany(
            f"INSERT OR IGNORE INTO message ({COLUMNS}, conversation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(*row_of(message), chat_id) for message in messages],
        )

    def delete(self, chat_id: str) -> None:
        """Take a chat out of sight; for an hour `restore` brings it back, then the next opening wipes it."""
        with self._guard():
            self._connection.execute("UPDATE conversation SET deleted_s = ? WHERE id = ?", (time.time(), chat_id))

    def restore(self, chat_id: str) -> None:
        """Undo `delete`; raises ChatMissing when it is too late."""
        with self._guard():
            query = "UPDATE conversation SET deleted_s = NULL WHERE id = ?"
            if not self._connection.execute(query, (chat_id,)).rowcount:
                raise ChatMissing(id=chat_id)

    def search(self, words: str, limit: int = 100) -> tuple[ChatMatch, ...]:
        """Chats that hold `words` in the title or a message, in any case and script, changed last first."""
        wanted = words.casefold()
        with self._guard():
            rows = self._connection.execute(
                "SELECT c.id, c.title, c.changed_s,"
                " (SELECT m.text FROM message m WHERE m.conversation = c.id AND instr(folded(m.text), :wanted)"
                "  ORDER BY m.position DESC LIMIT 1) AS found"
                " FROM conversation c WHERE c.deleted_s IS NULL"
                " AND (found IS NOT NULL OR instr(folded(c.title), :wanted)) ORDER BY c.changed_s DESC LIMIT :limit",
                {"wanted": wanted, "limit": limit},
            )
            return tuple(ChatMatch(ChatSummary(*row[:3]), _excerpt(row[3] or "", wanted)) for row in rows)

    def _open(self) -> sqlite3.Connection:
        with self._guard():
            connection = sqlite3.connect(self._path, isolation_level=None, timeout=_PATIENCE_MS / 1000)
            try:
                connection.create_function("folded", 1, str.casefold, deterministic=True)
                connection.execute("PRAGMA journal_mode = WAL")
                # In WAL mode NORMAL survives a killed program whole; a power cut may cost the last moments, never more.
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("PRAGMA secure_delete = ON")
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
                if found != "ok":
                    raise ChatStoreDamaged(path=str(self._path), detail=found)
                migrate(connection, self._path)
            except BaseException:
                connection.close()
                raise
            return connection

    def _tidy(self) -> None:
        """Wipe what was deleted for good, and give the replies that a dead program left in pieces their text."""
        try:
            with self._transaction():
                self._connection.execute("DELETE FROM conversation WHERE deleted_s < ?", (time.time() - _UNDO_S,))
            query = f"SELECT {COLUMNS} FROM message WHERE id IN (SELECT message FROM piece)"
            with self._guard():
                left = self._connection.execute(query).fetchall()
            for row in left:
                self.put_message(self._with_pieces(message_of(row)))
        except AppError:
            _log.warning("the chats could not be tidied", exc_info=True)

    def _messages(self, chat_id: str) -> Iterator[Message]:
        query = f"SELECT {COLUMNS} FROM message WHERE conversation = ? ORDER BY position"
        for row in self._connection.execute(query, (chat_id,)).fetchall():
            yield self._with_pieces(message_of(row))

    def _with_pieces(self, message: Message) -> Message:
        pieces = self._connection.execute(
            "SELECT text, draft_position, is_thought FROM piece WHERE message = ? ORDER BY position", (message.id,)
        )
        for text, draft_position, is_thought in pieces:
            message = append_text(message, text, draft_position, is_thought=bool(is_thought))
        return message

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._guard():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise
        except sqlite3.DatabaseError as error:
            failure = _failure(error, self._path)
            self._be_patient(not isinstance(failure, ChatStoreBusy))
            raise failure from error
        self._be_patient(True)

    def _be_patient(self, is_patient: bool) -> None:
        """Wait for other programs once, not anew with every piece of a reply."""
        if self._is_busy is is_patient and hasattr(self, "_connection"):
            self._is_busy = not is_patient
            self._connection.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS if is_patient else 0}")


def _excerpt(text: str, wanted: str) -> str:
    at = max(0, text.casefold().find(wanted))
    start, end = max(0, at - _EXCERPT), at + len(wanted) + _EXCERPT
    cut = " ".join(text[start:end].split())
    return ("…" if start else "") + cut + ("…" if end < len(text) else "")


def _failure(error: sqlite3.DatabaseError, path: Path) -> AppError:
    # The low byte is the primary code, the rest tells more.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return DiskFull(path=str(path), needed_bytes=None, free_bytes=free_bytes(path))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return ChatStoreBusy(path=str(path))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR):
        return PathNotWritable(path=str(path), detail=str(error))
    return ChatStoreDamaged(path=str(path), detail=str(error))


def _set_aside(path: Path) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}-damaged-{stamp}-{number}{path.suffix}")
    _log.warning("the chat store is damaged and set aside as %s", aside.name)
    try:
        path.replace(aside)
        for suffix in ("-wal", "-shm"):
            companion = path.with_name(path.name + suffix)
            if companion.exists():
                companion.replace(aside.with_name(aside.name + suffix))
    except OSError as error:
        raise write_failure(error, path) from error
    return aside
