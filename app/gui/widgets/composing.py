"""Whether an input method composes a word: the Enter that confirms it means nothing else."""

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QWidget


class Composing(QObject):
    """Watches the widget that is written in."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.is_under_way = False
        """Also right after the word is confirmed: some systems send the Enter that did it then."""
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """What the input method tells the widget."""
        if isinstance(event, QInputMethodEvent):
            if event.preeditString():
                self.is_under_way = True
            else:
                QTimer.singleShot(0, self, self._on_over)
        return False

    def _on_over(self) -> None:
        self.is_under_way = False
