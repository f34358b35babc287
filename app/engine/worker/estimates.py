"""Moving estimates of what decoding costs, and of how often the target accepts what was drafted."""

from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

# Of so many values the median counts: on a busy machine single rounds take several times as long.
_VALUES_KEPT = 7
# Values further apart than this are not put together: only the newest says how things stand.
_ROUNDS_TOGETHER = 40
# What was measured within so many rounds holds as it is.
_ROUNDS_FRESH = 16
# What was not measured for so many says too little.
_ROUNDS_VALID = 400
_KEPT_OF_ACCEPTANCE = 1 - 1 / 32
_SHARE_OF_NEWEST, _QUITE_UNLIKE, _FADE_UNLIKE = 1 / 6, 0.5, 0.3
_HOPE, _HOPE_WEIGHT = 0.8, 1.0
_NEIGHBOUR_WEIGHT = 3.0
_SORTS = 8
_KEPT_OF_ERRORS = 1 - 1 / 200
_JUDGED_LEAST = 60
_CLEARLY = 0.95


class Recent:
    """The median of the last few values, and of those only what came within so many rounds of the newest."""

    def __init__(self, kept: int, within: int) -> None:
        self._values: deque[tuple[int, float]] = deque(maxlen=kept)
        self._within = within
        self.value: float | None = None

    def __len__(self) -> int:
        return len(self._values)

    def add(self, value: float, at: int) -> None:
        """One more value, of round `at`; what is too old goes."""
        while self._values and at - self._values[0][0] > self._within:
            self._values.popleft()
        self._values.append((at, value))
        self.value = median(seconds for _, seconds in self._values)


@dataclass(slots=True)
class _Measured:
    """What one count costs: the median of what was measured lately, and how it stood with plain rounds then."""

    recent: Recent
    round: int
    plain_s: float


class CostCurve:
    """Seconds as they depend on a count, measured at some counts, and guessed between and beyond them.

    What was not measured for a while is taken to have become slower or faster as plain rounds have: another program, a
    hot processor and a long text change all kinds of rounds alike. Beyond the highest measured count the guess is
    hopeful, half as steep as the curve was up to there: a count that looks worth it is tried and then known.
    """

    def __init__(self) -> None:
        self._measured: dict[int, _Measured] = {}
        self._known: list[tuple[int, float]] = []
        self._is_renewed = False
        self._round = 0
        self._plain_s = 0.0

    @property
    def is_known(self) -> bool:
        """Whether anything was measured."""
        return bool(self._measured)

    def is_measured(self, count: int) -> bool:
        """Whether it was measured, and not too long ago."""
        return any(known == count for known, _ in self._points())

    def pass_round(self, plain_s: float) -> None:
        """Another round of any kind is over, and a plain one takes so long now."""
        self._round += 1
        self._plain_s = plain_s
        self._is_renewed = False

    def add(self, count: int, seconds: float) -> None:
        """What the round that is just over cost with this count."""
        if count not in self._measured:
            self._measured[count] = _Measured(Recent(_VALUES_KEPT, _ROUNDS_TOGETHER), 0, 0.0)
        measured = self._measured[count]
        measured.recent.add(seconds, self._round)
        measured.round, measured.plain_s = self._round, self._plain_s
        self._is_renewed = False

    def at(self, count: int) -> float:
        """Seconds for this count, 0 while nothing is known."""
        known = self._points()
        if not known:
            return 0.0
        first, first_s = known[0]
        if count <= first:
            return first_s * count / first
        for (low, low_s), (high, high_s) in pairwise(known):
            if count <= high:
                return low_s + (high_s - low_s) * (count - low) / (high - low)
        last, last_s = known[-1]
        slope = (last_s - first_s) / (last - first) if len(known) > 1 else 0.0
        return last_s + max(0.0, slope) / 2 * (count - last)

    def _points(self) -> list[tuple[int, float]]:
        if not self._is_renewed:
            self._renew()
        return self._known

    def _renew(self) -> None:
        self._is_renewed = True
        newest = max((measured.round for measured in self._measured.values()), default=0)
        self._known = sorted(
            (count, self._seconds_now(measured))
            for count, measured in self._measured.items()
            if self._round - measured.round <= _ROUNDS_VALID or measured.round == newest
        )

    def _seconds_now(self, measured: _Measured) -> float:
        seconds = measured.recent.value or 0.0
        is_fresh = self._round - measured.round <= _ROUNDS_FRESH
        return seconds if is_fresh or not measured.plain_s else seconds * self._plain_s / measured.plain_s


