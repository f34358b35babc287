"""The saved chats: their list, search, deletion and its undoing."""

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.chat.keeper import ChatKeeper
from app.chat.store import ChatMatch, ChatSummary
from app.gui.answers import Answers
from app.gui.view_models.chats import ChatListModel

_TYPING_PAUSE_MS = 150


class ChatList(QObject):
    """Keeps the model of the sidebar as the store is; of several searches the newest wins."""

    failed = Signal(object)

    def __init__(self, keeper: ChatKeeper, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = ChatListModel(self)
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
        self._keeper.tell(lambda store: store.delete(chat_id))
        self.refresh()

    def restore(self, chat_id: str) -> None:
        """Undo a deletion."""
        self._keeper.tell(lambda store: store.restore(chat_id))
        self.refresh()

    def _on_listed(self, chats: tuple[ChatSummary, ...]) -> None:
        if not self._words:
            self.model.show_chats(chats)

    def _on_found(self, words: str, matches: tuple[ChatMatch, ...]) -> None:
        if words == self._words:
            self.model.show_matches(matches)
