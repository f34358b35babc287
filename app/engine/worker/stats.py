"""Counts one reply as it grows: the one source of every number that is shown of it."""

from collections.abc import Callable, Sequence

from app.engine.protocol import Speculation, SpeculationState, Stats, Timings
from app.engine.worker.clock import awake_s
from app.engine.worker.pace import Pace

STATS_INTERVAL_S = 0.1
SLOWER = "slower"


class ReplyStats:
    """Counters and clocks of one reply, named and computed as in llama.cpp's `timings` and `protocol.Speculation`.

    A round is one pass of the target. What stands in it: the draft's time (proposing, and taking in what the target
    captured), the target's (decoding, sampling, going back), and the rest between the end of the prompt and the end of
    the last round. Tokens that came after the end of the reply were neither predicted nor accepted.

    `pace` says what is drafted now. Without one, every round drafts. The plain speed is `plain_tokens_per_second` until
    somebody knows better how long these very tokens would have taken (`plain_would_take`).
    """

    def __init__(
        self,
        *,
        method: str,
        state: SpeculationState,
        reason: str | None,
        draft_length: int,
        plain_tokens_per_second: float | None,
        pace: Pace | None = None,
        clock: Callable[[], float] = awake_s,
    ) -> None:
        self._method, self._state, self._reason = method, state, reason
        self._draft_length = draft_length
        self._plain = plain_tokens_per_second
        self._pace = pace
        self._reused_n = self._dropped_n = 0
        self._plain_n = 0
        self._plain_total_s = 0.0
        self._clock = clock
        self._prompt_n = self._predicted_n = self._passes = self._rounds = 0
        self._drafted_at: list[int] = []
        self._accepted_at: list[int] = []
        self._draft_s = self._verify_s = 0.0
        self._began_s = self._prompt_end_s = self._round_end_s = clock()
        self._sent_s = 0.0

    def turns_dropped(self, count: int) -> None:
        """The prompt holds all of the conversation but its first `count` turns."""
        self._dropped_n = count

    def prompt_reused(self, count: int) -> None:
        """So many tokens of the prompt were in the cache already."""
        self._reused_n = count

    def prompt_decoded(self, count: int) -> None:
        """`count` more tokens of the prompt are in the cache."""
        self._prompt_n += count
        self._prompt_end_s = self._round_end_s = self._clock()

    def round_ended(self, drafted: int, kept: int, kept_of_draft: int, draft_s: float, verify_s: float) -> None:
        """The target verified `drafted` tokens; `kept` joined the reply, the first `kept_of_draft` of them drafted."""
        self._passes += 1
        self._rounds += drafted > 0
        self._predicted_n += kept
        self._draft_s += draft_s
        self._verify_s += verify_s
        _count_up_to(self._drafted_at, drafted)
        _count_up_to(self._accepted_at, kept_of_draft)
        self._round_end_s = self._clock()

    def plain_would_take(self, seconds: float | None, count: int) -> None:
        """The last `count` tokens would have come in so many seconds without a draft; None: nobody knows."""
        if seconds is not None:
            self._plain_n += count
            self._plain_total_s += seconds

    def is_due(self) -> bool:
        """Whether it is time to send the numbers again: ten times a second at most."""
        now = self._clock()
        if now - self._sent_s < STATS_INTERVAL_S:
            return False
        self._sent_s = now
        return True

    def timings(self) -> Timings:
        """The numbers that llama.cpp gives as well."""
        predicted_s = self._predicted_s
        return Timings(
            prompt_n=self._prompt_n,
            prompt_ms=(self._prompt_end_s - self._began_s) * 1e3,
            predicted_n=self._predicted_n,
            predicted_ms=predicted_s * 1e3,
            predicted_per_second=self._predicted_n / predicted_s if self._predicted_n and predicted_s else None,
            draft_n=sum(self._drafted_at),
            draft_n_accepted=sum(self._accepted_at),
            context_n=self._reused_n + self._prompt_n + self._predicted_n,
            dropped_n=self._dropped_n,
        )

    def speculation(self) -> Speculation:
        """The numbers about drafting."""
        timings = self.timings()
        drafts = self._state != "off"
        plain = self._plain_speed if drafts else None
        speedup = timings.predicted_per_second / plain if plain and timings.predicted_per_second else None
        return Speculation(
            method=self._method,
            state=self._state_now,
            reason=self._reason_now(speedup),
            rounds=self._rounds,
            draft_length=self._pace.length if self._pace else self._draft_length,
            acceptance_rate=timings.draft_n_accepted / timings.draft_n if timings.draft_n else None,
            mean_accepted_length=self._predicted_n / self._passes if drafts and self._passes else None,
            acceptance_by_position=_shares(self._accepted_at, self._drafted_at),
            draft_ms=self._draft_s * 1e3,
            verify_ms=self._verify_s * 1e3,
            other_ms=max(0.0, self._predicted_s - self._draft_s - self._verify_s) * 1e3,
            plain_tokens_per_second=plain,
            speedup=speedup,
        )

    @property
    def _state_now(self) -> SpeculationState:
        return "paused" if self._pace and self._pace.is_paused else self._state

    def _reason_now(self, speedup: float | None) -> str | None:
        if self._pace:
            return self._pace.reason
        return SLOWER if self._state == "drafting" and speedup is not None and speedup < 1 else self._reason

    @property
    def _plain_speed(self) -> float | None:
        return self._plain_n / self._plain_total_s if self._plain_n else self._plain

    def message(self, job: int) -> Stats:
        """Both, as they are sent."""
        return Stats(job, self.timings(), self.speculation())

    @property
    def _predicted_s(self) -> float:
        return self._round_end_s - self._prompt_end_s


def _count_up_to(counts: list[int], length: int) -> None:
    """Add one to each of the first `length` counts, which appear as they are needed."""
    counts += [0] * (length - len(counts))
    for index in range(length):
        counts[index] += 1


def _shares(accepted: Sequence[int], drafted: Sequence[int]) -> tuple[float, ...]:
    return tuple((accepted[index] if index < len(accepted) else 0) / count for index, count in enumerate(drafted))
