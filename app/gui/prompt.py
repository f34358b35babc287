"""A conversation as the messages that the engine is given."""

from app.chat.conversation import Conversation
from app.chat.prompt import first_messages, turns_of
from app.engine.protocol import ChatMessage


def prompt_of(conversation: Conversation) -> tuple[ChatMessage, ...]:
    """The current path for the template."""
    return tuple(ChatMessage(turn.role, turn.content, turn.thinking) for turn in turns_of(conversation))


def first_read(conversation: Conversation, dropped_n: int) -> str:
    """The id of the first message in what `prompt_of` gives without its first turns; empty where none is dropped."""
    firsts = first_messages(conversation) if dropped_n else ()
    return firsts[dropped_n] if dropped_n < len(firsts) else ""
