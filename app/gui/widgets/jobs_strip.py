"""The strip at the bottom edge: the pairs on their way, in one line that opens into a list."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.core.translation import tr
from app.gui.order_list import OrderList
from app.gui.theme import SPACE
from app.gui.view_models.orders import OrderLine, summary
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.elided_label import ElidedLabel
from app.gui.widgets.order_row import OrderRow
from app.gui.widgets.step_list import show_share

# The words get this many times the width of the bar.
_WORDS_SHARE = 3
# Of the window, the list takes at most this share.
_MOST_LIST_SHARE = 0.35
# So many lines of text are left to the page, and at least so many to the list.
_PAGE_LINES, _LEAST_LIST_LINES = 24, 3


class JobsStrip(QFrame):
    """Hidden while there is nothing to tell; `unfolded` tells whether the list is open."""

    unfolded = Signal(bool)

    def __init__(self, orders: OrderList) -> None:
        super().__init__()
        self.setObjectName("jobsStrip")
        self._orders = orders
        self.rows: dict[int, OrderRow] = {}
        self._line = ElidedLabel(is_tabular=True)
        self.bar = QProgressBar(textVisible=False)
        self.fold_button = IconButton("up", tr("Show every task"), tip=tr("Show or hide the tasks one by one"))
        self.fold_button.setCheckable(True)
        self.fold_button.toggled.connect(self._on_fold_toggled)
        self._list = QScrollArea(widgetResizable=True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._rows = QWidget()
        self._rows.setObjectName("scrolled")
        self._arrange()
        orders.line_changed.connect(self._on_line_changed)
        orders.line_removed.connect(self._on_line_removed)
        orders.moved.connect(self._on_moved)
        self.hide()

    def escape(self) -> bool:
        """Fold the list."""
        if not self.fold_button.isChecked():
            return False
        self.fold_button.setFocus()
        self.fold_button.setChecked(False)
        return True

    @property
    def words(self) -> str:
        """What the folded strip says."""
        return self._line.text()

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(2 * SPACE)
        head.addWidget(self._line, _WORDS_SHARE)
        head.addWidget(self.bar, 1)
        head.addWidget(self.fold_button)
        self._list_layout = QVBoxLayout(self._rows)
        self._list_layout.setContentsMargins(0, 0, SPACE, 0)
        self._list_layout.setSpacing(2 * SPACE)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * SPACE, SPACE, 2 * SPACE, SPACE)
        layout.setSpacing(SPACE)
        self._list.setWidget(self._rows)
        layout.addWidget(self._list)
        layout.addLayout(head)
        self._list.hide()

    def _on_fold_toggled(self, is_open: bool) -> None:
        self._list.setVisible(is_open)
        self.fold_button.set_face(
            "down" if is_open else "up", tr("Show only a line") if is_open else tr("Show every task")
        )
        self._sum_up()
        self.unfolded.emit(is_open)

    def _on_line_changed(self, line: OrderLine) -> None:
        row = self.rows.get(line.number)
        if row is None:
            row = self.rows[line.number] = OrderRow(self._orders, line)
            self._list_layout.addWidget(row)
            self._on_moved()
        else:
            row.show_line(line)
        self._sum_up()

    def _on_line_removed(self, number: int) -> None:
        if (row := self.rows.pop(number, None)) is not None:
            self._list_layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._on_moved()
        self._sum_up()

    def _on_moved(self) -> None:
        """Put the rows into the order of their turns; what is at its place already stays untouched, focus and all."""
        shown = [self.rows[line.number] for line in self._orders.lines if line.number in self.rows]
        for at, row in enumerate(shown):
            if self._list_layout.indexOf(row) != at:
                self._list_layout.insertWidget(at, row)
        waiting = [row for row in shown if not row.line.order.is_over]
        for row in shown:
            row.show_turn(is_first=row in waiting[:1], is_last=row in waiting[-1:])

    def _sum_up(self) -> None:
        lines = self._orders.lines
        is_open = self.fold_button.isChecked()
        shown = tr("Tasks") if is_open else summary(lines) or (f"{lines[-1].title}: {lines[-1].words}" if lines else "")
        self._line.setText(shown)
        self._line.setAccessibleName(tr("Tasks: {shown}", shown=shown))
        under_way = [line for line in lines if line.is_under_way]
        self.bar.setVisible(bool(under_way) and not is_open)
        if under_way:
            show_share(self.bar, under_way[0].share if len(under_way) == 1 else None)
        self.setVisible(bool(lines))
        self._list.setFixedHeight(min(self._most_height(), self._rows.sizeHint().height()))
        if not lines:
            self.fold_button.setChecked(False)

    def _most_height(self) -> int:
        line, height = self.fontMetrics().height(), self.window().height()
        return max(_LEAST_LIST_LINES * line, min(round(_MOST_LIST_SHARE * height), height - _PAGE_LINES * line))
