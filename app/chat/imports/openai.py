"""Chats as lists of messages with a role and content: what OpenAI's API takes, and data sets in its form.

One chat as {"messages": [...]} or as the bare list, or several of these in a list or line by line. Format:
https://platform.openai.com/docs/api-reference/chat.
"""

from collections.abc import Mapping
from typing import Any

from app.chat.imports.content import Content
from app.chat.imports.dialogue import Dialogue, Said, imported_turns, objects
from app.chat.imports.fields import list_of, text_of, time_of
from app.chat.imports.imported import Imported

_SYSTEM = ("system", "developer")


def recognises(content: Content) -> bool:
    """Whether the first message has a role and content."""
    return any(_is_message(message) for message in next(iter(_chats(content)), ({}, []))[1][:1])


def read(content: Content) -> Imported:
    """All its chats."""
    return imported_turns("openai", _chats(content), _say)


def _chats(content: Content) -> list[tuple[Mapping[str, Any], list[dict[str, Any]]]]:
    value = content.value
    found = objects(value) if isinstance(value, list) else objects([value])
    if found and _is_message(found[0]):
        return [({}, found)]
    return [(holder, objects(holder["messages"])) for holder in found if isinstance(holder.get("messages"), list)]


def _is_message(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("role"), str) and ("content" in value or "tool_calls" in value)


def _say(dialogue: Dialogue, message: Mapping[str, Any]) -> None:
    role, text = message.get("role"), _content(dialogue, message)
    thinking = text_of(message, "reasoning_content", "reasoning", "thinking")
    if role in _SYSTEM:
        if dialogue.messages or dialogue.system_prompt:
            dialogue.skip("later_system_prompts")
        else:
            dialogue.system_prompt = text
    elif role == "user" or role == "assistant":
        if text or thinking:
            dialogue.say(role, [Said(text, thinking)], created_s=time_of(message, "created_at", "timestamp"))
        if message.get("tool_calls"):
            dialogue.skip("tool_turns")
    else:
        dialogue.skip("tool_turns")


def _content(dialogue: Dialogue, message: Mapping[str, Any]) -> str:
    texts = []
    for part in objects(list_of(message, "content")):
        if part.get("type") in ("text", "input_text", "output_text"):
            texts.append(text_of(part, "text"))
        else:
            dialogue.skip("pictures")
    return "\n\n".join(texts) or text_of(message, "content")
