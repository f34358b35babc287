"""Exceptions that nobody caught, and the banner for a failure."""

import logging
import sys
import threading
import traceback
from types import TracebackType

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app.core.errors import AppError, ReportedError, code_of
from app.gui.widgets.banner import BannerMessage
from app.texts import sentence_of

_log = logging.getLogger(__name__)


class UncaughtErrors(QObject):
    """Logs exceptions that reached the top, in slots and in threads, and tells of them in the window's thread.

    `caught` carries a BannerMessage. While installed it replaces `sys.excepthook` and `threading.excepthook`.
    """

    caught = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._is_telling = False

    def install(self) -> None:
        """Take over both hooks; PySide6 sends exceptions of slots, timers and QThread.run to the first."""
        sys.excepthook = self._on_uncaught
        threading.excepthook = self._on_uncaught_in_thread

    def uninstall(self) -> None:
        """Give the hooks back."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__

    def _on_uncaught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        _log.error("an exception reached the top", exc_info=(kind, error, trace))
        if self._is_telling:
            # It was raised by who should show the one before.
            return
        self._is_telling = True
        try:
            self.caught.emit(message_of(error, "".join(traceback.format_exception(kind, error, trace))))
        finally:
            self._is_telling = False

    def _on_uncaught_in_thread(self, hook: threading.ExceptHookArgs) -> None:
        if hook.exc_value is not None and not issubclass(hook.exc_type, SystemExit):
            self._on_uncaught(hook.exc_type, hook.exc_value, hook.exc_traceback)


def message_of(error: BaseException, details: str = "") -> BannerMessage:
    """The banner for a failure: its own sentence, or a general one for what should never happen."""
    if isinstance(error, AppError):
        text = sentence_of(error)
        return BannerMessage(text.sentence, text.hint, details=details or details_of(error), key=code_of(error))
    return BannerMessage(
        "Something went wrong inside Slipstream.",
        "You can go on; if it happens again, please report it with the details.",
        details=details or repr(error),
        key="uncaught",
    )


def details_of(error: AppError) -> str:
    """What a failure says, its code and facts, and the last words of the process it happened in."""
    text = sentence_of(error)
    log = error.log if isinstance(error, ReportedError) else ""
    facts = [f"{name}: {value}" for name, value in error.facts.items()]
    return "\n".join(part for part in (text.sentence, text.hint, code_of(error), *facts, log) if part)
