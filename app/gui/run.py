"""Makes the real parts of the window and runs it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app.chat.keeper import ChatKeeper
from app.core.errors import AppError
from app.core.instance import Instance, WindowRequest
from app.core.paths import chats_path, folders, library_folder, settings_path
from app.core.settings import CHECK_RELEASE, LANGUAGE, SERVE, Settings
from app.engine import last_load
from app.engine.client import EngineClient
from app.gui.bridges import EngineBridge
from app.gui.composition import Composition
from app.gui.crash_reports import CrashReports
from app.gui.ending import EndRequests
from app.gui.failures import UncaughtErrors
from app.gui.instance import LaterStarts
from app.gui.language import Language
from app.gui.letters import Letters
from app.gui.load_record import LoadRecord
from app.gui.model_list import ModelList
from app.gui.model_pages import ModelPages
from app.gui.opened_files import OpenedFiles
from app.gui.serving import Serving
from app.gui.widgets.api_state import ApiState
from app.models.library.keeper import LibraryKeeper
from app.models.library.library import Library


class StoreNews(QObject):
    """What the thread of the chat store tells: `failed` carries an AppError, `set_aside` a SetAside."""

    failed = Signal(object)
    set_aside = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._letters = Letters(self._on_told)
        self.post = self._letters.post
        """For that thread, which does not hold this object with it."""

    def _on_told(self) -> None:
        for told in self._letters.take():
            (self.failed if isinstance(told, AppError) else self.set_aside).emit(told)


@dataclass(frozen=True, slots=True)
class RealWindow:
    """A window with its parts; `close` ends every process and thread behind it."""

    composition: Composition
    pages: ModelPages
    library: LibraryKeeper
    chats: ChatKeeper
    load_record: LoadRecord
    serving: Serving
    language: Language

    def close(self) -> None:
        """Stop tasks and engine, finish writing."""
        self.serving.end()
        self.pages.close()
        self.composition.session.stop()
        self.composition.close()
        self.load_record.close()
        self.library.close()
        self.chats.close()
        self.language.leave()


def make_window(application: QApplication, demo: Path | None = None) -> RealWindow:
    """The window over the real engine, library and chats; nothing is shown or started yet. `demo`: see ModelPages."""
    settings = Settings(settings_path())
    language = Language(application, settings.get(LANGUAGE))
    bridge = EngineBridge()
    engine = EngineClient(bridge.post)
    store_news = StoreNews()
    chats = ChatKeeper(chats_path(), store_news.post, store_news.post)
    library = LibraryKeeper(library_folder())
    library.ask(Library.remove_remains)
    models = ModelList(library)
    composition = Composition(application, settings, bridge, engine, chats, models)
    store_news.setParent(composition)
    store_news.failed.connect(composition.show_error)
    store_news.set_aside.connect(composition.tell_chats_set_aside)
    load_record = LoadRecord(composition.session, folders().data)
    load_record.failed.connect(composition.show_error)
    pages = ModelPages(composition, library, models, demo)
    serving = make_serving(composition, pages)
    return RealWindow(composition, pages, library, chats, load_record, serving, language)


def make_serving(composition: Composition, pages: ModelPages) -> Serving:
    """The local API of a window, shown and switched on the page of its settings."""
    serving = Serving(composition.session, composition.settings, composition)
    serving.failed.connect(composition.show_error)
    settings_page = pages.settings_page
    settings_page.sections[SERVE.section].set_foot(ApiState(serving, composition.session))
    settings_page.changed.connect(serving.note_setting)
    pages.opening.serve_asked.connect(serving.begin)
    return serving


def run(
    application: QApplication,
    errors: UncaughtErrors,
    instance: Instance,
    request: WindowRequest,
    left: Sequence[str] = (),
) -> int:
    """Show the window and do what was asked, and stay until it is closed; `left` is what earlier crashes left."""
    own = folders()
    is_new = not chats_path().exists()
    suspect = last_load.suspect(own.data)
    window = make_window(application)
    reports = CrashReports(window.composition, own)
    errors.caught.connect(reports.show_caught)
    opening, shown = window.pages.opening, window.composition.window
    opening.suspect = suspect
    ends = EndRequests(application)
    ends.asked.connect(shown.close_unasked)
    ends.asked.connect(application.quit)
    ends.logging_out.connect(shown.ask_no_more)
    OpenedFiles(application).opened.connect(opening.open)
    starts = LaterStarts(instance, window.composition)
    starts.asked.connect(opening.serve)
    window.composition.start()
    reports.tell_of_earlier(left)
    window.serving.apply()
    opening.begin(request)
    if is_new and not request.asks_anything:
        window.pages.offer_first_start()
    if window.composition.settings.get(CHECK_RELEASE):
        window.pages.release_check.look()
    try:
        return application.exec()
    finally:
        starts.close()
        ends.close()
        reports.close()
        window.close()
