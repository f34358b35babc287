"""A list that drops down from a chip: two lines an entry, and the reason on those that cannot be chosen."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.core.translation import tr
from app.gui.theme import SPACE, scaled_font, shown_colours
from app.gui.view_models.choices import Choice
from app.gui.widgets.memory_bar import paint_memory

_CHOICE = Qt.ItemDataRole.UserRole + 1
_WIDEST_EMS = 44
_MOST_ROWS = 8
# Of a row's width, what the name of a bar may take.
_NAMED_SHARE = 0.3

Index = QModelIndex | QPersistentModelIndex


class _TwoLines(QStyledItemDelegate):
    """Title above detail or reason; the reason is wrapped and marked with a word, not by colour alone."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        choice: Choice = index.data(_CHOICE)
        colours = shown_colours()
        style = option.widget.style() if option.widget else QApplication.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        title, below = self._rects(option.rect)
        painter.save()
        painter.setFont(scaled_font(13, is_bold=not choice.problem and not choice.is_to_read))
        painter.setPen(QColor(colours.muted if choice.problem or choice.is_to_read else colours.text))
        name = painter.fontMetrics().elidedText(choice.title, Qt.TextElideMode.ElideMiddle, title.width())
        painter.drawText(title, Qt.AlignmentFlag.AlignVCenter, name)
        painter.setFont(scaled_font(11))
        painter.setPen(QColor(colours.warning if choice.problem or choice.warning else colours.muted))
        painter.drawText(below, Qt.TextFlag.TextWordWrap, _second_line(choice))
        self._paint_bars(painter, QRect(below.left(), option.rect.top(), below.width(), option.rect.height()), choice)
        painter.restore()

    def _paint_bars(self, painter: QPainter, area: QRect, choice: Choice) -> None:
        """At the bottom; of several the names before them."""
        metrics, height = painter.fontMetrics(), _bar_height()
        named = round(area.width() * _NAMED_SHARE) if len(choice.bars) > 1 else 0
        for number, view in enumerate(choice.bars):
            top = area.bottom() - SPACE - (len(choice.bars) - number) * height
            name = metrics.elidedText(view.name, Qt.TextElideMode.ElideRight, max(0, named - SPACE))
            painter.setPen(QColor(shown_colours().muted))
            painter.drawText(QRect(area.left(), top, named, height), Qt.AlignmentFlag.AlignVCenter, name)
            frame = QRectF(area.left() + named, top + height / 4, area.width() - named - 1, height / 2)
            paint_memory(painter, frame.adjusted(0.5, 0.5, -0.5, -0.5), view)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        width = (view.viewport().width() if isinstance(view, QListView) else option.rect.width()) - 1
        _, below = self._rects(QRect(0, 0, width, 10))
        words = _second_line(index.data(_CHOICE))
        flags = int(Qt.TextFlag.TextWordWrap)
        small = QFontMetrics(scaled_font(11)).boundingRect(QRect(0, 0, below.width(), 10_000), flags, words)
        bars = len(index.data(_CHOICE).bars) * _bar_height()
        height = QFontMetrics(scaled_font(13)).height() + SPACE + (small.height() if words else 0) + bars
        return QSize(width, height + 3 * SPACE)

    def _rects(self, rect: QRect) -> tuple[QRect, QRect]:
        inner = rect.adjusted(2 * SPACE, SPACE, -2 * SPACE, -SPACE)
        height = QFontMetrics(scaled_font(13)).height() + SPACE
        title = QRect(inner.topLeft(), QSize(inner.width(), height))
        return title, QRect(inner.left(), title.bottom() + 1, inner.width(), max(1, inner.bottom() - title.bottom()))


def _bar_height() -> int:
    """Of a bar with what is free above and below it."""
    return QFontMetrics(scaled_font(11)).height()


def _second_line(choice: Choice) -> str:
    return tr("Does not fit: {problem}", problem=choice.problem) if choice.problem else choice.warning or choice.detail


class PickList(QFrame):
    """Opens under a widget; Enter or a click on an entry without a problem closes it and tells `on_chosen`."""

    def __init__(
        self, anchor: QWidget, choices: Sequence[Choice], current: object, on_chosen: Callable[[Choice], None]
    ):
        super().__init__(anchor, Qt.WindowType.Popup)
        self.setObjectName("popup")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._on_chosen = on_chosen
        self.view = QListView()
        self.view.setAccessibleName(anchor.accessibleName())
        self.view.setItemDelegate(_TwoLines(self.view))
        self.view.setModel(_model_of(choices, self))
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.clicked.connect(self._on_picked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
        layout.addWidget(self.view)
        row = next((row for row, choice in enumerate(choices) if choice.value == current), 0)
        self.view.setCurrentIndex(self.view.model().index(row, 0))
        self._place(anchor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter chooses."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_picked(self.view.currentIndex())
        else:
            super().keyPressEvent(event)

    def _on_picked(self, index: QModelIndex) -> None:
        choice: Choice | None = index.data(_CHOICE)
        if choice is not None and not choice.problem and not choice.is_to_read:
            self.close()
            self._on_chosen(choice)

    def _place(self, anchor: QWidget) -> None:
        em = self.fontMetrics().height()
        screen = anchor.screen().availableGeometry()
        width = min(_WIDEST_EMS * em, round(screen.width() * 0.9), max(anchor.width(), 28 * em))
        self.setFixedWidth(width)
        # The rows are as high as their words need at this width.
        self.ensurePolished()
        self.view.resize(width - 2 * SPACE - 2, screen.height())
        model = self.view.model()
        rows = (self.view.sizeHintForIndex(model.index(row, 0)) for row in range(min(model.rowCount(), _MOST_ROWS)))
        self.setFixedHeight(min(sum(row.height() for row in rows) + 4 * SPACE, round(screen.height() * 0.7)))
        below = anchor.mapToGlobal(QPoint(0, anchor.height() + SPACE))
        self.move(min(below.x(), screen.right() - width), min(below.y(), screen.bottom() - self.height()))


def _model_of(choices: Sequence[Choice], parent: QFrame) -> QStandardItemModel:
    model = QStandardItemModel(parent)
    for choice in choices:
        item = QStandardItem(choice.title)
        item.setEditable(False)
        item.setData(choice, _CHOICE)
        words = " ".join((f"{choice.title}. {_second_line(choice)}", *(f"{view.words}." for view in choice.bars)))
        item.setData(words, Qt.ItemDataRole.AccessibleTextRole)
        told = "\n".join(view.words for view in choice.bars)
        item.setToolTip(told or (str(choice.value) if isinstance(choice.value, Path) else ""))
        model.appendRow(item)
    return model
