"""The small charts: the course of the acceptance rate as a line, bars per position, and bars with names."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.core.translation import tr
from app.gui.theme import scaled_font, shown_colours
from app.texts import share

_POINTS = 60
_GAP = 4


class Sparkline(QWidget):
    """Shares of 1 over time, the newest at the right; a base line alone while there are none."""

    def __init__(self) -> None:
        super().__init__()
        self._points: deque[float] = deque(maxlen=_POINTS)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._describe()

    @property
    def points(self) -> tuple[float, ...]:
        """What is drawn, oldest first."""
        return tuple(self._points)

    def add(self, value: float) -> None:
        """Add the newest share."""
        self._points.append(min(1.0, max(0.0, value)))
        self._describe()
        self.update()

    def clear(self) -> None:
        """Begin anew."""
        self._points.clear()
        self._describe()
        self.update()

    def sizeHint(self) -> QSize:
        """Three lines of text high."""
        em = self.fontMetrics().height()
        return QSize(em * 10, em * 3)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The line over its area, with rules at 0, 50 and 100 %."""
        colours = shown_colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(1, 3, -3, -3)
        painter.setPen(QPen(QColor(colours.border), 1))
        for level in (0.0, 0.5, 1.0):
            y = area.bottom() - level * area.height()
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        if not self._points:
            return
        # A reply that was over at once has one value, which is that of its whole course.
        points = self.points if len(self._points) > 1 else self.points * _POINTS
        step = area.width() / (_POINTS - 1)
        left = area.right() - step * (len(points) - 1)
        line = [QPointF(left + n * step, area.bottom() - v * area.height()) for n, v in enumerate(points)]
        painter.setPen(QPen(QColor(colours.accent), 2))
        painter.drawPolyline(QPolygonF(line))
        painter.setBrush(QColor(colours.accent))
        painter.drawEllipse(line[-1], 2.5, 2.5)

    def _describe(self) -> None:
        newest = share(self._points[-1]) if self._points else tr("no values yet")
        self.setAccessibleName(tr("Acceptance over the last rounds: {newest}", newest=newest))
        self.setToolTip(
            tr("How the acceptance rate went over the last rounds: from 0 % at the bottom to 100 % at the top")
        )


class PositionBars(QWidget):
    """How often a guess came true, by its place in the draft's block; numbers below, values in the tooltips."""

    def __init__(self) -> None:
        super().__init__()
        self._shares: tuple[float, ...] = ()
        self._least_n = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_shares(())

    def show_shares(self, shares: Sequence[float], least_n: int = 0) -> None:
        """One share of 1 for each position; up to `least_n` bars, those that have none are empty over dashes."""
        self._least_n = least_n
        self._shares = tuple(min(1.0, max(0.0, value)) for value in shares)
        values = ", ".join(f"{n} {share(value)}" for n, value in enumerate(self._shares, 1))
        self.setAccessibleName(tr("Acceptance by position: {values}", values=values or tr("no values yet")))
        self.update()

    def sizeHint(self) -> QSize:
        """Five lines of text high."""
        em = self.fontMetrics().height()
        return QSize(em * 10, em * 5)

    def event(self, event: QEvent) -> bool:
        """The value of the bar that is pointed at."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._words_at(event.pos().x()), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Full bars as outlines, shares filled from below."""
        colours = shown_colours()
        painter = QPainter(self)
        painter.setFont(scaled_font(11, is_tabular=True))
        height = painter.fontMetrics().height()
        columns = self._columns()
        for number, (left, width) in enumerate(columns):
            bar = QRectF(left, 1, width, self.height() - height - 4)
            value = self._shares[number] if number < len(self._shares) else None
            painter.fillRect(bar, QColor(colours.raised))
            if value is not None:
                painter.fillRect(bar.adjusted(0, bar.height() * (1 - value), 0, 0), QColor(colours.accent))
            painter.setPen(QColor(colours.muted))
            words = "–" if value is None else str(number + 1)
            below = QRectF(left, bar.bottom() + 2, width, height)
            painter.drawText(below, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, words)

    def _columns(self) -> list[tuple[float, float]]:
        count = max(len(self._shares), self._least_n)
        step = (self.width() + _GAP) / max(1, count)
        return [(number * step, max(2.0, step - _GAP)) for number in range(count)]

    def _words_at(self, x: int) -> str:
        for number, (left, width) in enumerate(self._columns()):
            if left <= x <= left + width and number < len(self._shares):
                return tr(
                    "{shares} of the guesses at position {number} and before came true",
                    shares=share(self._shares[number]),
                    number=number + 1,
                )
        return tr("Of the rounds that guessed this far: how many had every guess up to this position accepted")


@dataclass(frozen=True, slots=True)
class NamedBar:
    """A bar with what stands before and behind it; one that is a gain has the accent's colour."""

    name: str
    value: float
    words: str
    is_gain: bool = False


class NamedBars(QWidget):
    """Bars from left to right, one below the other."""

    def __init__(self, title: str, tip: str) -> None:
        super().__init__()
        self._title = title
        self.bars: tuple[NamedBar, ...] = ()
        self._rule = 0.0
        self.setToolTip(tip)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_bars(())

    def show_bars(self, bars: Sequence[NamedBar], rule: float = 0.0) -> None:
        """Show these bars, and a line at the value `rule`, if it is not 0."""
        self.bars, self._rule = tuple(bars), rule
        values = ", ".join(f"{bar.name} {bar.words}" for bar in self.bars)
        self.setAccessibleName(f"{self._title}: {values or tr('no values yet')}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """A line and a half of text for each bar."""
        return QSize(self.fontMetrics().height() * 14, max(1, len(self.bars)) * self._row_height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Names at the left, words at the right, bars between them."""
        if not self.bars:
            return
        colours = shown_colours()
        painter = QPainter(self)
        painter.setFont(scaled_font(13, is_tabular=True))
        metrics = painter.fontMetrics()
        left = max(metrics.horizontalAdvance(bar.name) for bar in self.bars) + 2 * _GAP
        right = self.width() - max(metrics.horizontalAdvance(bar.words) for bar in self.bars) - 2 * _GAP
        scale = max(0, right - left) / (max(self._rule, *(bar.value for bar in self.bars)) or 1)
        alignment = Qt.AlignmentFlag.AlignVCenter
        for number, bar in enumerate(self.bars):
            row = QRectF(0, number * self._row_height, self.width(), self._row_height)
            painter.setPen(QColor(colours.text))
            painter.drawText(row, alignment | Qt.AlignmentFlag.AlignLeft, bar.name)
            painter.drawText(row, alignment | Qt.AlignmentFlag.AlignRight, bar.words)
            drawn = QRectF(left, row.top() + _GAP, bar.value * scale, row.height() - 2 * _GAP)
            painter.fillRect(drawn, QColor(colours.accent if bar.is_gain else colours.mark))
        if self._rule:
            painter.setPen(QPen(QColor(colours.text), 1, Qt.PenStyle.DashLine))
            x = left + self._rule * scale
            painter.drawLine(QPointF(x, 0), QPointF(x, len(self.bars) * self._row_height))

    @property
    def _row_height(self) -> int:
        return round(self.fontMetrics().height() * 1.5)
