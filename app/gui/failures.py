"""Exceptions that nobody caught, and the banner for a failure."""

import logging
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import TracebackType

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app.core.errors import AppError, ReportedError, code_of
from app.core.log import redact
from app.core.translation import later, tr
from app.gui.widgets.banner import Action, BannerMessage
from app.texts import sentence_of

_log = logging.getLogger(__name__)


class UncaughtErrors(QObject):
    """Logs exceptions that reached the top, in slots and in threads, and tells of them in the window's thread.

    `caught` carries a BannerMessage and the traceback. While installed it replaces `sys.excepthook` and
    `threading.excepthook`.
    """

    caught = Signal(object, str)

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
            text = "".join(traceback.format_exception(kind, error, trace))
            self.caught.emit(message_of(error, text), text)
        finally:
            self._is_telling = False

    def _on_uncaught_in_thread(self, hook: threading.ExceptHookArgs) -> None:
        if hook.exc_value is not None and not issubclass(hook.exc_type, SystemExit):
            self._on_uncaught(hook.exc_type, hook.exc_value, hook.exc_traceback)


@dataclass(frozen=True, slots=True)
class HubWays:
    """Where a person goes about a failure of the Hub: `open_link` asks before it opens an address in the browser."""

    open_link: Callable[[str], object]
    enter_token: Callable[[], object]
    go_online: Callable[[], object]


def hub_message(
    error: AppError, ways: HubWays, retry: Callable[[], object] | None = None, *, key: str = ""
) -> BannerMessage:
    """The banner for a failure of the Hub, with a button for everything that can be done about it.

    `key` is that of whoever asked, so that its next try can take the banner away; usual: the failure's code.
    """
    actions = list(_hub_actions(error, ways))
    if retry is not None:
        actions.append(Action(tr("Try again"), retry))
    message = message_of(error)
    return replace(message, action=actions[0] if actions else None, others=tuple(actions[1:]), key=key or message.key)


def _hub_actions(error: AppError, ways: HubWays) -> Iterator[Action]:
    code, link = code_of(error), str(error.facts.get("link") or "")
    if code in ("hub_token_needed", "hub_token_invalid", "hub_token_malformed"):
        yield Action(tr("Enter a token…"), ways.enter_token)
    if code == "hub_offline":
        yield Action(tr("Go online"), ways.go_online)
    if link and code in _LINK_WORDS:
        yield Action(tr(_LINK_WORDS[code]), lambda: ways.open_link(link))


_LINK_WORDS = {
    "hub_token_needed": later("Make a token…"),
    "hub_token_invalid": later("Make a token…"),
    "hub_token_malformed": later("Make a token…"),
    "hub_licence": later("Read the terms…"),
    "hub_access_denied": later("Ask for access…"),
}


def message_of(error: BaseException, details: str = "") -> BannerMessage:
    """The banner for a failure: its own sentence, or a general one for what should never happen."""
    if isinstance(error, AppError):
        text = sentence_of(error)
        return BannerMessage(text.sentence, text.hint, details=redact(details) or details_of(error), key=code_of(error))
    return BannerMessage(
        tr("Something went wrong inside Slipstream."),
        tr("You can go on; if it happens again, please report it with the details."),
        details=redact(details or repr(error)),
        key="uncaught",
    )


def details_of(error: AppError) -> str:
    """What a failure says, its code and facts, and the last words of the process it happened in."""
    text = sentence_of(error)
    log = error.log if isinstance(error, ReportedError) else ""
    facts = [f"{name}: {value}" for name, value in error.facts.items()]
    return redact("\n".join(part for part in (text.sentence, text.hint, code_of(error), *facts, log) if part))
