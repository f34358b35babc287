"""Bars of a device's memory: what others, the target, its draft and their contexts take, and what is free."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.core.translation import later, tr
from app.gui.theme import SPACE, shown_colours
from app.gui.view_models.memory import PARTS, MemoryPart, MemoryView
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import plain_label
from app.texts import size

_LEGEND: Mapping[MemoryPart, str] = {
    "others": later("In use by others"),
    "target": later("Target"),
    "draft": later("Draft"),
    "contexts": later("Contexts and room to compute"),
}


def paint_memory(painter: QPainter, frame: QRectF, view: MemoryView) -> None:
    """The parts side by side in a frame, each with a pattern of its own; the rest is free."""
    colours = shown_colours()
    left = frame.left()
    for part in PARTS:
        width = frame.width() * view.parts.get(part, 0) / view.total_bytes
        area = QRectF(left, frame.top(), min(width, frame.right() - left), frame.height())
        _fill(painter, area, part)
        left = area.right()
    painter.setPen(QColor(colours.warning if view.is_tight else colours.mark))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(frame)


def _fill(painter: QPainter, area: QRectF, part: MemoryPart) -> None:
    colours = shown_colours()
    if part == "others":
        painter.fillRect(area, QColor(colours.mark))
    elif part == "target":
        painter.fillRect(area, QColor(colours.accent))
    else:
        painter.fillRect(area, QColor(colours.accent_soft))
        pattern = Qt.BrushStyle.BDiagPattern if part == "draft" else Qt.BrushStyle.Dense6Pattern
        painter.fillRect(area, QBrush(QColor(colours.accent), pattern))


class MemoryBar(QWidget):
    """One bar, hidden where nothing is known; a short one unless its size policy is changed."""

    def __init__(self) -> None:
        super().__init__()
        self.view: MemoryView | None = None
        self._is_wanted = True
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_view(self, view: MemoryView | None, more: str = "") -> None:
        """What to draw; the tooltip says it, and `more` below that."""
        self.view = view
        self.set_wanted(self._is_wanted)
        words = view.words if view else ""
        self.setToolTip(f"{words}\n{more}".strip())
        self.setAccessibleName(words)
        self.update()

    def set_wanted(self, is_wanted: bool) -> None:
        """Whether there is room for it."""
        self._is_wanted = is_wanted
        self.setVisible(is_wanted and self.view is not None)

    def sizeHint(self) -> QSize:
        """As wide as a short word."""
        em = self.fontMetrics().height()
        return QSize(em * 5, round(em * 0.6))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The parts and their frame."""
        if self.view is not None:
            paint_memory(QPainter(self), QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), self.view)


class _Swatch(QWidget):
    """The pattern of one part, as high as a letter."""

    def __init__(self, part: MemoryPart) -> None:
        super().__init__()
        self._part = part
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        em = round(self.fontMetrics().height() * 0.7)
        return QSize(em, em)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, frame = QPainter(self), QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        _fill(painter, frame, self._part)
        painter.setPen(QColor(shown_colours().mark))
        painter.drawRect(frame)


class MemoryTable(QWidget):
    """A bar for each memory with its amounts below, named by their patterns."""

    def __init__(self) -> None:
        super().__init__()
        self.bars: list[MemoryBar] = []
        self.views: tuple[MemoryView, ...] = ()
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(2 * SPACE)
        self.hide()

    def show_views(self, views: Sequence[MemoryView]) -> None:
        """What to draw; nothing hides it."""
        if tuple(views) == self.views:
            return
        self.views, self.bars = tuple(views), []
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for view in views:
            self._rows.addWidget(self._row(view))
        self.setVisible(bool(views))

    def _row(self, view: MemoryView) -> QWidget:
        row = QWidget()
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        bar = MemoryBar()
        bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.bars.append(bar)
        legend = FlowLayout()
        for part in PARTS:
            if view.parts.get(part):
                legend.addWidget(_legend_item(part, f"{tr(_LEGEND[part])} {size(view.parts[part])}"))
        free = view.total_bytes - sum(view.parts.values())
        left = tr("{free} stay free", free=size(free)) if free >= 0 else tr("{missing} too much", missing=size(-free))
        legend.addWidget(plain_label(left, 11, tone="muted" if free >= 0 else "warning"))
        column.addWidget(_title(f"{view.name}, {size(view.total_bytes)}"))
        column.addWidget(bar)
        column.addLayout(legend)
        bar.show_view(view)
        return row


def _title(text: str) -> QLabel:
    label = plain_label(text, 11, tone="muted", is_bold=True)
    label.setWordWrap(True)
    return label


def _legend_item(part: MemoryPart, text: str) -> QWidget:
    item = QWidget()
    layout = QHBoxLayout(item)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE)
    layout.addWidget(_Swatch(part))
    layout.addWidget(plain_label(text, 11))
    return item
