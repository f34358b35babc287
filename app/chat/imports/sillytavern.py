"""Chats of SillyTavern: JSON lines, the first about the chat, then one for each message with its swipes."""

from collections.abc import Mapping
from typing import Any

from app.chat.character import AuthorsNote, Character, Persona
from app.chat.imports.content import Content
from app.chat.imports.dialogue import Dialogue, Said, counted, objects
from app.chat.imports.fields import list_of, name_of, number_of, object_of, text_of, time_of, whole_of
from app.chat.imports.imported import Imported
from app.chat.setup import ChatSetup

_MOST_DEPTH = 10_000


def recognises(content: Content) -> bool:
    """Whether its lines are about a chat and messages of it."""
    lines = objects(content.value)[:2]
    return bool(lines) and ("mes" in lines[-1] or ("user_name" in lines[0] and "character_name" in lines[0]))


def read(content: Content) -> Imported:
    """The chat, its swipes as versions."""
    lines = objects(content.value)
    head = {} if "mes" in lines[0] else lines[0]
    dialogue = Dialogue()
    for line in lines:
        if "mes" in line:
            _say(dialogue, line)
    names = {bool(line.get("is_user")): name_of(line, "name") for line in reversed(lines) if "mes" in line}
    user, character = name_of(head, "user_name"), name_of(head, "character_name")
    # Newer versions write "unused" there.
    user, character = (
        told if told and told != "unused" else names.get(is_user, "")
        for told, is_user in ((user, True), (character, False))
    )
    setup = ChatSetup(
        character=Character(character) if character else None,
        persona=Persona(user) if user else None,
        note=_note(object_of(head, "chat_metadata")),
    )
    return Imported("sillytavern", (dialogue.conversation(content.name, setup),), left_out=counted([dialogue]))


def _say(dialogue: Dialogue, line: Mapping[str, Any]) -> None:
    if line.get("is_system"):
        dialogue.skip("hidden_messages")
        return
    extra, swipes = object_of(line, "extra"), list_of(line, "swipes")
    if object_of(line, "extra").get("image") or list_of(extra, "media"):
        dialogue.skip("pictures")
    texts = [swipe for swipe in swipes if isinstance(swipe, str)]
    chosen = whole_of(line, "swipe_id", 0, len(texts) - 1) or 0
    if line.get("is_user") or not texts:
        texts, chosen = [text_of(line, "mes")], 0
    duration_ms = number_of(extra, "reasoning_duration")
    thinking = text_of(extra, "reasoning")
    versions = [Said(text_of({"text": text}, "text")) for text in texts]
    versions[chosen] = Said(
        text_of(line, "mes"), thinking, duration_ms / 1000 if duration_ms is not None and thinking else None
    )
    dialogue.say("user" if line.get("is_user") else "assistant", versions, chosen, time_of(line, "send_date"))


def _note(about: Mapping[str, Any]) -> AuthorsNote | None:
    text, depth = text_of(about, "note_prompt"), whole_of(about, "note_depth", 0, _MOST_DEPTH)
    return AuthorsNote(text, 4 if depth is None else depth) if text.strip() else None
