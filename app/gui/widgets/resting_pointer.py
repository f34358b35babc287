"""What lies under a pointer that rests while things move below it: Qt tells only of a pointer that moves itself."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget

# Nothing has moved for so long.
_RESTS_MS = 100


class RestingPointer(QTimer):
    """`start` it whenever something moved; `rested` then carries the widget of `around` under the pointer, if any."""

    rested = Signal(QWidget)

    def __init__(self, around: QWidget) -> None:
        super().__init__(around, singleShot=True, interval=_RESTS_MS)
        self._around = around
        self.timeout.connect(self._on_time_to_look)

    def _on_time_to_look(self) -> None:
        found = QApplication.widgetAt(QCursor.pos())
        if found is not None and self._around.isAncestorOf(found):
            self.rested.emit(found)
