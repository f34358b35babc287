"""Text that knows of each of its characters which token brought it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """One token of a reply; `draft_position` is 0-based where the draft had proposed it, else None.

    What stands in a text and `is_shown` was shown before, and is not told again.
    """

    draft_position: int | None = None
    is_shown: bool = False


_SHOWN = Origin(is_shown=True)


@dataclass(frozen=True, slots=True)
class Traced:
    """A text, and as many origins as it has characters."""

    text: str = ""
    origins: tuple[Origin, ...] = ()

    def __add__(self, other: "Traced") -> "Traced":
        return Traced(self.text + other.text, self.origins + other.origins)

    def __getitem__(self, places: slice) -> "Traced":
        return Traced(self.text[places], self.origins[places])

    def whole_until(self, end: int) -> int:
        """The last place at or before `end` where one token ends and another begins."""
        while 0 < end < len(self.origins) and self.origins[end] is self.origins[end - 1]:
            end -= 1
        return end

    def as_shown(self) -> "Traced":
        """The same, shown before."""
        return Traced(self.text, (_SHOWN,) * len(self.text))

    def by_token(self) -> Iterator[tuple[str, int | None]]:
        """What each token brought, with its position in the draft; tokens of the same place stay apart."""
        at = 0
        for origin, characters in groupby(self.origins):
            end = at + sum(1 for _ in characters)
            if not origin.is_shown:
                yield self.text[at:end], origin.draft_position
            at = end


def traced(text: str, draft_position: int | None = None) -> Traced:
    """What one token brings."""
    return Traced(text, (Origin(draft_position),) * len(text))
