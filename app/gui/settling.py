"""Tells when what was just made has stopped moving."""

from PySide6.QtCore import QObject, QTimer, Signal

# Parts tell their heights only after some turns of the event loop, and on a busy machine a turn may take long: both the
# time and the turns count.
_INTERVAL_MS = 20
_TURNS = 5


class Settling(QObject):
    """`settled` comes once after `begin`, when there was no `disturb` for a tenth of a second and five turns."""

    settled = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._turns_left = 0
        self._timer = QTimer(self, interval=_INTERVAL_MS)
        self._timer.timeout.connect(self._on_turn)

    @property
    def is_going_on(self) -> bool:
        """Whether `settled` is still to come."""
        return self._timer.isActive()

    def begin(self) -> None:
        """Something was made."""
        self._turns_left = _TURNS
        self._timer.start()

    def disturb(self) -> None:
        """Something has moved."""
        self._turns_left = _TURNS

    def _on_turn(self) -> None:
        self._turns_left -= 1
        if self._turns_left <= 0:
            self._timer.stop()
            self.settled.emit()
