"""Reports of a long task's progress, which are its cancellation points as well."""

import time
from collections.abc import Callable

from app.core.errors import Cancelled

Report = Callable[[str, int, int | None], None]

REPORT_INTERVAL_S = 0.05


def _ignore(stage: str, done: int, total: int | None) -> None:
    pass


def _never() -> bool:
    return False


class Progress:
    """Passes (stage, done, total) on at most every 50 ms and whenever the stage changes or ends.

    `stage` is a stable identifier that app/texts.py words; `done` and `total` share one unit (bytes unless the stage
    says otherwise), `total` is None while unknown. Every call raises `Cancelled` once the user has asked to stop.
    """

    def __init__(self, report: Report = _ignore, is_cancelled: Callable[[], bool] = _never) -> None:
        self._report = report
        self._is_cancelled = is_cancelled
        self._stage = ""
        self._last_report_s = 0.0

    def check(self) -> None:
        """Raise `Cancelled` if the user asked to stop."""
        if self._is_cancelled():
            raise Cancelled

    def update(self, stage: str, done: int, total: int | None = None) -> None:
        """Report that `done` of `total` is behind us in `stage`; raise `Cancelled` if asked to stop."""
        self.check()
        now = time.monotonic()
        is_due = now - self._last_report_s >= REPORT_INTERVAL_S
        if is_due or stage != self._stage or done == total:
            self._stage = stage
            self._last_report_s = now
            self._report(stage, done, total)
