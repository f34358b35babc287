"""What a model thought before it answered: a few dimmed lines while it comes, then one line that can be unfolded."""

import time
from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QHelpEvent, QTextCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.chat.conversation import DraftedSpan
from app.core.translation import tr
from app.gui.markdown.blocks import with_line_feeds
from app.gui.markdown.marks import character_at, joined, lay_over, tint_format, tooltip_of
from app.gui.markdown.tint import Run, drafted_under, runs_from, runs_of, tinted
from app.gui.theme import SPACE, scaled_font, shown_colours
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.fitted_text import FittedText
from app.gui.widgets.token_tip import show_above
from app.texts import thought_words

_PEEK_LINES = 4
# Characters that are drawn in one turn of the loop, and how long it is left free after it.
_AT_ONCE = 2000
_PAUSE_MS = 30
# A line that goes on is broken between two drawings: every addition lays all of it out again.
_LONGEST_LINE = 2000


class _Text(FittedText):
    """As high as its text, or its last lines alone."""

    def __init__(self) -> None:
        super().__init__(13)
        self.setObjectName("thoughtText")
        self.setAccessibleName(tr("What the model thought"))
        self._is_peek = True
        self._runs: list[Run] = []
        self._drawn_n = 0
        self._drafted: Sequence[DraftedSpan] | None = None
        # Up to which position of the document the tint is right.
        self._tinted_end = 0

    @property
    def drawn_n(self) -> int:
        """How many characters are drawn."""
        return self._drawn_n

    def append_text(self, text: str) -> None:
        """Draw more at the end."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if cursor.positionInBlock() > _LONGEST_LINE:
            cursor.insertBlock()
        self._runs += runs_of(text, cursor.position(), self._drawn_n)
        self._drawn_n += len(text)
        cursor.insertText(with_line_feeds(text))
        self.fit()

    def show_drafted(self, drafted: Sequence[DraftedSpan] | None) -> None:
        """Tint these parts of what was thought with the next calls of `tint`; None for no tint."""
        self._drafted = drafted
        self._tinted_end = 0

    def tint(self) -> bool:
        """Tint some more of what is drawn; true when there is more to tint."""
        document = self.document()
        whole_end = document.characterCount() - 1
        start = document.findBlock(self._tinted_end).position()
        last = document.findBlock(min(self._tinted_end + _AT_ONCE, whole_end))
        end = last.position() + last.length()
        form = tint_format(shown_colours())
        runs = self._runs[max(0, runs_from(self._runs, start) - 1) : runs_from(self._runs, end)]
        spans = [(max(a, start), b, form) for a, b in joined(tinted(runs, self._drafted or ())) if b > start]
        lay_over(document, start, end, spans)
        self._tinted_end = min(end, whole_end)
        return self._tinted_end < whole_end

    def viewportEvent(self, event: QEvent) -> bool:
        """Who chose the token that is pointed at."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._drafted is not None:
            position = character_at(self, event.pos())
            if position is not None:
                show_above(self, event, position, tooltip_of(drafted_under(position, self._runs, self._drafted)))
                return True
        return super().viewportEvent(event)

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
        self._began_s = time.monotonic()
        self._is_settled = False
        self._is_unfolded = False
        self._is_tint_right = True
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

    def show_drafted(self, drafted: Sequence[DraftedSpan] | None) -> None:
        """Tint these parts of what was thought, soon; None for no tint."""
        self.view.show_drafted(drafted)
        self._is_tint_right = False
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
        has_more = self.view.drawn_n < len(self._text) or not self._is_tint_right
        if has_more and not self.view.isHidden() and not self._draw_timer.isActive():
            self._draw_timer.start()

    def _on_time_to_draw(self) -> None:
        if self.view.isHidden():
            return
        part = self._text[self.view.drawn_n : self.view.drawn_n + _AT_ONCE]
        if part:
            self.view.append_text(part)
        self._is_tint_right = not self.view.tint()
        self._draw_soon()

    def _on_clicked(self) -> None:
        self._is_unfolded = not self._is_unfolded
        self.button.set_face("up" if self._is_unfolded else "down", self.button.text())
        self._show()
