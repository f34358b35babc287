"""A machine made of numbers: what rounds cost on it, and what is accepted, is chosen; no clock is needed."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from app.engine.worker.pace import Pace, Round

# Seconds of a plain round; everything else is measured by it.
PLAIN_S = 0.01
DRAFT_MAX = 7


@dataclass
class Machine:
    """Costs in plain rounds: of drafting n tokens, and of verifying so many rows.

    `acceptance` tells for the nth token of a text how likely a guess is to be accepted; `slowness` for the nth round
    how many times as long it takes as it should.
    """

    acceptance: Callable[[int], float]
    draft: Callable[[int], float] = lambda n: 0.45 + 0.05 * n
    verify: Callable[[int], float] = lambda rows: 1 + 0.2 * (rows - 1)
    slowness: Callable[[int], float] = lambda number: 1.0
    forecast: Callable[[int, bool], float] | None = None
    seed: int = 1
    text_n: int = 0
    seconds: float = 0.0
    lengths: list[int] = field(default_factory=list)
    states: list[bool] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def write(self, tokens_n: int, pace: Pace | None = None, always: int = 0) -> float:
        """Go on writing, at a pace or by a fixed length; how much faster than plain decoding that was."""
        began_n, seconds, plain_s = self.text_n, 0.0, 0.0
        while self.text_n < began_n + tokens_n:
            done, slow = self._round(pace, always)
            if pace:
                pace.ended(done)
                self.states.append(pace.is_paused)
            self.lengths.append(done.drafted)
            self.text_n += done.accepted + 1
            seconds += done.total_s
            plain_s += (done.accepted + 1) * slow * PLAIN_S
        self.seconds += seconds
        return plain_s / seconds

    def _round(self, pace: Pace | None, always: int) -> tuple[Round, float]:
        length = pace.next_length() if pace else always
        come_true = [self._random.random() < self.acceptance(self.text_n + index) for index in range(length)]
        verified = length
        if pace and length:
            forecast = self.forecast
            said = [forecast(index, true) for index, true in enumerate(come_true)] if forecast else None
            verified = pace.worth_verifying(length, said)
        accepted = next((index for index, true in enumerate(come_true[:verified]) if not true), verified)
        slow = self.slowness(len(self.lengths))
        verify_s = self.verify(verified + 1) * slow * PLAIN_S
        draft_s = self.draft(length) * slow * PLAIN_S if length else 0.0
        return Round(length, length, verified, accepted, verify_s, verify_s + draft_s), slow


def new_pace(draft_max: int = DRAFT_MAX) -> Pace:
    """One that knows nothing but what was measured after loading."""
    return Pace(draft_max, PLAIN_S)


def paused_pace() -> Pace:
    """One that has found out that nothing comes true."""
    pace = new_pace()
    Machine(lambda _: 0.0).write(60, pace)
    assert pace.is_paused
    return pace
