"""A part of a reply that is text: paragraphs, headings, lists, quotes, or one table or formula."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QUrl, Signal
from PySide6.QtGui import QHelpEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from app.chat.conversation import DraftedSpan
from app.core.translation import tr
from app.formulas.messages import Latex
from app.gui.markdown.blocks import MathBlock, RuleBlock, TableBlock, TextBlock
from app.gui.markdown.document import DocumentWriter, Place
from app.gui.markdown.formula_object import fitted_format, show_formulas, width_of
from app.gui.markdown.formulas import shared_formulas
from app.gui.markdown.marks import character_at, drafted_at, joined, lay_over, tint_format, tooltip_of
from app.gui.markdown.tint import Run, SourceFinder, tinted
from app.gui.theme import shown_colours
from app.gui.widgets.fitted_text import FittedText
from app.gui.widgets.token_tip import show_above

Drawn = TextBlock | TableBlock | MathBlock | RuleBlock
Content = tuple[Any, ...]
_TABLE_WEIGHT = 8


class ReplyText(FittedText):
    """As high as its text. Settled blocks stay as drawn; `show_open` draws what follows them anew each time.

    A table or a formula is `is_wide`: it scrolls sideways where it does not fit.
    """

    link_chosen = Signal(str)

    def __init__(self, *, is_wide: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(15, is_wide=is_wide, parent=parent)
        self.setObjectName("messageText")
        self.setAccessibleName(tr("Reply"))
        self.document().setIndentWidth(self.fontMetrics().height() * 1.6)
        self.anchorClicked.connect(self._on_anchor_clicked)
        self._is_wide = is_wide
        self._has_settled = False
        self._settled_end = 0
        self._settled_runs: list[Run] = []
        self._open_runs: list[Run] = []
        self._settled_places: list[Place] = []
        self._open_places: list[Place] = []
        self._widest_px = 0.0
        self._shown_open: list[Content] = []
        self._drafted: Sequence[DraftedSpan] | None = None
        self._tinted: list[tuple[int, int, DraftedSpan]] = []
        self._shows_formulas = False

    @property
    def has_settled(self) -> bool:
        """Whether a block stands here that will not change any more; it may be without a character."""
        return self._has_settled

    @property
    def settled_n(self) -> int:
        """How many characters will not change any more."""
        return self._settled_end

    @property
    def weight(self) -> int:
        """How long it takes to lay out, in characters of plain text."""
        return self.document().characterCount() * (_TABLE_WEIGHT if self._is_wide else 1)

    @property
    def formulas(self) -> tuple[Place, ...]:
        """Where formulas stand."""
        return (*self._settled_places, *self._open_places)

    def settle(self, blocks: Sequence[Drawn], source: str) -> None:
        """Draw blocks that will not change any more."""
        self.show_open(blocks, source)
        if blocks:
            self._has_settled = True
            self._settled_end = self._end()
        self._settled_runs += self._open_runs
        self._settled_places += self._open_places
        self._open_runs, self._open_places, self._shown_open = [], [], []

    def show_open(self, blocks: Sequence[Drawn], source: str) -> None:
        """Draw blocks that may still change, in place of those of the last call."""
        contents = [_content(block) for block in blocks]
        if contents == self._shown_open and (self._open_runs or not contents):
            return
        self._shown_open = contents
        # One edit: otherwise every single insertion lays the text out again.
        edit = QTextCursor(self.document())
        edit.beginEditBlock()
        self._remove_open()
        self._open_runs, self._open_places = [], []
        for number, block in enumerate(blocks):
            self._write(block, source, is_first=not number and not self._has_settled)
        edit.endEditBlock()
        self._note_formulas()
        self._lay_tint(self._settled_end)
        self.fit()

    def show_drafted(self, drafted: Sequence[DraftedSpan] | None) -> None:
        """Tint these parts of the reply; None for no tint, and no word about who chose what."""
        has_change = bool(drafted or self._drafted)
        self._drafted = drafted
        if has_change:
            self._lay_tint(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A table is as wide as the page, or wider."""
        if self._is_wide and event.size().width() != event.oldSize().width():
            self._set_width(event.size().width())
        super().resizeEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Who chose the token that is pointed at."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._drafted is not None:
            position = character_at(self, event.pos())
            if position is not None and not self.anchorAt(event.pos()):
                show_above(self, event, position, tooltip_of(drafted_at(position, self._tinted)))
                return True
        return super().viewportEvent(event)

    def _write(self, block: Drawn, source: str, *, is_first: bool) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        finder = SourceFinder(source, block.start, block.end)
        writer = DocumentWriter(cursor, finder, shown_colours(), self.fontMetrics().height(), is_first=is_first)
        if isinstance(block, TableBlock):
            writer.write_table(block.tokens, is_continued=block.is_continued)
            self._widest_px = writer.widest_px
        elif isinstance(block, MathBlock):
            writer.write_formula(block.latex, block.source, block.depth, is_open=block.is_open)
        elif isinstance(block, RuleBlock):
            writer.write_rule()
        else:
            writer.write(block.tokens)
        self._open_runs += writer.runs
        self._open_places += writer.places

    def _note_formulas(self) -> None:
        if self._open_places and not self._shows_formulas:
            self._shows_formulas = True
            show_formulas(self.document())
            shared_formulas().drawn.connect(self._on_formulas_drawn)
        if self._shows_formulas:
            self._tell_formulas()
        if self._is_wide:
            self._set_width(self.viewport().width())

    def _tell_formulas(self) -> None:
        """To a screen reader a formula is one character that says nothing."""
        words = "; ".join(place.latex.text.strip() for place in self.formulas)
        self.setAccessibleDescription(tr("Formulas: {words}", words=words) if words else "")

    def _set_width(self, page_px: int) -> None:
        cursor = QTextCursor(self.document())
        widest_px = self._widest_px
        for place in self.formulas if not widest_px else ():
            cursor.setPosition(place.position + 1)
            widest_px = max(widest_px, width_of(cursor.charFormat()) + cursor.blockFormat().leftMargin())
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        self.setLineWrapColumnOrWidth(max(page_px, round(widest_px + 0.5)))

    def _on_formulas_drawn(self, fresh: set[Latex]) -> None:
        places = [place for place in self.formulas if place.latex in fresh]
        if not places:
            return
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for place in places:
            cursor.setPosition(place.position)
            cursor.setPosition(place.position + 1, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(fitted_format(cursor.charFormat(), place.latex, self.document().defaultFont()))
        cursor.endEditBlock()
        if self._is_wide:
            self._set_width(self.viewport().width())
        self._lay_tint(0)
        self.fit()

    def _end(self) -> int:
        return self.document().characterCount() - 1

    def _remove_open(self) -> None:
        if self._end() > self._settled_end:
            cursor = QTextCursor(self.document())
            cursor.setPosition(self._settled_end)
            form = cursor.blockFormat()
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
            if self._has_settled and cursor.atBlockStart():
                # Qt gives an empty line the form of what is removed behind it.
                cursor.setBlockFormat(form)

    def _lay_tint(self, start: int) -> None:
        if not self._drafted and not self._tinted:
            return
        runs = self._open_runs if start else [*self._settled_runs, *self._open_runs]
        kept = [span for span in self._tinted if span[0] < start]
        fresh = list(tinted(runs, self._drafted or ()))
        self._tinted = kept + fresh
        form = tint_format(shown_colours())
        # The line at `start` may hold both settled and open text.
        line_start = self.document().findBlock(start).position()
        spans = ((a, b, form) for a, b in joined(self._tinted) if b > line_start)
        lay_over(self.document(), line_start, self.document().characterCount(), spans)

    def _on_anchor_clicked(self, address: QUrl) -> None:
        self.link_chosen.emit(address.toString())


def _content(block: Drawn) -> Content:
    """What a block is drawn from; where the list or the quote that it is in ends may change without that."""
    if isinstance(block, TextBlock | TableBlock):
        told = (
            (token.type, token.info, token.content, token.children, token.attrs, token.meta) for token in block.tokens
        )
        return block.start, tuple(told)
    if isinstance(block, MathBlock):
        return block.start, block.latex, block.markup, block.depth, block.is_open
    return (block.start,)
