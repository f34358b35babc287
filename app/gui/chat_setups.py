"""How the open chat is set: shows it in its sheet and beside the message box, and changes it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu

from app.chat.conversation import Conversation
from app.chat.presets import Preset
from app.chat.setup import ChatSetup, SamplingValue
from app.core.translation import later, tr
from app.gui.actions import keys_of
from app.gui.chat_controller import ChatController
from app.gui.chat_edits import ChatEdits
from app.gui.chat_pair import can_load, pair_of, pair_words
from app.gui.dialogs.files import ask_file, ask_place
from app.gui.dialogs.naming import ask_name
from app.gui.dialogs.roles import RolesDialog
from app.gui.engine_session import EngineSession, Pair
from app.gui.pages.chat import ChatPage
from app.gui.preset_list import PresetList
from app.gui.view_models.choices import ModelChoices
from app.gui.view_models.roles import roles_words
from app.gui.widgets.menus import add_line
from app.gui.window_actions import WindowActions

_USUAL = "Balanced"
_OWN = later("Own values")
_FILES = later("Presets (*.json)")
_OF_PRESETS = ("save_preset", "rename_preset", "delete_preset", "import_presets", "export_presets")
_OF_ONES_OWN = ("rename_preset", "delete_preset")


class ChatSetups(QObject):
    """Connects sheet, message box and presets with the open chat; `load` is called with a Pair.

    `prompt_kept` carries the name of a preset whose system prompt did not take the place of the user's own.
    """

    prompt_kept = Signal(str)

    def __init__(
        self,
        page: ChatPage,
        controller: ChatController,
        edits: ChatEdits,
        presets: PresetList,
        session: EngineSession,
        choices: ModelChoices,
        load: Callable[[Pair], None],
        actions: WindowActions,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._sheet = page.sheet
        self._controller = controller
        self._edits = edits
        self._presets = presets
        self._session = session
        self._choices = choices
        self._load = load
        self._actions = actions.bound
        doings = (
            self._on_save_asked,
            self._on_rename_asked,
            self._on_delete_asked,
            self._on_import_asked,
            self._on_export_asked,
        )
        for name, run in zip(_OF_PRESETS, doings, strict=True):
            actions.bind(name, run)
        sheet = self._sheet
        sheet.prompt_changed.connect(edits.set_system_prompt)
        sheet.preset_chosen.connect(self.choose)
        sheet.preset_menu_asked.connect(self._on_preset_menu_asked)
        sheet.value_chosen.connect(self._on_value_chosen)
        sheet.load_asked.connect(self._on_load_asked)
        sheet.roles_asked.connect(self._on_roles_asked)
        page.composer.preset_asked.connect(self._on_preset_asked)
        page.sheet_opened.connect(self._show)
        controller.settling.connect(sheet.tell_prompt)
        controller.opened.connect(self._show)
        controller.changed.connect(self._show)
        controller.reply_ended.connect(self._show)
        presets.changed.connect(self._show)
        session.state_changed.connect(self._show)
        self._show()

    @property
    def _chat(self) -> Conversation:
        return self._controller.conversation

    def choose(self, name: str) -> None:
        """Set the open chat to a preset; a system prompt of the user's own stays, see `use_prompt_of`."""
        self._sheet.tell_prompt()
        preset, old = self._presets.named(name), self._presets.named(self._chat.setup.preset)
        if preset is None:
            return
        own = self._chat.system_prompt
        came_along = old is not None and old.system_prompt == own
        # One that a preset has is not lost with the chat's.
        is_kept_elsewhere = any(known.system_prompt == own for known in self._presets.presets)
        takes = came_along or (bool(preset.system_prompt) and is_kept_elsewhere)
        prompt = preset.system_prompt if takes or not own else own
        self._edits.set_setup(replace(self._chat.setup, preset=name, sampling=dict(preset.sampling)), prompt)
        if preset.system_prompt and prompt != preset.system_prompt:
            self.prompt_kept.emit(name)

    def use_prompt_of(self, name: str) -> None:
        """Have the system prompt of a preset take the place of the user's own."""
        preset = self._presets.named(name)
        if preset is not None:
            self._edits.set_system_prompt(preset.system_prompt)

    @property
    def words(self) -> str:
        """What the open chat is set to."""
        setup = self._chat.setup
        preset = self._presets.named(setup.preset or _USUAL)
        if preset is None or not setup.preset:
            return setup.preset or (tr(_OWN) if setup.sampling else self._presets.words_of(_USUAL))
        is_as_named = dict(setup.sampling) == dict(preset.sampling)
        is_told_so = not preset.system_prompt or preset.system_prompt == self._chat.system_prompt
        words = self._presets.words_of(preset.name)
        return words if is_as_named and is_told_so else tr("{name}, changed", name=words)

    def _show(self) -> None:
        self._page.composer.show_preset(self.words)
        for name in _OF_ONES_OWN:
            self._actions[name].setEnabled(self._presets.is_own(self._chat.setup.preset))
        if self._sheet.isHidden():
            return
        chat, pair = self._chat, pair_of(self._chat)
        self._sheet.show_presets(
            {preset.name: self._presets.words_of(preset.name) for preset in self._presets.presets}, self.words
        )
        self._sheet.show_prompt(chat.system_prompt)
        self._sheet.show_sampling(chat.setup.sampling)
        self._sheet.show_roles(roles_words(chat.setup))
        words = pair_words(pair, self._choices) if pair else ""
        if pair and words:
            self._sheet.show_pair(tr("Last used with {words}.", words=words), can_load=can_load(pair, self._session))
        elif pair:
            self._sheet.show_pair(tr("The models that it was last used with are not here any more."), can_load=False)
        else:
            self._sheet.show_pair(
                tr("It has not been answered yet: what is loaded then is remembered."), can_load=False
            )

    def _on_value_chosen(self, name: str, value: SamplingValue | None) -> None:
        sampling = dict(self._chat.setup.sampling)
        if value is None:
            sampling.pop(name, None)
        else:
            sampling[name] = value
        self._edits.set_setup(replace(self._chat.setup, sampling=sampling))

    def _on_roles_asked(self) -> None:
        # What is set meanwhile, by a reply that ends, stays.
        def take(setup: ChatSetup) -> None:
            roles = {name: getattr(setup, name) for name in ("character", "persona", "note", "world")}
            self._edits.set_roles(replace(self._chat.setup, **roles))

        RolesDialog(self._page, self._chat.setup, take).open()

    def _on_load_asked(self) -> None:
        pair = pair_of(self._chat)
        if pair is not None:
            self._load(pair)

    def _on_preset_asked(self, place: QPoint) -> None:
        menu = QMenu(self._page)
        for preset in self._presets.presets:
            words = self._presets.words_of(preset.name)
            action = menu.addAction(words, partial(self.choose, preset.name))
            action.setCheckable(True)
            action.setChecked(words == self.words)
        menu.addSeparator()
        add_line(menu, tr("Chat settings…"), self._page.open_sheet, keys_of("setup"))
        place.setY(place.y() - menu.sizeHint().height())
        self._sheet.popup(menu, place)

    def _on_preset_menu_asked(self, place: QPoint) -> None:
        self._sheet.popup(self.preset_menu(), place)

    def preset_menu(self) -> QMenu:
        """What can be done with presets."""
        menu = QMenu(self._sheet)
        for name in _OF_PRESETS:
            menu.addAction(self._actions[name])
        return menu

    def _on_delete_asked(self) -> None:
        self._presets.delete(self._chat.setup.preset)

    def save_as(self, name: str) -> None:
        """Keep what the open chat is set to as a preset, and set it to that."""
        self._sheet.tell_prompt()
        self._presets.keep(Preset(name, self._chat.system_prompt, dict(self._chat.setup.sampling)))
        self._edits.set_setup(replace(self._chat.setup, preset=name))

    def rename(self, name: str) -> None:
        """Give the preset of the open chat another name."""
        self._presets.rename(self._chat.setup.preset, name)
        self._edits.set_setup(replace(self._chat.setup, preset=name))

    def _on_save_asked(self) -> None:
        name = self._chat.setup.preset if self._presets.is_own(self._chat.setup.preset) else ""
        ask_name(self._page, tr("Name of the preset"), name, self.save_as)

    def _on_rename_asked(self) -> None:
        ask_name(self._page, tr("New name of the preset"), self._chat.setup.preset, self.rename)

    def _on_import_asked(self) -> None:
        path = ask_file(self._page, tr("Presets to import"), "preset", tr(_FILES))
        if path is not None:
            self._presets.import_from(path)

    def _on_export_asked(self) -> None:
        path, _ = ask_place(self._page, tr("Export presets"), "preset", "presets.json", tr(_FILES))
        if path is not None:
            self._presets.export_to(path, self._presets.presets)
