"""Draws the lines of the list of chats: headings small, folders bold, under a chat that was found what was found."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.gui.theme import SPACE, scaled_font, shown_colours
from app.gui.view_models.chats import LINE_ROLE, Line

_EXCERPT_LINES = 2
# Characters before the first word that was found; what is further left is cut.
_LEAD = 24


class ChatDelegate(QStyledItemDelegate):
    """Paints Line objects."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:  # noqa: N802
        """Headings smaller, folders bold."""
        super().initStyleOption(option, index)
        line = index.data(LINE_ROLE)
        if isinstance(line, Line) and line.kind != "chat":
            option.font = scaled_font(11 if line.kind == "heading" else 13, is_bold=True)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Room for what was found."""
        hint = super().sizeHint(option, index)
        line = index.data(LINE_ROLE)
        if isinstance(line, Line) and line.detail:
            hint.setHeight(hint.height() + _EXCERPT_LINES * _excerpt_metrics_height())
        return hint

    def updateEditorGeometry(  # noqa: N802
        self, editor: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """The whole line: the room of the words alone is too low for a name with the field's frame."""
        editor.setGeometry(option.rect)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """The line as usual, and below it what was found."""
        line = index.data(LINE_ROLE)
        if not isinstance(line, Line) or not line.detail:
            super().paint(painter, option, index)
            return
        whole = QStyleOptionViewItem(option)
        self.initStyleOption(whole, index)
        title, whole.text = whole.text, ""
        style = whole.widget.style() if whole.widget is not None else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, whole, painter, whole.widget)
        inner = option.rect.adjusted(2 * SPACE, SPACE + 2, -2 * SPACE, -SPACE)
        painter.save()
        painter.setPen(whole.palette.color(QPalette.ColorRole.Text))
        painter.setFont(whole.font)
        cut = whole.fontMetrics.elidedText(title, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignTop, cut)
        inner.setTop(inner.top() + whole.fontMetrics.height())
        _draw_excerpt(painter, inner, line)
        painter.restore()


def _excerpt_metrics_height() -> int:
    return QFontMetrics(scaled_font(11)).lineSpacing()


def _draw_excerpt(painter: QPainter, place: QRect, line: Line) -> None:
    """Two lines at most, with the words that were looked for marked in weight and colour."""
    cut_n = max(0, line.spans[0][0] - _LEAD) if line.spans else 0
    text = ("…" if cut_n else "") + line.detail[cut_n:]
    shift = (1 if cut_n else 0) - cut_n
    formats = [_marked(start + shift, end - start) for start, end in line.spans]
    layout, shown_n = _laid_out(text, formats, place.width())
    if shown_n < len(text):
        layout, _ = _laid_out(text[: shown_n - 2].rstrip() + "…", formats, place.width())
    painter.setPen(QColor(shown_colours().muted))
    layout.draw(painter, QPointF(place.topLeft()))


def _laid_out(text: str, formats: list[QTextLayout.FormatRange], width: int) -> tuple[QTextLayout, int]:
    """The text in lines, as many as there is room for, and how many of its characters they hold."""
    layout = QTextLayout(text, scaled_font(11))
    layout.setTextOption(_wrapping())
    layout.setFormats(formats)
    layout.beginLayout()
    height, shown_n = 0.0, 0
    for _ in range(_EXCERPT_LINES):
        row = layout.createLine()
        if not row.isValid():
            break
        row.setLineWidth(width)
        row.setPosition(QPointF(0, height))
        height += row.height()
        shown_n = row.textStart() + row.textLength()
    layout.endLayout()
    return layout, shown_n


def _wrapping() -> QTextOption:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option


def _marked(start: int, length: int) -> QTextLayout.FormatRange:
    form = QTextCharFormat()
    form.setFontWeight(QFont.Weight.Bold)
    form.setForeground(QColor(shown_colours().accent))
    marked = QTextLayout.FormatRange()
    marked.start, marked.length, marked.format = start, length, form
    return marked
