"""The SQLite file under the chat store: opened, checked, and its failures told as ours."""

import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from app.chat.errors import ChatStoreBusy, ChatStoreDamaged
from app.chat.schema import TABLES, migrate
from app.chat.word_index import is_about_index, is_index_whole, mend_index
from app.chat.words import words_of
from app.core.errors import AppError, DiskFull, PathNotWritable
from app.core.files import free_bytes, write_failure
from app.core.process_lock import has_locks

_log = logging.getLogger(__name__)

COMPANIONS = ("-wal", "-shm", "-journal")
_PATIENCE_MS = 5000
_LEAST_SHRUNK_PAGES = 16


class Database:
    """One connection, for the thread that opened it.

    Every method raises DiskFull, PathNotWritable, ChatStoreBusy or ChatStoreDamaged when the file does not play along.
    """

    def __init__(self, path: Path) -> None:
        """Open or create; raises ChatStoreNewer as well."""
        self._path = path
        self._is_busy = False
        self._has_broken_index = False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise write_failure(error, path) from error
        # Without locks, SQLite would take the file for one that another program holds.
        self._vfs = "" if has_locks(path.parent) else "&vfs=unix-none"
        with self._guard():
            try:
                self._connection = self._opened(_with_wal)
            except sqlite3.OperationalError as error:
                if _primary_code(error) not in _NO_WAL:
                    raise
                _log.warning("the chats are kept without a write-ahead log: %s", error)
                self._connection = self._opened(_without_wal)

    def close(self) -> None:
        """Give the file back; nothing is pending."""
        self._connection.close()

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """What a query finds."""
        with self._guard():
            return self._connection.execute(query, values).fetchall()

    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        """How many rows a statement changed; raises sqlite3.IntegrityError."""
        with self._guard():
            return self._connection.execute(statement, values).rowcount

    def change_all(self, statement: str, values: Iterable[Sequence[Any]]) -> None:
        """Run a statement with each of the values."""
        with self._guard():
            self._connection.executemany(statement, values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is changed within, or nothing; one within another is a part of it."""
        if self._connection.in_transaction:
            yield
            return
        with self._guard():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    def shrink(self, least_share: float) -> None:
        """Give room in the file that nothing takes any more back to the disk, where it is at least that share of it."""
        ((free_n,),), ((all_n,),) = self.rows("PRAGMA freelist_count"), self.rows("PRAGMA page_count")
        if free_n > max(_LEAST_SHRUNK_PAGES, least_share * all_n):
            self.change("VACUUM")
        # What was deleted still stands in the log until it is taken in.
        self.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    def _opened(self, begin: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
        has_broken_index = self._check()
        connection = self._connected("rwc")
        try:
            connection.text_factory = _text
            connection.create_function("words_of", 1, words_of, deterministic=True)
            begin(connection)
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")
            migrate(connection, self._path)
            if has_broken_index or not is_index_whole(connection):
                mend_index(connection)
                self._require_whole(_first_fault(connection))
        except BaseException:
            connection.close()
            raise
        return connection

    def _check(self) -> bool:
        """Whether the index for searches is all that is damaged; raises ChatStoreDamaged when more is.

        Through a connection that only reads: any other would take in the log of a damaged file and delete it.
        """
        if not self._path.exists():
            return False
        with closing(self._connected("ro")) as connection:
            self._roll_back(connection)
            found = _first_fault(connection)
            if found is not None and all(_first_fault(connection, table) is None for table in TABLES):
                return True
        self._require_whole(found)
        return False

    def _roll_back(self, connection: sqlite3.Connection) -> None:
        """Have what a program without a log left half written undone, which one that only reads cannot do."""
        try:
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
        except sqlite3.OperationalError as error:
            if _primary_code(error) != sqlite3.SQLITE_READONLY:
                raise
            with closing(self._connected("rw")) as writing:
                writing.execute("SELECT 1 FROM sqlite_schema").fetchone()

    def _connected(self, mode: str) -> sqlite3.Connection:
        """A connection that only reads ("ro"), writes as well ("rw") or creates the file too ("rwc")."""
        place = self._path.absolute().as_posix()
        path = quote(os.fsencode(place if place.startswith("/") else "/" + place))
        address = f"file://{path}?mode={mode}{self._vfs}"
        return sqlite3.connect(address, uri=True, isolation_level=None, timeout=_PATIENCE_MS / 1000)

    def _require_whole(self, fault: str | None) -> None:
        if fault is not None:
            raise ChatStoreDamaged(path=str(self._path), detail=fault)

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            if self._has_broken_index and not self._connection.in_transaction:
                self._has_broken_index = False
                mend_index(self._connection)
            yield
        except sqlite3.ProgrammingError:
            raise
        except sqlite3.DatabaseError as error:
            self._has_broken_index |= is_about_index(error)
            if isinstance(error, sqlite3.IntegrityError) and not self._has_broken_index:
                raise
            failure = self._failure(error)
            self._be_patient(not isinstance(failure, ChatStoreBusy))
            raise failure from error
        except UnicodeDecodeError as error:
            # What SQLite has to say quotes names out of the damaged file.
            raise ChatStoreDamaged(path=str(self._path), detail="its tables cannot be read") from error
        self._be_patient(True)

    def _be_patient(self, is_patient: bool) -> None:
        """Wait for other programs once, not anew with every piece of a reply."""
        if self._is_busy is is_patient and hasattr(self, "_connection"):
            self._is_busy = not is_patient
            self._connection.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS if is_patient else 0}")

    def _failure(self, error: sqlite3.DatabaseError) -> AppError:
        path, code = self._path, _primary_code(error)
        if code == sqlite3.SQLITE_FULL:
            return DiskFull(path=str(path), needed_bytes=None, free_bytes=free_bytes(path))
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL):
            return ChatStoreBusy(path=str(path))
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR):
            return PathNotWritable(path=str(path), detail=str(error))
        return ChatStoreDamaged(path=str(path), detail=str(error))


# What a volume says that cannot share memory between programs, as network drives.
_NO_WAL = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_READONLY)


def set_aside(path: Path) -> Path:
    """Rename a damaged file, with what SQLite keeps beside it; the new path."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}-damaged-{stamp}-{number}{path.suffix}")
    _log.warning("the chat store is damaged and set aside as %s", aside.name)
    try:
        path.replace(aside)
        for suffix in COMPANIONS:
            companion = path.with_name(path.name + suffix)
            if companion.exists():
                companion.replace(aside.with_name(aside.name + suffix))
    except OSError as error:
        raise write_failure(error, path) from error
    return aside


def _text(content: bytes) -> str:
    # A letter that became noise costs itself, not the whole chat.
    return content.decode("utf-8", "replace")


def _with_wal(connection: sqlite3.Connection) -> None:
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    # In WAL mode NORMAL survives a killed program whole; a power cut may cost the last moments, never more.
    connection.execute(f"PRAGMA synchronous = {'NORMAL' if mode == 'wal' else 'FULL'}")
    # Only who begins to write learns that the log cannot be shared.
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("ROLLBACK")


def _without_wal(connection: sqlite3.Connection) -> None:
    # Alone with the file, SQLite needs no shared memory to take in a log that another computer left.
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA locking_mode = NORMAL")
    connection.execute("SELECT 1 FROM sqlite_schema").fetchone()


def _first_fault(connection: sqlite3.Connection, table: str = "1") -> str | None:
    (found,) = connection.execute(f"PRAGMA quick_check({table})").fetchone()
    return None if found == "ok" else str(found)


def _primary_code(error: sqlite3.Error) -> int:
    # The low byte is the primary code, the rest tells more.
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
