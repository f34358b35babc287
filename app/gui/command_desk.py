"""What the actions of the table do in this window, and the palette that finds them, chats, models and more."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.core.settings import TEXT_SIZE, TEXT_SIZES, THEME, Setting, Settings
from app.core.translation import tr
from app.gui.actions import BY_NAME, keys_of
from app.gui.chat_controller import ChatController
from app.gui.dialogs.shortcut_sheet import show_shortcuts
from app.gui.engine_session import EngineSession, Pair
from app.gui.main_window import MainWindow
from app.gui.pages.chat import ChatPage
from app.gui.text_size import TextSize
from app.gui.theme import DARK, Theme, scheme_of
from app.gui.view_models.chats import ChatListModel
from app.gui.view_models.choices import Choice, ModelChoices, best_draft
from app.gui.view_models.message_actions import ACTIONS, STEPS
from app.gui.view_models.palette import Entry, Recent
from app.gui.widgets.palette import Palette
from app.gui.window_actions import WindowActions

Source = Callable[[], Iterator[Entry]]


class CommandDesk(QObject):
    """Binds what a window can do without the pages of models; those bind theirs, and add to the `sources` of entries.

    `load` is called with a Pair. `looks_changed` when an action changed the settings of how it looks.
    """

    looks_changed = Signal()

    def __init__(
        self,
        window: MainWindow,
        page: ChatPage,
        controller: ChatController,
        session: EngineSession,
        chats: ChatListModel,
        choices: ModelChoices,
        settings: Settings,
        theme: Theme,
        text_size: TextSize,
        load: Callable[[Pair], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._page = page
        self._controller = controller
        self._session = session
        self._chats = chats
        self._choices = choices
        self._settings = settings
        self._theme = theme
        self._load = load
        self._recent = Recent()
        self.text_size = text_size
        # What stands in messages has its own sizes.
        self.text_size.changed.connect(page.messages.end_asked)
        self.actions = WindowActions(window, window.show_page)
        self.sources: list[Source] = [self._action_entries, self._message_entries, self._chat_entries]
        self.sources.append(self._target_entries)
        self._bind_everywhere()
        self._bind_chat()
        self._bind_models()
        self._bind_looks()

    def bind_page(self, name: str) -> None:
        """Have the action that is called like a page bring it to the front."""
        self.actions.bind(name, partial(self._window.show_page, name))

    def show_palette(self) -> Palette:
        """Open the palette."""
        palette = Palette(self._window, self._entries, self._recent.note)
        palette.show()
        palette.box.setFocus()
        return palette

    def apply_looks(self) -> None:
        """Show colours and text as the settings have them."""
        self._theme.set_scheme(scheme_of(self._settings.get(THEME)))
        self.text_size.set_percent(int(self._settings.get(TEXT_SIZE)))

    def _bind_everywhere(self) -> None:
        window, sidebar = self._window, self._window.sidebar
        self.bind_page("chat")
        for name, run in (
            ("find", self.show_palette),
            ("keys", partial(show_shortcuts, window)),
            ("new_chat", sidebar.new_chat_asked.emit),
            ("search", window.search),
            ("import", sidebar.import_asked.emit),
            ("export_all", sidebar.export_all_asked.emit),
            ("deleted", sidebar.deleted_asked.emit),
            ("quit", window.close),
            ("sidebar", window.toggle_sidebar),
        ):
            self.actions.bind(name, run)

    def _bind_chat(self) -> None:
        composer, bind = self._page.composer, self.actions.bind
        bind("setup", composer.setup_asked.emit)
        bind("preset", composer.preset_button.click)
        bind("attach", composer.attach_asked.emit)
        bind("tint", composer.tint_button.toggle)
        bind("think", self._think)
        bind("numbers", self._page.toggle_panel)
        bind("stop", self._stop)

    def _bind_models(self) -> None:
        bar, bind = self._window.model_bar, self.actions.bind
        bind("target", bar.target_chip.click)
        bind("draft", bar.draft_chip.click)
        bind("device", bar.device_chip.click)
        bind("unload", bar.unload_button.click)

    def _bind_looks(self) -> None:
        bind = self.actions.bind
        bind("scheme", lambda: self._look(THEME, "light" if self._theme.colours is DARK else "dark"))
        bind("larger", partial(self._step_size, 1))
        bind("smaller", partial(self._step_size, -1))
        bind("usual_size", lambda: self._look(TEXT_SIZE, TEXT_SIZE.default))

    def _look(self, setting: Setting[str], value: str) -> None:
        self._settings.set(setting, value)
        self.apply_looks()
        self.looks_changed.emit()

    def _step_size(self, by: int) -> None:
        sizes = TEXT_SIZES
        at = sizes.index(self._settings.get(TEXT_SIZE)) + by
        self._look(TEXT_SIZE, sizes[min(max(at, 0), len(sizes) - 1)])

    def _think(self) -> None:
        button = self._page.composer.think_button
        # It is hidden where the model leaves no choice.
        if not button.isHidden():
            button.click()

    def _stop(self) -> None:
        if self._session.state == "loading":
            self._session.cancel_load()
        elif self._session.is_measuring:
            self._session.stop_reply()
        else:
            self._controller.stop()

    def _entries(self) -> Sequence[Entry]:
        return self._recent.first(entry for source in self.sources for entry in source())

    def _action_entries(self) -> Iterator[Entry]:
        for name, action in self.actions.bound.items():
            if name != "find" and action.isEnabled():
                known = BY_NAME[name]
                yield Entry(action.text(), tr(known.heading), action.trigger, keys_of(name), tr(known.also))

    def _message_entries(self) -> Iterator[Entry]:
        if self._controller.conversation.current is not None and self._window.current_page == "chat":
            for action in (*ACTIONS, *STEPS):
                run = partial(self._page.act, action.name)
                yield Entry(tr(action.tip), tr("Message"), run, action.keys, tr(action.words))

    def _chat_entries(self) -> Iterator[Entry]:
        for chat in self._chats.chats:
            run = partial(self._window.sidebar.chat_chosen.emit, chat.id)
            yield Entry(chat.title, tr("Chat"), run, also=chat.folder)

    def _target_entries(self) -> Iterator[Entry]:
        for choice in self._choices.targets():
            if isinstance(choice.value, Path) and not choice.problem:
                yield Entry(
                    tr("Load {title}", title=choice.title),
                    tr("Model"),
                    partial(self._load_target, choice),
                    also=choice.detail,
                )

    def _load_target(self, choice: Choice) -> None:
        assert isinstance(choice.value, Path)
        self._load(Pair(choice.value, best_draft(self._choices, choice.value)))
