"""What a drafter is to the decoding loop."""

from collections.abc import Sequence
from typing import Protocol

from app.engine.worker.native import Floats


class Drafter(Protocol):
    """Proposes tokens for the target to verify.

    `layer_ids` are the target layers whose input it must be shown after every decode; `draft_max` is the most tokens of
    one proposal. `length` counts the tokens it has been shown; what it proposes for a text of that length is only as
    good as what it was shown.
    """

    @property
    def method(self) -> str:
        """The drafting method, as the protocol names it."""

    @property
    def draft_max(self) -> int:
        """The most tokens of one proposal."""

    @property
    def layer_ids(self) -> tuple[int, ...]:
        """Target layers whose input `observe` is given."""

    @property
    def length(self) -> int:
        """Tokens of the text that it knows."""

    def observe(self, features: Floats, position: int) -> None:
        """Take in captured target rows (tokens x hidden size x layers) for the positions from `position` on."""

    def propose(self, last: int, position: int, count: int) -> Sequence[int]:
        """At most `count` tokens to follow `last`, which stands at `position` and is not in any cache yet."""

    def trim(self, position: int) -> None:
        """Forget everything from `position` on."""

    def clear(self) -> None:
        """Forget everything."""

    def close(self) -> None:
        """Free what it holds."""
