"""Puts the window together: engine, chats, settings and pages, and who hears of what."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from app.chat.conversation import Conversation, Message
from app.chat.keeper import ChatKeeper
from app.chat.store import SetAside
from app.core.errors import Fact, ReportedError
from app.core.settings import DEVICE, DRAFT_METHOD, OPEN_LAST_CHAT, TEXT_SIZE, THEME, Settings
from app.core.translation import tr
from app.engine.blocking import crash_error
from app.engine.client import Crashed
from app.engine.machine import device_for
from app.engine.options import load_options
from app.engine.protocol import Failed, Finished, LoadOptions
from app.gui.answers import Answers
from app.gui.bridges import EngineBridge
from app.gui.chat_controller import ChatController
from app.gui.chat_desk import ChatDesk
from app.gui.chat_edits import ChatEdits
from app.gui.chat_files import ChatFiles
from app.gui.chat_list import ChatList
from app.gui.chat_setups import ChatSetups
from app.gui.command_desk import CommandDesk
from app.gui.deleted_chats import DeletedChats
from app.gui.dialogs.files import remember_in
from app.gui.engine_session import Engine, EngineSession, Pair
from app.gui.failures import message_of
from app.gui.main_window import MainWindow, Page
from app.gui.pages.chat import ChatPage
from app.gui.preset_list import PresetList
from app.gui.text_size import TextSize
from app.gui.theme import Theme, scheme_of
from app.gui.unsent_texts import UnsentTexts
from app.gui.view_models.choices import ModelChoices
from app.gui.widgets.banner import Action, BannerMessage
from app.gui.widgets.model_bar import ModelBar
from app.gui.widgets.sidebar import Sidebar
from app.models.offload import PROCESSOR
from app.texts import Text, notice, sentence_of

# Its line stands in the chat as well: elsewhere the banner would speak of a chat that is not there.
_OF_A_CHAT = "turns_dropped"
_PROMPT_KEPT = "prompt_kept"
_FILE_CHANGED = "model_file_changed"
# After a crash for want of memory: with one step of app.models.offload less, the next one might end it.
_STEPS_LESS = 2
# Long enough to be read by somebody who was elsewhere.
_NEWS_MS = 10_000
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
        remember_in(settings)
        self.theme = Theme(application, scheme_of(settings.get(THEME)))
        # Before there is anything that has a font.
        text_size = TextSize(application, int(settings.get(TEXT_SIZE)))
        self.session = EngineSession(bridge, engine, self)
        self.session.options = load_options(settings)
        # What was told of the load before is not true of the next one.
        self._told_of_load: tuple[str, ...] = ()
        self.chats = ChatList(keeper, settings, self)
        self.controller = ChatController(self.session, keeper, settings, self)
        self.edits = ChatEdits(self.controller, keeper, self.chats.model.titles, self)
        self.chat_page = ChatPage(self.controller, self.edits, self.session, settings)
        self.model_bar = ModelBar(self.session, choices)
        self.sidebar = Sidebar(self.chats.model)
        self.window = MainWindow(settings, self.model_bar, self.sidebar)
        self.window.add_page(Page("chat", tr("Chat"), lambda: self.chat_page))
        self.commands = CommandDesk(
            self.window,
            self.chat_page,
            self.controller,
            self.session,
            self.chats.model,
            choices,
            settings,
            self.theme,
            text_size,
            self.load,
        )
        self._make_desks(keeper, choices)
        self.deleted_chats = DeletedChats(self.window, self.chats, keeper, self)
        self.files = ChatFiles(self.window, keeper, self.controller, self.presets, self)
        self.unsent = UnsentTexts(self.controller, keeper, self.chat_page.composer.text, self)
        self._connect_chats()
        self._connect_session()
        self._connect_pages()
        self.show_method()

    def _make_desks(self, keeper: ChatKeeper, choices: ModelChoices) -> None:
        """What is done with whole chats, and how the open one is set."""
        self.desk = ChatDesk(
            self.window,
            self.sidebar,
            self.chats,
            self.controller,
            self.edits,
            self.session,
            choices,
            self.load,
            self,
        )
        self.desk.bind(self.commands.actions)
        self.presets = PresetList(keeper, self)
        self.setups = ChatSetups(
            self.chat_page,
            self.controller,
            self.edits,
            self.presets,
            self.session,
            choices,
            self.load,
            self.commands.actions,
            # What comes when the page has gone is for nobody.
            self.chat_page,
        )

    def start(self) -> None:
        """Show the window and start the engine."""
        self.chats.refresh()
        self.unsent.read()
        if self.settings.get(OPEN_LAST_CHAT):
            self.controller.open_last()
        self.presets.read()
        self.window.show()
        if self.settings.kept_copy is not None:
            self._tell("settings_set_aside", {"path": str(self.settings.kept_copy)})
        self.session.start()

    def close(self) -> None:
        """Keep what was typed last: to be called before the chats are closed."""
        self.chat_page.sheet.tell_prompt()
        self.files.close()
        self.chat_page.files.close()
        self.unsent.close()
        # What is still being read comes when the window has gone.
        for answers in self.findChildren(Answers):
            answers.forget()

    def load(self, pair: Pair) -> None:
        """Load a pair with the options of the settings, and show the chat."""
        self.session.load(pair, load_options(self.settings))
        self.window.show_page("chat")

    def show_error(self, error: BaseException) -> None:
        """Show a failure above the page."""
        self.window.show_banner(message_of(error))

    def tell_chats_set_aside(self, aside: SetAside) -> None:
        """Say that a damaged file of chats was put aside, and what was read back from it."""
        counts = {"chats_n": aside.chats_n or None, "messages_n": aside.messages_n}
        self._tell("chat_store_set_aside", {"path": str(aside.path), **counts})

    def _tell(self, code: str, facts: Mapping[str, Fact]) -> None:
        text = notice(code, facts)
        self.window.show_banner(BannerMessage(text.sentence, text.hint, level="notice", key=code))

    def _connect_chats(self) -> None:
        self.controller.opened.connect(self._on_chat_opened)
        self.controller.reply_ended.connect(self._on_reply_ended)
        self.controller.failed.connect(self.show_error)
        self.chats.failed.connect(self.show_error)
        self.unsent.failed.connect(self.show_error)
        self.presets.failed.connect(self.show_error)
        self.files.failed.connect(self.show_error)
        self.files.world_found.connect(self.edits.add_world)
        self.deleted_chats.failed.connect(self.show_error)
        self.sidebar.deleted_asked.connect(self.deleted_chats.show)
        self.setups.prompt_kept.connect(self._on_prompt_kept)
        self.sidebar.export_asked.connect(self.files.ask_export)
        self.sidebar.export_all_asked.connect(self.files.ask_export_all)
        self.sidebar.import_asked.connect(self.files.ask_import)

    def _connect_session(self) -> None:
        self.session.load_finished.connect(self._on_load_finished)
        self.session.load_failed.connect(self._on_load_failed)
        self.session.reply_finished.connect(self._on_reply_finished)
        self.session.reply_failed.connect(self._on_reply_failed)
        self.session.crashed.connect(self._on_crashed)
        self.session.stopped.connect(self._on_engine_stopped)
        self.session.started_again.connect(self._on_engine_started_again)
        self.session.watch.fell_silent.connect(self._on_fell_silent)
        self.session.watch.spoke_again.connect(partial(self.window.banners.clear, "silent"))
        self.session.watch.stop_overdue.connect(self._on_stop_overdue)
        self.session.state_changed.connect(self._on_state_changed)

    def _connect_pages(self) -> None:
        self.model_bar.pair_chosen.connect(self.load)
        self.model_bar.device_chosen.connect(self._on_device_chosen)
        self.model_bar.look_up_chosen.connect(self._on_look_up_chosen)
        self.chat_page.link_chosen.connect(self.ask_to_open)
        self.window.page_shown.connect(self._on_page_shown)

    def _on_chat_opened(self, conversation: Conversation) -> None:
        self.window.banners.clear("reply")
        self.window.banners.clear(_OF_A_CHAT)
        self.window.banners.clear(_PROMPT_KEPT)

    def _on_prompt_kept(self, preset: str) -> None:
        text = notice(_PROMPT_KEPT, {"preset": preset})
        use = Action(tr("Use that of “{preset}”", preset=preset), partial(self.setups.use_prompt_of, preset))
        message = BannerMessage(text.sentence, text.hint, use, level="notice", key=_PROMPT_KEPT, shown_ms=_NEWS_MS)
        self.window.show_banner(message)

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
        for code in self._told_of_load:
            self.window.banners.clear(code)
        notices = event.loaded.notices if event.loaded else ()
        self._told_of_load = tuple(told.code for told in notices)
        for told in notices:
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
        message, pair = _message_of_failed(event, "reply"), self.session.pair
        if event.code == _FILE_CHANGED and pair is not None:
            message = replace(message, action=Action(tr("Load it again"), partial(self.load, pair)))
        self.window.show_banner(message)

    def _on_crashed(self, event: Crashed, happened_in: str) -> None:
        codes = {"loading": "engine_crashed_loading", "generating": "engine_crashed_writing"}
        text = notice(codes.get(happened_in, "engine_crashed_idle"))
        error = crash_error(event)
        if event.cause is not None:
            text = sentence_of(error)
        told = [f"{name}: {value}" for name, value in error.facts.items() if value is not None]
        details = "\n".join([*told, event.log])
        message = BannerMessage(text.sentence, text.hint, self._start_again(), details, key="crash")
        if self.session.pair is not None and (happened_in == "loading" or event.cause == "out_of_memory"):
            less = Action(tr("Load with less"), self._load_with_less)
            message = replace(message, action=less, others=(self._start_again(),))
        elif self.session.pair is not None and event.may_be_the_drivers and self._has_driver(event.device):
            message = replace(message, others=(self._on_processor(),))
        self.window.show_banner(message)

    def _has_driver(self, name: str | None) -> bool:
        device = device_for(self.session.devices, name) if name else None
        return device is not None and device.kind != "cpu"

    def _load_with_less(self) -> None:
        self._load_again(replace(self.session.options, less=self.session.options.less + _STEPS_LESS))

    def _on_processor(self) -> Action:
        return Action(
            tr("Load on the processor"), lambda: self._load_again(replace(self.session.options, device=PROCESSOR))
        )

    def _load_again(self, options: LoadOptions) -> None:
        if self.session.pair is not None:
            self.session.load(self.session.pair, options)

    def _start_again(self) -> Action:
        return Action(tr("Start the engine again"), self.session.restart)

    def _on_fell_silent(self, seconds: int) -> None:
        self._ask_to_wait(notice("engine_silent", {"seconds": seconds}))

    def _on_stop_overdue(self) -> None:
        self._ask_to_wait(notice("engine_not_stopping"))

    def _ask_to_wait(self, text: Text) -> None:
        stop = Action(tr("Stop the engine"), self.session.stop_engine)
        others = (Action(tr("Wait"), self.session.watch.wait),)
        message = BannerMessage(text.sentence, text.hint, stop, level="notice", key="silent", others=others)
        self.window.show_banner(message)

    def _on_engine_stopped(self) -> None:
        text, again = notice("engine_stopped"), self._start_again()
        # What hung in a driver hangs there again.
        others = (self._on_processor(),) if self.session.pair is not None and self.session.may_use_drivers else ()
        message = BannerMessage(text.sentence, text.hint, again, level="notice", key="crash", others=others)
        self.window.show_banner(message)

    def _on_engine_started_again(self) -> None:
        text = notice("engine_started_again")
        message = BannerMessage(text.sentence, text.hint, level="notice", key="started_again", shown_ms=_NEWS_MS)
        self.window.show_banner(message)

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
        self.session.try_again(name)
        if self.session.pair is not None and self.session.state != "crashed":
            self.load(self.session.pair)

    def ask_to_open(self, address: str) -> None:
        """Open an address in the browser, once the user agrees."""
        url = QUrl(address)
        if url.scheme().lower() not in _OPENED_SCHEMES:
            text = tr("This link does not lead to a web page.")
            self.window.show_banner(BannerMessage(text, address, level="notice", key="link"))
            return
        action = Action(tr("Open in the browser"), partial(QDesktopServices.openUrl, url))
        text = tr("Open this link outside Slipstream?")
        banner = self.window.show_banner(BannerMessage(text, _address_words(url), action, level="notice", key="link"))
        banner.action_button.setFocus()


def _address_words(url: QUrl) -> str:
    """The address, and the name of its host where letters that look alike, or a name before it, could hide that."""
    host = url.host(QUrl.ComponentFormattingOption.FullyEncoded)
    words = url.toString()
    return words if f"//{host}" in words or not host else tr("{words} (leads to {host})", words=words, host=host)


def _message_of_failed(event: Failed, key: str) -> BannerMessage:
    return replace(message_of(ReportedError(event.code, event.facts, event.log)), key=key)
