"""How long to wait for the Hub, and how often to try again what may pass."""

import time
from dataclasses import dataclass

from app.core.errors import AppError
from app.core.progress import Progress

_TURN_S = 0.05


@dataclass(frozen=True, slots=True)
class Patience:
    """Times in seconds. `silence_s` drops a line on which nothing comes, `stall_told_s` tells of it before.

    `tries` counts failures without a byte between them; the wait doubles from `first_wait_s` to `longest_wait_s`. What
    a server asks for itself (Retry-After) is waited for up to `longest_asked_wait_s`.
    """

    connect_s: float = 15
    silence_s: float = 30
    stall_told_s: float = 4
    first_wait_s: float = 0.5
    longest_wait_s: float = 30
    longest_asked_wait_s: float = 300
    tries: int = 8


WHILE_SOMEBODY_WAITS = Patience(connect_s=8, silence_s=15, tries=4)
"""For a question whose answer somebody waits for: told within seconds that nothing comes, they can ask again."""


class Passing(Exception):
    """A failure that may pass: what it is told as when it does not, and how long the server asks to wait."""

    def __init__(self, error: AppError, asked_wait_s: float | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.asked_wait_s = asked_wait_s


class Backoff:
    """Waits longer after each failure in a row, visibly (stage "hub_wait", milliseconds) and open to a cancel."""

    def __init__(self, patience: Patience, progress: Progress) -> None:
        self._patience = patience
        self._progress = progress
        self._failures = 0

    def reset(self) -> None:
        """Something came: the next failure is a first one again."""
        self._failures = 0

    def wait_after(self, failure: Passing) -> None:
        """Wait before the next try; raises the failure's error when it is time to give up, and Cancelled."""
        patience = self._patience
        self._failures += 1
        asked_s = failure.asked_wait_s
        if self._failures >= patience.tries or (asked_s or 0) > patience.longest_asked_wait_s:
            raise failure.error from failure
        usual_s = min(patience.first_wait_s * 2.0 ** (self._failures - 1), patience.longest_wait_s)
        self._sleep(usual_s if asked_s is None else max(asked_s, usual_s))

    def _sleep(self, seconds: float) -> None:
        begin = time.monotonic()
        while (passed_s := time.monotonic() - begin) < seconds:
            self._progress.update("hub_wait", int(passed_s * 1000), int(seconds * 1000))
            time.sleep(min(_TURN_S, seconds - passed_s))
