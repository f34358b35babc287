"""Character cards of the first, second and third version, out of a picture or a JSON file.

Format: https://github.com/malfoyslastname/character-card-spec-v2/blob/main/spec_v2.md and
https://github.com/kwaroran/character-card-spec-v3/blob/main/SPEC_V3.md.
"""

from collections.abc import Mapping
from typing import Any

from app.chat.character import AuthorsNote, Character
from app.chat.greeting import greeted
from app.chat.imports.book import world_of_book
from app.chat.imports.content import Content
from app.chat.imports.dialogue import Dialogue, counted
from app.chat.imports.fields import list_of, name_of, object_of, text_of, texts_of, whole_of
from app.chat.imports.imported import Imported, LeftOut
from app.chat.setup import ChatSetup

_SPECS = ("chara_card_v2", "chara_card_v3")
_FIRST_VERSION = {"name", "description", "personality", "scenario", "first_mes", "mes_example"}
_MOST_GREETINGS = 200
_MOST_DEPTH = 10_000


def recognises(content: Content) -> bool:
    """Whether it says that it is a card, or has most fields of one of the first version."""
    value = content.value
    if not isinstance(value, dict):
        return False
    is_told = value.get("spec") in _SPECS and isinstance(value.get("data"), dict)
    return is_told or ("name" in value and len(_FIRST_VERSION & value.keys()) >= 4)


def read(content: Content) -> Imported:
    """A chat that the character opens."""
    card = content.value.get("data") if content.value.get("spec") in _SPECS else content.value
    left_out = Dialogue()
    character = Character(
        name_of(card, "nickname") or name_of(card, "name") or content.name,
        description=text_of(card, "description"),
        personality=text_of(card, "personality"),
        scenario=text_of(card, "scenario"),
        greeting=text_of(card, "first_mes"),
        alternate_greetings=texts_of(card, "alternate_greetings")[:_MOST_GREETINGS],
        example_dialogue=text_of(card, "mes_example"),
        system_prompt=text_of(card, "system_prompt"),
        post_history=text_of(card, "post_history_instructions"),
        creator_notes=text_of(card, "creator_notes"),
        tags=texts_of(card, "tags")[:_MOST_GREETINGS],
    )
    setup = ChatSetup(
        character=character, note=_note(card), world=world_of_book(object_of(card, "character_book"), left_out)
    )
    if list_of(card, "group_only_greetings"):
        left_out.skip("group_greetings")
    extensions = [name for name in object_of(card, "extensions") if name not in _UNDERSTOOD]
    unknown = [LeftOut("extensions", ", ".join(extensions[:20]))] if extensions else []
    return Imported("card", (greeted(setup),), left_out=(*counted([left_out]), *unknown))


def _note(card: Mapping[str, Any]) -> AuthorsNote | None:
    """A text at a depth, which SillyTavern keeps with the character."""
    prompt = object_of(object_of(card, "extensions"), "depth_prompt")
    text, depth = text_of(prompt, "prompt"), whole_of(prompt, "depth", 0, _MOST_DEPTH)
    return AuthorsNote(text, 4 if depth is None else depth) if text.strip() else None


# The rest of what SillyTavern writes into every card is about its own lists, and no loss.
_UNDERSTOOD = ("depth_prompt", "fav", "world", "talkativeness")
