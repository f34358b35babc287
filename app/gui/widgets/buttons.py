"""Buttons with our icons, which follow the palette and the font."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from app.gui.icons import icon
from app.gui.theme import shown_colours

COPIED_SHOWN_MS = 1500

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
        self._tip = tip
        self._keys = QKeySequence(keys)
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
        shown = self.shortcut() if self._keys.isEmpty() else self._keys
        keys = shown.toString(QKeySequence.SequenceFormat.NativeText)
        return f"{words} ({keys})" if keys else words

    def changeEvent(self, change: QEvent) -> None:
        """Draw the icon again when colours or text size changed."""
        super().changeEvent(change)
        if change.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._draw()

    def _describe(self) -> None:
        self.setToolTip(self.with_keys(self._tip or self.text()))

    def _draw(self) -> None:
        size = round(self.fontMetrics().height() * 1.15)
        colours = shown_colours()
        colour = colours.on_accent if self.property("kind") == "primary" else colours.text
        self.setIconSize(QSize(size, size))
        self.setIcon(icon(self._icon_name, colour, colours.mark, size, self.devicePixelRatioF()))


def push_button(text: str, on_clicked: Callable[[], object], *, is_primary: bool = False) -> QPushButton:
    """A button with a word on it."""
    button = QPushButton(text)
    button.setProperty("kind", "primary" if is_primary else "plain")
    button.setAutoDefault(True)
    button.clicked.connect(lambda: on_clicked())
    return button
