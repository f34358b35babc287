"""The place in a chat from where on the model still reads."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from app.gui.theme import SPACE
from app.gui.widgets.labels import plain_label
from app.texts import notice


class ContextLine(QWidget):
    """A line across the column that says what is the matter with the messages above it."""

    def __init__(self) -> None:
        super().__init__()
        words = notice("turns_dropped")
        text = plain_label(words.sentence, 11, tone="muted", tip=words.hint)
        text.setWordWrap(True)
        text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAccessibleName(words.sentence)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * SPACE)
        row.addWidget(_rule(), 1)
        row.addWidget(text, 4)
        row.addWidget(_rule(), 1)


def _rule() -> QFrame:
    rule = QFrame()
    rule.setObjectName("separator")
    rule.setFixedHeight(1)
    rule.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return rule
