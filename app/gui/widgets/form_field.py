"""A line or an area to write in, under the words that say what it is for."""

from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.gui.theme import SPACE
from app.gui.widgets.labels import plain_label


class TextLine(QWidget):
    """One line."""

    def __init__(self, label: str, hint: str = "") -> None:
        super().__init__()
        self.field = QLineEdit(placeholderText=hint)
        _arrange(self, label, self.field)

    @property
    def text(self) -> str:
        """What stands there."""
        return self.field.text().strip()


class TextArea(QWidget):
    """Several lines, of which `lines` are seen."""

    def __init__(self, label: str, hint: str = "", lines: int = 3) -> None:
        super().__init__()
        self.field = QPlainTextEdit()
        self.field.setObjectName("systemPrompt")
        self.field.setPlaceholderText(hint)
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 4 * SPACE)
        _arrange(self, label, self.field)

    @property
    def text(self) -> str:
        """What stands there."""
        return self.field.toPlainText()


def _arrange(owner: QWidget, label: str, field: QWidget) -> None:
    words = plain_label(label, 11, tone="muted")
    words.setBuddy(field)
    field.setAccessibleName(label)
    column = QVBoxLayout(owner)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(SPACE)
    column.addWidget(words)
    column.addWidget(field)
    owner.setFocusProxy(field)
