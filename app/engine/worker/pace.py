"""How many tokens to draft in the next round, and whether drafting pays at all."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import mul

from app.engine.worker.acceptance import Acceptance, Confidence
from app.engine.worker.costs import Costs

LOW_ACCEPTANCE = "low_acceptance"
TOO_SLOW = "drafting_too_slow"

_FIRST_LENGTH = 3
# Plain rounds in a row, of which the first, after another kind of pass, is not counted.
_PLAIN_ROUNDS = 2
# While drafting, the plain speed is measured again no sooner than after so many rounds.
_ROUNDS_TO_PLAIN = 8
# Measuring what is not in use may cost this share of the time: plain rounds while drafting, drafts while paused.
_SHARE_TO_MEASURE, _SHARE_TO_LOOK = 0.003, 0.007
# While paused, what was not spent adds up to so many plain rounds.
_SAVED_MOST = 3.0
# Less than this may be noise.
_PAUSE_MARGIN, _RESUME_MARGIN = 0.03, 0.1
# Whatever the estimates say: drafting that brought less than this share of the plain speed over so many rounds rests.
_LEAST_GAIN, _GAIN_ROUNDS = 0.9, 20
# A round that took more than this many plain rounds, and as many for each token, was interrupted: it tells nothing.
_INTERRUPTED = 50
# A pause lasts so many rounds at least. A look is at one token, or at as many as this if they cost hardly more.
_PAUSE_LEAST = 8
_LOOK_LENGTH, _LOOK_MORE = 4, 1.3
_FADE_PAUSED = 0.015
_HOPED_ACCEPTANCE = 0.95
# Rows that cost hardly more are drafted as well where the draft itself tells which of them are worth verifying.
_HARDLY_MORE = 1.1


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
        self._costs = Costs(plain_s)
        self._acceptance = Acceptance(draft_max)
        self._confidence = Confidence()
        self._forecast: Sequence[float] = ()
        self._length = min(_FIRST_LENGTH, draft_max)
        self._surveyed: deque[int] = deque()
        self._plain_due = 0 if plain_s else _PLAIN_ROUNDS
        self._is_after_plain = self._was_long = False
        self._since_plain = 0
        self._since_plain_took = 0.0
        self._made = self._took = 0.0
        self._gain_rounds = 0
        self.is_paused = self._is_looking = False
        self._paused_rounds = 0
        self._to_spend = _SAVED_MOST

    @property
    def plain_s(self) -> float | None:
        """Seconds of a plain round as things stand, None while nothing is known of it."""
        return self._costs.plain * self._costs.slowness or None

    @property
    def is_measured(self) -> bool:
        """Whether `plain_s` rests on plain rounds, not on what was said at first."""
        return self._costs.is_plain_measured

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

    @property
    def is_surveying(self) -> bool:
        """Whether there are lengths of a survey still to come."""
        return bool(self._surveyed)

    def survey(self, lengths: Sequence[int]) -> None:
        """Draft these lengths first, for what they cost; what is accepted of them tells nothing."""
        self._surveyed = deque(lengths)

    def begin(self, draft_max: int) -> None:
        """A reply begins, in which at most `draft_max` tokens may be drafted at once."""
        self._limit = draft_max
        self._is_after_plain = False

    def next_length(self) -> int:
        """How many tokens to draft in the round that begins now."""
        if self._surveyed:
            return min(self._surveyed[0], self._limit)
        if self._plain_due > 0:
            return 0
        if not self._costs.is_draft_known:
            return min(_FIRST_LENGTH, self._limit)
        if self.is_paused and not self._is_looking:
            return self._look_length()
        best, speed = self._best(self._acceptance.by_place()[: self._limit])
        if self._is_looking:
            self._is_looking = False
            if speed <= self._plain_speed * (1 + _RESUME_MARGIN):
                return 0
            self._resume()
        elif speed < self._plain_speed * (1 - _PAUSE_MARGIN) or self._loses():
            self._pause()
            return 0
        self._length = best
        if self._is_plain_worth_measuring(speed):
            self._plain_due = _PLAIN_ROUNDS
            return 0
        return self._widened(best) if self._confidence.is_believed else best

    def worth_verifying(self, drafted: int, forecast: Sequence[float] | None) -> int:
        """How many of `drafted` tokens to verify, given what the draft itself thinks of each of them.

        A row is worth it while the tokens that it is likely to bring take longer without it than it takes.
        """
        self._forecast = forecast[:drafted] if forecast is not None else ()
        if not self._forecast or not self._confidence.is_believed or self._surveyed:
            return drafted
        by_place = self._acceptance.by_place()
        speed = max(self._plain_speed, self._best(by_place[: self._limit])[1])
        together, gain, best, best_gain = 1.0, 0.0, 0, 0.0
        for index, said in enumerate(self._forecast):
            together *= self._confidence.likely(said, by_place[index])
            gain += together - speed * (self._costs.rows(index + 1) - self._costs.rows(index))
            if gain > best_gain:
                best, best_gain = index + 1, gain
        return best

    def ended(self, done: Round) -> None:
        """A round is over."""
        is_telling = not self._is_interrupted(done)
        if done.drafted and is_telling:
            self._costs.add_drafted(
                done.drafted, done.verified, done.verify_s, done.total_s, has_caught_up=self._is_after_plain
            )
            if not self._surveyed:
                self._drafted_ended(done)
        elif not done.asked:
            if self._is_after_plain and is_telling:
                self._costs.add_plain(done.verify_s, done.total_s)
            self._plain_ended()
        self._is_after_plain = done.drafted == 0
        if self._surveyed:
            self._surveyed.popleft()

    def plain_equivalent_s(self, done: Round) -> float | None:
        """How long the tokens of a round would have taken in plain rounds, to which the same would have happened."""
        plain = self._costs.plain
        if not plain:
            return None
        usual = self._costs.drafted(done.drafted, done.verified) if done.asked else plain
        return (done.accepted + 1) * plain * done.total_s / usual

    def _drafted_ended(self, done: Round) -> None:
        by_place = self._acceptance.by_place()
        for place, said in enumerate(self._forecast[: min(done.accepted + 1, done.verified)]):
            self._confidence.observe(said, by_place[place], place < done.accepted)
        self._acceptance.observe(done.verified, done.accepted)
        tokens = done.accepted + 1
        took = self._costs.drafted(done.drafted, done.verified) * self._plain_speed
        self._since_plain += 1
        self._since_plain_took += took
        self._to_spend = min(_SAVED_MOST, self._to_spend + tokens - took)
        self._made += (tokens - self._made) / _GAIN_ROUNDS
        self._took += (took - self._took) / _GAIN_ROUNDS
        self._gain_rounds += 1

    def _plain_ended(self) -> None:
        self._plain_due -= 1
        self._since_plain = 0
        self._since_plain_took = 0.0
        if self.is_paused:
            self._paused_rounds += 1
            self._to_spend = min(_SAVED_MOST, self._to_spend + _SHARE_TO_LOOK)

    def _is_interrupted(self, done: Round) -> bool:
        """Whether the machine slept or the process was stopped meanwhile; two such rounds in a row are how it is."""
        usual_s = (self.plain_s or 0.0) * (1 + done.drafted)
        was_long, self._was_long = self._was_long, 0 < _INTERRUPTED * usual_s < done.total_s
        return self._was_long and not was_long

    def _is_plain_worth_measuring(self, speed: float) -> bool:
        if self._since_plain < _ROUNDS_TO_PLAIN:
            return False
        price = _PLAIN_ROUNDS * max(0.0, 1 - self._plain_speed / speed)
        return not self.is_measured or price <= _SHARE_TO_MEASURE * self._since_plain_took

    def _loses(self) -> bool:
        return self._gain_rounds >= _GAIN_ROUNDS and self._made < _LEAST_GAIN * self._took

    def _pause(self) -> None:
        self.is_paused = True
        self._paused_rounds = 0
        # What drafting has lost is lost: it must not forbid looking for long.
        self._to_spend = max(0.0, self._to_spend)

    def _look_length(self) -> int:
        """A few tokens where the pause is over and they can be afforded: whether that looks good now."""
        if self._paused_rounds < _PAUSE_LEAST or self._to_spend < self._costs.price(1):
            return 0
        most = _LOOK_MORE * self._costs.price(1)
        length = max(n for n in range(1, min(_LOOK_LENGTH, self._limit) + 1) if n == 1 or self._costs.price(n) <= most)
        if self._to_spend < self._costs.price(length):
            return 0
        # The longer the pause, the more the look decides.
        self._acceptance.fade(1 - (1 - _FADE_PAUSED) ** self._paused_rounds)
        self._is_looking = True
        self._paused_rounds = 0
        return length

    def _resume(self) -> None:
        self.is_paused = False
        self._made = self._took = 0.0
        self._gain_rounds = 0

    def _widened(self, length: int) -> int:
        most = _HARDLY_MORE * self._costs.draft(length)
        return max((n for n in range(length, self._limit + 1) if self._costs.draft(n) <= most), default=length)

    @property
    def _plain_speed(self) -> float:
        return 1 / self._costs.plain if self._costs.plain else 0.0

    def _best(self, by_place: list[float]) -> tuple[int, float]:
        """The length that makes the most tokens per second, and how many."""
        tokens = accumulate(accumulate(by_place, mul), initial=1.0)
        next(tokens)
        speed, best = max((made / self._costs.drafted(index + 1), index + 1) for index, made in enumerate(tokens))
        return best, speed
