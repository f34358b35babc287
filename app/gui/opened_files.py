"""Files that the desktop hands to the running program: macOS does so for a double-click."""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication


class OpenedFiles(QObject):
    """`opened` carries a tuple of Path."""

    opened = Signal(object)

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Take the events that name a file."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.opened.emit((Path(event.file()),))
            return True
        return False
