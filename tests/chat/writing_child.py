"""A child that writes a reply piece by piece for ever, telling on stdout which piece is kept; the test kills it."""

import sys
from pathlib import Path

from app.chat.conversation import Conversation, Message, add, new_id
from app.chat.store import ChatStore


def _write_for_ever(path: Path) -> None:
    store = ChatStore(path)
    while True:
        chat = Conversation(new_id())
        question = Message(new_id(), None, "user", "Count for ever.", created_s=1.0)
        chat = add(chat, question)
        store.add_message(chat, question)
        reply = Message(new_id(), question.id, "assistant")
        chat = add(chat, reply)
        store.add_message(chat, reply)
        text = ""
        for number in range(40):
            piece = f"{number} "
            store.append_piece(reply.id, piece, number % 2 or None)
            text += piece
            sys.stdout.write(f"{chat.id} {number}\n")
            sys.stdout.flush()
        store.put_message(Message(reply.id, question.id, "assistant", text, finish_reason="stop"))
        store.save(chat)


if __name__ == "__main__":
    _write_for_ever(Path(sys.argv[1]))
