"""Moving estimates of what rounds cost by how many tokens they draft and verify, and of how quick the machine is."""

from bisect import bisect_left
from collections import deque
from collections.abc import Sequence
from statistics import median, median_low

# Of so many values the median counts: on a busy machine single rounds take several times as long.
_VALUES_KEPT = 7
_RATIOS_KEPT = 3
_INSTANT_S = 1e-9


class CostCurve:
    """Seconds as they depend on a count, measured at some counts, and guessed between and beyond them.

    More never takes less: where the measured values fall, noise made them, and neighbours share their mean. Else the
    count that was measured in the luckiest moment would look like the best one.

    Beyond the highest measured count the guess is hopeful, half as steep as the curve was up to there, and below the
    lowest it is in proportion: a count that looks worth it is tried and then known.
    """

    def __init__(self) -> None:
        self._values: dict[int, deque[float]] = {}
        self._counts: list[int] = []
        self._medians: list[float] = []
        self._seconds: list[float] = []

    @property
    def is_known(self) -> bool:
        """Whether anything was measured."""
        return bool(self._counts)

    def is_measured(self, count: int) -> bool:
        """Whether this very count was."""
        return count in self._values

    def add(self, count: int, seconds: float) -> None:
        """What the round that is just over cost with this count."""
        place = bisect_left(self._counts, count)
        if count not in self._values:
            self._values[count] = deque(maxlen=_VALUES_KEPT)
            self._counts.insert(place, count)
            self._medians.insert(place, seconds)
        self._values[count].append(seconds)
        # Of two the lower: what holds a round up only ever makes it longer.
        self._medians[place] = median_low(self._values[count])
        self._seconds = _rising(self._medians, [len(self._values[known]) for known in self._counts])

    def at(self, count: int) -> float:
        """Seconds for this count, 0 while nothing is known."""
        counts, seconds = self._counts, self._seconds
        if not counts:
            return 0.0
        if count <= counts[0]:
            return seconds[0] * count / counts[0]
        place = bisect_left(counts, count)
        if place < len(counts):
            low, low_s = counts[place - 1], seconds[place - 1]
            return low_s + (seconds[place] - low_s) * (count - low) / (counts[place] - low)
        slope = (seconds[-1] - seconds[0]) / (counts[-1] - counts[0]) if len(counts) > 1 else 0.0
        return seconds[-1] + max(0.0, slope) / 2 * (count - counts[-1])


def _rising(values: Sequence[float], weights: Sequence[int]) -> list[float]:
    """The values nearest to these, in mean squares, that never fall: neighbours that do are pooled."""
    pools: list[tuple[float, int, int]] = []
    for value, weight in zip(values, weights, strict=True):
        pool = (value, weight, 1)
        while pools and pools[-1][0] > pool[0]:
            before_s, before_weight, before_n = pools.pop()
            together = before_weight + pool[1]
            pool = ((before_s * before_weight + pool[0] * pool[1]) / together, together, before_n + pool[2])
        pools.append(pool)
    return [value for value, _, count in pools for _ in range(count)]


class Costs:
    """What rounds take, plain ones and those that draft.

    Another program, a hot processor and a long text change all kinds of rounds alike. So costs are kept as they would
    be on a machine that is always equally quick, and how many times as long it takes now (`slowness`) is seen from
    every round whose kind is known. A plain round is taken to last `plain_s`, if that is given, until one was measured.
    """

    def __init__(self, plain_s: float | None) -> None:
        self._draft = CostCurve()
        self._verify = CostCurve()
        self._plain_values: deque[float] = deque(maxlen=_VALUES_KEPT)
        self._ratios: deque[float] = deque(maxlen=_RATIOS_KEPT)
        self.plain = 0.0
        self.slowness = 1.0
        self.is_plain_measured = False
        if plain_s:
            self._learn_plain(plain_s, plain_s)

    @property
    def is_draft_known(self) -> bool:
        """Whether any round has drafted."""
        return self._draft.is_known

    def draft(self, count: int) -> float:
        """What drafting so many tokens takes, with all that is no verifying."""
        return self._draft.at(count)

    def rows(self, verified: int) -> float:
        """What the target's pass takes that verifies so many tokens."""
        return self._verify.at(verified + 1)

    def drafted(self, drafted: int, verified: int | None = None) -> float:
        """What a round takes that drafts and verifies; all that it drafts if nothing else is said."""
        return max(_INSTANT_S, self.draft(drafted) + self.rows(drafted if verified is None else verified))

    def price(self, count: int) -> float:
        """What drafting so many tokens costs if none is accepted, in plain rounds."""
        return max(0.0, self.drafted(count) / self.plain - 1) if self.plain else 0.0

    def add_plain(self, verify_s: float, total_s: float) -> None:
        """What a plain round took, which followed another one."""
        if self.is_plain_measured:
            self._compare(total_s, self.plain)
        else:
            self._plain_values.clear()
            self.is_plain_measured = True
        self._learn_plain(verify_s / self.slowness, total_s / self.slowness)

    def add_drafted(self, drafted: int, verified: int, verify_s: float, total_s: float, *, has_caught_up: bool) -> None:
        """What a round took that drafted; `has_caught_up`: with all that the draft had missed."""
        draft_s = total_s - verify_s
        is_known = self._draft.is_measured(drafted) and self._verify.is_measured(verified + 1)
        if is_known and not has_caught_up:
            self._compare(total_s, self.drafted(drafted, verified))
        verify_s, draft_s = verify_s / self.slowness, draft_s / self.slowness
        self._verify.add(verified + 1, verify_s)
        # What was missed is shown to the draft once, not in every round.
        self._draft.add(drafted, min(draft_s, self.draft(drafted)) if is_known and has_caught_up else draft_s)

    def _learn_plain(self, verify_s: float, total_s: float) -> None:
        self._plain_values.append(total_s)
        self.plain = median_low(self._plain_values)
        self._verify.add(1, verify_s)

    def _compare(self, seconds: float, usual_s: float) -> None:
        self._ratios.append(seconds / max(_INSTANT_S, usual_s))
        self.slowness = max(_INSTANT_S, median(self._ratios))
