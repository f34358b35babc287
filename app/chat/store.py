"""Saved chats in one SQLite file, written as things happen: a kill loses at most the piece on the wire."""

import json
import logging
import sqlite3
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.chat.conversation import Conversation, Message, append_text, select, title_of
from app.chat.database import Database, set_aside
from app.chat.errors import ChatMissing, ChatStoreDamaged
from app.chat.presets import Preset
from app.chat.rows import CHAT_COLUMNS, COLUMNS, chat_row_of, conversation_of, message_of, row_of, sampling_in, storable
from app.chat.salvage import salvage
from app.chat.search import search
from app.chat.words import Spans
from app.core.errors import AppError

_log = logging.getLogger(__name__)

KEPT_DAYS = 30
"""How long a deleted chat can be brought back."""
_UNDO_S = 3600.0
_DAY_S = 86400.0
# To make the file smaller is to write it anew: worth the time where so much of it is free, more at the start.
_SHARE_WORTH_TIME, _SHARE_WORTH_TIME_AT_START = 1 / 64, 1 / 4

_LISTED = "id, title, changed_s, folder, is_pinned, deleted_s"


@dataclass(frozen=True, slots=True)
class ChatSummary:
    """A line of the list of chats; times in seconds since 1970."""

    id: str
    title: str
    changed_s: float
    folder: str = ""
    is_pinned: bool = False
    deleted_s: float | None = None


@dataclass(frozen=True, slots=True)
class ChatMatch:
    """A chat that holds the words looked for, with the message where they fit best and the text around them there.

    `spans` are the places of the words in `excerpt`; without a message only the title holds them.
    """

    chat: ChatSummary
    excerpt: str
    message_id: str | None = None
    spans: Spans = ()


@dataclass(frozen=True, slots=True)
class SetAside:
    """A damaged file's new place, and how much of it was read back."""

    path: Path
    chats_n: int = 0
    messages_n: int = 0


