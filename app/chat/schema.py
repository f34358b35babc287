"""The tables of the chat store, and the steps from each version to the next."""

import sqlite3
from pathlib import Path

from app.chat.errors import ChatStoreNewer

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
)


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the tables to the newest version, one transaction a step; raises ChatStoreNewer."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(_STEPS):
        raise ChatStoreNewer(path=str(path), version=version, newest_known=len(_STEPS))
    for reached, step in enumerate(_STEPS[version:], start=version + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {step} PRAGMA user_version = {reached}; COMMIT;")
