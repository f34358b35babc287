"""The saved chats: their list and search, and what is done to a whole chat or folder."""

from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.chat.keeper import ChatKeeper
from app.chat.store import ChatMatch, ChatStore, ChatSummary
from app.core.errors import AppError
from app.core.settings import FOLDED_FOLDERS, Settings
from app.gui.answers import Answers
from app.gui.view_models.chats import ChatListModel

_TYPING_PAUSE_MS = 150


class ChatList(QObject):
    """Keeps the model of the sidebar as the store is; of several searches the newest wins.

    `folder_deleted` carries the ids of the chats that lay in it.
    """

    failed = Signal(object)
    folder_deleted = Signal(object)

    def __init__(self, keeper: ChatKeeper, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.model = ChatListModel(self, settings.get(FOLDED_FOLDERS).splitlines())
        self.model.folded.connect(self._on_folded)
        self.model.moved.connect(self.move)
        self.model.folder_renamed.connect(self.rename_folder)
        self._keeper = keeper
        self._answers = Answers(self)
        self._answers.failed.connect(self.failed)
        self._words = ""
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_PAUSE_MS)
        self._typing.timeout.connect(self.refresh)

    def search(self, words: str) -> None:
        """Show the chats that hold these words, or all of them; soon, when no key follows."""
        self._words = words.strip()
        self._typing.start()

    def refresh(self) -> None:
        """Read the list anew."""
        words = self._words
        if words:
            found = self._keeper.ask(lambda store: store.search(words))
            self._answers.wait_for(found, partial(self._on_found, words))
        else:
            self._answers.wait_for(self._keeper.ask(lambda store: store.chats()), self._on_listed)

    def delete(self, chat_id: str) -> None:
        """Delete a chat; `restore` brings it back."""
        self._change(lambda store: store.delete(chat_id))

    def restore(self, *chat_ids: str) -> None:
        """Undo a deletion."""
        self._change(lambda store: store.restore(*chat_ids))

    def rename(self, chat_id: str, title: str) -> None:
        """Give a chat a title of the user's own."""
        self._change(lambda store: store.rename(chat_id, title))

    def pin(self, chat_id: str, is_pinned: bool) -> None:
        """Keep a chat at the top, or no longer."""
        self._change(lambda store: store.pin(chat_id, is_pinned))

    def move(self, chat_id: str, folder: str) -> None:
        """Put a chat into a folder, which is there from then on, or out of all."""
        self._change(lambda store: store.move(chat_id, folder))

    def rename_folder(self, folder: str, name: str) -> None:
        """Give a folder another name, or take its chats out of it."""
        self._change(lambda store: store.rename_folder(folder, name))

    def delete_folder(self, folder: str) -> None:
        """Delete the chats of a folder."""
        deleted = self._keeper.ask(lambda store: store.delete_folder(folder))
        self._answers.wait_for(deleted, self._on_folder_deleted)

    def _change(self, change: Callable[[ChatStore], None]) -> None:
        self._keeper.tell(change)
        self.refresh()

    def _on_folded(self, folders: Collection[str]) -> None:
        # A fold that cannot be kept is no reason to tell of it.
        with suppress(AppError):
            self._settings.set(FOLDED_FOLDERS, "\n".join(sorted(folders)))

    def _on_folder_deleted(self, chat_ids: tuple[str, ...]) -> None:
        self.folder_deleted.emit(chat_ids)
        self.refresh()

    def _on_listed(self, chats: tuple[ChatSummary, ...]) -> None:
        if not self._words:
            self.model.show_chats(chats)

    def _on_found(self, words: str, matches: tuple[ChatMatch, ...]) -> None:
        if words == self._words:
            self.model.show_matches(matches)