class Acceptance:
    """How likely the token at each place of a draft is to be accepted, once those before it are.

    What was seen fades, so that the estimate follows the text, and faster where the last few rounds were quite unlike
    those before. A place that was hardly seen is taken to be like the one before it, and the first place to be as
    _HOPE says.
    """

    def __init__(self, places: int) -> None:
        self._lately = _HOPE
        self._seen = [0.0] * places
        self._accepted = [0.0] * places

    def observe(self, drafted: int, accepted: int) -> None:
        """Of `drafted` tokens the first `accepted` were."""
        if drafted:
            self._lately += ((accepted > 0) - self._lately) * _SHARE_OF_NEWEST
            if self._seen[0] and abs(self._lately - self._accepted[0] / self._seen[0]) > _QUITE_UNLIKE:
                self.fade(_FADE_UNLIKE)
        for place in range(min(accepted + 1, drafted)):
            self._seen[place] = self._seen[place] * _KEPT_OF_ACCEPTANCE + 1
            self._accepted[place] = self._accepted[place] * _KEPT_OF_ACCEPTANCE + (place < accepted)

    def fade(self, share: float) -> None:
        """What was seen counts for less by this share."""
        self._seen = [seen * (1 - share) for seen in self._seen]
        self._accepted = [accepted * (1 - share) for accepted in self._accepted]

    def by_place(self) -> list[float]:
        """The estimate for each place."""
        likely, weight = _HOPE, _HOPE_WEIGHT
        result: list[float] = []
        for seen, accepted in zip(self._seen, self._accepted, strict=True):
            likely = (accepted + likely * weight) / (seen + weight)
            weight = _NEIGHBOUR_WEIGHT
            result.append(likely)
        return result


class Confidence:
    """What a draft's own forecast of acceptance means, and whether it says more than the place in the draft does.

    Forecasts are sorted into a few sorts, and each sort remembers how often such tokens were accepted. The forecast is
    believed once its errors, read so, are clearly smaller (in mean squares) than those of the estimate by place, and
    than those of one figure for all tokens.
    """

    def __init__(self) -> None:
        self._seen = [0.0] * _SORTS
        self._accepted = [0.0] * _SORTS
        self._errors = self._errors_by_place = self._errors_of_mean = 0.0
        self._judged = 0

    @property
    def is_believed(self) -> bool:
        """Whether `likely` should be used."""
        others = min(self._errors_by_place, self._errors_of_mean)
        return self._judged >= _JUDGED_LEAST and self._errors < _CLEARLY * others

    def likely(self, forecast: float, by_place: float) -> float:
        """How likely a token with this forecast is to be accepted."""
        sort = _sort_of(forecast)
        return (self._accepted[sort] + by_place * _NEIGHBOUR_WEIGHT) / (self._seen[sort] + _NEIGHBOUR_WEIGHT)

    def observe(self, forecast: float, by_place: float, was_accepted: bool) -> None:
        """A token with this forecast was verified, all before it were accepted."""
        sort = _sort_of(forecast)
        mean = (sum(self._accepted) + by_place) / (sum(self._seen) + 1)
        self._errors = self._errors * _KEPT_OF_ERRORS + (self.likely(forecast, by_place) - was_accepted) ** 2
        self._errors_by_place = self._errors_by_place * _KEPT_OF_ERRORS + (by_place - was_accepted) ** 2
        self._errors_of_mean = self._errors_of_mean * _KEPT_OF_ERRORS + (mean - was_accepted) ** 2
        self._seen[sort] = self._seen[sort] * _KEPT_OF_ERRORS + 1
        self._accepted[sort] = self._accepted[sort] * _KEPT_OF_ERRORS + was_accepted
        self._judged += 1


def _sort_of(forecast: float) -> int:
    # A broken head may say anything, not a number included.
    return min(_SORTS - 1, int(forecast * _SORTS)) if 0 <= forecast <= 1 else 0
