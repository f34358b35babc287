"""A small bar of a device's memory in two colours: what others use, and what the loaded pair uses."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui.theme import shown_colours
from app.texts import size


class MemoryBar(QWidget):
    """Shares of the whole memory; where the device does not tell what is in use, that of the pair alone."""

    def __init__(self) -> None:
        super().__init__()
        self._others = self._pair = 0.0
        self._is_known, self._is_wanted = False, True
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_amounts(self, total_bytes: int | None, free_bytes: int | None, pair_bytes: int) -> None:
        """Bytes of the device, bytes free now (with the pair loaded), bytes of the pair."""
        self._is_known = bool(total_bytes) and (free_bytes is not None or pair_bytes > 0)
        self.set_wanted(self._is_wanted)
        if not total_bytes or not self._is_known:
            return
        used = pair_bytes if free_bytes is None else max(0, total_bytes - free_bytes)
        pair = min(pair_bytes, used)
        self._others = (used - pair) / total_bytes
        self._pair = min(1.0, pair / total_bytes)
        words = f"Memory: {_amounts(total_bytes, free_bytes, pair_bytes)}"
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.update()

    def set_wanted(self, is_wanted: bool) -> None:
        """Whether there is room for it."""
        self._is_wanted = is_wanted
        self.setVisible(self._is_wanted and self._is_known)

    def sizeHint(self) -> QSize:
        """As wide as a short word."""
        em = self.fontMetrics().height()
        return QSize(em * 5, round(em * 0.6))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Others solid grey, the pair in the accent, the rest empty with a frame."""
        colours = shown_colours()
        painter = QPainter(self)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        others = QRectF(frame.left(), frame.top(), frame.width() * self._others, frame.height())
        pair = QRectF(others.right(), frame.top(), frame.width() * self._pair, frame.height())
        painter.fillRect(others, QColor(colours.mark))
        painter.fillRect(pair, QColor(colours.accent))
        painter.setPen(QColor(colours.mark))
        painter.drawRect(frame)


def _amounts(total_bytes: int, free_bytes: int | None, pair_bytes: int) -> str:
    if free_bytes is None:
        return f"the loaded pair takes {size(pair_bytes)} of {size(total_bytes)}"
    used = f"{size(max(0, total_bytes - free_bytes))} of {size(total_bytes)} in use"
    return f"{used}; the loaded pair takes {size(pair_bytes)} of it" if pair_bytes else used
