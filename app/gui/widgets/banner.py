"""Banners at the top of the page: what went wrong, what to do, buttons that do it, details to copy."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from app.core.translation import tr
from app.gui.theme import SPACE, scaled_font
from app.gui.widgets.buttons import IconButton, push_button
from app.gui.widgets.labels import plain_label

MOST_SHOWN = 3
# Below this many times the height of the text, the buttons stand under the words.
_NARROW_LINES = 36


@dataclass(frozen=True, slots=True)
class Action:
    """A button of a banner."""

    text: str
    run: Callable[[], object]


@dataclass(frozen=True, slots=True)
class BannerMessage:
    """What a banner says. One with the `key` of another takes its place; details are shown on demand.

    `action` is what most people will do about it, `others` are what else can be done; each takes the banner away.
    `level` "notice" asks for attention, "done" tells that what was asked for is done.
    With `shown_ms` it goes by itself after that time, but not from under the pointer or the focus.
    """

    text: str
    hint: str = ""
    action: Action | None = None
    details: str = ""
    level: Literal["error", "notice", "done"] = "error"
    key: str = ""
    others: tuple[Action, ...] = ()
    shown_ms: int = 0


class Banner(QFrame):
    """One message, until it is closed or its button is used."""

    def __init__(self, message: BannerMessage, on_closed: Callable[["Banner"], None]) -> None:
        super().__init__()
        self.message = message
        self._on_closed = on_closed
        self.setObjectName("banner")
        self.setProperty("level", message.level)
        self.setAccessibleName(f"{message.text} {message.hint}".strip())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * SPACE, 2 * SPACE, 2 * SPACE, 2 * SPACE)
        self._row = self._make_row()
        layout.addLayout(self._row)
        self._details: QPlainTextEdit | None = None
        self._time_is_up = QTimer(self, interval=message.shown_ms)
        self._time_is_up.timeout.connect(self._on_time_is_up)
        if message.shown_ms:
            self._time_is_up.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow banner the buttons stand under the words."""
        super().resizeEvent(event)
        is_narrow = self.width() < _NARROW_LINES * self.fontMetrics().height()
        is_narrow = is_narrow or self._buttons.sizeHint().width() > self.width() / 2
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)

    def escape(self) -> bool:
        """Close it."""
        self._on_closed(self)
        return True

    def show_low(self, *, is_low: bool) -> None:
        """In a low window the page keeps its room: only an error says what to do, other hints are in the tooltip."""
        is_hidden = is_low and self.message.level != "error"
        for label in self._hints:
            label.setHidden(is_hidden)
        self.setToolTip(self.message.hint if is_hidden else "")

    def _make_row(self) -> QBoxLayout:
        row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        words = QVBoxLayout()
        words.setSpacing(0)
        self._hints: list[QLabel] = []
        for text, name, is_bold in ((self.message.text, "bannerText", True), (self.message.hint, "bannerHint", False)):
            if text:
                label = _words(text, name, is_bold=is_bold)
                words.addWidget(label)
                if not is_bold:
                    self._hints.append(label)
        row.addLayout(words, 1)
        buttons = self._buttons = QHBoxLayout()
        if self.message.details:
            self._details_button = push_button(tr("Details"), self._on_details_asked)
            buttons.addWidget(self._details_button)
        for other in self.message.others:
            buttons.addWidget(push_button(other.text, partial(self._run, other)))
        if self.message.action:
            self.action_button = push_button(
                self.message.action.text, partial(self._run, self.message.action), is_primary=True
            )
            buttons.addWidget(self.action_button)
        buttons.addStretch(1)
        close = IconButton("close", tr("Close this message"))
        close.clicked.connect(self._on_close_asked)
        buttons.addWidget(close)
        row.addLayout(buttons)
        return row

    def _run(self, action: Action) -> None:
        self._on_closed(self)
        action.run()

    def _on_close_asked(self) -> None:
        self._on_closed(self)

    def _on_time_is_up(self) -> None:
        focused = QApplication.focusWidget()
        if not self.underMouse() and (focused is None or not self.isAncestorOf(focused)):
            self._on_closed(self)

    def _on_details_asked(self) -> None:
        if self._details is None:
            self._details = self._make_details()
            self._details_button.setText(tr("Copy details"))
            return
        QGuiApplication.clipboard().setText(self.message.details)
        self._details_button.setText(tr("Copied"))

    def _make_details(self) -> QPlainTextEdit:
        details = QPlainTextEdit(self.message.details)
        details.setReadOnly(True)
        details.setFont(scaled_font(11, is_monospace=True))
        details.setAccessibleName(tr("Details"))
        details.setTabChangesFocus(True)
        lines = min(8, 1 + self.message.details.count("\n"))
        details.setFixedHeight(details.fontMetrics().lineSpacing() * (lines + 1))
        layout = self.layout()
        assert layout is not None
        layout.addWidget(details)
        return details


class BannerStack(QWidget):
    """The banners of the window, newest on top, three at most.

    One that has the focus when it goes gives it back to where it was before; `focus_left` where that is gone as well.
    `shown` carries a message that is new.
    """

    focus_left = Signal()
    shown = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(3 * SPACE, 2 * SPACE, 3 * SPACE, 0)
        self._banners: list[Banner] = []
        self._is_low = False
        self._focused_before: QWidget | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)
        self.hide()

    @property
    def messages(self) -> tuple[BannerMessage, ...]:
        """What is shown, newest first."""
        return tuple(banner.message for banner in self._banners)

    def show_message(self, message: BannerMessage) -> Banner:
        """Show a message on top; the oldest gives way when there are too many."""
        if message.key:
            self.clear(message.key)
        banner = Banner(message, self._remove)
        self._banners.insert(0, banner)
        self._layout.insertWidget(0, banner)
        for oldest in self._banners[MOST_SHOWN:]:
            self._remove(oldest)
        self.show()
        self._make_room()
        self.shown.emit(message)
        return banner

    def show_low(self, *, is_low: bool) -> None:
        """In a low window only the newest banner is shown, and unless it is an error without its hint."""
        if is_low != self._is_low:
            self._is_low = is_low
            self._make_room()

    def _make_room(self) -> None:
        for number, banner in enumerate(self._banners):
            banner.setVisible(number == 0 or not self._is_low)
            banner.show_low(is_low=self._is_low)

    def clear(self, key: str) -> None:
        """Take the banner of that key away, if it is there."""
        for banner in [banner for banner in self._banners if banner.message.key == key]:
            self._remove(banner)

    def _remove(self, banner: Banner) -> None:
        if banner in self._banners:
            focused = QApplication.focusWidget()
            had_focus = focused is not None and banner.isAncestorOf(focused)
            self._banners.remove(banner)
            self._layout.removeWidget(banner)
            banner.hide()
            banner.deleteLater()
            if had_focus:
                self._give_focus_back()
        if not self._banners:
            self.hide()
        self._make_room()

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if old is not None and new is not None and self.isAncestorOf(new) and not self.isAncestorOf(old):
            self._focused_before = old

    def _give_focus_back(self) -> None:
        before, self._focused_before = self._focused_before, None
        if before is not None and isValid(before) and before.isVisible() and before.isEnabled():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.focus_left.emit()


def _words(text: str, name: str, *, is_bold: bool) -> QLabel:
    label = plain_label(text, 13, is_bold=is_bold)
    label.setObjectName(name)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
