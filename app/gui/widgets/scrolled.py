"""A part that may be higher than the room for it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QScrollArea, QWidget


def scrolled(content: QWidget) -> QScrollArea:
    """It scrolls down, never sideways, and takes no focus of its own: that is for what is in it."""
    area = QScrollArea(widgetResizable=True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    return area


def width_of_whole(area: QScrollArea) -> int:
    """Pixels at which nothing of its content is cut off at the side."""
    content = area.widget()
    assert content is not None
    return content.minimumSizeHint().width() + area.verticalScrollBar().sizeHint().width()


class ScrolledColumn(QWidget):
    """What lies in a scroll area: as high as its words are at the width there is, not as in a narrower column."""

    def minimumSizeHint(self) -> QSize:
        """Nothing: the scroll area then asks for the height at its width."""
        return QSize(0, 0)
