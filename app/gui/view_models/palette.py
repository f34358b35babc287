"""What the palette finds: entries that hold the letters that were typed, the likeliest first."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

_MOST = 60
_BEGINNING, _IN_A_ROW, _LATE = 8, 5, 0.02


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to go to or to do: `kind` says what it is, `keys` how it is done without the palette."""

    words: str
    kind: str
    run: Callable[[], object]
    keys: str = ""
    also: str = ""
    """More words that find it."""


def score(typed: str, text: str) -> float | None:
    """How well `text` holds the letters of `typed` in their order, each word of it anywhere; None where it does not."""
    folded = text.casefold()
    total = 0.0
    for word in typed.casefold().split():
        best = _word_score(word, folded)
        if best is None:
            return None
        total += best
    return total - _LATE * len(folded)


def _word_score(word: str, text: str) -> float | None:
    at = text.find(word)
    if at >= 0:
        begins = at == 0 or not text[at - 1].isalnum()
        return len(word) * _IN_A_ROW + (2 * _BEGINNING if begins else 0) - _LATE * at
    total, at, last = 0.0, 0, -2
    for letter in word:
        at = text.find(letter, at)
        if at < 0:
            return None
        begins = at == 0 or not text[at - 1].isalnum()
        total += 1 + (_BEGINNING / 4 if begins else 0) + (1 if at == last + 1 else 0)
        last, at = at, at + 1
    return total


def found(typed: str, entries: Iterable[Entry]) -> list[Entry]:
    """The entries for what was typed, the best first; as they come where nothing was typed."""
    if not typed.strip():
        return list(entries)[:_MOST]
    scored = []
    for entry in entries:
        own = score(typed, entry.words)
        # Letters here and there would be found in any longer text.
        is_held = bool(entry.also) and all(word in entry.also.casefold() for word in typed.casefold().split())
        ranks = [own] if own is not None else []
        ranks += [float(len(typed) * _IN_A_ROW - _BEGINNING)] if is_held else []
        if ranks:
            scored.append((max(ranks), entry))
    scored.sort(key=lambda pair: -pair[0])
    return [entry for _, entry in scored[:_MOST]]
