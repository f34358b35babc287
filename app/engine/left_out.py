"""Which devices a load does without, learnt from those that it failed on."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Devices that failed, and one that is `suspected` because it or another of those in use `together` did.

    Where nothing says which of them it was, each is left out once, the last one first, until the others work. Where
    they never do, more than one failed, and all of them are left out.
    """

    failed: tuple[str, ...] = ()
    together: tuple[str, ...] = ()
    suspected: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """All that are left out."""
        return self.failed if self.suspected is None else (*self.failed, self.suspected)

    def after(self, in_use: Sequence[str], named: str | None = None) -> "LeftOut":
        """After the devices `in_use`, at least one, failed; the failure may have `named` the one.

        It comes to an end: each time another one is suspected, or one more has failed.
        """
        at_fault = named if named in in_use else in_use[0] if len(in_use) == 1 else None
        if at_fault is not None:
            return LeftOut((*self.failed, at_fault))
        together = self.together or tuple(in_use)
        untried = together if self.suspected is None else together[: together.index(self.suspected)]
        if not untried:
            return LeftOut((*self.failed, *together))
        return LeftOut(self.failed, together, untried[-1])


NONE_LEFT_OUT = LeftOut()
