"""A table of Markdown: its rows, how it looks, how much room its columns ask for."""

from collections.abc import Sequence
from itertools import zip_longest

from markdown_it.token import Token
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QTextFrameFormat, QTextTableFormat

from app.gui.theme import Colours

Row = list[tuple[Token, Token | None]]

ALIGNMENTS = {
    "text-align:left": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute,
    "text-align:right": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute,
    "text-align:center": Qt.AlignmentFlag.AlignHCenter,
}
# A column of longer texts wraps at this many ems, rather than to make the table scroll.
_COLUMN_EMS = 10
_PADDING_EMS = 0.4
# What a longer cell would add is cut off anyway.
_MEASURED = 200


def rows_of(tokens: Sequence[Token]) -> list[Row]:
    """The rows, each a list of cells: the token that opens it, and its text if it has one."""
    rows: list[Row] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            rows[-1].append((token, None))
        elif token.type == "inline":
            rows[-1][-1] = (rows[-1][-1][0], token)
    return rows


def table_format(colours: Colours, em: int, *, is_right_to_left: bool) -> QTextTableFormat:
    """Thin lines, room around the text, the first row as heads; Qt itself always begins on the left."""
    form = QTextTableFormat()
    form.setCellPadding(em * _PADDING_EMS)
    form.setCellSpacing(0)
    form.setBorder(1)
    form.setBorderCollapse(True)
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    form.setBorderBrush(QBrush(QColor(colours.border)))
    form.setHeaderRowCount(1)
    if is_right_to_left:
        form.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        form.setAlignment(Qt.AlignmentFlag.AlignRight)
    return form


def columns_width(rows: Sequence[Row], font: QFont, em: int) -> float:
    """Pixels that the table should have: short cells stay on one line, and no column gets too narrow to read."""
    metrics = QFontMetricsF(font)
    columns = zip_longest(*([inline.content if inline else "" for _, inline in row] for row in rows), fillvalue="")
    widest = (max(metrics.horizontalAdvance(text[:_MEASURED]) for text in column) for column in columns)
    return sum(min(width, em * _COLUMN_EMS) + 2 * em * _PADDING_EMS + 1 for width in widest)
