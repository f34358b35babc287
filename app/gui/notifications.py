"""Tells of the end of something long while nobody looks at the window."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from app.core.settings import NOTIFY, Settings
from app.gui.icons import application_icon

_SHOWN_MS = 10_000


class Notifications(QObject):
    """Marks the window in the taskbar, and shows a message of the system where there is a tray for it."""

    def __init__(self, window: QWidget, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._tray: QSystemTrayIcon | None = None

    def tell(self, title: str, words: str) -> bool:
        """Tell, unless somebody sees it or wants to hear nothing; returns whether it was told."""
        if self._window.isActiveWindow() or not self._settings.get(NOTIFY):
            return False
        QApplication.alert(self._window)
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            self._show(title, words)
        return True

    def withdraw(self) -> None:
        """Somebody looks at the window: nothing stays in the tray."""
        if self._tray is not None:
            self._tray.hide()

    def _show(self, title: str, words: str) -> None:
        if self._tray is None:
            self._tray = QSystemTrayIcon(application_icon(), self)
            self._tray.messageClicked.connect(self._on_clicked)
        # An icon stands there no longer than there is something to tell.
        self._tray.show()
        self._tray.showMessage(title, words, application_icon(), _SHOWN_MS)

    def _on_clicked(self) -> None:
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()
