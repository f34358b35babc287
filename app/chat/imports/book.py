"""Entries of world info: those of a book as character cards hold it, and of KoboldAI Lite.

Format: https://github.com/malfoyslastname/character-card-spec-v2/blob/main/spec_v2.md and its third version.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.chat.character import WorldEntry
from app.chat.imports.dialogue import Dialogue, objects
from app.chat.imports.fields import list_of, object_of, text_of, texts_of, whole_of

_MOST_ENTRIES = 5000
_MOST_KEYS = 200
_MOST_ORDER = 1_000_000
_MOST_DEPTH = 10_000
_USUAL_ORDER = 100
# The place of an entry in SillyTavern's numbering that is a depth.
_AT_DEPTH = 4


def world_of_book(book: Mapping[str, Any], left_out: Dialogue) -> tuple[WorldEntry, ...]:
    """The entries of a `character_book`; what has no place here is counted in `left_out`."""
    entries = (_entry(item, left_out) for item in objects(list_of(book, "entries"))[:_MOST_ENTRIES])
    return tuple(entry for entry in entries if entry is not None)


def world_of_lite(items: Any) -> tuple[WorldEntry, ...]:
    """The entries of KoboldAI Lite, whose keys stand in one text."""
    entries = []
    for item in objects(items)[:_MOST_ENTRIES]:
        secondary = _split(text_of(item, "keysecondary")) if item.get("selective") else ()
        entry = WorldEntry(
            _split(text_of(item, "key")),
            text_of(item, "content"),
            secondary,
            is_enabled=not item.get("wi_disabled"),
            is_constant=bool(item.get("constant")),
        )
        if entry.content.strip():
            entries.append(entry)
    return tuple(entries)


def _entry(item: Mapping[str, Any], left_out: Dialogue) -> WorldEntry | None:
    extensions, content = object_of(item, "extensions"), _content(text_of(item, "content"), left_out)
    if not content:
        return None
    entry = WorldEntry(
        texts_of(item, "keys")[:_MOST_KEYS],
        content,
        is_enabled=item.get("enabled") is not False,
        is_constant=item.get("constant") is True,
        is_case_sensitive=item.get("case_sensitive") is True,
        order=_or_usual(whole_of(item, "insertion_order", -_MOST_ORDER, _MOST_ORDER), _USUAL_ORDER),
    )
    if item.get("use_regex") is True or any(_is_pattern(key) for key in entry.keys):
        left_out.skip("key_patterns")
        entry = replace(
            entry, keys=tuple(key for key in entry.keys if not _is_pattern(key) and not item.get("use_regex"))
        )
    secondary_keys = texts_of(item, "secondary_keys")[:_MOST_KEYS]
    if item.get("selective") is True and secondary_keys:
        if extensions.get("selectiveLogic") in (None, 0):
            entry = replace(entry, secondary_keys=secondary_keys)
        else:
            left_out.skip("key_logic")
    if extensions.get("position") == _AT_DEPTH:
        entry = replace(entry, depth=_or_usual(whole_of(extensions, "depth", 0, _MOST_DEPTH), 4))
    return entry


def _content(text: str, left_out: Dialogue) -> str:
    """Without the lines at its head that only tell programs what to do: decorators of the third version."""
    lines = text.strip().splitlines()
    kept = next((number for number, line in enumerate(lines) if not line.startswith("@@")), len(lines))
    if kept:
        left_out.skip("decorators")
    return "\n".join(lines[kept:]).strip()


def _is_pattern(key: str) -> bool:
    return len(key) > 2 and key.startswith("/") and "/" in key[2:]


def _or_usual(value: int | None, usual: int) -> int:
    return usual if value is None else value


def _split(keys: str) -> tuple[str, ...]:
    return tuple(key.strip() for key in keys.split(",") if key.strip())[:_MOST_KEYS]
