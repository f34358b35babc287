"""The palette: a line to type into, and below it what can be done or gone to."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.core.translation import tr
from app.gui.theme import SPACE, scaled_font, shown_colours
from app.gui.view_models.palette import Entry, found
from app.gui.widgets.composing import Composing

_ENTRY = Qt.ItemDataRole.UserRole + 1
_WIDTH_EMS, _HEIGHT_EMS = 40, 26
_MOVING = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _EntryLine(QStyledItemDelegate):
    """The words at the left, what it is and its keys at the right."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry: Entry = index.data(_ENTRY)
        colours = shown_colours()
        style = option.widget.style() if option.widget else QApplication.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        inner = option.rect.adjusted(2 * SPACE, 0, -2 * SPACE, 0)
        about = " · ".join(filter(None, (entry.kind, _native(entry.keys))))
        painter.save()
        painter.setFont(scaled_font(11))
        painter.setPen(QColor(colours.muted))
        # The words of a chat may be long, and say more than what it is.
        room = min(painter.fontMetrics().horizontalAdvance(about), inner.width() // 2)
        right = QRect(inner.right() - room, inner.top(), room + 1, inner.height())
        painter.drawText(right, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, about)
        painter.setFont(scaled_font(13))
        painter.setPen(QColor(colours.text))
        left = inner.adjusted(0, 0, -room - 3 * SPACE, 0)
        words = painter.fontMetrics().elidedText(entry.words, Qt.TextElideMode.ElideRight, left.width())
        painter.drawText(left, Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(1, QFontMetrics(scaled_font(13)).height() + 4 * SPACE)


class Palette(QFrame):
    """Opens above the window; Enter or a click runs what is marked, once the focus is back where it was.

    `on_chosen` is told of it before.
    """

    def __init__(
        self, window: QWidget, entries: Callable[[], Sequence[Entry]], on_chosen: Callable[[Entry], None]
    ) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self.setObjectName("popup")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._window = window
        self._entries = tuple(entries())
        self._on_chosen = on_chosen
        self._focused = QApplication.focusWidget()
        self.box = QLineEdit(placeholderText=tr("Find and do anything: actions, chats, models, settings"))
        self.box.setAccessibleName(tr("Find and do anything"))
        self.box.textChanged.connect(self._show_found)
        self.box.installEventFilter(self)
        self._composing = Composing(self.box)
        self.view = QListView()
        self.view.setAccessibleName(tr("What was found"))
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setUniformItemSizes(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setItemDelegate(_EntryLine(self.view))
        self._model = QStandardItemModel(self)
        self.view.setModel(self._model)
        self.view.clicked.connect(self._run)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * SPACE, 2 * SPACE, 2 * SPACE, 2 * SPACE)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(self.box)
        layout.addWidget(self.view, 1)
        self.setFocusProxy(self.box)
        self._show_found()
        self._place(window)

    @property
    def found(self) -> list[Entry]:
        """What is listed, the likeliest first."""
        return [self._model.item(row).data(_ENTRY) for row in range(self._model.rowCount())]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Keys that move in the list or choose from it do so while the line has the focus."""
        if watched is self.box and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _MOVING:
                QApplication.sendEvent(self.view, event)
                return True
            if event.key() in _ENTER:
                if not self._composing.is_under_way:
                    self._run(self.view.currentIndex())
                return True
        return super().eventFilter(watched, event)

    def _show_found(self) -> None:
        self._model.clear()
        for entry in found(self.box.text(), self._entries):
            item = QStandardItem(entry.words)
            item.setEditable(False)
            item.setData(entry, _ENTRY)
            spoken = f"{entry.words}. {entry.kind}{f', {_native(entry.keys)}' if entry.keys else ''}"
            item.setData(spoken, Qt.ItemDataRole.AccessibleTextRole)
            self._model.appendRow(item)
        self.view.setCurrentIndex(self._model.index(0, 0))

    def _run(self, index: QModelIndex) -> None:
        entry: Entry | None = index.data(_ENTRY)
        if entry is None:
            return
        self._on_chosen(entry)
        self.close()
        self._window.activateWindow()
        if self._focused is not None and self._focused.isVisible():
            self._focused.setFocus(Qt.FocusReason.PopupFocusReason)
        QTimer.singleShot(0, self._window, entry.run)

    def _place(self, window: QWidget) -> None:
        em = self.fontMetrics().height()
        width = min(_WIDTH_EMS * em, round(window.width() * 0.9))
        height = min(_HEIGHT_EMS * em, round(window.height() * 0.8))
        self.setFixedSize(width, height)
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - width) // 2, corner.y() + round(window.height() * 0.1))


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
