"""Makes the real parts of the window and runs it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app.chat.keeper import ChatKeeper
from app.core.paths import chats_path, library_folder, settings_path
from app.core.settings import Settings
from app.engine.client import EngineClient
from app.gui.bridges import EngineBridge
from app.gui.composition import Composition
from app.gui.failures import UncaughtErrors
from app.gui.model_list import ModelList
from app.gui.model_pages import ModelPages
from app.models.library.keeper import LibraryKeeper
from app.models.library.library import Library


class StoreNews(QObject):
    """What the thread of the chat store tells: `failed` carries an AppError, `set_aside` the path of a damaged file."""

    failed = Signal(object)
    set_aside = Signal(object)


@dataclass(frozen=True, slots=True)
class RealWindow:
    """A window with its parts; `close` ends every process and thread behind it."""

    composition: Composition
    pages: ModelPages
    library: LibraryKeeper
    chats: ChatKeeper

    def close(self) -> None:
        """Stop tasks and engine, finish writing."""
        self.pages.close()
        self.composition.session.stop()
        self.library.close()
        self.chats.close()


def make_window(application: QApplication, demo: Path | None = None) -> RealWindow:
    """The window over the real engine, library and chats; nothing is shown or started yet. `demo`: see ModelPages."""
    settings = Settings(settings_path())
    bridge = EngineBridge()
    engine = EngineClient(bridge.post)
    store_news = StoreNews()
    chats = ChatKeeper(chats_path(), store_news.failed.emit, store_news.set_aside.emit)
    library = LibraryKeeper(library_folder())
    library.ask(Library.remove_remains)
    models = ModelList(library)
    composition = Composition(application, settings, bridge, engine, chats, models)
    store_news.setParent(composition)
    store_news.failed.connect(composition.show_error)
    store_news.set_aside.connect(composition.tell_chats_set_aside)
    return RealWindow(composition, ModelPages(composition, library, models, demo), library, chats)


def run(application: QApplication, errors: UncaughtErrors, paths: Sequence[Path]) -> int:
    """Show the window, and stay until it is closed; `paths` were given to the program to open."""
    window = make_window(application)
    errors.caught.connect(window.composition.window.show_banner)
    window.composition.start()
    if paths:
        window.pages.open(paths)
    try:
        return application.exec()
    finally:
        window.close()
