"""A small table of figures: names at the left, columns of numbers."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.gui.theme import SPACE
from app.gui.widgets.labels import plain_label

_WIDEST_FIGURE = "888 ms"


class FigureTable(QWidget):
    """Rows of cells that are text already; the first of each row is its name."""

    def __init__(self, head: Sequence[str]) -> None:
        super().__init__()
        self._head = tuple(head)
        self.rows: tuple[tuple[str, ...], ...] = ()
        self._labels: list[QLabel] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(3 * SPACE)
        self._grid.setVerticalSpacing(SPACE)
        self._grid.setColumnStretch(0, 1)
        for column, words in enumerate(self._head):
            label = plain_label(words, 11, tone="muted")
            label.setAlignment(_alignment(column))
            label.setWordWrap(True)
            self._grid.addWidget(label, 0, column, _alignment(column))

    def show_rows(self, rows: Sequence[Sequence[str]]) -> None:
        """Show these rows in place of those before."""
        self.rows = tuple(tuple(row) for row in rows)
        cells = [(number, column, text) for number, row in enumerate(self.rows, 1) for column, text in enumerate(row)]
        while len(self._labels) > len(cells):
            self._labels.pop().deleteLater()
        for index, (number, column, text) in enumerate(cells):
            if index == len(self._labels):
                label = plain_label("", 13, widest=_WIDEST_FIGURE if column else "")
                label.setAlignment(_alignment(column))
                self._labels.append(label)
                self._grid.addWidget(label, number, column, _alignment(column))
            self._labels[index].setText(text)
        self.setAccessibleName("; ".join(", ".join(row) for row in (self._head, *self.rows)))


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignBottom
