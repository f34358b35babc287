"""What a drafter is to the decoding loop."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from app.engine.worker.native import Bytes, Floats


@dataclass(frozen=True, slots=True)
class DraftState:
    """What a drafter knows of a text: how many tokens, what its cache holds, the state that waits for a token."""

    length: int
    cache: Bytes | None = None
    state: Floats | None = None
    paired_n: int = 0

    @property
    def size_bytes(self) -> int:
        """What it takes."""
        return self.cache.nbytes if self.cache is not None else 0


@runtime_checkable
class Restorable(Protocol):
    """A drafter that reads the target's layers: to know a text again, it would have to be decoded again."""

    def save(self) -> DraftState:
        """What it knows."""

    def restore(self, saved: DraftState) -> None:
        """Know that again, and nothing else."""


class Drafter(Protocol):
    """Proposes tokens for the target to verify.

    `layer_ids` are what it reads of the target: the layers whose input it must be shown after every decode (or
    native.FINAL_STATE); one that reads none lives on the tokens alone. `draft_max` is the most tokens of one proposal.
    `length` counts the tokens it has been shown; what it proposes for a text of that length is only as good as what it
    was shown.
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

    @property
    def confidence(self) -> Sequence[float] | None:
        """How likely each token of the last proposal is to be accepted once those before it are; None: not told."""

    def observe(self, tokens: Sequence[int], features: Floats, position: int) -> None:
        """Take in what the target has decided on from `position` on, the end of what it knows.

        `features` has a row for each of `tokens`: what was captured of the target, hidden size x layers.
        """

    def propose(self, last: int, position: int, count: int) -> Sequence[int]:
        """At most `count` tokens, maybe none, to follow `last`, which stands at `position` and is in no cache yet."""

    def trim(self, position: int) -> None:
        """Forget everything from `position` on; some forget a token more, which `length` then tells."""

    def clear(self) -> None:
        """Forget everything."""

    def warm_up(self) -> int:
        """Run each kind of pass once, so that the first reply need not wait; returns its cache's bytes per token."""

    def close(self) -> None:
        """Free what it holds."""
