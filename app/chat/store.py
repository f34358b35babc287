"""Saved chats in one SQLite file, written as things happen: a kill loses at most the piece on the wire."""

import logging
import sqlite3
import time
from collections.abc import Iterator
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
        """Keep the chat and a message that was added to it, both or neither."""
        with self._transaction():
            self.save(conversation)
            self._connection.execute(
                f"INSERT INTO message ({COLUMNS}, conversation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row_of(message), conversation.id),
            )

    def append_piece(self, message_id: str, text: str, is_drafted: bool) -> None:
        """Keep a piece of a reply that is on its way, one small row whatever the reply's length; raises ChatMissing."""
        query = "INSERT INTO piece (message, text, is_drafted) VALUES (?, ?, ?)"
        with self._guard():
            try:
                self._connection.execute(query, (message_id, storable(text), is_drafted))
            except sqlite3.IntegrityError as error:
                raise ChatMissing(id=message_id) from error

    def put_message(self, message: Message) -> None:
        """Keep a message as it is now, in place of its pieces; raises ChatMissing."""
        _, _, _, text, _, finish_reason, numbers, drafted = row_of(message)
        with self._transaction():
            changed = self._connection.execute(
                "UPDATE message SET text = ?, finish_reason = ?, numbers = ?, drafted = ? WHERE id = ?",
                (text, finish_reason, numbers, drafted, message.id),
            ).rowcount
            if not changed:
                raise ChatMissing(id=message.id)
            self._connection.execute("DELETE FROM piece WHERE message = ?", (message.id,))

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
            connection = sqlite3.connect(self._path, isolation_level=None, timeout=5.0)
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
            "SELECT text, is_drafted FROM piece WHERE message = ? ORDER BY position", (message.id,)
        )
        for text, is_drafted in pieces:
            message = append_text(message, text, bool(is_drafted))
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
            raise _failure(error, self._path) from error


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
