"""Chats in the form of ShareGPT: turns with `from` and `value`, one chat or several of them."""

from collections.abc import Mapping
from typing import Any

from app.chat.conversation import Role
from app.chat.imports.content import Content
from app.chat.imports.dialogue import Dialogue, Said, imported_turns, objects
from app.chat.imports.fields import text_of
from app.chat.imports.imported import Imported

_ROLES: Mapping[str, Role] = {
    "human": "user",
    "user": "user",
    "gpt": "assistant",
    "chatgpt": "assistant",
    "assistant": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "bing": "assistant",
    "bard": "assistant",
}


def recognises(content: Content) -> bool:
    """Whether the first turn tells from whom it is."""
    return any(_is_turn(turn) for turn in next(iter(_chats(content)), ({}, []))[1][:1])


def read(content: Content) -> Imported:
    """All its chats."""
    return imported_turns("sharegpt", _chats(content), _say, lambda holder: text_of(holder, "system"))


def _chats(content: Content) -> list[tuple[Mapping[str, Any], list[dict[str, Any]]]]:
    value = content.value
    found = objects(value) if isinstance(value, list) else objects([value])
    if found and _is_turn(found[0]):
        return [({}, found)]
    fields = [(holder, name) for holder in found for name in ("conversations", "conversation", "items")]
    return [(holder, objects(holder[name])) for holder, name in fields if isinstance(holder.get(name), list)]


def _is_turn(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("from"), str) and "value" in value


def _say(dialogue: Dialogue, turn: Mapping[str, Any]) -> None:
    speaker, text = text_of(turn, "from").casefold(), text_of(turn, "value")
    if speaker in _ROLES:
        if text:
            dialogue.say(_ROLES[speaker], [Said(text)])
    elif speaker == "system" and not dialogue.messages and not dialogue.system_prompt:
        dialogue.system_prompt = text
    else:
        dialogue.skip("later_system_prompts" if speaker == "system" else "tool_turns")
