"""Shows the chats that were deleted lately, and does what is asked for with them."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.chat.keeper import ChatKeeper
from app.chat.store import ChatSummary
from app.gui.answers import Answers
from app.gui.chat_list import ChatList
from app.gui.dialogs.deleted_chats import DeletedChatsDialog


class DeletedChats(QObject):
    """`failed` carries an AppError."""

    failed = Signal(object)

    def __init__(self, window: QWidget, chats: ChatList, keeper: ChatKeeper, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._chats = chats
        self._keeper = keeper
        self.dialog: DeletedChatsDialog | None = None
        """What shows them, while it is open."""
        self._answers = Answers(self)
        self._answers.failed.connect(self.failed)

    def show(self) -> None:
        """Open the list of them."""
        self.dialog = DeletedChatsDialog(self._window)
        self.dialog.restore_asked.connect(self._on_restore_asked)
        self.dialog.wipe_asked.connect(self._on_wipe_asked)
        self.dialog.finished.connect(self._on_dialog_gone)
        self.dialog.open()
        self._read()

    def _read(self) -> None:
        self._answers.wait_for(self._keeper.ask(lambda store: store.deleted_chats()), self._on_read)

    def _on_read(self, chats: Sequence[ChatSummary]) -> None:
        if self.dialog is not None:
            self.dialog.show_chats(chats)

    def _on_restore_asked(self, chat_ids: tuple[str, ...]) -> None:
        self._chats.restore(*chat_ids)
        self._read()

    def _on_wipe_asked(self, chat_ids: tuple[str, ...]) -> None:
        self._keeper.tell(lambda store: store.wipe(*chat_ids))
        self._read()

    def _on_dialog_gone(self) -> None:
        self.dialog = None
