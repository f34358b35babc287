"""Where a text may be cut so that no character is shown by halves: an emoji, a letter with its marks."""

import unicodedata

from PySide6.QtCore import QTextBoundaryFinder

# No cluster in use is longer: a flag of tags takes 7, a family 11.
_LONGEST = 32
_JOINER = "\u200d"
_GROWING = ("So", "Sk", "Cf", "Mn", "Me")


def cluster_end(text: str, place: int) -> int:
    """The last place at or before `place` where one cluster ends and another begins; `place` itself where none is."""
    if place >= len(text) or (text[place].isascii() and text[place - 1 : place].isascii()):
        return place
    start = max(0, place - _LONGEST)
    around = text[start : place + _LONGEST]
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, around)
    finder.setPosition(_units(around[: place - start]))
    if finder.isAtBoundary():
        return place
    units = finder.toPreviousBoundary()
    return start + len(around.encode("utf-16-le")[: 2 * units].decode("utf-16-le")) if units > 0 else place


def decided_end(text: str) -> int:
    """Where to end while more may come: before a last emoji, which may turn into another with what follows it."""
    last = text[-1:]
    if not last or last.isascii() or (last != _JOINER and unicodedata.category(last) not in _GROWING):
        return len(text)
    end = cluster_end(f"{text} ", len(text) - 1)
    # Two of the letters that flags are made of are one flag.
    return end if end > len(text) - _LONGEST else len(text)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