class ChatStore:
    """The chats in one file, for the thread that opened it. A damaged file is renamed, and a new one begun from it.

    Every method raises DiskFull, PathNotWritable, ChatStoreBusy or ChatStoreDamaged when the file does not play along.
    """

    def __init__(self, path: Path) -> None:
        """Open or create; raises ChatStoreNewer as well."""
        self.set_aside: SetAside | None = None
        """What became of a damaged file, if one was found."""
        try:
            self._database = Database(path)
        except ChatStoreDamaged:
            aside = set_aside(path)
            self._database = Database(path)
            self.set_aside = self._read_back(aside)
        self._tidy()

    def close(self) -> None:
        """Give the file back; nothing is pending."""
        self._database.close()

    def chats(self, limit: int = 10_000) -> tuple[ChatSummary, ...]:
        """The chats, pinned ones first, else the one changed last."""
        query = f"SELECT {_LISTED} FROM conversation WHERE deleted_s IS NULL ORDER BY is_pinned DESC, changed_s DESC"
        return tuple(map(_summary, self._database.rows(f"{query} LIMIT ?", (limit,))))

    def deleted_chats(self) -> tuple[ChatSummary, ...]:
        """The chats that `restore` can bring back, the one deleted last first."""
        query = f"SELECT {_LISTED} FROM conversation WHERE deleted_s IS NOT NULL ORDER BY deleted_s DESC"
        return tuple(map(_summary, self._database.rows(query)))

    def beginnings(self) -> tuple[tuple[str, str], ...]:
        """The first messages of all chats, each version of them: the chat's id and the text."""
        query = (
            "SELECT message.conversation, text FROM message JOIN conversation ON conversation.id = message.conversation"
            " WHERE parent IS NULL AND message.deleted_s IS NULL AND conversation.deleted_s IS NULL"
        )
        return tuple((str(chat_id), str(text)) for chat_id, text in self._database.rows(query))

    def folders(self) -> tuple[str, ...]:
        """The folders that chats lie in, by name."""
        query = "SELECT DISTINCT folder FROM conversation WHERE deleted_s IS NULL AND folder != ''"
        return tuple(sorted((folder for (folder,) in self._database.rows(query)), key=str.casefold))

    def load(self, chat_id: str) -> Conversation:
        """A whole chat, unfinished replies with all that arrived; raises ChatMissing."""
        query = f"SELECT {CHAT_COLUMNS} FROM conversation WHERE id = ? AND deleted_s IS NULL"
        rows = self._database.rows(query, (chat_id,))
        if not rows:
            raise ChatMissing(id=chat_id)
        query = f"SELECT {COLUMNS} FROM message WHERE conversation = ? AND deleted_s IS NULL ORDER BY position"
        in_pieces = "SELECT id FROM message WHERE conversation = ?"
        messages = self._with_pieces(map(message_of, self._database.rows(query, (chat_id,))), in_pieces, (chat_id,))
        return conversation_of(rows[0], tuple(messages))

    def save(self, conversation: Conversation) -> None:
        """Keep title, system prompt, setup and current path of a new or known chat; its messages are kept one by one.

        Of a known chat, the folder, whether it is pinned and the title that a user gave are changed by `move`, `pin`
        and `rename` alone. A chat that was deleted meanwhile, in another window, is there again.
        """
        now = time.time()
        self._database.change(
            f"INSERT INTO conversation ({CHAT_COLUMNS}, created_s, changed_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET"
            " title = iif(is_titled AND NOT excluded.is_titled, title, excluded.title),"
            " is_titled = max(is_titled, excluded.is_titled), system_prompt = excluded.system_prompt,"
            " setup = excluded.setup, current = excluded.current, changed_s = excluded.changed_s, deleted_s = NULL",
            (*chat_row_of(conversation), now, now),
        )

    def rename(self, chat_id: str, title: str) -> None:
        """Keep a title that the user gave, or have it follow the first question again (empty); raises ChatMissing."""
        title = title.strip()
        is_titled = bool(title)
        if not is_titled:
            of_user = "conversation = ? AND role = 'user' AND deleted_s IS NULL"
            query = f"SELECT text FROM message WHERE {of_user} ORDER BY position LIMIT 1"
            title = title_of("".join(text for (text,) in self._database.rows(query, (chat_id,))))
        self._change_chat("title = ?, is_titled = ?", storable(title), is_titled, chat_id)

    def pin(self, chat_id: str, is_pinned: bool) -> None:
        """Keep a chat at the top of the list, or not; raises ChatMissing."""
        self._change_chat("is_pinned = ?", is_pinned, chat_id)

    def move(self, chat_id: str, folder: str) -> None:
        """Put a chat into a folder, an empty name for none; raises ChatMissing."""
        self._change_chat("folder = ?", storable(folder), chat_id)

    def rename_folder(self, folder: str, name: str) -> None:
        """Put all chats of a folder into that of another name; deleted ones too, for they may come back."""
        statement = "UPDATE conversation SET folder = ? WHERE folder = ?"
        self._database.change(statement, (storable(name), storable(folder)))

    def delete(self, chat_id: str) -> None:
        """Take a chat out of sight; for KEPT_DAYS `restore` brings it back, then the next opening wipes it."""
        self._database.change("UPDATE conversation SET deleted_s = ? WHERE id = ?", (time.time(), chat_id))

    def delete_folder(self, folder: str) -> tuple[str, ...]:
        """Delete all chats of a folder; their ids, for `restore`."""
        with self._database.transaction():
            query = "SELECT id FROM conversation WHERE folder = ? AND deleted_s IS NULL"
            chats = tuple(chat_id for (chat_id,) in self._database.rows(query, (storable(folder),)))
            for chat_id in chats:
                self.delete(chat_id)
        return chats

    def restore(self, *chat_ids: str) -> None:
        """Undo `delete`, of all these chats or of none; raises ChatMissing when it is too late."""
        with self._database.transaction():
            for chat_id in chat_ids:
                self._change_chat("deleted_s = NULL", chat_id)

    def wipe(self, *chat_ids: str) -> None:
        """Delete for good what `delete` took out of sight, and give its room on the disk back."""
        with self._database.transaction():
            among = "id IN (SELECT value FROM json_each(?))"
            self._wipe("conversation", f"deleted_s IS NOT NULL AND {among}", json.dumps(chat_ids))
        try:
            self._database.shrink(_SHARE_WORTH_TIME)
        except AppError:
            _log.warning("the file of chats could not be made smaller", exc_info=True)

    def add_message(self, conversation: Conversation, message: Message) -> None:
        """Keep the chat, a message that was added to it, and those before it that could not be kept; all or none."""
        with self._database.transaction():
            self.save(conversation)
            query = "SELECT 1 FROM message WHERE id = ? AND deleted_s IS NULL"
            is_known = message.parent is None or self._database.rows(query, (message.parent,))
            self._insert(conversation.id, (message,) if is_known else conversation.messages)

    def append_piece(self, message_id: str, text: str, draft_position: int | None, *, is_thought: bool = False) -> None:
        """Keep a piece of a reply that is on its way, one small row whatever the reply's length; raises ChatMissing."""
        statement = "INSERT INTO piece (message, text, draft_position, is_thought) VALUES (?, ?, ?, ?)"
        try:
            self._database.change(statement, (message_id, storable(text), draft_position, is_thought))
        except sqlite3.IntegrityError as error:
            raise ChatMissing(id=message_id) from error

    def put_message(self, message: Message) -> None:
        """Keep a message as it is now, in place of its pieces; raises ChatMissing."""
        _, _, _, text, _, finish_reason, numbers, drafted, thinking, thought_s, attachments = row_of(message)
        values = (text, finish_reason, numbers, drafted, thinking, thought_s, attachments, message.id)
        with self._database.transaction():
            changed = self._database.change(
                "UPDATE message SET text = ?, finish_reason = ?, numbers = ?, drafted = ?, thinking = ?, thought_s = ?,"
                " attachments = ? WHERE id = ?",
                values,
            )
            if not changed:
                raise ChatMissing(id=message.id)
            self._database.change("DELETE FROM piece WHERE message = ?", (message.id,))

    def delete_message(self, conversation: Conversation, message_id: str) -> None:
        """Keep a chat as `without_message` gave it: that message and all that follows it are out of sight.

        For an hour they can come back, by `restore_message` or with the value before by `keep_all`.
        """
        with self._database.transaction():
            self.save(conversation)
            self._database.change(
                f"{_SUBTREE} UPDATE message SET deleted_s = ? WHERE deleted_s IS NULL AND id IN subtree",
                (message_id, time.time()),
            )

    def restore_message(self, message_id: str) -> Conversation:
        """Undo `delete_message`; the chat, its path leading through that message; raises ChatMissing when too late."""
        with self._database.transaction():
            found = self._database.rows("SELECT conversation, deleted_s FROM message WHERE id = ?", (message_id,))
            if not found:
                raise ChatMissing(id=message_id)
            ((chat_id, deleted_s),) = found
            self._database.change(
                f"{_SUBTREE} UPDATE message SET deleted_s = NULL WHERE deleted_s = ? AND id IN subtree",
                (message_id, deleted_s),
            )
            conversation = select(self.load(chat_id), message_id)
            self.save(conversation)
        return conversation

    def keep_all(self, conversation: Conversation) -> None:
        """Keep a chat whose messages may not all have been kept when they came, or were deleted since."""
        with self._database.transaction():
            self.save(conversation)
            self._insert(conversation.id, conversation.messages)

    def keep_chats(self, conversations: Iterable[Conversation]) -> None:
        """Keep several whole chats; all or none."""
        with self._database.transaction():
            for conversation in conversations:
                self.keep_all(conversation)

    def keep_unsent(self, chat_id: str, text: str) -> None:
        """Keep what is typed in a chat and not sent yet; "" is the chat that is not saved yet. No text forgets it."""
        if text:
            statement = "INSERT OR REPLACE INTO unsent (conversation, text) VALUES (?, ?)"
            self._database.change(statement, (chat_id, storable(text)))
        else:
            self._database.change("DELETE FROM unsent WHERE conversation = ?", (chat_id,))

    def unsent(self, chat_id: str) -> str:
        """What was typed there last and not sent, empty where nothing was."""
        rows = self._database.rows("SELECT text FROM unsent WHERE conversation = ?", (chat_id,))
        return str(rows[0][0]) if rows else ""

    def note_shown(self, chat_id: str) -> None:
        """Keep which chat is shown, for the next start."""
        with self._database.transaction():
            self._database.change("DELETE FROM shown")
            self._database.change("INSERT INTO shown (conversation) VALUES (?)", (chat_id,))

    def last_shown(self) -> str | None:
        """The chat that was shown last, if it is a saved one."""
        query = "SELECT id FROM conversation JOIN shown ON shown.conversation = id WHERE deleted_s IS NULL"
        rows = self._database.rows(query)
        return str(rows[0][0]) if rows else None

    def presets(self) -> tuple[Preset, ...]:
        """The presets that were kept, by name."""
        rows = self._database.rows("SELECT name, system_prompt, sampling FROM preset")
        presets = (Preset(name, prompt, sampling_in(sampling)) for name, prompt, sampling in rows)
        return tuple(sorted(presets, key=lambda preset: preset.name.casefold()))

    def keep_preset(self, preset: Preset) -> None:
        """Keep a preset, in place of one of the same name."""
        self._database.change(
            "INSERT OR REPLACE INTO preset (name, system_prompt, sampling) VALUES (?, ?, ?)",
            (storable(preset.name), storable(preset.system_prompt), json.dumps(dict(preset.sampling))),
        )

    def delete_preset(self, name: str) -> None:
        """Forget a preset."""
        self._database.change("DELETE FROM preset WHERE name = ?", (storable(name),))

    def search(self, words: str, limit: int = 100) -> tuple[ChatMatch, ...]:
        """Chats that hold all the words in the title or in messages, in any case and script, the best ones first.

        Words in quotation marks stand together; the last one may be begun only.
        """
        chats = {chat.id: chat for chat in self.chats()}
        titles = {chat.id: chat.title for chat in chats.values()}
        try:
            hits = search(self._database, words, titles, limit)
        except ChatStoreDamaged:
            # Where the index is what was damaged, it was made anew.
            hits = search(self._database, words, titles, limit)
        return tuple(ChatMatch(chats[hit.chat_id], hit.excerpt, hit.message_id, hit.spans) for hit in hits)

    def _read_back(self, aside: Path) -> SetAside:
        """Take over what can be read of a damaged file."""
        salvaged = salvage(aside)
        try:
            with self._database.transaction():
                for chat, changed_s in salvaged.chats:
                    self.keep_all(chat)
                    statement = "UPDATE conversation SET changed_s = ? WHERE id = ?"
                    self._database.change(statement, (changed_s, chat.id))
                for preset in salvaged.presets:
                    self.keep_preset(preset)
                for chat_id, text in salvaged.unsent:
                    self.keep_unsent(chat_id, text)
                for chat_id in salvaged.deleted:
                    self.delete(chat_id)
        except AppError:
            _log.warning("what was read back could not be kept", exc_info=True)
            return SetAside(aside)
        back = [chat for chat, _ in salvaged.chats if chat.id not in salvaged.deleted]
        return SetAside(aside, len(back), sum(len(chat.messages) for chat in back))

    def _insert(self, chat_id: str, messages: Iterable[Message]) -> None:
        rows = [(*row_of(message), chat_id) for message in messages]
        self._database.change_all(
            f"INSERT INTO message ({COLUMNS}, conversation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET deleted_s = NULL WHERE deleted_s IS NOT NULL",
            rows,
        )

    def _change_chat(self, assignment: str, *values: object) -> None:
        """Set columns of a chat, whose id is the last of the values; raises ChatMissing."""
        if not self._database.change(f"UPDATE conversation SET {assignment} WHERE id = ?", values):
            raise ChatMissing(id=str(values[-1]))

    def _tidy(self) -> None:
        """Wipe what was deleted for good, and give the replies that a dead program left in pieces their text."""
        try:
            now = time.time()
            with self._database.transaction():
                self._wipe("conversation", "deleted_s < ?", now - KEPT_DAYS * _DAY_S)
                self._wipe("message", "deleted_s < ?", now - _UNDO_S)
            self._database.shrink(_SHARE_WORTH_TIME_AT_START)
            in_pieces = "SELECT message FROM piece"
            left = map(message_of, self._database.rows(f"SELECT {COLUMNS} FROM message WHERE id IN ({in_pieces})"))
            for message in list(self._with_pieces(left, in_pieces)):
                self.put_message(message)
        except AppError:
            _log.warning("the chats could not be tidied", exc_info=True)

    def _wipe(self, table: str, condition: str, *values: object) -> None:
        """Delete chats or messages for good, and what else there is of them."""
        wiped_n = self._database.change(f"DELETE FROM {table} WHERE {condition}", values)
        self._database.change(
            "DELETE FROM unsent WHERE conversation != '' AND conversation NOT IN (SELECT id FROM conversation)"
        )
        if wiped_n:
            # Until its parts are merged, the index still has words of what is gone.
            self._database.change("INSERT INTO message_words (message_words) VALUES ('optimize')")

    def _with_pieces(self, messages: Iterable[Message], which: str, values: tuple[str, ...] = ()) -> Iterator[Message]:
        """The messages, with the pieces that came for them; `which` selects the ids of those that may have some."""
        pieces: dict[str, list[tuple[str, int | None, bool]]] = {}
        query = f"SELECT message, text, draft_position, is_thought FROM piece WHERE message IN ({which})"
        for message_id, *piece in self._database.rows(f"{query} ORDER BY position", values):
            pieces.setdefault(message_id, []).append((piece[0], piece[1], bool(piece[2])))
        for message in messages:
            for text, draft_position, is_thought in pieces.get(message.id, ()):
                message = append_text(message, text, draft_position, is_thought=is_thought)
            yield message


def _summary(row: tuple[Any, ...]) -> ChatSummary:
    """Of a row of _LISTED."""
    chat_id, title, changed_s, folder, is_pinned, deleted_s = row
    return ChatSummary(chat_id, title, changed_s, folder, bool(is_pinned), deleted_s)


_SUBTREE = (
    "WITH RECURSIVE subtree (id) AS"
    " (VALUES (?) UNION SELECT message.id FROM message JOIN subtree ON message.parent = subtree.id)"
)
