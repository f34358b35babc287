"""Which characters of what is drawn came from the draft."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Drafted:
    """Characters `start` to `end` of a reply's source that the draft guessed; `position` in its block, 0-based."""

    start: int
    end: int
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """`length` characters drawn at `position` of a document, which stand at `source` in the reply.

    Documents count UTF-16 units: each character of a wide run takes two. A formula is one character that stands for
    `covers` characters of the reply.
    """

    position: int
    length: int
    source: int
    is_wide: bool = False
    covers: int = 0

    @property
    def source_length(self) -> int:
        """How many characters of the reply it is."""
        return self.covers or self.length


def runs_of(text: str, position: int, source: int) -> Iterator[Run]:
    """The runs of a text drawn in one go."""
    if text.isascii():
        yield Run(position, len(text), source)
        return
    for is_wide, group in groupby(text, key=lambda char: ord(char) > 0xFFFF):
        length = len(tuple(group))
        yield Run(position, length, source, is_wide)
        position += length * (1 + is_wide)
        source += length


def tinted(runs: Sequence[Run], drafted: Sequence[Drafted]) -> Iterator[tuple[int, int, Drafted]]:
    """(start, end, drafted) in the document; both inputs in order."""
    for run in runs:
        width = 1 + run.is_wide
        number = bisect_right(drafted, run.source, key=lambda span: span.end)
        while number < len(drafted) and drafted[number].start < run.source + run.source_length:
            span = drafted[number]
            if run.covers:
                # As soon as a part of it was drafted.
                yield run.position, run.position + run.length, span
                break
            start = max(span.start, run.source) - run.source
            end = min(span.end, run.source + run.length) - run.source
            yield run.position + start * width, run.position + end * width, span
            number += 1


class SourceFinder:
    """Finds where drawn text stands in the source: forwards only, past the marks that are not drawn."""

    def __init__(self, source: str, start: int, end: int) -> None:
        self._source = source
        self._at = start
        self._end = end

    def find(self, text: str) -> int | None:
        """The place of `text`, or None where the source spells it otherwise (an entity, an escape)."""
        place = self._source.find(text, self._at, self._end)
        if place < 0:
            return None
        self._at = place + len(text)
        return place

    def go_to(self, place: int) -> None:
        """Look from `place` on."""
        self._at = place

    def skip(self, text: str) -> None:
        """Go past text that is in the source and not drawn, e.g. the address of a link."""
        self.find(text)
