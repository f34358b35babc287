"""Who speaks in a chat, in a line."""

from app.chat.setup import ChatSetup
from app.core.translation import tr
from app.texts import count


def roles_words(setup: ChatSetup) -> str:
    """The names, and what else the model is told beside the system prompt."""
    parts = []
    if setup.character is not None:
        parts.append(setup.character.name or tr("A character"))
    if setup.persona is not None:
        parts.append(tr("you are {name}", name=setup.persona.name) if setup.persona.name else tr("what you are like"))
    if setup.note is not None:
        parts.append(tr("a note"))
    if setup.world:
        parts.append(tr("world info ({world})", world=count(len(setup.world))))
    words = ", ".join(parts)
    return f"{words[0].upper()}{words[1:]}." if words else tr("The model speaks as itself.")
