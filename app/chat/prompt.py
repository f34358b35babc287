"""A conversation as the turns that a model is given: with its characters, notes, world and attached files woven in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from app.chat.character import Character, Persona, WorldEntry
from app.chat.conversation import Attachment, Conversation, Message
from app.chat.macros import fill_in
from app.chat.world import entries_told

USUAL_USER = "User"
_ROLE_PLAY = "You are {{char}}. Stay in this role and write {{char}}'s next message to {{user}}."
_BACKTICKS = re.compile(r"`{3,}")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the prompt; `message_id` is that of its first message, empty for the system prompt."""

    role: Literal["system", "user", "assistant"]
    content: str
    thinking: str = ""
    message_id: str = ""


def turns_of(conversation: Conversation) -> tuple[Turn, ...]:
    """The current path for a template: at most one system turn, and first; user and assistant take turns.

    Replies without text are left out, and what then follows itself is joined. What is told at a depth stands in what
    the user said before that place, since few templates take a system turn later on; where nothing was said before, it
    goes into the system turn.
    """
    macros = macros_of(conversation)
    messages = _told_messages(conversation)
    told = _told(conversation, macros, messages)
    system = [_system_text(conversation, told, macros)]
    turns = _joined(messages)
    for depth, text in _notes(conversation, told, macros):
        place = _place(turns, len(turns) - depth)
        if place is None:
            system.append(text)
        else:
            at, is_before = place
            parts = (text, turns[at].content) if is_before else (turns[at].content, text)
            turns[at] = replace(turns[at], content="\n\n".join(parts))
    whole = "\n\n".join(filter(None, system))
    return (*([Turn("system", whole)] if whole else []), *turns)


def first_messages(conversation: Conversation) -> tuple[str, ...]:
    """The ids of the first message of each turn that `turns_of` gives, but for the system turn."""
    return tuple(turn.message_id for turn in _joined(_told_messages(conversation)))


def macros_of(conversation: Conversation) -> Mapping[str, str]:
    """What the placeholders of character cards stand for in this chat."""
    setup = conversation.setup
    character, persona = setup.character or Character(""), setup.persona or Persona("")
    return {
        "user": persona.name or USUAL_USER,
        "persona": persona.description,
        **({"char": character.name} if character.name else {}),
        "description": character.description,
        "personality": character.personality,
        "scenario": character.scenario,
        "original": "",
    }


def attachment_text(attachment: Attachment) -> str:
    """A file as the model reads it: its name, and its text in a fence that nothing in it closes."""
    longest = max((len(run) for run in _BACKTICKS.findall(attachment.text)), default=2)
    fence = "`" * (longest + 1)
    name = " ".join(attachment.name.split())
    return f"Attached file “{name}”:\n{fence}\n{attachment.text.rstrip()}\n{fence}"


def _told_messages(conversation: Conversation) -> list[Message]:
    return [message for message in conversation.path() if message.text or message.attachments]


def _joined(messages: Sequence[Message]) -> list[Turn]:
    turns: list[Turn] = []
    for message in messages:
        content = "\n\n".join(filter(None, (*map(attachment_text, message.attachments), message.text)))
        if turns and turns[-1].role == message.role:
            turns[-1] = replace(turns[-1], content=f"{turns[-1].content}\n\n{content}", thinking="")
        else:
            turns.append(Turn(message.role, content, message.thinking, message.id))
    return turns


def _system_text(conversation: Conversation, told: Sequence[WorldEntry], macros: Mapping[str, str]) -> str:
    """System prompt, world, character and persona; the one of a card has the chat's in it, or after it."""
    character, persona = conversation.setup.character, conversation.setup.persona
    own = conversation.system_prompt
    beside = [entry.content for entry in told if entry.depth is None]
    if character is None:
        described = [own, *beside]
    else:
        card = character.system_prompt
        if "{{original}}" in card.casefold():
            first = [fill_in(card, {**macros, "original": own})]
        else:
            first = [card or ("" if own else _ROLE_PLAY), own]
        described = [*first, *beside, *_description(character)]
    if persona is not None and persona.description:
        described.append(f"About {{{{user}}}}: {persona.description}")
    # Without a character, what a person writes is meant as it stands: it may be about placeholders.
    filled = [fill_in(part, macros) if character or persona else part for part in described]
    return "\n\n".join(part for part in filled if part.strip())


def _description(character: Character) -> Iterator[str]:
    yield character.description
    if character.personality:
        yield f"{{{{char}}}}'s personality: {character.personality}"
    if character.scenario:
        yield f"Scenario: {character.scenario}"
    if character.example_dialogue.strip():
        examples = re.split(r"<START>", character.example_dialogue, flags=re.IGNORECASE)
        yield "Examples of how {{char}} talks:\n" + "\n\n".join(part.strip() for part in examples if part.strip())


def _notes(
    conversation: Conversation, told: Sequence[WorldEntry], macros: Mapping[str, str]
) -> Iterator[tuple[int, str]]:
    """What is told at a depth, in the order in which it is put in."""
    setup = conversation.setup
    for entry in told:
        if entry.depth is not None:
            yield entry.depth, f"[{entry.content}]"
    if setup.note is not None and setup.note.text.strip():
        yield setup.note.depth, f"[Note: {fill_in(setup.note.text, macros)}]"
    if setup.character is not None and setup.character.post_history.strip():
        yield 0, f"[{fill_in(setup.character.post_history, macros)}]"


def _place(turns: Sequence[Turn], at: int) -> tuple[int, bool] | None:
    """The turn of the user's that text before the turn `at` goes into, and whether to its beginning."""
    at = max(at, 0)
    if at < len(turns) and turns[at].role == "user":
        return at, True
    return (at - 1, False) if at > 0 and turns[at - 1].role == "user" else None


def _told(conversation: Conversation, macros: Mapping[str, str], messages: Sequence[Message]) -> tuple[WorldEntry, ...]:
    """The entries of the world info that are called for, with their placeholders filled in."""
    world = [
        replace(entry, keys=tuple(fill_in(key, macros) for key in entry.keys)) for entry in conversation.setup.world
    ]
    called = entries_told(world, [message.text for message in messages])
    return tuple(replace(entry, content=fill_in(entry.content, macros)) for entry in called)
