"""Measures how long the window's thread does not get round to its events."""

import time
from pathlib import Path
from types import TracebackType
from typing import Self

from PySide6.QtCore import Qt, QTimer

_INTERVAL_MS = 10
# Linux: nanoseconds at work, nanoseconds ready to work while others had the processor.
_SCHEDULE = Path("/proc/thread-self/schedstat")


class LoopGaps:
    """A timer of 10 ms; `longest_ms` is the longest time between two of its ticks.

    What the thread waited for a processor does not count where the system tells it: the window can do nothing about
    a machine that has more to do than it can.
    """

    def __init__(self) -> None:
        self.longest_ms = 0.0
        self._last_ms = 0.0
        self._timer = QTimer(interval=_INTERVAL_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_tick)

    def __enter__(self) -> Self:
        self._last_ms = _now_ms()
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.stop()

    def __repr__(self) -> str:
        return f"the longest gap was {self.longest_ms:.0f} ms"

    def _on_tick(self) -> None:
        now_ms = _now_ms()
        self.longest_ms = max(self.longest_ms, now_ms - self._last_ms)
        self._last_ms = now_ms


def _now_ms() -> float:
    waited_ns = int(_SCHEDULE.read_text().split()[1]) if _SCHEDULE.exists() else 0
    return time.monotonic() * 1000 - waited_ns / 1e6
