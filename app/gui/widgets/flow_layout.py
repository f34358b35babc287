"""A layout that puts widgets side by side, and goes on below where the row is full."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem

from app.gui.theme import SPACE


class FlowLayout(QLayout):
    """Each widget as wide as it wants to be, one that is wider than the row as wide as that."""

    def __init__(self) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(2 * SPACE)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        """Take one more."""
        self._items.append(item)

    def count(self) -> int:
        """How many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """The one at that place."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """Give one back."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """It wants no more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """The narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """What all rows take."""
        return self._place(QRect(0, 0, width, 0), is_real=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802
        """Put everything in its place."""
        super().setGeometry(rect)
        self._place(rect, is_real=True)

    def sizeHint(self) -> QSize:
        """One row."""
        hints = [item.sizeHint() for item in self._shown]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:  # noqa: N802
        """The widest of them alone."""
        hints = [item.minimumSize() for item in self._shown]
        width = max((hint.width() for hint in hints), default=0)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    @property
    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _place(self, rect: QRect, *, is_real: bool) -> int:
        """The height of all rows in this width."""
        y = rect.y()
        for row in self._rows(rect.width()):
            x, height = rect.x(), max(item.sizeHint().height() for item in row)
            for item in row:
                hint = item.sizeHint()
                width = min(hint.width(), rect.width())
                if is_real:
                    top = y + (height - hint.height()) // 2
                    item.setGeometry(QRect(QPoint(x, top), QSize(width, hint.height())))
                x += width + self.spacing()
            y += height + self.spacing()
        return max(0, y - self.spacing() - rect.y())

    def _rows(self, width: int) -> list[list[QLayoutItem]]:
        """What stands side by side."""
        rows: list[list[QLayoutItem]] = []
        left = 0
        for item in self._shown:
            wanted = item.sizeHint().width()
            if not rows or left + wanted > width:
                rows.append([])
                left = 0
            rows[-1].append(item)
            left += wanted + self.spacing()
        return rows
