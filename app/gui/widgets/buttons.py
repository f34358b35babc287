"""Buttons with our icons, which follow the palette and the font."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton, QWidget

from app.gui.icons import icon
from app.gui.theme import RADIUS, shown_colours

COPIED_SHOWN_MS = 1500
# How wide the border of a button with the focus is (assets/style.qss).
_RING_PX = 2

Kind = Literal["quiet", "primary", "chip", "page", "fold"]


class IconButton(QToolButton):
    """A tool button with an icon of assets/icons; without a text it shows the icon alone and keeps the name to itself.

    `name` is what a screen reader says; `tip` explains, and gets the shortcut added. `keys` names a shortcut that the
    window itself takes, so that it works while the button is hidden.
    """

    def __init__(
        self,
        icon_name: str,
        name: str,
        *,
        tip: str = "",
        shortcut: str = "",
        keys: str = "",
        is_text_shown: bool = False,
        kind: Kind = "quiet",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._face: tuple[str, str, str, int, float] | None = None
        self._tip = tip
        self._keys = keys
        self.setProperty("kind", kind)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setText(name)
        self.setAccessibleName(name)
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(style.ToolButtonTextBesideIcon if is_text_shown else style.ToolButtonIconOnly)
        if shortcut:
            self.setShortcut(QKeySequence(shortcut))
        self._describe()
        self._draw()

    def set_face(self, icon_name: str, name: str) -> None:
        """Change what the button shows, e.g. from send to stop."""
        shortcut = self.shortcut()
        self._icon_name = icon_name
        self.setText(name)
        self.setAccessibleName(name)
        self.setShortcut(shortcut)
        self._describe()
        self._draw()

    def with_keys(self, words: str) -> str:
        """The words, and the keys that do what the button does."""
        return with_keys(words, self._keys or self.shortcut())

    def changeEvent(self, change: QEvent) -> None:
        """Draw the icon again when colours or text size changed."""
        super().changeEvent(change)
        if change.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._draw()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The focus stands out from a button in the accent colour as well."""
        super().paintEvent(event)
        _draw_gap(self)

    def _describe(self) -> None:
        self.setToolTip(self.with_keys(self._tip or self.text()))

    def _draw(self) -> None:
        size = round(self.fontMetrics().height() * 1.15)
        colours = shown_colours()
        colour = colours.on_accent if self.property("kind") == "primary" else colours.text
        face = (self._icon_name, colour, colours.mark, size, self.devicePixelRatioF())
        # A new theme tells of itself several times.
        if face != self._face:
            self._face = face
            self.setIconSize(QSize(size, size))
            self.setIcon(icon(*face))


class PushButton(QPushButton):
    """A button with a word on it, which keeps its shortcut when the word changes."""

    def setText(self, text: str) -> None:  # noqa: N802
        """Another word."""
        shortcut = self.shortcut()
        super().setText(text)
        self.setShortcut(shortcut)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The focus stands out from a button in the accent colour as well."""
        super().paintEvent(event)
        _draw_gap(self)


def push_button(
    text: str,
    on_clicked: Callable[[], object],
    *,
    is_primary: bool = False,
    tip: str = "",
    shortcut: str = "",
    keys: str = "",
) -> PushButton:
    """A button with a word on it; `tip` explains, and gets the keys added: its own, or `keys` that the window takes."""
    button = PushButton(text)
    button.setProperty("kind", "primary" if is_primary else "plain")
    button.setAutoDefault(True)
    button.setShortcut(QKeySequence(shortcut))
    if tip or keys or shortcut:
        button.setToolTip(with_keys(tip or text.rstrip("…"), keys or shortcut))
    button.clicked.connect(lambda: on_clicked())
    return button


def with_keys(words: str, keys: str | QKeySequence) -> str:
    """Words with the keys that do the same behind them, as the system writes them; alone where there are none."""
    shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    return f"{words} ({shown})" if shown else words


def _draw_gap(button: QAbstractButton) -> None:
    """Between a filled button and the ring of its focus, which would not stand out from it."""
    if button.property("kind") != "primary" or not button.hasFocus():
        return
    painter = QPainter(button)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(shown_colours().on_accent), _RING_PX))
    inset = 1.5 * _RING_PX
    painter.drawRoundedRect(
        QRectF(button.rect()).adjusted(inset, inset, -inset, -inset), RADIUS - inset, RADIUS - inset
    )
