"""Where in a message the words stand that a search found, selected there."""

from collections.abc import Iterator, Sequence
from itertools import product

from PySide6.QtCore import QRect, QRegularExpression
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from app.gui.widgets.message_view import ReplyMessage, UserMessage


def select_found(message: UserMessage | ReplyMessage, words: Sequence[str]) -> QRect | None:
    """Select the longest of the words in a message that there is; its place in it, None where none is shown."""
    # The longest one says most.
    by_length = sorted(words, key=len, reverse=True)
    while True:
        for word, part in product(by_length, _texts(message)):
            found = _first(part, word)
            if not found.isNull():
                part.setTextCursor(found)
                rect = part.cursorRect(found)
                return QRect(part.viewport().mapTo(message, rect.topLeft()), rect.size())
        if not isinstance(message, UserMessage) or message.more_button.isHidden():
            return None
        message.more_button.click()


def _texts(message: QWidget) -> Iterator[QTextEdit | QPlainTextEdit]:
    parts = [part for part in message.findChildren(QWidget) if isinstance(part, QTextEdit | QPlainTextEdit)]
    seen = [part for part in parts if part.isVisibleTo(message)]
    yield from sorted(seen, key=lambda part: part.mapTo(message, part.rect().topLeft()).y())


def _first(part: QTextEdit | QPlainTextEdit, word: str) -> QTextCursor:
    """Where it begins a word, else where it stands at all."""
    option = QRegularExpression.PatternOption.UseUnicodePropertiesOption
    begun = part.document().find(QRegularExpression(r"(?<!\w)" + QRegularExpression.escape(word), option))
    return part.document().find(word) if begun.isNull() else begun
