"""Slipstream's own window with nobody at it: when it is there to be used, a subclass does what a person would."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.core.parent import Entry
from app.engine import entry as engine_entry
from app.engine.client import EngineClient
from app.gui import run as window_parts
from app.gui.composition import Composition
from app.startup import start


class DrivenWindow(Composition):
    """Everything behind the window, as the program puts it together."""

    def start(self) -> None:
        """Show the window, and go on once it can be used."""
        self._first_paint = _FirstPaint(self._on_painted)
        super().start()

    def _on_painted(self) -> None:
        assert self.window.isVisible()
        assert self.chat_page.composer.text.isEnabled()
        self.on_usable()

    def on_usable(self) -> None:
        """The window has been painted, and the event loop is free for the next click."""
        raise NotImplementedError


class _FirstPaint(QObject):
    """Calls `then` when the first widget has been painted and the events that were waiting have been handled."""

    def __init__(self, then: Callable[[], None]) -> None:
        super().__init__()
        self._then = then
        self._application = QApplication.instance()
        assert self._application is not None
        self._application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 -- Qt's name
        """See every event until the first paint, and hold none up."""
        if event.type() == QEvent.Type.Paint and self._application is not None:
            self._application.removeEventFilter(self)
            self._application = None
            QTimer.singleShot(0, self._then)
        return False


def run(kind: type[DrivenWindow], engine: Entry = engine_entry.run) -> int:
    """Start the program with its window driven by `kind`; returns its exit code when the window is closed."""
    window_parts.Composition = kind  # type: ignore[attr-defined]
    window_parts.EngineClient = partial(EngineClient, entry=engine)  # type: ignore[attr-defined, assignment]
    return start([])
