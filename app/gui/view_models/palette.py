"""What the palette finds: entries that hold the words that were typed, in any order, the likeliest first."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

_MOST = 60
_MOST_RECENT = 8
_BEGINNING, _IN_A_ROW, _LATE = 8, 5, 0.02
# What a typed word is of an entry, from what it can hardly be to what it surely is.
_LETTERS, _MISTYPED_ALSO, _MISTYPED, _INSIDE, _BEGINS, _BEGINS_ALL = range(6)
# Shorter words are too like each other.
_LEAST_MISTYPED = 4
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to go to or to do: `kind` says what it is, `keys` how it is done without the palette."""

    words: str
    kind: str
    run: Callable[[], object]
    keys: str = ""
    also: str = ""
    """More words that find it."""


class Recent:
    """What was chosen last, to be offered first."""

    def __init__(self) -> None:
        self._chosen: list[tuple[str, str]] = []

    def note(self, entry: Entry) -> None:
        """It was chosen."""
        name = (entry.kind, entry.words)
        self._chosen = [name, *(known for known in self._chosen if known != name)][:_MOST_RECENT]

    def first(self, entries: Iterable[Entry]) -> list[Entry]:
        """The same entries, the ones chosen last at the top."""
        places = {name: place for place, name in enumerate(self._chosen)}
        return sorted(entries, key=lambda entry: places.get((entry.kind, entry.words), _MOST_RECENT))


def rank(typed: str, entry: Entry) -> tuple[int, float] | None:
    """How surely what was typed means an entry, and how well its letters stand there; None where it does not."""
    name = entry.words.casefold()
    words = typed.casefold().split()
    certainties = [_certainty(word, name, entry.also.casefold()) for word in words]
    if None in certainties:
        return None
    surely = min(certainty for certainty in certainties if certainty is not None)
    if name.startswith(" ".join(words)):
        surely = _BEGINS_ALL
    return surely, sum(_letters_score(word, name) or 0.0 for word in words) - _LATE * len(name)


def found(typed: str, entries: Iterable[Entry]) -> list[Entry]:
    """The entries for what was typed, the likeliest first; as they come where nothing was typed."""
    if not typed.strip():
        return list(entries)[:_MOST]
    ranked = [(place, entry) for entry in entries if (place := rank(typed, entry)) is not None]
    ranked.sort(key=lambda pair: pair[0], reverse=True)
    return [entry for _, entry in ranked[:_MOST]]


def _certainty(word: str, name: str, also: str) -> int | None:
    own, more = _WORD.findall(name), _WORD.findall(also)
    if _begins_one(word, own):
        return _BEGINS
    if word in name or _begins_one(word, more):
        return _INSIDE
    if _is_one_mistyped(word, own):
        return _MISTYPED
    if _is_one_mistyped(word, more):
        return _MISTYPED_ALSO
    return _LETTERS if _letters_score(word, name) is not None else None


def _begins_one(word: str, words: Sequence[str]) -> bool:
    return any(known.startswith(word) for known in words)


def _is_one_mistyped(word: str, words: Sequence[str]) -> bool:
    """Whether the beginning of one was typed with a mistake."""
    lengths = (len(word) - 1, len(word), len(word) + 1) if len(word) >= _LEAST_MISTYPED else ()
    long = [known for known in words if len(known) >= _LEAST_MISTYPED]
    return any(_differs_by_one(word, known[:length]) for known in long for length in lengths)


def _differs_by_one(typed: str, meant: str) -> bool:
    """Whether a letter is missing, too many, or another one, or two have changed places."""
    same_n = next(
        (n for n, (a, b) in enumerate(zip(typed, meant, strict=False)) if a != b), min(len(typed), len(meant))
    )
    a, b = typed[same_n:], meant[same_n:]
    return a[1:] in (b[1:], b) or a == b[1:] or (a[:2] == b[:2][::-1] and a[2:] == b[2:])


def _letters_score(word: str, text: str) -> float | None:
    """How well a text holds the letters of a word in their order; None where it does not."""
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
