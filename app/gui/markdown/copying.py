"""Drawn text as text again: for the clipboard."""

from collections.abc import Iterator
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCursor, QTextDocument, QTextListFormat, QTextTable

from app.gui.markdown.formula_object import source_of

_LINE_SEPARATOR = "\u2028"


def selected_text(cursor: QTextCursor) -> str:
    """What is selected: formulas as they were written, items with their bullets, cells of a row beside each other."""
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    lines = groupby(_blocks(cursor.document(), start, end), key=_line_of)
    text = "\n".join(_line(tuple(blocks), start, end) for _, blocks in lines)
    # Above and below a table Qt has an empty line.
    return text.strip("\n").replace(_LINE_SEPARATOR, "\n")


def _blocks(document: QTextDocument, start: int, end: int) -> Iterator[QTextBlock]:
    block = document.findBlock(start)
    while block.isValid() and block.position() < end:
        yield block
        block = block.next()


def _table_at(block: QTextBlock) -> QTextTable | None:
    return QTextCursor(block).currentTable()


def _line_of(block: QTextBlock) -> tuple[int, int]:
    """The same for all cells of a row; each other block is a line of its own."""
    table = _table_at(block)
    if table is None:
        return block.position(), 0
    return table.firstPosition(), table.cellAt(block.position()).row()


def _line(blocks: tuple[QTextBlock, ...], start: int, end: int) -> str:
    texts = ["".join((_bullet(block, start), *_pieces(block, start, end))) for block in blocks]
    table = _table_at(blocks[0])
    is_reversed = table is not None and table.format().layoutDirection() == Qt.LayoutDirection.RightToLeft
    return "\t".join(reversed(texts) if is_reversed else texts)


def _bullet(block: QTextBlock, start: int) -> str:
    items = block.textList()
    if items is None or block.position() < start:
        return ""
    marker = QTextBlockFormat.MarkerType
    boxes = {marker.Unchecked: "[ ]", marker.Checked: "[x]"}
    number = items.itemText(block) if items.format().style() == QTextListFormat.Style.ListDecimal else "•"
    return f"{boxes.get(block.blockFormat().marker(), number)} "


def _pieces(block: QTextBlock, start: int, end: int) -> Iterator[str]:
    parts = block.begin()
    while not parts.atEnd():
        fragment = parts.fragment()
        parts += 1
        at = fragment.position()
        if at >= end or at + fragment.length() <= start:
            continue
        if source := source_of(fragment.charFormat()):
            yield source * (min(end, at + fragment.length()) - max(start, at))
            continue
        units = fragment.text().encode("utf-16-le")
        yield units[2 * max(0, start - at) : 2 * (end - at)].decode("utf-16-le", "replace")
