"""Colours and tint laid over the lines of a document, without touching its text."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument, QTextLayout
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from app.chat.conversation import DraftedSpan
from app.core.translation import tr
from app.gui.theme import Colours

TINT_ALPHA = 56

Span = tuple[int, int, QTextCharFormat]


def tint_format(colours: Colours) -> QTextCharFormat:
    """How a drafted token looks: the accent behind it, and a dotted line under it."""
    form = QTextCharFormat()
    background = QColor(colours.accent)
    background.setAlpha(TINT_ALPHA)
    form.setBackground(background)
    form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
    form.setUnderlineColor(QColor(colours.accent))
    return form


def colour_format(colour: str) -> QTextCharFormat:
    """Text in a colour."""
    form = QTextCharFormat()
    form.setForeground(QColor(colour))
    return form


def lay_over(document: QTextDocument, start: int, behind: int, spans: Iterable[Span]) -> None:
    """Give the lines from that of position `start` to before `behind` exactly these spans (start, end, format)."""
    waiting = deque(sorted(spans, key=lambda span: span[0]))
    block = document.findBlock(start)
    first, last = -1, -1
    while block.isValid() and block.position() < behind:
        line_start, length = block.position(), block.length()
        wanted = _ranges(waiting, line_start, line_start + length - 1)
        layout = block.layout()
        if wanted or layout.formats():
            layout.setFormats(wanted)
            first = line_start if first < 0 else first
            last = line_start + length
        block = block.next()
    if first >= 0:
        # Once for all lines: every call lays out what it names, a table even as a whole.
        document.markContentsDirty(first, last - first)


def _ranges(waiting: deque[Span], line_start: int, line_end: int) -> list[QTextLayout.FormatRange]:
    """The parts of the waiting spans on one line; what reaches beyond it stays waiting."""
    ranges = []
    longer = []
    while waiting and waiting[0][0] < line_end:
        start, end, form = waiting.popleft()
        start = max(start, line_start)
        if start < min(end, line_end):
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = start - line_start, min(end, line_end) - start, form
            ranges.append(part)
        if end > line_end:
            longer.append((line_end + 1, end, form))
    waiting.extendleft(reversed(longer))
    return ranges


def joined(tinted: Iterable[tuple[int, int, DraftedSpan]]) -> Iterator[tuple[int, int]]:
    """(start, end) of what is tinted without a gap: fewer pieces to lay out."""
    start = end = -1
    for span_start, span_end, _ in tinted:
        if span_start != end:
            if end > start:
                yield start, end
            start = span_start
        end = span_end
    if end > start:
        yield start, end


def drafted_at(position: int, tinted: Sequence[tuple[int, int, DraftedSpan]]) -> DraftedSpan | None:
    """The drafted span that holds a position of the document."""
    return next((span for start, end, span in tinted if start <= position < end), None)


def tooltip_of(span: DraftedSpan | None) -> str:
    """What the tooltip over a token says."""
    if span is None:
        return tr("Chosen by the target itself")
    if span.position is None:
        return tr("Guessed by the draft, accepted by the target")
    return tr("Guessed by the draft at position {position}, accepted by the target", position=span.position + 1)


def character_at(view: QTextEdit | QPlainTextEdit, point: QPoint) -> int | None:
    """The position of the character drawn at a point of the view's viewport; None where there is none."""
    at = view.cursorForPosition(point).position()
    block = view.document().findBlock(at)
    # A place between two characters may be the edge of either.
    for position in (at, at - 1):
        if position < block.position() or position >= block.position() + block.length() - 1:
            continue
        left, right = _edge(view, position), _edge(view, position + 1)
        near, far = sorted((left.left(), right.left()))
        # The last character of a line that is wrapped ends where the next line begins.
        is_beside = near <= point.x() <= far if left.top() == right.top() else left.left() <= point.x()
        if is_beside and left.top() <= point.y() <= left.bottom():
            return position
    return None


def _edge(view: QTextEdit | QPlainTextEdit, position: int) -> QRect:
    cursor = QTextCursor(view.document())
    cursor.setPosition(position)
    return view.cursorRect(cursor)
