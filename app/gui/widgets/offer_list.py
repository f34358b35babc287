"""The list of pairs and models to get, each a card."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.core.translation import tr
from app.gui.icons import draw_icon
from app.gui.theme import RADIUS, SPACE, scaled_font, shown_colours
from app.gui.view_models.discover import ROW_ROLE, OfferListModel, OfferRow
from app.gui.widgets.marked_line import colour_of

Index = QModelIndex | QPersistentModelIndex

_ICONS = {"good": "check", "warning": "warning", "bad": "close", "": ""}
_PADDING = 3 * SPACE
_GAP = SPACE


class _Card(QStyledItemDelegate):
    """Name with badge and mark, then what it takes, then what is reported of it and what speaks against it."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: OfferRow = index.data(ROW_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = self._frame(painter, option)
        below = self._head(painter, inner, row)
        colours = shown_colours()
        for text, colour in ((row.detail, colours.muted), (row.told, colours.muted), (row.caution, colours.warning)):
            below = self._line(painter, below, text, colour)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: OfferRow = index.data(ROW_ROLE)
        view = option.widget
        width = view.viewport().width() if isinstance(view, QListView) else option.rect.width()
        height = QFontMetrics(_title_font()).height() + 2 * _PADDING + SPACE
        for text in filter(None, (row.detail, row.told, row.caution)):
            height += _wrapped_height(text, width - 2 * _PADDING - 2 * SPACE) + _GAP
        return QSize(width - 1, height)

    def _frame(self, painter: QPainter, option: QStyleOptionViewItem) -> QRect:
        colours = shown_colours()
        state = QStyle.StateFlag
        is_chosen = bool(option.state & state.State_Selected)
        has_focus = is_chosen and bool(option.state & state.State_HasFocus)
        card = option.rect.adjusted(1, SPACE // 2, -SPACE, -SPACE // 2)
        is_hovered = bool(option.state & state.State_MouseOver)
        painter.setBrush(QColor(colours.accent_soft if is_chosen else colours.surface))
        pen = painter.pen()
        pen.setColor(QColor(colours.accent if is_chosen else colours.mark if is_hovered else colours.border))
        pen.setWidth(2 if has_focus else 1)
        painter.setPen(pen)
        painter.drawRoundedRect(card, RADIUS, RADIUS)
        return card.adjusted(_PADDING, _PADDING - SPACE // 2, -_PADDING, -_PADDING + SPACE // 2)

    def _head(self, painter: QPainter, inner: QRect, row: OfferRow) -> QRect:
        """Draw the first line; what is left below it."""
        colours = shown_colours()
        title, small = _title_font(), scaled_font(11, is_bold=True)
        height = QFontMetrics(title).height()
        line = QRect(inner.left(), inner.top(), inner.width(), height)
        right = self._mark(painter, line, row, small)
        badge_width = QFontMetrics(small).horizontalAdvance(row.badge) + 3 * SPACE
        room = max(0, right - line.left() - badge_width - 2 * SPACE)
        name = QFontMetrics(title).elidedText(row.title, Qt.TextElideMode.ElideMiddle, room)
        painter.setFont(title)
        painter.setPen(QColor(colours.text))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, name)
        left = line.left() + QFontMetrics(title).horizontalAdvance(name) + 2 * SPACE
        badge = _mirrored(painter, line, QRect(left, line.top() + SPACE // 2, badge_width, height - SPACE))
        painter.setPen(QColor(colours.accent))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(badge, SPACE, SPACE)
        painter.setFont(small)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, row.badge)
        return QRect(inner.left(), line.bottom() + 1, inner.width(), inner.bottom() - line.bottom())

    def _mark(self, painter: QPainter, line: QRect, row: OfferRow, font: QFont) -> int:
        """Draw whether it fits at the right end; where the room before it ends."""
        if not row.mark_words:
            return line.right()
        metrics = QFontMetrics(font)
        width, size = metrics.horizontalAdvance(row.mark_words), metrics.height()
        left = line.right() - width - size - SPACE
        if name := _ICONS[row.mark]:
            ratio = painter.device().devicePixelRatioF()
            top = line.center().y() - size // 2
            place = _mirrored(painter, line, QRect(left, top, size, size))
            painter.drawPixmap(place.topLeft(), draw_icon(name, colour_of(row.mark), size, ratio))
        painter.setFont(font)
        painter.setPen(QColor(colour_of(row.mark)))
        words = _mirrored(painter, line, QRect(left + size + SPACE, line.top(), width + 1, line.height()))
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, row.mark_words)
        return left - 2 * SPACE

    def _line(self, painter: QPainter, rect: QRect, text: str, colour: str) -> QRect:
        if not text:
            return rect
        height = _wrapped_height(text, rect.width())
        painter.setFont(scaled_font(11))
        painter.setPen(QColor(colour))
        place = QRect(rect.left(), rect.top() + _GAP, rect.width(), height)
        painter.drawText(place, Qt.TextFlag.TextWordWrap, text)
        return rect.adjusted(0, height + _GAP, 0, 0)


def _mirrored(painter: QPainter, line: QRect, place: QRect) -> QRect:
    """The place in a line where the layout goes from right to left, as text is drawn anyway."""
    return QStyle.visualRect(painter.layoutDirection(), line, place)


class OfferList(QListView):
    """`chosen` carries the OfferRow that the cursor is on, `opened` one that was pressed Enter on or clicked twice."""

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self, model: OfferListModel) -> None:
        super().__init__()
        self.setModel(model)
        self.setItemDelegate(_Card(self))
        self.setAccessibleName(tr("Pairs and models"))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        model.modelReset.connect(self.scrollToTop)
        self.doubleClicked.connect(self._on_opened)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_opened(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words wrap anew."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def choose_row(self, row: int) -> None:
        """Put the cursor there."""
        self.setCurrentIndex(self.model().index(row, 0))

    def _on_current_changed(self, current: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(current.data(ROW_ROLE))

    def _on_opened(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(index.data(ROW_ROLE))


def _title_font() -> QFont:
    return scaled_font(15, is_bold=True)


def _wrapped_height(text: str, width: int) -> int:
    flags = int(Qt.TextFlag.TextWordWrap)
    return QFontMetrics(scaled_font(11)).boundingRect(QRect(0, 0, max(1, width), 10_000), flags, text).height()
