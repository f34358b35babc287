"""Puts the window together: engine, chats, settings and pages, and who hears of what."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from app.chat.conversation import Conversation, Message
from app.chat.keeper import ChatKeeper
from app.core.errors import Fact, ReportedError
from app.core.settings import DEVICE, DRAFT_METHOD, THEME, Settings
from app.engine.client import Crashed
from app.engine.protocol import Failed, Finished
from app.gui.bridges import EngineBridge
from app.gui.chat_controller import ChatController
from app.gui.chat_list import ChatList
from app.gui.engine_session import Engine, EngineSession, Pair
from app.gui.failures import message_of
from app.gui.main_window import MainWindow, Page
from app.gui.options import load_options
from app.gui.pages.chat import ChatPage
from app.gui.theme import Theme, scheme_of
from app.gui.view_models.choices import ModelChoices
from app.gui.widgets.banner import Action, BannerMessage
from app.gui.widgets.model_bar import ModelBar
from app.gui.widgets.sidebar import Sidebar
from app.texts import notice

# Long enough to think twice.
_UNDO_MS = 10_000
# Its line stands in the chat as well: elsewhere the banner would speak of a chat that is not there.
_OF_A_CHAT = "turns_dropped"
_OPENED_SCHEMES = ("http", "https", "mailto")


class Composition(QObject):
    """Everything behind one window. `start` shows it and starts the engine."""

    def __init__(
        self,
        application: QApplication,
        settings: Settings,
        bridge: EngineBridge,
        engine: Engine,
        keeper: ChatKeeper,
        choices: ModelChoices,
    ) -> None:
        super().__init__()
        self.settings = settings
        self.theme = Theme(application, scheme_of(settings.get(THEME)))
        self.session = EngineSession(bridge, engine, self)
        self.session.options = load_options(settings)
        self.chats = ChatList(keeper, self)
        self.controller = ChatController(self.session, keeper, settings, self)
        self.chat_page = ChatPage(self.controller, self.session, settings)
        self.model_bar = ModelBar(self.session, choices)
        self.sidebar = Sidebar(self.chats.model)
        self.window = MainWindow(settings, self.model_bar, self.sidebar)
        self.window.add_page(Page("chat", "Chat", lambda: self.chat_page, shortcut="Ctrl+1"))
        self._connect_chats()
        self._connect_session()
        self._connect_pages()
        self.show_method()

    def start(self) -> None:
        """Show the window and start the engine."""
        self.chats.refresh()
        self.window.show()
        if self.settings.kept_copy is not None:
            self._tell("settings_set_aside", {"path": str(self.settings.kept_copy)})
        self.session.start()

    def load(self, pair: Pair) -> None:
        """Load a pair with the options of the settings, and show the chat."""
        self.session.load(pair, load_options(self.settings))
        self.window.show_page("chat")

    def show_error(self, error: BaseException) -> None:
        """Show a failure above the page."""
        self.window.show_banner(message_of(error))

    def tell_chats_set_aside(self, path: Path) -> None:
        """Say that a damaged file of chats was put aside."""
        self._tell("chat_store_set_aside", {"path": str(path)})

    def _tell(self, code: str, facts: Mapping[str, Fact]) -> None:
        text = notice(code, facts)
        self.window.show_banner(BannerMessage(text.sentence, text.hint, level="notice", key=code))

    def _connect_chats(self) -> None:
        self.sidebar.new_chat_asked.connect(self._on_new_chat_asked)
        self.sidebar.chat_chosen.connect(self._on_chat_chosen)
        self.sidebar.chat_deletion_asked.connect(self._on_chat_deletion_asked)
        self.sidebar.search_changed.connect(self.chats.search)
        self.controller.chats_changed.connect(self._on_chats_changed)
        self.controller.opened.connect(self._on_chats_changed)
        self.controller.opened.connect(self._on_chat_opened)
        self.controller.reply_ended.connect(self._on_reply_ended)
        self.window.activated.connect(self.chats.refresh)
        self.controller.failed.connect(self.show_error)
        self.chats.failed.connect(self.show_error)

    def _connect_session(self) -> None:
        self.session.load_finished.connect(self._on_load_finished)
        self.session.load_failed.connect(self._on_load_failed)
        self.session.reply_finished.connect(self._on_reply_finished)
        self.session.reply_failed.connect(self._on_reply_failed)
        self.session.crashed.connect(self._on_crashed)
        self.session.fell_silent.connect(self._on_fell_silent)
        self.session.state_changed.connect(self._on_state_changed)

    def _connect_pages(self) -> None:
        self.model_bar.pair_chosen.connect(self.load)
        self.model_bar.device_chosen.connect(self._on_device_chosen)
        self.model_bar.look_up_chosen.connect(self._on_look_up_chosen)
        self.chat_page.link_chosen.connect(self.ask_to_open)
        self.window.page_shown.connect(self._on_page_shown)

    def _on_new_chat_asked(self) -> None:
        self.controller.new_chat()
        self.window.show_page("chat")

    def _on_chat_chosen(self, chat_id: str) -> None:
        self.controller.open_chat(chat_id)
        self.window.show_page("chat")

    def _on_chat_deletion_asked(self, chat_id: str) -> None:
        self.controller.leave(chat_id)
        self.chats.delete(chat_id)
        undo = Action("Undo", partial(self.chats.restore, chat_id))
        message = BannerMessage("The chat is deleted.", action=undo, level="notice", key="deleted", shown_ms=_UNDO_MS)
        self.window.show_banner(message)

    def _on_chats_changed(self) -> None:
        self.chats.refresh()
        self.sidebar.mark_chat(self.controller.conversation.id)

    def _on_chat_opened(self, conversation: Conversation) -> None:
        self.window.banners.clear("reply")
        self.window.banners.clear(_OF_A_CHAT)

    def _on_page_shown(self, name: str) -> None:
        if name != "chat":
            self.window.banners.clear(_OF_A_CHAT)

    def _on_reply_ended(self, reply: Message) -> None:
        if reply.finish_reason != "failed":
            self.window.banners.clear("reply")

    def _on_load_finished(self, event: Finished) -> None:
        self.window.banners.clear("reply")
        self.window.banners.clear("load")
        self.window.banners.clear("crash")
        for told in event.loaded.notices if event.loaded else ():
            self._tell(told.code, told.facts)

    def _on_load_failed(self, event: Failed) -> None:
        self.window.show_banner(_message_of_failed(event, "load"))

    def _on_reply_finished(self, event: Finished) -> None:
        for told in event.generated.notices if event.generated else ():
            if told.code == _OF_A_CHAT and not self._is_writer_seen:
                continue
            self._tell(told.code, told.facts)

    @property
    def _is_writer_seen(self) -> bool:
        return self.controller.is_home_open and self.window.current_page == "chat"

    def _on_reply_failed(self, event: Failed) -> None:
        self.window.show_banner(_message_of_failed(event, "reply"))

    def _on_crashed(self, event: Crashed, happened_in: str) -> None:
        codes = {"loading": "engine_crashed_loading", "generating": "engine_crashed_writing"}
        text = notice(codes.get(happened_in, "engine_crashed_idle"))
        facts = {"exit_code": event.exit_code, "signal": event.signal_name, "detail": event.detail}
        told = [f"{name}: {value}" for name, value in facts.items() if value is not None]
        action = Action("Start the engine again", self.session.restart)
        details = "\n".join([*told, event.log])
        self.window.show_banner(BannerMessage(text.sentence, text.hint, action, details, key="crash"))

    def _on_fell_silent(self) -> None:
        text = notice("engine_silent")
        action = Action("Start the engine again", self.session.restart)
        self.window.show_banner(BannerMessage(text.sentence, text.hint, action, key="silent"))

    def _on_state_changed(self) -> None:
        self.window.banners.clear("silent")

    def show_method(self) -> None:
        """Have the bar say what guesses where no draft is loaded."""
        self.model_bar.show_look_up(is_on=self.settings.get(DRAFT_METHOD) != DRAFT_METHOD.default)

    def _on_look_up_chosen(self, is_on: bool) -> None:
        self.settings.set(DRAFT_METHOD, "ngram_first" if is_on else DRAFT_METHOD.default)
        self.show_method()

    def _on_device_chosen(self, name: str) -> None:
        self.settings.set(DEVICE, name)
        self.session.options = load_options(self.settings)
        if self.session.pair is not None and self.session.state != "crashed":
            self.load(self.session.pair)

    def ask_to_open(self, address: str) -> None:
        """Open an address in the browser, once the user agrees."""
        url = QUrl(address)
        if url.scheme().lower() not in _OPENED_SCHEMES:
            text = "This link does not lead to a web page."
            self.window.show_banner(BannerMessage(text, address, level="notice", key="link"))
            return
        action = Action("Open in the browser", partial(QDesktopServices.openUrl, url))
        text = "Open this link outside Slipstream?"
        banner = self.window.show_banner(BannerMessage(text, url.toString(), action, level="notice", key="link"))
        banner.action_button.setFocus()


def _message_of_failed(event: Failed, key: str) -> BannerMessage:
    return replace(message_of(ReportedError(event.code, event.facts, event.log)), key=key)
