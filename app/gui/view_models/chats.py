"""The list of chats in the sidebar: pinned ones, folders, the others by day of their last change; or what was found."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby, takewhile
from typing import Any, Literal

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.chat.store import ChatMatch, ChatSummary
from app.core.translation import later, tr, tr_n

ID_ROLE = Qt.ItemDataRole.UserRole + 1
IS_DAY_ROLE = Qt.ItemDataRole.UserRole + 2
LINE_ROLE = Qt.ItemDataRole.UserRole + 3
CHAT_KIND = "application/x-slipstream-chat"
_UNTITLED = later("New chat")
_NO_PARENT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Line:
    """A heading, a folder, or a chat, which has an id; of a chat that was found `detail` is what, with the `spans`."""

    text: str
    chat_id: str | None = None
    detail: str = ""
    kind: Literal["heading", "folder", "chat"] = "heading"
    folder: str = ""
    is_pinned: bool = False
    is_folded: bool = False
    message_id: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    chats_n: int = 0

    @property
    def key(self) -> tuple[str, str]:
        """What the line is, whatever it says."""
        return self.kind, self.chat_id or self.text


def day_words(changed_s: float, today: date) -> str:
    """The heading under which a chat stands."""
    day = datetime.fromtimestamp(changed_s).astimezone().date()
    if day >= today:
        return tr("Today")
    if day == today - timedelta(days=1):
        return tr("Yesterday")
    if day > today - timedelta(days=7):
        return tr("Last 7 days")
    return f"{day:%B %Y}"


def lines_of(chats: Sequence[ChatSummary], today: date, folded: Collection[str] = ()) -> list[Line]:
    """Pinned chats, folders by name, the others newest first with a line for each day.

    A pinned chat stands in its folder as well.
    """
    pinned = [chat for chat in chats if chat.is_pinned]
    lying = sorted((chat for chat in chats if chat.folder), key=_folder_key)
    free = [chat for chat in chats if not chat.folder and not chat.is_pinned]
    lines = [Line("Pinned"), *map(_chat_line, pinned)] if pinned else []
    for folder, inside in groupby(lying, key=lambda chat: chat.folder):
        held = [_chat_line(chat) for chat in inside]
        is_folded = folder in folded
        lines.append(Line(folder, kind="folder", folder=folder, is_folded=is_folded, chats_n=len(held)))
        lines += [] if is_folded else held
    for words, of_day in groupby(free, key=lambda chat: day_words(chat.changed_s, today)):
        lines += [Line(words), *map(_chat_line, of_day)]
    return lines


def _folder_key(chat: ChatSummary) -> tuple[str, str]:
    return chat.folder.casefold(), chat.folder


def _chat_line(chat: ChatSummary) -> Line:
    return Line(chat.title or tr(_UNTITLED), chat.id, kind="chat", folder=chat.folder, is_pinned=chat.is_pinned)


def _match_line(match: ChatMatch) -> Line:
    chat, message_id = match.chat, match.message_id or ""
    return Line(
        chat.title or tr(_UNTITLED),
        chat.id,
        match.excerpt,
        kind="chat",
        folder=chat.folder,
        is_pinned=chat.is_pinned,
        message_id=message_id,
        spans=tuple(match.spans),
    )


class ChatListModel(QAbstractListModel):
    """Headings, folders and chats as rows; headings cannot be selected.

    `renamed` carries a chat and its new title, `folder_renamed` a folder and its new name, `moved` a chat and the
    folder that it was dragged to, empty for none; `folded` the names of all folders whose chats are not shown.
    """

    renamed = Signal(str, str)
    folder_renamed = Signal(str, str)
    moved = Signal(str, str)
    folded = Signal(object)

    def __init__(self, parent: QObject | None = None, folded: Collection[str] = ()) -> None:
        super().__init__(parent)
        self._lines: list[Line] = []
        self._chats: Sequence[ChatSummary] = ()
        self._folded = set(folded)

    @property
    def chats(self) -> Sequence[ChatSummary]:
        """All chats, whatever is searched for."""
        return self._chats

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders that chats lie in."""
        folders = {chat.folder for chat in self._chats if chat.folder}
        return tuple(sorted(folders, key=str.casefold))

    def titles(self) -> frozenset[str]:
        """The titles of all chats."""
        return frozenset(chat.title for chat in self._chats)

    def found_words(self, chat_id: str) -> tuple[str, ...]:
        """The words that a search found in a chat, as they stand there."""
        line = next((line for line in self._lines if line.chat_id == chat_id), None)
        return tuple(dict.fromkeys(line.detail[start:end] for start, end in line.spans)) if line else ()

    def show_chats(self, chats: Sequence[ChatSummary]) -> None:
        """Show all chats."""
        self._chats = chats
        self._replace(lines_of(chats, datetime.now().astimezone().date(), self._folded))

    def show_matches(self, matches: Sequence[ChatMatch]) -> None:
        """Show what a search found."""
        self._replace([_match_line(match) for match in matches])

    def fold(self, folder: str) -> None:
        """Hide the chats of a folder, or show them again."""
        self._folded ^= {folder}
        self.show_chats(self._chats)
        self.folded.emit(self._folded & set(self.folders))

    def line(self, index: QModelIndex | QPersistentModelIndex) -> Line | None:
        """What stands in a row."""
        return self._lines[index.row()] if index.isValid() and index.row() < len(self._lines) else None

    def row_of(self, chat_id: str | None) -> int:
        """The row of a chat, or -1."""
        return next((row for row, line in enumerate(self._lines) if chat_id and line.chat_id == chat_id), -1)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NO_PARENT) -> int:
        """Headings, folders and chats."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text, tooltip, id, whether the row is a heading, and the Line itself."""
        line = self.line(index)
        if line is None:
            return None
        given: dict[int, Callable[[Line], Any]] = {
            Qt.ItemDataRole.DisplayRole: _shown_text,
            Qt.ItemDataRole.EditRole: lambda line: line.text,
            Qt.ItemDataRole.ToolTipRole: _tooltip,
            Qt.ItemDataRole.AccessibleTextRole: _spoken_text,
            ID_ROLE: lambda line: line.chat_id,
            IS_DAY_ROLE: lambda line: line.kind == "heading",
            LINE_ROLE: lambda line: line,
        }
        return given[role](line) if role in given else None

    def setData(  # noqa: N802
        self, index: QModelIndex | QPersistentModelIndex, value: Any, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        """Tell of another name; it is shown when it is kept."""
        line, name = self.line(index), str(value or "").strip()
        if line is None or role != Qt.ItemDataRole.EditRole or not name or name == line.text:
            return False
        if line.chat_id:
            self.renamed.emit(line.chat_id, name)
        else:
            self.folder_renamed.emit(line.folder, name)
        return True

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Chats can be chosen, renamed and dragged, folders unfolded, renamed and dropped into, headings nothing."""
        flag = Qt.ItemFlag
        line = self.line(index)
        if line is None:
            return flag.ItemIsDropEnabled
        if line.kind == "heading":
            return flag.NoItemFlags
        usual = flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsEditable | flag.ItemIsDropEnabled
        return usual | flag.ItemIsDragEnabled if line.chat_id else usual

    def mimeTypes(self) -> list[str]:  # noqa: N802
        """A chat of this list."""
        return [CHAT_KIND]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:  # noqa: N802
        """The id of the chat that is dragged."""
        data = QMimeData()
        ids = [line.chat_id for index in indexes if (line := self.line(index)) is not None and line.chat_id]
        data.setData(CHAT_KIND, "\n".join(ids).encode())
        return data

    def dropMimeData(  # noqa: N802
        self,
        data: QMimeData,
        action: Qt.DropAction,
        row: int,
        column: int,
        parent: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Tell which folder a chat was dropped into: that of the line it was dropped on or below, or none."""
        line = self.line(parent) if parent.isValid() else self.line(self.index(row - 1))
        for chat_id in bytes(data.data(CHAT_KIND).data()).decode().split():
            self.moved.emit(chat_id, line.folder if line else "")
        return data.hasFormat(CHAT_KIND)

    def supportedDropActions(self) -> Qt.DropAction:  # noqa: N802
        """Chats are moved."""
        return Qt.DropAction.MoveAction

    def _replace(self, lines: list[Line]) -> None:
        """Add and remove only rows between those that stay, so that what is selected or edited there stays too."""
        above = _common(zip(self._lines, lines, strict=False))
        most = min(len(self._lines), len(lines)) - above
        below = min(most, _common(zip(reversed(self._lines), reversed(lines), strict=False)))
        removed_n, added_n = len(self._lines) - above - below, len(lines) - above - below
        if removed_n:
            self.beginRemoveRows(_NO_PARENT, above, above + removed_n - 1)
            del self._lines[above : above + removed_n]
            self.endRemoveRows()
        if added_n:
            self.beginInsertRows(_NO_PARENT, above, above + added_n - 1)
            self._lines[above:above] = lines[above : above + added_n]
            self.endInsertRows()
        before, self._lines = self._lines, lines
        changed = [row for row, (old, new) in enumerate(zip(before, lines, strict=True)) if old != new]
        if changed:
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))


def _common(pairs: Iterator[tuple[Line, Line]]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0].key == pair[1].key, pairs))


def _shown_text(line: Line) -> str:
    return f"{'▸' if line.is_folded else '▾'}  {line.text}" if line.kind == "folder" else line.text


def _tooltip(line: Line) -> str | None:
    if not line.chat_id or line.detail:
        return line.detail or None
    return tr("{title}, in the folder “{folder}”", title=line.text, folder=line.folder) if line.folder else line.text


def _spoken_text(line: Line) -> str:
    if line.kind == "folder":
        chats = tr_n("{n} chat", "{n} chats", line.chats_n)
        if line.is_folded:
            return tr("Folder {name}, {chats}, folded", name=line.text, chats=chats)
        return tr("Folder {name}, {chats}, unfolded", name=line.text, chats=chats)
    return f"{line.text}. {line.detail}" if line.detail else line.text
