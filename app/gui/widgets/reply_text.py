"""A part of a reply that is text: paragraphs, headings, lists, quotes, or one table."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QHelpEvent, QResizeEvent, QTextCursor, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QToolTip, QWidget

from app.gui.markdown.blocks import TableBlock, TextBlock
from app.gui.markdown.document import DocumentWriter
from app.gui.markdown.marks import drafted_at, joined, lay_over, tint_format, tooltip_of
from app.gui.markdown.tint import Drafted, Run, SourceFinder, tinted
from app.gui.theme import scaled_font, shown_colours


class ReplyText(QTextBrowser):
    """As high as its text. Settled blocks stay as drawn; `show_open` draws what follows them anew each time."""

    link_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageText")
        self.setAccessibleName("Reply")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setUndoRedoEnabled(False)
        self.setOpenLinks(False)
        self.document().setDocumentMargin(0)
        self.document().setDefaultFont(scaled_font(15))
        self.document().setIndentWidth(self.fontMetrics().height() * 1.6)
        self.anchorClicked.connect(self._on_anchor_clicked)
        self._settled_end = 0
        self._settled_runs: list[Run] = []
        self._open_runs: list[Run] = []
        self._shown_open: list[tuple[int, str]] = []
        self._drafted: Sequence[Drafted] = ()
        self._tinted: list[tuple[int, int, Drafted]] = []

    @property
    def settled_n(self) -> int:
        """How many characters will not change any more."""
        return self._settled_end

    def settle(self, blocks: Sequence[TextBlock | TableBlock], source: str) -> None:
        """Draw blocks that will not change any more."""
        self.show_open(blocks, source)
        if blocks:
            self._settled_end = self._end()
        self._settled_runs += self._open_runs
        self._open_runs = []
        self._shown_open = []

    def show_open(self, blocks: Sequence[TextBlock | TableBlock], source: str) -> None:
        """Draw blocks that may still change, in place of those of the last call."""
        shown = [(block.start, source[block.start : block.end]) for block in blocks]
        if shown == self._shown_open and self._open_runs:
            return
        self._shown_open = shown
        # One edit: otherwise every single insertion lays the text out again.
        edit = QTextCursor(self.document())
        edit.beginEditBlock()
        self._remove_open()
        self._open_runs = []
        for block in blocks:
            writer = self._writer(block, source)
            if isinstance(block, TableBlock):
                writer.write_table(block.tokens, is_continued=block.is_continued)
            else:
                writer.write(block.tokens)
            self._open_runs += writer.runs
        edit.endEditBlock()
        self._lay_tint(self._settled_end)
        self._fit()

    def show_drafted(self, drafted: Sequence[Drafted]) -> None:
        """Tint these parts of the reply, or none."""
        has_change = bool(drafted or self._drafted)
        self._drafted = drafted
        if has_change:
            self._lay_tint(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, another height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The chat scrolls, not this part of it."""
        event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        """What a drafted token says when it is pointed at."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._tinted:
            span = drafted_at(self._position_at(event.pos()), self._tinted)
            if span is not None:
                QToolTip.showText(event.globalPos(), tooltip_of(span), self)
                return True
        return super().viewportEvent(event)

    def _position_at(self, point: QPoint) -> int:
        return self.cursorForPosition(point).position()

    def _writer(self, block: TextBlock | TableBlock, source: str) -> DocumentWriter:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        finder = SourceFinder(source, block.start, block.end)
        return DocumentWriter(cursor, finder, shown_colours(), self.fontMetrics().height())

    def _end(self) -> int:
        return self.document().characterCount() - 1

    def _remove_open(self) -> None:
        if self._end() > self._settled_end:
            cursor = QTextCursor(self.document())
            cursor.setPosition(self._settled_end)
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()

    def _lay_tint(self, start: int) -> None:
        if not self._drafted and not self._tinted:
            return
        runs = self._open_runs if start else [*self._settled_runs, *self._open_runs]
        kept = [span for span in self._tinted if span[0] < start]
        fresh = list(tinted(runs, self._drafted))
        self._tinted = kept + fresh
        form = tint_format(shown_colours())
        # The line at `start` may hold both settled and open text.
        line_start = self.document().findBlock(start).position()
        spans = ((a, b, form) for a, b in joined(self._tinted) if b > line_start)
        lay_over(self.document(), line_start, self.document().characterCount(), spans)

    def _fit(self) -> None:
        height = round(self.document().size().height() + 0.5)
        if height != self.height():
            self.setFixedHeight(height)

    def _on_anchor_clicked(self, address: QUrl) -> None:
        self.link_chosen.emit(address.toString())
