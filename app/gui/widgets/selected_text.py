"""The text that is selected somewhere in a message."""

from collections.abc import Iterator

from PySide6.QtWidgets import QLabel, QPlainTextEdit, QTextEdit, QWidget

from app.gui.markdown.copying import selected_text as text_under

_PARAGRAPH_END = "\u2029"


def selected_text(message: QWidget) -> str:
    """What is selected in the first part that has a selection, empty for nothing."""
    return next(filter(None, _selections(message)), "")


def _selections(message: QWidget) -> Iterator[str]:
    for part in message.findChildren(QWidget):
        if isinstance(part, QTextEdit):
            yield text_under(part.textCursor())
        elif isinstance(part, QPlainTextEdit):
            yield part.textCursor().selectedText().replace(_PARAGRAPH_END, "\n")
        elif isinstance(part, QLabel):
            yield part.selectedText()
