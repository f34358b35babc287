"""The tables of the chat store, and the steps from each version to the next."""

import sqlite3
from pathlib import Path

from app.chat.errors import ChatStoreNewer

TABLES = ("conversation", "message", "piece", "unsent", "preset", "shown")
"""Everything but the index for searches, which can be made anew from the messages."""

# Step i leads from version i to i + 1 and is never edited once it was released.
_STEPS = (
    """
    CREATE TABLE conversation (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        system_prompt TEXT NOT NULL,
        current TEXT,
        created_s REAL NOT NULL,
        changed_s REAL NOT NULL,
        deleted_s REAL
    );
    CREATE INDEX conversation_changed ON conversation (changed_s) WHERE deleted_s IS NULL;
    CREATE TABLE message (
        position INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
        parent TEXT,
        role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
        text TEXT NOT NULL,
        created_s REAL NOT NULL,
        finish_reason TEXT,
        numbers TEXT,
        drafted TEXT NOT NULL
    );
    CREATE INDEX message_conversation ON message (conversation);
    CREATE TABLE piece (
        position INTEGER PRIMARY KEY,
        message TEXT NOT NULL REFERENCES message (id) ON DELETE CASCADE,
        text TEXT NOT NULL,
        is_drafted INTEGER NOT NULL
    );
    CREATE INDEX piece_message ON piece (message);
    """,
    """
    ALTER TABLE piece ADD COLUMN draft_position INTEGER;
    UPDATE piece SET draft_position = 0 WHERE is_drafted;
    ALTER TABLE piece DROP COLUMN is_drafted;
    """,
    """
    ALTER TABLE message ADD COLUMN thinking TEXT NOT NULL DEFAULT '';
    ALTER TABLE message ADD COLUMN thought_s REAL;
    ALTER TABLE piece ADD COLUMN is_thought INTEGER NOT NULL DEFAULT 0;
    """,
    # `words_of` is app.chat.words.words_of; every connection that writes has it.
    # `setup` comes last, for it may be long.
    """
    ALTER TABLE conversation ADD COLUMN folder TEXT NOT NULL DEFAULT '';
    ALTER TABLE conversation ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE conversation ADD COLUMN is_titled INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE conversation ADD COLUMN setup TEXT NOT NULL DEFAULT '{}';
    ALTER TABLE message ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE message ADD COLUMN deleted_s REAL;
    CREATE INDEX message_parent ON message (parent);
    CREATE TABLE unsent (conversation TEXT PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE preset (name TEXT PRIMARY KEY, system_prompt TEXT NOT NULL, sampling TEXT NOT NULL);
    CREATE VIRTUAL TABLE message_words USING fts5 (words, tokenize = 'ascii', prefix = '1 2 3');
    INSERT INTO message_words (rowid, words) SELECT position, words_of(text) FROM message;
    CREATE TRIGGER message_added AFTER INSERT ON message BEGIN
        INSERT INTO message_words (rowid, words) VALUES (new.position, words_of(new.text));
    END;
    CREATE TRIGGER message_changed AFTER UPDATE OF text ON message WHEN new.text IS NOT old.text BEGIN
        UPDATE message_words SET words = words_of(new.text) WHERE rowid = new.position;
    END;
    CREATE TRIGGER message_removed AFTER DELETE ON message BEGIN
        DELETE FROM message_words WHERE rowid = old.position;
    END;
    """,
    """
    CREATE TABLE shown (conversation TEXT PRIMARY KEY);
    """,
)


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the tables to the newest version, one transaction a step; raises ChatStoreNewer."""
    version = _version(connection)
    if version > len(_STEPS):
        raise ChatStoreNewer(path=str(path), version=version, newest_known=len(_STEPS))
    for reached, step in enumerate(_STEPS[version:], start=version + 1):
        try:
            connection.executescript(f"BEGIN IMMEDIATE; {step} PRAGMA user_version = {reached}; COMMIT;")
        except sqlite3.OperationalError:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            # Another window may have taken the step while this one waited.
            if _version(connection) < reached:
                raise


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)
