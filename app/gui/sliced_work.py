"""Work that would keep the window waiting, done a slice of time in each turn of the event loop."""

import time
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

_SLICE_S = 0.02

Work = Callable[[], bool]
"""Does something; true where it has to be called again."""


class SlicedWork(QObject):
    """What is to be done, in order; `sliced` tells that some of it was."""

    sliced = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[Work] = deque()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self.go_on)

    @property
    def is_waiting(self) -> bool:
        """Whether something is left to be done."""
        return bool(self._waiting)

    def add(self, *works: Work) -> None:
        """Have this done after everything else, from the next `go_on` on."""
        self._waiting.extend(works)

    def add_next(self, work: Work) -> None:
        """Have this done before everything else."""
        self._waiting.appendleft(work)

    def clear(self) -> None:
        """Do nothing of what waits."""
        self._waiting.clear()

    def begin_soon(self) -> None:
        """Go on in the next turn of the loop, if something waits."""
        if self._waiting:
            self._timer.start()

    def go_on(self) -> None:
        """Do a slice now, and the rest in the turns that follow."""
        deadline_s = time.monotonic() + _SLICE_S
        while self._waiting and time.monotonic() < deadline_s:
            work = self._waiting.popleft()
            if work():
                self._waiting.appendleft(work)
        if self._waiting:
            self._timer.start()
        else:
            self._timer.stop()
        self.sliced.emit()
