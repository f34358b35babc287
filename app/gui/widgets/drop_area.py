"""Takes files that are dropped anywhere on a window."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QColor, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.core.translation import later, tr
from app.gui.theme import RADIUS, SPACE, scaled_font, shown_colours

_WORDS = later("Drop a model here, a chat or character to import, or a file to attach")


class DropArea(QWidget):
    """Lies over the window while something is dragged over it; `dropped` carries a tuple of Path."""

    dropped = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(tr(_WORDS))
        self.hide()
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Drags and drops of the window."""
        if event.type() == QEvent.Type.DragLeave:
            self.hide()
        elif isinstance(event, QDropEvent) and (paths := local_paths(event.mimeData())):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            if event.type() == QEvent.Type.Drop:
                self.hide()
                self.dropped.emit(paths)
            else:
                self._cover()
            return True
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A veil with a frame and the words."""
        colours = shown_colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(colours.window)
        veil.setAlpha(230)
        painter.fillRect(self.rect(), veil)
        painter.setPen(QPen(QColor(colours.accent), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(self.rect().adjusted(*(4 * SPACE,) * 2, *(-4 * SPACE,) * 2), RADIUS, RADIUS)
        painter.setFont(scaled_font(20, is_bold=True))
        painter.setPen(QColor(colours.text))
        inside = self.rect().adjusted(*(8 * SPACE,) * 2, *(-8 * SPACE,) * 2)
        painter.drawText(inside, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, tr(_WORDS))

    def _cover(self) -> None:
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()


def local_paths(content: QMimeData) -> Sequence[Path]:
    """The files and folders that are dragged."""
    return tuple(Path(url.toLocalFile()) for url in content.urls() if url.isLocalFile())
