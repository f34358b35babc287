"""Notices when an engine that has something to do says nothing for long, or does not stop when it is told to."""

from PySide6.QtCore import QObject, QTimer, Signal

TICK_MS = 1000
# A pass through a large model on a slow machine, or the first use of a device that has to compile for it, takes long;
# and this is no more than a question.
PATIENCE_TICKS = 30
# Silences that ended by themselves tell what this machine takes for a step.
_TIMES_THE_LONGEST = 3
# After a stop the step at hand is finished, and nothing else.
STOP_TOLD_TICKS = 5
STOP_PATIENCE_TICKS = 20


class SilenceWatch(QObject):
    """`watch` while the engine has jobs; `hear` whatever it says; `expect_stop` when it is told to stop.

    `fell_silent` carries how many seconds there was nothing, and comes again after `wait` and twice the time;
    `spoke_again` ends that. `stop_overdue` tells that a stop was not followed yet, `stop_ignored` that it was not
    followed for so long that it will not be.

    Ticks are counted, no clock is read: a machine that slept or a window that was held up has not waited.
    """

    fell_silent = Signal(int)
    spoke_again = Signal()
    stop_overdue = Signal()
    stop_ignored = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._on_tick)
        self._silent_ticks = self._longest_ticks = 0
        self._patience_ticks = PATIENCE_TICKS
        self._is_told = False
        self._stop_ticks: int | None = None

    def watch(self, *, is_busy: bool) -> None:
        """The engine has something to do, or nothing more."""
        if not is_busy:
            self._timer.stop()
            self._stop_ticks = None
            self._break_silence()
        elif not self._timer.isActive():
            self._timer.start()

    def start_over(self) -> None:
        """Another process takes its place, of which nothing is known."""
        self.watch(is_busy=False)
        self.forget_longest()

    def forget_longest(self) -> None:
        """It has begun to work: how long it took to start tells nothing of its steps."""
        self._longest_ticks = 0

    def hear(self) -> None:
        """The engine said something."""
        self._longest_ticks = max(self._longest_ticks, self._silent_ticks)
        self._break_silence()

    def expect_stop(self) -> None:
        """The engine was told to stop what it is doing."""
        if self._stop_ticks is None:
            self._stop_ticks = 0

    def forget_stop(self) -> None:
        """What was told to stop has stopped."""
        self._stop_ticks = None

    def wait(self) -> None:
        """Be patient: ask again after twice the time, and let a stop take as long as it takes."""
        self._patience_ticks = 2 * max(self._patience_ticks, self._silent_ticks)
        self._is_told = False
        self._stop_ticks = None

    def _break_silence(self) -> None:
        was_told, self._is_told = self._is_told, False
        self._silent_ticks = 0
        self._patience_ticks = PATIENCE_TICKS
        if was_told:
            self.spoke_again.emit()

    def _on_tick(self) -> None:
        self._silent_ticks += 1
        if self._stop_ticks is not None:
            self._stop_ticks += 1
            if self._stop_ticks == STOP_TOLD_TICKS:
                self.stop_overdue.emit()
            elif self._stop_ticks >= max(STOP_PATIENCE_TICKS, self._longest_ticks):
                self._stop_ticks = None
                self.stop_ignored.emit()
            return
        usual_ticks = _TIMES_THE_LONGEST * self._longest_ticks
        if not self._is_told and self._silent_ticks >= max(self._patience_ticks, usual_ticks):
            self._is_told = True
            self.fell_silent.emit(self._silent_ticks * TICK_MS // 1000)
