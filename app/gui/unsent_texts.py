"""What is typed and not sent yet: each chat has its own, kept while it is typed."""

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextCursor

from app.chat.conversation import Conversation
from app.chat.keeper import ChatKeeper
from app.gui.answers import Answers
from app.gui.chat_controller import ChatController
from app.gui.widgets.message_box import MessageBox

_TYPING_PAUSE_MS = 300
# A chat that has no message yet is not saved: all of them share one text.
_NEW_CHAT = ""


class UnsentTexts(QObject):
    """Puts the text of the open chat into the box, and keeps what is written there."""

    failed = Signal(object)

    def __init__(
        self, controller: ChatController, keeper: ChatKeeper, box: MessageBox, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._keeper = keeper
        self._box = box
        self._controller = controller
        self._answers = Answers(self)
        self._answers.failed.connect(self.failed)
        self._chat_id = controller.conversation.id
        self._waiting: tuple[str, str] | None = None
        self._pause = QTimer(self, singleShot=True, interval=_TYPING_PAUSE_MS)
        self._pause.timeout.connect(self.keep)
        box.textChanged.connect(self._on_text_changed)
        controller.opened.connect(self._on_opened)

    def read(self) -> None:
        """Fill the empty box with what was left in the open chat."""
        key = self._key
        self._answers.wait_for(self._keeper.ask(lambda store: store.unsent(key)), partial(self._on_read, key))

    def keep(self) -> None:
        """Keep what was typed last, now."""
        self._pause.stop()
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._keeper.tell(lambda store: store.keep_unsent(*waiting))

    def close(self) -> None:
        """Keep what was typed last, and nothing from then on."""
        self.keep()
        self._box.textChanged.disconnect(self._on_text_changed)

    @property
    def _key(self) -> str:
        conversation = self._controller.conversation
        return conversation.id if conversation.messages else _NEW_CHAT

    def _on_text_changed(self) -> None:
        if self._waiting is not None and self._waiting[0] != self._key:
            self.keep()
        self._waiting = self._key, self._box.toPlainText()
        if self._box.document().isEmpty():
            # It was sent, or is not wanted.
            self.keep()
        else:
            self._pause.start()

    def _on_opened(self, conversation: Conversation) -> None:
        if conversation.id == self._chat_id:
            return
        self.keep()
        self._chat_id = conversation.id
        was_blocked = self._box.blockSignals(True)
        self._box.clear()
        self._box.blockSignals(was_blocked)
        self.read()

    def _on_read(self, key: str, text: str) -> None:
        if key == self._key and self._box.document().isEmpty():
            self._box.setPlainText(text)
            self._box.moveCursor(QTextCursor.MoveOperation.End)
