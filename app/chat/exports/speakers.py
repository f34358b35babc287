"""What stands over a message in files for people."""

from datetime import UTC, datetime

from app.chat.conversation import Conversation, Message


def speaker_of(conversation: Conversation, message: Message) -> str:
    """The persona's or the character's name, or that of the target that wrote the reply."""
    setup = conversation.setup
    if message.role == "user":
        return setup.persona.name if setup.persona and setup.persona.name else "You"
    if setup.character is not None and setup.character.name:
        return setup.character.name
    return message.numbers.target if message.numbers and message.numbers.target else "Assistant"


def moment_of(message: Message) -> str:
    """When it was written, in local time; empty where that is not known."""
    try:
        written = datetime.fromtimestamp(message.created_s, UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        return ""
    return written.strftime("%Y-%m-%d %H:%M") if message.created_s > 0 else ""
