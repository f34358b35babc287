"""Which entries of the world info a model is told now: those whose keys came up lately."""

import re
from collections.abc import Callable, Iterator, Sequence

from app.chat.character import WorldEntry

# Keys are looked up in so many of the last messages.
SCANNED_MESSAGES = 4
# About a quarter of the usual context of 8192 tokens.
_MOST_CHARACTERS = 8000


def entries_told(world: Sequence[WorldEntry], texts: Sequence[str]) -> tuple[WorldEntry, ...]:
    """The entries that the last of `texts` call for, of lower order first.

    Where they are too long together, constant ones and those of higher order are told.
    """
    recent = "\n".join(texts[-SCANNED_MESSAGES:])
    searches = {is_sensitive: _search_in(recent, is_case_sensitive=is_sensitive) for is_sensitive in (False, True)}
    called = [
        entry
        for entry in world
        if entry.is_enabled and entry.content.strip() and _is_called(entry, searches[entry.is_case_sensitive])
    ]
    called.sort(key=lambda entry: entry.order)
    by_weight = sorted(called, key=lambda entry: (entry.is_constant, entry.order), reverse=True)
    kept = set(map(id, _within_bounds(by_weight)))
    return tuple(entry for entry in called if id(entry) in kept)


def _within_bounds(entries: Sequence[WorldEntry]) -> Iterator[WorldEntry]:
    left = _MOST_CHARACTERS
    for entry in entries:
        if len(entry.content) <= left:
            left -= len(entry.content)
            yield entry


def _is_called(entry: WorldEntry, holds: Callable[[str], bool]) -> bool:
    if entry.is_constant:
        return True
    return any(map(holds, entry.keys)) and (not entry.secondary_keys or any(map(holds, entry.secondary_keys)))


def _search_in(text: str, *, is_case_sensitive: bool) -> Callable[[str], bool]:
    flags = re.NOFLAG if is_case_sensitive else re.IGNORECASE
    folded = text.lower()

    def holds(key: str) -> bool:
        key = key.strip()
        # Most keys are not there at all, which is found without a pattern for each.
        return bool(key) and key.lower() in folded and re.search(_whole_word(key), text, flags) is not None

    return holds


def _whole_word(key: str) -> str:
    """Scripts without blanks between their words have no word's end to look for."""
    begin = r"(?<![A-Za-z0-9_])" if key[0].isascii() and key[0].isalnum() else ""
    end = r"(?![A-Za-z0-9_])" if key[-1].isascii() and key[-1].isalnum() else ""
    return f"{begin}{re.escape(key)}{end}"
