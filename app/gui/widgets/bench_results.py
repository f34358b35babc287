"""What a measurement found: the verdict, charts and tables, as one picture."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QVBoxLayout, QWidget

from app.core.translation import later, tr
from app.engine.bench.report import Report
from app.engine.bench.verdict import verdict_of
from app.gui.theme import SPACE, shown_colours
from app.gui.view_models import bench as view
from app.gui.widgets.charts import NamedBars, PositionBars
from app.gui.widgets.figure_table import FigureTable
from app.gui.widgets.labels import plain_label
from app.texts.bench import FIGURES, verdict_words, way_words

# Below this many times the height of the text, the charts stand one below the other.
_NARROW_LINES = 44
_SPEED_TIP = later("Tokens per second over all texts; the line is the speed without a draft")
_KINDS_TIP = later("How many times as fast as without a draft, with the automatic pace; the line is 1x")


class BenchResults(QWidget):
    """Shows a report, whole or not; `show_report(None, …)` shows nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.pair = plain_label("", 11, tone="muted")
        self.verdict = plain_label("", 15, is_bold=True)
        for label in (self.pair, self.verdict):
            label.setWordWrap(True)
        self.speed = NamedBars(tr("Tokens per second"), tr(_SPEED_TIP))
        self.kinds = NamedBars(tr("Speed-up by kind of text"), tr(_KINDS_TIP))
        self.positions = PositionBars()
        self.positions_title = plain_label("", 11, tone="muted")
        self.positions_title.setWordWrap(True)
        self.ways_table = FigureTable((tr("all texts"), *map(tr, FIGURES)))
        self.kinds_table = FigureTable((tr("automatic, by text"), *map(tr, FIGURES)))
        self._arrange()

    def _arrange(self) -> None:
        self._charts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._charts.setSpacing(3 * SPACE)
        self._charts.addWidget(_card(tr("Tokens per second"), self.speed), 1)
        self._charts.addWidget(_card(tr("Speed-up by kind of text, automatic"), self.kinds), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3 * SPACE)
        layout.addWidget(self.verdict)
        layout.addWidget(self.pair)
        layout.addLayout(self._charts)
        layout.addWidget(_card("", self.positions_title, self.positions))
        # Their columns are as wide as words of any language: one below the other.
        layout.addWidget(_card("", self.ways_table))
        layout.addWidget(_card("", self.kinds_table))

    def show_report(self, report: Report | None, pair: str, *, is_over: bool) -> None:
        """Show what is measured; the verdict comes when that `is_over`."""
        self.setVisible(report is not None and bool(report.measured))
        if report is None:
            return
        self.pair.setText(pair)
        words = verdict_words(verdict_of(report), has_draft=bool(report.draft)) if is_over else tr("So far:")
        self.verdict.setText(words)
        self.speed.show_bars(view.speed_bars(report), view.plain_speed(report))
        self.kinds.show_bars(view.kind_bars(report), 1.0)
        way = view.longest_way(report)
        summary = report.summary(way) if way else None
        self.positions_title.setText(
            tr("Guesses that came true, by their place in the draft ({way})", way=way_words(way)) if way else ""
        )
        self.positions.show_shares(summary.acceptance_by_position if summary else (), way.length if way else 0)
        self.ways_table.show_rows(view.way_rows(report))
        self.kinds_table.show_rows(view.kind_rows(report))

    def picture(self) -> QPixmap:
        """What is shown, with a margin around it."""
        shown, margin = self.grab(), 4 * SPACE
        size = shown.deviceIndependentSize().toSize() + QSize(2 * margin, 2 * margin)
        picture = QPixmap(size * shown.devicePixelRatio())
        picture.setDevicePixelRatio(shown.devicePixelRatio())
        picture.fill(QColor(shown_colours().window))
        painter = QPainter(picture)
        painter.drawPixmap(margin, margin, shown)
        painter.end()
        return picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two charts beside each other where there is room."""
        super().resizeEvent(event)
        is_narrow = self.width() < _NARROW_LINES * self.fontMetrics().height()
        way = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        self._charts.setDirection(way)


def _card(title: str, *parts: QWidget) -> QFrame:
    card = QFrame()
    card.setObjectName("card")
    layout = QVBoxLayout(card)
    layout.setContentsMargins(4 * SPACE, 3 * SPACE, 4 * SPACE, 3 * SPACE)
    layout.setSpacing(2 * SPACE)
    if title:
        label = plain_label(title, 11, tone="muted")
        label.setWordWrap(True)
        layout.addWidget(label)
    for part in parts:
        layout.addWidget(part, 0, Qt.AlignmentFlag.AlignTop)
    layout.addStretch(1)
    return card
