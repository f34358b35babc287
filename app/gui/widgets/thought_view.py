"""What a model thought before it answered: a few dimmed lines while it comes, then one line that can be unfolded."""

import time

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.translation import tr
from app.gui.theme import SPACE, scaled_font
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.fitted_text import FittedText
from app.texts import thought_words

_PEEK_LINES = 4
# Characters that are drawn in one turn of the loop, and how long it is left free after it.
_AT_ONCE = 2000
_PAUSE_MS = 30


class _Text(FittedText):
    """As high as its text, or its last lines alone."""

    def __init__(self) -> None:
        super().__init__(13)
        self.setObjectName("thoughtText")
        self.setAccessibleName(tr("What the model thought"))
        self._is_peek = True

    def append_text(self, text: str) -> None:
        """Draw more at the end."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text)
        self.fit()

    def set_peek(self, is_peek: bool) -> None:
        """Show the last lines alone, or all."""
        self._is_peek = is_peek
        self.fit()

    @property
    def shown_height(self) -> int:
        """Pixels of the text that are to be shown."""
        height = super().shown_height
        return min(height, _PEEK_LINES * self.fontMetrics().lineSpacing()) if self._is_peek else height

    def fit(self) -> None:
        """As high as what is shown, from its end or its beginning."""
        super().fit()
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum() if self._is_peek else 0)


class ThoughtView(QWidget):
    """Grows with `add` until `settle`; what is folded away is not drawn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._drawn_n = 0
        self._began_s = time.monotonic()
        self._is_settled = False
        self._is_unfolded = False
        self.button = IconButton("down", thought_words(None, is_over=False), is_text_shown=True, kind="fold")
        self.button.setFont(scaled_font(13))
        self.button.setProperty("tone", "muted")
        self.button.clicked.connect(self._on_clicked)
        self.view = _Text()
        self._draw_timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._draw_timer.timeout.connect(self._on_time_to_draw)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.view)
        self._show()

    @property
    def text(self) -> str:
        """All that was thought."""
        return self._text

    @property
    def is_settled(self) -> bool:
        """Whether the thinking is over."""
        return self._is_settled

    def add(self, text: str) -> None:
        """Add what was just thought."""
        self._text += text
        self._draw_soon()

    def settle(self, thought_s: float | None) -> None:
        """It is over, after so many seconds; folded away unless it was unfolded meanwhile."""
        self._is_settled = True
        self._name(thought_s)
        self._show()

    def settle_now(self) -> None:
        """The answer begins."""
        self.settle(time.monotonic() - self._began_s)

    def _name(self, thought_s: float | None) -> None:
        self.button.set_face("up" if self._is_unfolded else "down", thought_words(thought_s, is_over=self._is_settled))

    def _show(self) -> None:
        self.view.setVisible(self._is_unfolded or not self._is_settled)
        self.view.set_peek(not self._is_unfolded)
        self._draw_soon()

    def _draw_soon(self) -> None:
        if not self.view.isHidden() and self._drawn_n < len(self._text) and not self._draw_timer.isActive():
            self._draw_timer.start()

    def _on_time_to_draw(self) -> None:
        if self.view.isHidden():
            return
        part = self._text[self._drawn_n : self._drawn_n + _AT_ONCE]
        self._drawn_n += len(part)
        self.view.append_text(part)
        self._draw_soon()

    def _on_clicked(self) -> None:
        self._is_unfolded = not self._is_unfolded
        self.button.set_face("up" if self._is_unfolded else "down", self.button.text())
        self._show()
