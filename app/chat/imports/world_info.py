"""World info by itself: lorebooks as SillyTavern saves them, and as the third version of cards describes them.

Format: https://docs.sillytavern.app/usage/core-concepts/worldinfo/ and
https://github.com/kwaroran/character-card-spec-v3/blob/main/SPEC_V3.md, "Lorebook".
"""

from collections.abc import Mapping
from typing import Any

from app.chat.imports.book import world_of_book
from app.chat.imports.content import Content
from app.chat.imports.dialogue import Dialogue, counted, objects
from app.chat.imports.fields import list_of, object_of
from app.chat.imports.imported import Imported

_SPEC = "lorebook_v3"
# SillyTavern's names for what a book in a card calls otherwise.
_NAMES = {
    "key": "keys",
    "keysecondary": "secondary_keys",
    "caseSensitive": "case_sensitive",
    "order": "insertion_order",
}
_IN_EXTENSIONS = ("position", "depth", "selectiveLogic")


def recognises(content: Content) -> bool:
    """Whether it says that it is a lorebook, or its entries have keys and a text."""
    if not isinstance(content.value, dict):
        return False
    first = next(iter(_entries(content.value)), {})
    return "content" in first and not {"key", "keys"}.isdisjoint(first)


def read(content: Content) -> Imported:
    """Its entries; what has no place here is counted."""
    left_out = Dialogue()
    entries = [_as_in_card(entry) if "key" in entry else entry for entry in _entries(content.value)]
    world = world_of_book({"entries": entries}, left_out)
    return Imported("world_info", world=world, left_out=counted([left_out]))


def _entries(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    book = object_of(value, "data") if value.get("spec") == _SPEC else value
    return objects([*object_of(book, "entries").values()] or [*list_of(book, "entries")])


def _as_in_card(entry: Mapping[str, Any]) -> dict[str, Any]:
    named = {_NAMES.get(name, name): value for name, value in entry.items()}
    extensions = {name: entry[name] for name in _IN_EXTENSIONS if name in entry}
    return named | {"enabled": entry.get("disable") is not True, "extensions": extensions}
