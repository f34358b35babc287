"""A sentence with a mark before it, and what to do under it."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.gui.icons import draw_icon
from app.gui.theme import SPACE, shown_colours
from app.gui.view_models.wizard import Line, Mark
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label

_ICONS = {"good": "check", "warning": "warning", "bad": "close", "": ""}
_TONES = {"good": "", "warning": "warning", "bad": "error", "": "muted"}


class MarkedLine(QWidget):
    """Shape and colour say the same as the words; `asked` when the line's button was pressed."""

    asked = Signal()

    def __init__(self, line: Line) -> None:
        super().__init__()
        self.line = line
        self._mark = QLabel()
        self._mark.setAlignment(Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(_wrapped(line.text, _TONES[line.mark]))
        if line.hint:
            words.addWidget(_wrapped(line.hint, "muted"))
        self.button = push_button(line.action, self.asked.emit) if line.action else None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * SPACE)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        if self.button is not None:
            row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        self.setToolTip(line.tip)
        self.setAccessibleName(f"{line.text} {line.hint}".strip())
        self._draw()

    def changeEvent(self, change: QEvent) -> None:
        """Draw the mark again when colours or text size changed."""
        super().changeEvent(change)
        if change.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._draw()

    def _draw(self) -> None:
        size = self.fontMetrics().height()
        self._mark.setFixedSize(size, size)
        if name := _ICONS[self.line.mark]:
            self._mark.setPixmap(draw_icon(name, colour_of(self.line.mark), size, self.devicePixelRatioF()))


def colour_of(mark: Mark) -> str:
    """The colour of a mark now."""
    colours = shown_colours()
    return {"good": colours.accent, "warning": colours.warning, "bad": colours.error, "": colours.mark}[mark]


def _wrapped(text: str, tone: str) -> QLabel:
    label = plain_label(text, 13, tone=tone)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return label
