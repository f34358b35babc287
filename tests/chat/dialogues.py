"""A short chat in a store, for many tests."""

from app.chat.conversation import Conversation, DraftedSpan, Message, ReplyNumbers, add, new_id
from app.chat.store import ChatStore


def kept_dialogue(store: ChatStore, question: str = "Why?", answer: str = "Because.") -> Conversation:
    """A question and its answer, as they were kept."""
    chat = Conversation(new_id(), system_prompt="Be brief.")
    asked = Message(new_id(), None, "user", question, created_s=1.5)
    chat = add(chat, asked)
    store.add_message(chat, asked)
    numbers = ReplyNumbers(target="T", draft="D", method="dspark", predicted_n=9, acceptance_rate=0.5)
    said = Message(new_id(), asked.id, "assistant", answer, 2.5, "stop", numbers, (DraftedSpan(0, 3, 2),))
    chat = add(chat, said)
    store.add_message(chat, said)
    return chat
