"""Moving estimates of how often the target accepts what was drafted."""

_KEPT_OF_ACCEPTANCE = 1 - 1 / 24
_HOPE, _HOPE_WEIGHT = 0.8, 2.0
_NEIGHBOUR_WEIGHT = 3.0
# So many drafts in a row whose first tokens fare alike, where that was less likely than this: it is another text now.
_UNLIKELY, _KEPT_OF_OTHER_TEXT = 0.001, 0.3
_SORTS = 8
_KEPT_OF_ERRORS = 1 - 1 / 200
_JUDGED_LEAST = 60
_CLEARLY = 0.95


class Acceptance:
    """How likely the token at each place of a draft is to be accepted, once those before it are.

    What was seen fades, so that the estimate follows the text, and at once where the text has clearly become another
    one. A place that was hardly seen is taken to be like the one before it, and the first place to be as _HOPE says.
    """

    def __init__(self, places: int) -> None:
        self._seen = [0.0] * places
        self._accepted = [0.0] * places
        self._run_of = False
        self._run_n = 0
        self._run_likely = 1.0

    def observe(self, drafted: int, accepted: int) -> None:
        """Of `drafted` tokens the first `accepted` were."""
        if drafted:
            self._follow_run(came_true=accepted > 0)
        for place in range(min(accepted + 1, drafted)):
            self._seen[place] = self._seen[place] * _KEPT_OF_ACCEPTANCE + 1
            self._accepted[place] = self._accepted[place] * _KEPT_OF_ACCEPTANCE + (place < accepted)

    def fade(self, share: float) -> None:
        """What was seen counts for less by this share."""
        self._seen = [seen * (1 - share) for seen in self._seen]
        self._accepted = [accepted * (1 - share) for accepted in self._accepted]

    def _follow_run(self, *, came_true: bool) -> None:
        """Where drafts fare alike for longer than was to be expected, that run alone tells of the first place."""
        likely = (self._accepted[0] + _HOPE * _HOPE_WEIGHT) / (self._seen[0] + _HOPE_WEIGHT)
        if came_true is not self._run_of:
            self._run_of, self._run_n, self._run_likely = came_true, 0, 1.0
        self._run_likely *= likely if came_true else 1 - likely
        if self._run_likely < _UNLIKELY and self._seen[0] > self._run_n:
            self.fade(1 - _KEPT_OF_OTHER_TEXT)
            self._seen[0], self._accepted[0] = self._run_n, self._run_n * came_true
            self._run_likely = 1.0
        self._run_n += 1

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
