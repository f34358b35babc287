"""A child that writes chats for ever, telling on stdout what it is about to write and when that is kept.

Lines are "CHAT DIGEST", the digest of the chat as it will be, "-" for a deleted one; and "kept". The test kills it.
"""

import hashlib
import random
import sys
import time
from dataclasses import replace
from pathlib import Path

from app.chat.conversation import (
    Conversation,
    Message,
    add,
    append_text,
    edit,
    new_id,
    put,
    regenerate,
    select,
    without_message,
)
from app.chat.store import ChatStore

GONE = "-"


def digest(conversation: Conversation) -> str:
    """The same for equal conversations."""
    return hashlib.sha256(repr(conversation).encode()).hexdigest()


class _Writer:
    """One chat at a time, as it is told to be and as it is kept."""

    def __init__(self, path: Path, chance: random.Random) -> None:
        self._store = ChatStore(path)
        self._chance = chance
        self.chat = Conversation(new_id())

    def write_a_chat(self) -> None:
        self.chat = Conversation(new_id(), system_prompt="Count.")
        self._add("user", "Count for ever.")
        self._store.note_shown(self.chat.id)
        self._reply()
        for _ in range(4):
            change = self._chance.choice(
                (self._edit, self._regenerate, self._rename, self._move, self._delete_and_undo)
            )
            change()
        self._delete_or_leave()

    def _about(self, chat: Conversation, told: str | None = None) -> None:
        self.chat = chat
        _say(f"{chat.id} {told or digest(chat)}")

    def _add(self, role: str, text: str, finish_reason: str | None = None) -> Message:
        assert role in ("user", "assistant")
        message = Message(
            *(new_id(), self.chat.current, "user" if role == "user" else "assistant"), text, time.time(), finish_reason
        )
        self._about(add(self.chat, message))
        self._store.add_message(self.chat, message)
        _say("kept")
        return message

    def _reply(self) -> None:
        reply = self._add("assistant", "")
        for number in range(self._chance.randrange(1, 12)):
            piece, position = f"{number} ", number % 2 or None
            reply = append_text(reply, piece, position, is_thought=number < 2)
            self._about(put(self.chat, reply))
            self._store.append_piece(reply.id, piece, position, is_thought=number < 2)
            _say("kept")
        reply = replace(reply, finish_reason="stop")
        self._about(put(self.chat, reply))
        self._store.put_message(reply)
        _say("kept")

    def _edit(self) -> None:
        old = self._chance.choice(self.chat.messages)
        self._about(edit(self.chat, old.id, "Count backwards."))
        self._store.add_message(self.chat, self.chat.messages[-1])
        _say("kept")

    def _regenerate(self) -> None:
        replies = [message for message in self.chat.messages if message.role == "assistant"]
        self._about(regenerate(self.chat, self._chance.choice(replies).id))
        self._store.save(self.chat)
        _say("kept")
        self._reply()

    def _rename(self) -> None:
        self._about(replace(self.chat, title=f"Numbers {self._chance.random()}", is_titled=True))
        self._store.rename(self.chat.id, self.chat.title)
        _say("kept")

    def _move(self) -> None:
        self._about(replace(self.chat, folder="Numbers"))
        self._store.move(self.chat.id, "Numbers")
        _say("kept")

    def _delete_and_undo(self) -> None:
        whole, gone = self.chat, self._chance.choice(self.chat.messages)
        self._about(without_message(whole, gone.id))
        self._store.delete_message(self.chat, gone.id)
        _say("kept")
        self._about(select(whole, gone.id))
        self._store.restore_message(gone.id)
        _say("kept")

    def _delete_or_leave(self) -> None:
        if self._chance.random() < 0.3:
            self._about(self.chat, GONE)
            self._store.delete(self.chat.id)
            _say("kept")
            if self._chance.random() < 0.5:
                # The whole file is written anew.
                self._store.wipe(self.chat.id)
                _say("kept")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    writer = _Writer(Path(sys.argv[1]), random.Random(sys.argv[2]))
    while True:
        writer.write_a_chat()
