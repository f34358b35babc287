"""What happens to whole chats: they are chosen, deleted and brought back, and their pair is offered again."""

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt

from app.chat.conversation import Conversation
from app.chat.store import KEPT_DAYS, ChatSummary
from app.core.translation import tr, tr_n
from app.gui.chat_controller import ChatController
from app.gui.chat_edits import ChatEdits
from app.gui.chat_list import ChatList
from app.gui.chat_pair import can_load, pair_of, pair_words
from app.gui.dialogs.naming import ask_name
from app.gui.engine_session import EngineSession, Pair
from app.gui.main_window import MainWindow
from app.gui.view_models.choices import ModelChoices
from app.gui.widgets.banner import Action, BannerMessage
from app.gui.widgets.sidebar import Sidebar
from app.gui.window_actions import WindowActions
from app.texts import notice

# Long enough to think twice.
_UNDO_MS = 10_000
_DELETED = "deleted"
_OTHER_PAIR = "other_pair"


class ChatDesk(QObject):
    """Connects the sidebar with the open chat and the saved ones. `load` is called with a Pair."""

    def __init__(
        self,
        window: MainWindow,
        sidebar: Sidebar,
        chats: ChatList,
        controller: ChatController,
        edits: ChatEdits,
        session: EngineSession,
        choices: ModelChoices,
        load: Callable[[Pair], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._sidebar = sidebar
        self._chats = chats
        self._controller = controller
        self._session = session
        self._choices = choices
        self._load = load
        sidebar.new_chat_asked.connect(self._on_new_chat_asked)
        sidebar.chat_chosen.connect(self._on_chat_chosen)
        sidebar.match_chosen.connect(self._on_match_chosen)
        sidebar.chat_deletion_asked.connect(self._on_chat_deletion_asked)
        sidebar.search_changed.connect(chats.search)
        sidebar.pin_asked.connect(chats.pin)
        sidebar.move_asked.connect(chats.move)
        sidebar.folder_move_asked.connect(chats.rename_folder)
        sidebar.folder_deletion_asked.connect(chats.delete_folder)
        chats.model.renamed.connect(self._on_renamed)
        chats.folder_deleted.connect(self._on_folder_deleted)
        controller.chats_changed.connect(self._on_chats_changed)
        controller.opened.connect(self._on_chats_changed)
        controller.opened.connect(self._on_opened)
        controller.nothing_added.connect(self._on_nothing_added)
        edits.deleted.connect(self._on_message_deleted)
        window.activated.connect(chats.refresh)
        session.state_changed.connect(self._on_state_changed)

    def bind(self, actions: WindowActions) -> None:
        """Have the actions of whole chats done by this."""
        for name, run in (
            ("export", self._on_export_asked),
            ("rename", self._on_rename_asked),
            ("pin", self._on_pin_asked),
            ("move", self._on_move_asked),
            ("delete", self._on_delete_asked),
        ):
            actions.bind(name, run)

    @property
    def _meant(self) -> ChatSummary | None:
        """The chat that is marked in the list while the keys go there, else the open one; None before it is saved."""
        line, chat = self._sidebar.marked_line, self._controller.conversation
        meant = line.chat_id if line is not None and line.chat_id else chat.id
        listed = next((known for known in self._chats.model.chats if known.id == meant), None)
        # A new one comes into the list a moment after it was saved.
        is_new = listed is None and meant == chat.id and chat.current is not None
        return ChatSummary(chat.id, chat.title, time.time()) if is_new else listed

    def _on_export_asked(self) -> None:
        if (chat := self._meant) is not None:
            self._sidebar.export_asked.emit(chat.id, chat.title)

    def _on_rename_asked(self) -> None:
        if (chat := self._meant) is not None:
            ask_name(self._window, tr("New name of the chat"), chat.title, partial(self._on_renamed, chat.id))

    def _on_pin_asked(self) -> None:
        if (chat := self._meant) is not None:
            self._chats.pin(chat.id, not chat.is_pinned)

    def _on_move_asked(self) -> None:
        line, list_ = self._sidebar.marked_line, self._sidebar.list
        if line is not None and line.kind == "folder":
            self._chats.rename_folder(line.folder, "")
        elif (chat := self._meant) is not None:
            self._sidebar.show()
            menu = self._sidebar.folder_menu(chat.id, chat.folder, self._sidebar)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(list_.mapToGlobal(list_.visualRect(list_.currentIndex()).bottomLeft()))

    def _on_delete_asked(self) -> None:
        if (chat := self._meant) is not None:
            self._on_chat_deletion_asked(chat.id)

    def _on_new_chat_asked(self) -> None:
        self._controller.new_chat()
        self._window.show_page("chat")

    def _on_chat_chosen(self, chat_id: str) -> None:
        self._controller.open_chat(chat_id)
        self._window.show_page("chat")

    def _on_match_chosen(self, chat_id: str, message_id: str) -> None:
        self._controller.open_chat(chat_id, message_id, self._chats.model.found_words(chat_id))
        self._window.show_page("chat")

    def _on_renamed(self, chat_id: str, title: str) -> None:
        self._controller.note_title(chat_id, title)
        self._chats.rename(chat_id, title)

    def _on_chat_deletion_asked(self, chat_id: str) -> None:
        self._controller.leave(chat_id)
        self._chats.delete(chat_id)
        self._offer_undo(tr("The chat is deleted."), partial(self._chats.restore, chat_id), _kept_words())

    def _on_folder_deleted(self, chat_ids: tuple[str, ...]) -> None:
        for chat_id in chat_ids:
            self._controller.leave(chat_id)
        restore = partial(self._chats.restore, *chat_ids)
        self._offer_undo(tr("The folder and its chats are deleted."), restore, _kept_words())

    def _on_message_deleted(self, undo: Callable[[], None]) -> None:
        self._offer_undo(tr("The message and what followed it are deleted."), undo)

    def _on_nothing_added(self) -> None:
        text = notice("nothing_added")
        message = BannerMessage(text.sentence, text.hint, level="notice", key="nothing_added", shown_ms=_UNDO_MS)
        self._window.show_banner(message)

    def _offer_undo(self, words: str, undo: Callable[[], object], hint: str = "") -> None:
        action = Action(tr("Undo"), undo)
        message = BannerMessage(words, hint, action, level="done", key=_DELETED, shown_ms=_UNDO_MS)
        self._window.show_banner(message)

    def _on_chats_changed(self) -> None:
        self._chats.refresh()
        self._sidebar.mark_chat(self._controller.conversation.id)

    def _on_opened(self, conversation: Conversation) -> None:
        """Offer to load the chat's pair where another one is loaded; where none is, the page does."""
        self._window.banners.clear(_OTHER_PAIR)
        pair = pair_of(conversation) if self._session.loaded is not None else None
        name = pair_words(pair, self._choices) if pair is not None else ""
        if pair is None or not name or not can_load(pair, self._session):
            return
        text = notice("chat_of_other_pair", {"pair": name})
        load = Action(tr("Load them"), partial(self._load, pair))
        self._window.show_banner(BannerMessage(text.sentence, text.hint, load, level="notice", key=_OTHER_PAIR))

    def _on_state_changed(self) -> None:
        if self._session.state == "loading":
            self._window.banners.clear(_OTHER_PAIR)


def _kept_words() -> str:
    return tr_n("“Recently deleted” keeps it for {n} day.", "“Recently deleted” keeps it for {n} days.", KEPT_DAYS)
