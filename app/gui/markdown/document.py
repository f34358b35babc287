"""Markdown tokens drawn into a QTextDocument, with the place of each run of characters in the source."""

from collections.abc import Iterable, Sequence

from markdown_it.token import Token
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextListFormat,
    QTextTable,
    QTextTableFormat,
)

from app.gui.markdown.tint import Run, SourceFinder, runs_of
from app.gui.theme import Colours, Step, scaled_font

_HEADINGS: dict[str, Step] = {"h1": 20, "h2": 20, "h3": 15}
_LINE_SEPARATOR = "\u2028"
_ALIGNMENTS = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "center": Qt.AlignmentFlag.AlignHCenter,
}
_BULLETS = (QTextListFormat.Style.ListDisc, QTextListFormat.Style.ListCircle, QTextListFormat.Style.ListSquare)


class DocumentWriter:
    """Writes tokens at a cursor; `runs` then says where the characters come from.

    `em` is the height of the text in pixels; every distance is a share of it.
    """

    def __init__(self, cursor: QTextCursor, finder: SourceFinder, colours: Colours, em: int) -> None:
        self.runs: list[Run] = []
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
        self._is_empty = cursor.document().isEmpty()

    def write(self, tokens: Iterable[Token]) -> None:
        """Append the blocks."""
        for token in tokens:
            self._write_block_token(token)

    def write_table(self, tokens: Sequence[Token], *, is_continued: bool = False) -> None:
        """Append one table, or a later part of one, whose heads come from elsewhere."""
        rows = _rows(tokens)
        columns = max((len(row) for row in rows), default=0)
        if not columns:
            return
        table = self._cursor.insertTable(len(rows), columns, self._table_format())
        for row, cells in enumerate(rows):
            self._is_foreign = is_continued and row == 0
            for column, (opening, inline) in enumerate(cells):
                self._write_cell(table, row, column, opening, inline)

    def _write_block_token(self, token: Token) -> None:
        kind = token.type
        if kind in ("bullet_list_open", "ordered_list_open"):
            self._lists.append(token)
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self._lists.pop()
        elif kind == "list_item_open":
            self._item = None if token.meta.get("is_continued") else token
        elif kind in ("blockquote_open", "blockquote_close"):
            self._quotes += token.nesting
        elif kind in ("paragraph_open", "heading_open"):
            self._begin_block(token)
        elif kind == "inline":
            self._write_inline(token.children or [])
        elif kind == "hr":
            self._begin_block(token)
        elif kind in ("td_close", "th_close"):
            # A table inside a list or a quote is drawn as lines.
            self._insert("   ")
        elif kind == "tr_open":
            self._begin_block(token)

    def _begin_block(self, token: Token) -> None:
        form = self._block_format(token)
        if self._is_empty:
            self._cursor.setBlockFormat(form)
            self._is_empty = False
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

    def _block_format(self, token: Token) -> QTextBlockFormat:
        form = QTextBlockFormat()
        is_tight = token.hidden or token.type == "tr_open" or self._item is not None
        gap = self._em * (0.9 if token.type == "heading_open" else 0.25 if is_tight else 0.55)
        form.setTopMargin(0 if self._is_empty else gap)
        form.setLineHeight(125, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        depth = self._quotes + (len(self._lists) if self._item is None else 0)
        form.setLeftMargin(self._em * 1.6 * depth)
        if token.type == "hr":
            form.setProperty(
                QTextFormat.Property.BlockTrailingHorizontalRulerWidth,
                QTextLength(QTextLength.Type.PercentageLength, 100),
            )
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
                self._insert(token.content)
            elif token.type == "code_inline":
                self._insert(token.content, self._code_format())
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

    def _table_format(self) -> QTextTableFormat:
        form = QTextTableFormat()
        form.setCellPadding(self._em * 0.4)
        form.setCellSpacing(0)
        form.setBorder(1)
        form.setBorderCollapse(True)
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBorderBrush(QBrush(QColor(self._colours.border)))
        form.setHeaderRowCount(1)
        return form

    def _write_cell(self, table: QTextTable, row: int, column: int, opening: Token, inline: Token | None) -> None:
        cell = table.cellAt(row, column)
        self._cursor = cell.firstCursorPosition()
        block = QTextBlockFormat()
        alignment = str(opening.attrs.get("style", ""))
        flag = _ALIGNMENTS.get(alignment.removeprefix("text-align:"))
        if flag is not None:
            block.setAlignment(flag)
        self._cursor.setBlockFormat(block)
        self._format = QTextCharFormat()
        self._formats.clear()
        if opening.type == "th_open":
            self._format.setFontWeight(QFont.Weight.Bold)
        self._write_inline(inline.children or [] if inline else [])


Row = list[tuple[Token, Token | None]]


def _rows(tokens: Sequence[Token]) -> list[Row]:
    rows: list[Row] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            rows[-1].append((token, None))
        elif token.type == "inline":
            rows[-1][-1] = (rows[-1][-1][0], token)
    return rows
