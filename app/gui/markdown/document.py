"""Markdown tokens drawn into a QTextDocument, with the place of each run of characters in the source."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from markdown_it.token import Token
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextLength,
    QTextListFormat,
    QTextTable,
)

from app.formulas.messages import Latex
from app.gui.markdown.direction import is_right_to_left
from app.gui.markdown.formula_object import PLACE, formula_format
from app.gui.markdown.formulas import shared_formulas
from app.gui.markdown.latex_rules import CLOSINGS, INLINE
from app.gui.markdown.table import ALIGNMENTS, columns_width, rows_of, table_format
from app.gui.markdown.tint import Run, SourceFinder, runs_of
from app.gui.theme import Colours, Step, scaled_font

_HEADINGS: dict[str, Step] = {"h1": 20, "h2": 20, "h3": 15}
_LINE_SEPARATOR = "\u2028"
_BULLETS = (QTextListFormat.Style.ListDisc, QTextListFormat.Style.ListCircle, QTextListFormat.Style.ListSquare)
_TASK = re.compile(r"\[([ xX])\] +(?=\S)")
_POINT_SIZE = QTextFormat.Property.FontPointSize
_OPENINGS = ("paragraph_open", "heading_open", "tr_open")


@dataclass(frozen=True, slots=True)
class Place:
    """A formula at a position of the document."""

    position: int
    latex: Latex


class DocumentWriter:
    """Writes tokens at a cursor; `runs` then says where the characters come from, `places` where formulas are.

    `em` is the height of the text in pixels; every distance is a share of it. `is_first` where nothing, not even an
    empty line, stands before what is written. `widest_px` is what the tables and
    formulas written ask for to be read well.
    """

    def __init__(self, cursor: QTextCursor, finder: SourceFinder, colours: Colours, em: int, *, is_first: bool) -> None:
        self.runs: list[Run] = []
        self.places: list[Place] = []
        self.widest_px = 0.0
        self._cursor = cursor
        self._finder = finder
        self._colours = colours
        self._em = em
        self._format = QTextCharFormat()
        self._formats: list[QTextCharFormat] = []
        self._lists: list[Token] = []
        self._quotes = 0
        # Whether what is written stands nowhere in the source of this part.
        self._is_foreign = False
        self._item: Token | None = None
        self._is_first = is_first

    def write(self, tokens: Iterable[Token]) -> None:
        """Append the blocks."""
        for token, following in pairwise(chain(tokens, [None])):
            if token is not None:
                self._write_block_token(token, following)

    def write_table(self, tokens: Sequence[Token], *, is_continued: bool = False) -> None:
        """Append one table, or a later part of one, whose heads come from elsewhere."""
        rows = rows_of(tokens)
        columns = max((len(row) for row in rows), default=0)
        if not columns:
            return
        is_reversed = is_right_to_left(" ".join(inline.content for _, inline in rows[0] if inline))
        form = table_format(self._colours, self._em, is_right_to_left=is_reversed)
        table = self._cursor.insertTable(len(rows), columns, form)
        self.widest_px = columns_width(rows, self._document_font(), self._em)
        for row, cells in enumerate(rows):
            self._is_foreign = is_continued and row == 0
            for column, (opening, inline) in enumerate(cells):
                place = columns - 1 - column if is_reversed else column
                self._write_cell(table, row, place, opening, inline)

    def write_rule(self) -> None:
        """Append a line across the page."""
        form = QTextBlockFormat()
        form.setProperty(
            QTextFormat.Property.BlockTrailingHorizontalRulerWidth,
            QTextLength(QTextLength.Type.PercentageLength, 100),
        )
        self._cursor.setBlockFormat(form)

    def write_formula(self, latex: str, source: str, depth: int, *, is_open: bool) -> None:
        """Append a formula that stands alone: in the middle, or as far in as the lists and quotes around it."""
        form = QTextBlockFormat()
        form.setLeftMargin(self._em * 1.6 * depth)
        form.setTopMargin(self._em * 0.25)
        form.setBottomMargin(self._em * 0.25)
        if not depth and not is_open:
            form.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._cursor.setBlockFormat(form)
        if is_open:
            self._insert(_LINE_SEPARATOR.join(latex.strip("\n").split("\n")), self._code_format())
        else:
            self._write_latex(Latex(latex, is_display=True), source)

    def _write_block_token(self, token: Token, following: Token | None) -> None:
        kind = token.type
        if kind in ("bullet_list_open", "ordered_list_open"):
            self._lists.append(token)
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self._lists.pop()
        elif kind == "list_item_open":
            self._item = None if token.meta.get("is_continued") else token
        elif kind in ("blockquote_open", "blockquote_close"):
            self._quotes += token.nesting
        elif kind in _OPENINGS:
            self._begin_block(token, following.children or [] if following else [])
        elif kind == "inline":
            self._write_inline(token.children or [])
        elif kind == "hr":
            # In a list or a quote.
            self._begin_block(token, [])
            self._insert("———")
        elif kind in ("td_close", "th_close"):
            # A table inside a list or a quote is drawn as lines.
            self._insert("   ")

    def _begin_block(self, token: Token, words: Sequence[Token]) -> None:
        form = self._block_format(token, words)
        if self._is_first:
            self._cursor.setBlockFormat(form)
            self._is_first = False
        else:
            self._cursor.insertBlock(form, QTextCharFormat())
        self._format = QTextCharFormat()
        if token.type == "heading_open":
            self._format.setFont(scaled_font(_HEADINGS.get(token.tag, 13), is_bold=True))
        if self._quotes:
            self._format.setForeground(QColor(self._colours.muted))
        self._formats.clear()
        if self._item is not None and self._lists:
            self._cursor.createList(self._list_format(self._item))
        self._item = None

    def _block_format(self, token: Token, words: Sequence[Token]) -> QTextBlockFormat:
        form = QTextBlockFormat()
        # Whether a list is tight or loose does not count: a later item may change that for all before it.
        is_tight = token.type == "tr_open" or self._item is not None
        gap = self._em * (0.9 if token.type == "heading_open" else 0.25 if is_tight else 0.55)
        form.setTopMargin(0 if self._is_first else gap)
        form.setLineHeight(125, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        margin = self._em * 1.6 * (self._quotes + (len(self._lists) if self._item is None else 0))
        if is_right_to_left("".join(word.content for word in words if word.type == "text")):
            form.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            form.setRightMargin(margin)
        else:
            form.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            form.setLeftMargin(margin)
        task = _TASK.match(words[0].content) if self._item is not None and words else None
        if task is not None:
            marker = QTextBlockFormat.MarkerType
            form.setMarker(marker.Unchecked if task.group(1) == " " else marker.Checked)
        return form

    def _list_format(self, item: Token) -> QTextListFormat:
        form = QTextListFormat()
        form.setIndent(len(self._lists))
        if self._lists[-1].type == "ordered_list_open":
            form.setStyle(QTextListFormat.Style.ListDecimal)
            form.setStart(int(item.info) if item.info.isdecimal() else 1)
        else:
            form.setStyle(_BULLETS[min(len(self._lists), len(_BULLETS)) - 1])
        return form

    def _write_inline(self, children: Sequence[Token]) -> None:
        for token in children:
            if token.type == "text":
                self._write_words(token)
            elif token.type == "code_inline":
                self._insert(token.content, self._code_format())
            elif token.type == INLINE:
                source = token.markup + token.content + CLOSINGS[token.markup]
                self._write_latex(Latex(token.content, token.markup in ("$$", "\\[")), source)
            elif token.type in ("softbreak", "hardbreak"):
                self._insert(_LINE_SEPARATOR)
            elif token.type == "image":
                self._write_image(token)
            elif token.nesting == 1:
                self._formats.append(QTextCharFormat(self._format))
                self._apply_mark(token)
            elif token.nesting == -1 and self._formats:
                if token.type == "link_close":
                    self._finder.skip(self._format.anchorHref())
                self._format = self._formats.pop()

    def _write_words(self, token: Token) -> None:
        has_box = self._cursor.blockFormat().marker() != QTextBlockFormat.MarkerType.NoMarker
        if has_box and self._cursor.atBlockStart():
            self._insert(_TASK.sub("", token.content, count=1))
        else:
            self._insert(token.content)

    def _write_latex(self, latex: Latex, source: str) -> None:
        """A formula as one character; as it was written where it is known that it cannot be drawn."""
        if shared_formulas().is_hopeless(latex):
            self._insert(" ".join(source.split()), self._code_format())
            return
        font = self._format.font() if self._format.hasProperty(_POINT_SIZE) else self._document_font()
        form = formula_format(self._format, latex, source, font)
        position = self._cursor.position()
        self._cursor.insertText(PLACE, form)
        self.places.append(Place(position, latex))
        place = None if self._is_foreign else self._finder.find(latex.text)
        if place is not None:
            self.runs.append(Run(position, 1, place, covers=len(latex.text)))

    def _document_font(self) -> QFont:
        return self._cursor.document().defaultFont()

    def _apply_mark(self, token: Token) -> None:
        if token.type == "strong_open":
            self._format.setFontWeight(QFont.Weight.Bold)
        elif token.type == "em_open":
            self._format.setFontItalic(True)
        elif token.type == "s_open":
            self._format.setFontStrikeOut(True)
        elif token.type == "link_open":
            self._mark_link(self._format, str(token.attrs.get("href", "")))

    def _write_image(self, token: Token) -> None:
        # Nothing is fetched: the picture's own words stand for it, as a link.
        form = QTextCharFormat(self._format)
        address = str(token.attrs.get("src", ""))
        self._mark_link(form, address)
        self._insert(token.content or address, form)
        self._finder.skip(address)

    def _mark_link(self, form: QTextCharFormat, address: str) -> None:
        form.setAnchor(True)
        form.setAnchorHref(address)
        form.setToolTip(address)
        form.setForeground(QColor(self._colours.accent))
        form.setFontUnderline(True)

    def _code_format(self) -> QTextCharFormat:
        form = QTextCharFormat(self._format)
        form.setFontFamilies(scaled_font(13, is_monospace=True).families())
        form.setFontFixedPitch(True)
        form.setBackground(QColor(self._colours.raised))
        return form

    def _insert(self, text: str, form: QTextCharFormat | None = None) -> None:
        if not text:
            return
        position = self._cursor.position()
        self._cursor.insertText(text, form or self._format)
        source = None if text == _LINE_SEPARATOR or self._is_foreign else self._finder.find(text)
        if source is not None:
            self.runs.extend(runs_of(text, position, source))

    def _write_cell(self, table: QTextTable, row: int, column: int, opening: Token, inline: Token | None) -> None:
        cell = table.cellAt(row, column)
        self._cursor = cell.firstCursorPosition()
        block = QTextBlockFormat()
        if is_right_to_left(inline.content if inline else ""):
            block.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        flag = ALIGNMENTS.get(str(opening.attrs.get("style", "")))
        if flag is not None:
            block.setAlignment(flag)
        self._cursor.setBlockFormat(block)
        self._format = QTextCharFormat()
        self._formats.clear()
        if opening.type == "th_open":
            self._format.setFontWeight(QFont.Weight.Bold)
        self._write_inline(inline.children or [] if inline else [])
