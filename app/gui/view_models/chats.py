"""The list of chats in the sidebar: saved chats under the day of their last change, or those that a search found."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.chat.store import ChatMatch, ChatSummary

ID_ROLE = Qt.ItemDataRole.UserRole + 1
IS_DAY_ROLE = Qt.ItemDataRole.UserRole + 2
_UNTITLED = "New chat"
_NO_PARENT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Line:
    """A day (no id), or a chat under it."""

    text: str
    chat_id: str | None = None
    detail: str = ""


def day_words(changed_s: float, today: date) -> str:
    """The heading under which a chat stands."""
    day = datetime.fromtimestamp(changed_s).astimezone().date()
    if day >= today:
        return "Today"
    if day == today - timedelta(days=1):
        return "Yesterday"
    if day > today - timedelta(days=7):
        return "Last 7 days"
    return f"{day:%B %Y}"


def lines_of(chats: Sequence[ChatSummary], today: date) -> list[Line]:
    """Chats, newest first, with a line for each day."""
    lines: list[Line] = []
    heading = ""
    for chat in chats:
        words = day_words(chat.changed_s, today)
        if words != heading:
            heading = words
            lines.append(Line(words))
        lines.append(Line(chat.title or _UNTITLED, chat.id))
    return lines


class ChatListModel(QAbstractListModel):
    """Days and chats as rows; days cannot be selected."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[Line] = []

    def show_chats(self, chats: Sequence[ChatSummary]) -> None:
        """Show all chats by day."""
        self._replace(lines_of(chats, datetime.now().astimezone().date()))

    def show_matches(self, matches: Sequence[ChatMatch]) -> None:
        """Show what a search found."""
        self._replace([Line(match.chat.title or _UNTITLED, match.chat.id, match.excerpt) for match in matches])

    def row_of(self, chat_id: str | None) -> int:
        """The row of a chat, or -1."""
        return next((row for row, line in enumerate(self._lines) if chat_id and line.chat_id == chat_id), -1)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_PARENT) -> int:
        """Days and chats."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text, tooltip, id, and whether the row is a day."""
        if not index.isValid() or index.row() >= len(self._lines):
            return None
        line = self._lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return line.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return line.detail or (line.text if line.chat_id else None)
        if role == ID_ROLE:
            return line.chat_id
        if role == IS_DAY_ROLE:
            return line.chat_id is None
        return None

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Chats can be chosen, days not."""
        if not index.isValid() or self._lines[index.row()].chat_id is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _replace(self, lines: list[Line]) -> None:
        if lines == self._lines:
            return
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()
