"""The index of words that searches ask: whether it works, and making it anew from the messages."""

import logging
import sqlite3

_log = logging.getLogger(__name__)


def is_index_whole(connection: sqlite3.Connection) -> bool:
    """Whether the newest message is found by its first word: SQLite does not look into the index by itself."""
    try:
        newest = connection.execute(
            "SELECT rowid, words FROM message_words WHERE words != '' ORDER BY rowid DESC LIMIT 1"
        ).fetchone()
        if newest is None:
            return True
        query = "SELECT 1 FROM message_words WHERE message_words MATCH ? AND rowid = ?"
        return connection.execute(query, (f'"{newest[1].split()[0]}"', newest[0])).fetchone() is not None
    except sqlite3.DatabaseError as error:
        if not is_about_index(error):
            raise
        return False


def is_about_index(error: sqlite3.DatabaseError) -> bool:
    """Whether it is the index that is damaged; a broken one may also want to give out a number twice."""
    return getattr(error, "sqlite_errorcode", 0) in (sqlite3.SQLITE_CORRUPT_VTAB, sqlite3.SQLITE_CONSTRAINT)


def mend_index(connection: sqlite3.Connection) -> None:
    """Make the index anew; raises sqlite3.DatabaseError where not even its tables are whole."""
    _log.warning("the index for searches is made anew")
    connection.execute("INSERT INTO message_words (message_words) VALUES ('rebuild')")
