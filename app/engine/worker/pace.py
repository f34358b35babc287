"""How many tokens to draft in the next round, and whether drafting pays at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import mul

from app.engine.worker.estimates import Acceptance, Confidence, CostCurve, Recent

LOW_ACCEPTANCE = "low_acceptance"
TOO_SLOW = "drafting_too_slow"

# Plain rounds at the start and, while drafting, now and then, at first more often; the first one after another kind of
# pass is not counted.
_PLAIN_ROUNDS = 4
_PLAIN_KEPT, _PLAIN_WITHIN = 5, 100
_ROUNDS_TO_PLAIN_LEAST, _ROUNDS_TO_PLAIN_MOST = 6, 48
# Where drafting gains less than the first share, plain rounds cost hardly anything, and decide: then there are more of
# them; where it gains more than the second, they cost most and can hardly change anything.
_SMALL_GAIN, _LARGE_GAIN = 0.25, 1.0
_ROUNDS_TO_PLAIN_CLOSE = 12
# Before a pause the plain speed is measured again, unless that was done so few rounds ago.
_ROUNDS_SURE = 4
_FIRST_LENGTH = 3
# Another length that may be nearly as good is tried this often.
_ROUNDS_TO_OTHER = 24
_NEARLY = 0.85
# It takes a gain by this share to change the length or to come back: less may be noise.
_HYSTERESIS = 0.03
_PAUSE_MARGIN, _RESUME_MARGIN = 0.03, 0.02
# Whatever the estimates say: drafting that brought less than this share of the plain speed over so many rounds rests.
_LEAST_GAIN, _GAIN_ROUNDS = 0.9, 20
# A round that took more than this many times what it usually does was held up by something else.
_OUTLIER = 2.0
# One that took more than this many plain rounds, and as many for each token, was interrupted: it tells nothing at all.
_INTERRUPTED = 50
# A pause lasts so many rounds, twice as many after each look that found nothing, up to the most.
_PAUSE_LEAST, _PAUSE_MOST = 8, 128
# A look is at one token, or at as many as this if they cost hardly more.
_LOOK_LENGTH, _LOOK_MORE = 4, 1.3
# While paused, looking may cost this share of the time; what was not spent adds up to so many plain rounds.
_LOOK_SHARE = 0.01
_LOOK_SAVED = 3.0
_FADE_PAUSED = 0.015
_HOPED_ACCEPTANCE = 0.95
# Rows that cost hardly more are drafted as well where the draft itself tells which of them are worth verifying.
_HARDLY_MORE = 1.1
_INSTANT_S = 1e-9


@dataclass(frozen=True, slots=True)
class Round:
    """What one round was.

    `asked` tokens were wanted, the drafter proposed `drafted` of them, and the target verified the first `verified`
    and accepted the first `accepted`. Seconds: for verifying, and in all, up to where the next round begins.
    """

    asked: int
    drafted: int
    verified: int
    accepted: int
    verify_s: float
    total_s: float


class Pace:
    """Chooses the length that gives the most tokens per second, and 0 where plain decoding gives more.

    Everything is learnt from the rounds themselves (`ended`): what a plain round costs, what drafting and verifying
    cost by their length, and how often each place of a draft is accepted. It is kept from reply to reply. Before the
    first plain round, one is taken to last `plain_s`.
    """

    def __init__(self, draft_max: int, plain_s: float | None) -> None:
        self._limit = draft_max
        self._plain = Recent(_PLAIN_KEPT, _PLAIN_WITHIN)
        self._plain_guess_s = plain_s or 0.0
        self._draft = CostCurve()
        self._verify = CostCurve()
        self._acceptance = Acceptance(draft_max)
        self._confidence = Confidence()
        self._forecast: Sequence[float] = ()
        self._length = min(_FIRST_LENGTH, draft_max)
        self._rounds = 0
        self._plain_due = _PLAIN_ROUNDS
        self._is_after_plain = self._is_resting = False
        self._rounds_to_plain = _ROUNDS_TO_PLAIN_LEAST
        self._since_plain = self._since_other = 0
        self._made = self._took = self._gained = 0.0
        self._gain_rounds = 0
        self.is_paused = False
        self._pause_rounds = _PAUSE_LEAST
        self._paused_rounds = 0
        self._to_spend = _LOOK_SAVED
        self._was_long = False

    @property
    def plain_s(self) -> float | None:
        """Seconds of a plain round as things stand, None while nothing is known of it."""
        return self._plain_cost or None

    @property
    def is_measured(self) -> bool:
        """Whether `plain_s` rests on plain rounds, not on what was said at first."""
        return len(self._plain) > 0

    @property
    def length(self) -> int:
        """The length that is drafted now, 0 while paused."""
        return 0 if self.is_paused else min(self._length, self._limit)

    @property
    def reason(self) -> str | None:
        """The code of why drafting is paused."""
        if not self.is_paused:
            return None
        hoped = [_HOPED_ACCEPTANCE] * self._limit
        return TOO_SLOW if self._best(hoped)[1] < self._plain_speed else LOW_ACCEPTANCE

    def begin(self, draft_max: int) -> None:
        """A reply begins, in which at most `draft_max` tokens may be drafted at once."""
        self._limit = draft_max
        self._is_after_plain = False

    def next_length(self) -> int:
        """How many tokens to draft in the round that begins now."""
        is_resting = self.is_paused and self._is_resting and self._paused_rounds < self._pause_rounds
        if is_resting or self._plain_due > 0:
            return 0
        if not self._draft.is_known:
            return min(_FIRST_LENGTH, self._limit)
        by_place = self._acceptance.by_place()[: self._limit]
        best, speed = self._best(by_place)
        if self.is_paused:
            return self._length_when_paused(best, speed)
        if speed < self._plain_speed * (1 - _PAUSE_MARGIN) or self._loses():
            return self._pause_or_make_sure()
        if self._since_plain >= self._plain_interval(speed):
            self._rounds_to_plain = min(_ROUNDS_TO_PLAIN_MOST, 2 * self._rounds_to_plain)
            self._plain_due = 2
            return 0
        if self._length > self._limit or speed > self._speed(self._length, by_place) * (1 + _HYSTERESIS):
            self._length = best
        if self._since_other >= _ROUNDS_TO_OTHER:
            self._since_other = 0
            return self._other_length(by_place, speed)
        return self._widened(self._length) if self._confidence.is_believed else self._length

    def worth_verifying(self, drafted: int, forecast: Sequence[float] | None) -> int:
        """How many of `drafted` tokens to verify, given what the draft itself thinks of each of them.

        A row is worth it while the tokens that it is likely to bring take longer without it than it takes.
        """
        self._forecast = forecast[:drafted] if forecast is not None else ()
        if not self._forecast or not self._confidence.is_believed:
            return drafted
        by_place = self._acceptance.by_place()
        speed = max(self._plain_speed, self._speed(min(self._length, self._limit), by_place))
        together, gain, best, best_gain = 1.0, 0.0, 0, 0.0
        for index, said in enumerate(self._forecast):
            together *= self._confidence.likely(said, by_place[index])
            gain += together - speed * (self._verify.at(index + 2) - self._verify.at(index + 1))
            if gain > best_gain:
                best, best_gain = index + 1, gain
        return best

    def ended(self, done: Round) -> None:
        """A round is over."""
        self._rounds += 1
        is_telling = not self._is_interrupted(done)
        if not done.asked and self._is_after_plain and is_telling:
            self._plain.add(done.total_s, self._rounds)
        self._draft.pass_round(self._plain_cost)
        self._verify.pass_round(self._plain_cost)
        if done.drafted and is_telling:
            self._drafted_ended(done)
        elif not done.asked:
            self._plain_ended(done, is_telling=is_telling)
        self._is_after_plain = self._is_resting = done.drafted == 0

    def plain_equivalent_s(self, done: Round) -> float | None:
        """How long the tokens of a round would have taken in plain rounds, to which the same would have happened."""
        if not self._plain_cost:
            return None
        usual_s = self._draft.at(done.drafted) + self._verify.at(done.verified + 1) if done.asked else self._plain_cost
        return (done.accepted + 1) * self._plain_cost * done.total_s / max(_INSTANT_S, usual_s)

    def _drafted_ended(self, done: Round) -> None:
        self._draft.add(done.drafted, done.total_s - done.verify_s)
        self._verify.add(done.verified + 1, done.verify_s)
        by_place = self._acceptance.by_place()
        for place, said in enumerate(self._forecast[: min(done.accepted + 1, done.verified)]):
            self._confidence.observe(said, by_place[place], place < done.accepted)
        self._acceptance.observe(done.verified, done.accepted)
        self._since_plain += 1
        self._since_other += 1
        plain_s = self._plain_cost or done.total_s
        tokens, took = done.accepted + 1, done.total_s / plain_s
        self._to_spend = min(_LOOK_SAVED, self._to_spend + tokens - took)
        self._gained += tokens - took
        usual = self._seconds(done.drafted) / plain_s
        self._made += (tokens - self._made) / _GAIN_ROUNDS
        self._took += (min(took, _OUTLIER * usual) - self._took) / _GAIN_ROUNDS
        self._gain_rounds += 1

    def _is_interrupted(self, done: Round) -> bool:
        """Whether the machine slept or the process was stopped meanwhile; two such rounds in a row are how it is."""
        usual_s = self._plain_cost * (1 + done.drafted)
        was_long, self._was_long = self._was_long, 0 < _INTERRUPTED * usual_s < done.total_s
        return self._was_long and not was_long

    def _plain_ended(self, done: Round, *, is_telling: bool) -> None:
        if self._is_after_plain and is_telling:
            self._verify.add(1, done.verify_s)
        self._plain_due -= 1
        self._since_plain = 0
        if self.is_paused:
            self._paused_rounds += 1
            self._to_spend = min(_LOOK_SAVED, self._to_spend + _LOOK_SHARE)

    def _plain_interval(self, speed: float) -> int:
        gain = speed / self._plain_speed - 1 if self._plain_speed else 0.0
        if gain > _LARGE_GAIN:
            return _ROUNDS_TO_PLAIN_MOST
        return min(self._rounds_to_plain, _ROUNDS_TO_PLAIN_CLOSE) if gain < _SMALL_GAIN else self._rounds_to_plain

    def _loses(self) -> bool:
        return self._gain_rounds >= _GAIN_ROUNDS and self._made < _LEAST_GAIN * self._took

    def _pause_or_make_sure(self) -> int:
        """Before a pause, some plain rounds: it may be the machine that has become slower, not drafting."""
        if self._since_plain > _ROUNDS_SURE:
            self._plain_due = _PLAIN_ROUNDS
            self._gain_rounds = 0
        else:
            self._pause()
        return 0

    def _pause(self) -> None:
        if self._gained > 0:
            # It was right to come back the last time.
            self._pause_rounds = _PAUSE_LEAST
        # What drafting has lost is lost: it must not forbid looking for long.
        self._to_spend = max(0.0, self._to_spend)
        self.is_paused = True
        self._paused_rounds = 0

    def _length_when_paused(self, best: int, speed: float) -> int:
        """Draft a few tokens where the pause is over; come back where that looks good now."""
        if not self._is_resting:
            # A look has just been taken.
            if speed > self._plain_speed * (1 + _RESUME_MARGIN):
                self._resume(best)
                return best
            self._pause_rounds = min(_PAUSE_MOST, 2 * self._pause_rounds)
            self._paused_rounds = 0
            return 0
        price = self._price(1)
        lengths = range(1, min(_LOOK_LENGTH, self._limit) + 1)
        length = max(length for length in lengths if self._price(length) <= _LOOK_MORE * price)
        if self._to_spend < self._price(length):
            return 0
        # The longer the pause, the more the look decides.
        self._acceptance.fade(1 - (1 - _FADE_PAUSED) ** self._paused_rounds)
        return length

    def _price(self, length: int) -> float:
        """What drafting so many tokens costs if none is accepted, in plain rounds."""
        return max(0.0, self._seconds(length) / (self._plain_cost or 1.0) - 1)

    def _resume(self, length: int) -> None:
        self.is_paused = False
        self._length = length
        self._made = self._took = self._gained = 0.0
        self._gain_rounds = 0

    def _other_length(self, by_place: list[float], speed: float) -> int:
        """A length that was not measured for long, if it may be nearly as good as the usual one."""
        for other in (self._length + 1, self._length - 1, self._length + 2, self._limit):
            is_new = 0 < other <= self._limit and not self._verify.is_measured(other + 1)
            if is_new and self._speed(other, by_place) > _NEARLY * speed:
                return other
        return self._length

    def _widened(self, length: int) -> int:
        most_s = _HARDLY_MORE * self._draft.at(length)
        return max((n for n in range(length, self._limit + 1) if self._draft.at(n) <= most_s), default=length)

    @property
    def _plain_cost(self) -> float:
        return self._plain.value or self._plain_guess_s

    @property
    def _plain_speed(self) -> float:
        return 1 / self._plain_cost if self._plain_cost else 0.0

    def _seconds(self, length: int) -> float:
        # A clock may stand still over a pass of next to nothing.
        return max(_INSTANT_S, self._draft.at(length) + self._verify.at(length + 1))

    def _best(self, by_place: list[float]) -> tuple[int, float]:
        """The length that makes the most tokens per second, and how many."""
        tokens = accumulate(accumulate(by_place, mul), initial=1.0)
        next(tokens)
        speeds = [(made / self._seconds(index + 1), index + 1) for index, made in enumerate(tokens)]
        speed, best = max(speeds)
        return best, speed

    def _speed(self, length: int, by_place: list[float]) -> float:
        tokens: float = 1 + sum(accumulate(by_place[:length], mul))
        return tokens / self._seconds(length)
