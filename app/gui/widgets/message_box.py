"""A box to write in: Enter is done, Shift+Enter begins a line, and what confirms an input method's word is neither."""

import re
from math import ceil

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy

from app.gui.theme import SPACE, scaled_font
from app.gui.widgets.composing import Composing

_ENDLESS = re.compile(r"\S{2000}")
_KEYS_TO_SCROLL = (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class MessageBox(QPlainTextEdit):
    """Grows with its lines up to `most_lines`.

    `submitted` is Enter; `up_asked` the up key while it is empty; `scroll_asked` a paging key, up (-1) or down (1).
    More than `most_pasted` characters at once are not taken in: `long_pasted` carries them.
    """

    submitted = Signal()
    up_asked = Signal()
    focused = Signal(bool)
    scroll_asked = Signal(int)
    long_pasted = Signal(str)

    def __init__(self, most_lines: int = 8, most_pasted: int | None = None) -> None:
        super().__init__()
        self._most_lines = most_lines
        self._most_pasted = most_pasted
        self.setObjectName("composerText")
        self.setFont(scaled_font(15))
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._composing = Composing(self)
        self.document().documentLayout().documentSizeChanged.connect(self._on_size_changed)
        self._on_size_changed()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter sends unless Shift is held or an input method is at work; paging keys move the chat."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            if not self._composing.is_under_way:
                self.submitted.emit()
        elif event.key() in _KEYS_TO_SCROLL:
            self.scroll_asked.emit(-1 if event.key() == Qt.Key.Key_PageUp else 1)
        elif event.key() == Qt.Key.Key_Up and not self._composing.is_under_way and self.document().isEmpty():
            self.up_asked.emit()
        else:
            super().keyPressEvent(event)

    @property
    def has_words(self) -> bool:
        """Whether there is anything but blanks in it."""
        block = self.document().firstBlock()
        while block.isValid():
            if block.text().strip():
                return True
            block = block.next()
        return False

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802
        """Text; files are taken by who holds the box."""
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802
        """What is pasted."""
        if self._most_pasted is not None and len(source.text()) > self._most_pasted:
            self.long_pasted.emit(source.text())
            return
        if _ENDLESS.search(source.text()):
            self._wrap(is_endless=True)
        super().insertFromMimeData(source)

    def setPlainText(self, text: str) -> None:  # noqa: N802
        """Another text."""
        self._wrap(is_endless=_ENDLESS.search(text) is not None)
        super().setPlainText(text)

    def clear(self) -> None:
        """No text."""
        super().clear()
        self._wrap(is_endless=False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keys go."""
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No longer here."""
        super().focusOutEvent(event)
        self.focused.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps the text into more lines or fewer, of which the document says nothing."""
        super().resizeEvent(event)
        self._on_size_changed()

    def changeEvent(self, change: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(change)
        if change.type() == QEvent.Type.FontChange:
            # What the empty box says is drawn with this one's, which would stay as it was.
            self.viewport().setFont(self.font())
            self._on_size_changed()

    def _wrap(self, *, is_endless: bool) -> None:
        """Wrap at words, or anywhere in an endless one: to look there for better places takes long with every key."""
        wrap = QTextOption.WrapMode
        self.setWordWrapMode(wrap.WrapAnywhere if is_endless else wrap.WrapAtWordBoundaryOrAnywhere)

    def _on_size_changed(self) -> None:
        lines = min(self._most_lines, max(1, round(self.document().size().height())))
        margin = 2 * round(self.document().documentMargin()) + 2 * SPACE + 2
        # As text is laid out: each line takes whole pixels.
        self.setFixedHeight(lines * ceil(QFontMetricsF(self.font()).lineSpacing()) + margin)
