"""Which characters of what is drawn came from the draft."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from app.chat.conversation import DraftedSpan


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


def tinted(runs: Sequence[Run], drafted: Sequence[DraftedSpan]) -> Iterator[tuple[int, int, DraftedSpan]]:
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


def runs_from(runs: Sequence[Run], position: int) -> int:
    """The number of the first run that begins at a position of the document or behind it."""
    return bisect_left(runs, position, key=lambda run: run.position)


def drafted_under(position: int, runs: Sequence[Run], drafted: Sequence[DraftedSpan]) -> DraftedSpan | None:
    """The drafted span that a position of the document stands in; the runs are in the document's order."""
    number = runs_from(runs, position + 1) - 1
    spans = tinted(runs[number : number + 1], drafted) if number >= 0 else ()
    return next((span for start, end, span in spans if start <= position < end), None)


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
