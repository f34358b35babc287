"""Opens and saves pair files (.slipstream)."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.chat.conversation import Conversation, new_id
from app.chat.setup import ChatSetup
from app.core.errors import PathMissing
from app.core.settings import DEVICE, Setting, declared
from app.core.translation import later, tr
from app.gui.answers import Answers
from app.gui.composition import Composition
from app.gui.dialogs.files import ask_place
from app.gui.widgets.banner import Action, BannerMessage
from app.models.library.keeper import LibraryKeeper
from app.models.library.library import Library
from app.models.library.places import FoundPair, find_models, find_pair, place_of
from app.models.pair_file import SUFFIX, FilePreset, PairFile, SettingValue, is_of_loading, is_sampling, write_pair_file
from app.texts import notice
from app.texts.settings import value_words

_FILTER = later("Slipstream pairs (*{suffix})")


class PairFiles(QObject):
    """`found` carries the paths of a target and a draft, and whether they are to be loaded at once.

    `setting_changed` carries each Setting that a file set, `search_asked` the repository to look for on the Hub.
    """

    found = Signal(object, object, bool)
    setting_changed = Signal(object)
    search_asked = Signal(str)

    def __init__(self, composition: Composition, keeper: LibraryKeeper) -> None:
        super().__init__(composition)
        self._composition = composition
        self._window = composition.window
        self._settings = composition.settings
        self._keeper = keeper
        self._answers = Answers(self)
        self._answers.failed.connect(composition.show_error)

    def open(self, path: Path, *, starts: bool) -> None:
        """Read a file and find its models; `starts` where the person named it to be loaded with all it says."""
        self._answers.wait_for(self._keeper.ask(partial(find_pair, path)), partial(self._on_read, path, starts))

    def show(self, path: Path, file: PairFile) -> None:
        """Find the models that a file of another program, at `path`, amounts to."""
        self._answers.wait_for(self._keeper.ask(partial(find_models, file)), partial(self._on_read, path, False))

    def save(self) -> None:
        """Ask where to, and save the loaded pair there."""
        pair = self._composition.session.pair
        if pair is None:
            return
        title, usual = tr("Save this pair as a file"), f"{pair.target.stem}{SUFFIX}"
        path, _ = ask_place(self._window, title, "pair", usual, tr(_FILTER, suffix=SUFFIX))
        if path is not None:
            self.save_to(path if path.suffix.lower() == SUFFIX else path.with_name(path.name + SUFFIX))

    def save_to(self, path: Path) -> None:
        """Save the loaded pair, how it is loaded, and how the open chat has it answer."""
        pair = self._composition.session.pair
        if pair is None:
            return
        preset, load = self._preset(), self._chosen(is_of_loading)
        # Other computers have other devices.
        load.pop(DEVICE.name, None)

        def write(library: Library) -> None:
            draft = place_of(pair.draft, library) if pair.draft else None
            write_pair_file(path, PairFile(place_of(pair.target, library), draft, preset, load))

        self._answers.wait_for(self._keeper.ask(write), lambda _: self._tell("pair_file_saved", {"path": str(path)}))

    def _on_read(self, path: Path, starts: bool, found: FoundPair) -> None:
        if found.missing:
            self._tell_missing(path, found)
            return
        if found.target is not None:
            self.found.emit(found.target, found.draft, starts)
        if found.file.preset is not None:
            self._begin_chat(found.file.preset)
        self._take_settings(path, found.file.load, is_wanted=starts)

    def _tell_missing(self, path: Path, found: FoundPair) -> None:
        repo = next((place.repo for place in found.missing if place.repo), "")
        if not repo:
            self._composition.show_error(PathMissing(path=str(found.missing[0].path)))
            return
        models = ", ".join(place.repo or str(place.path) for place in found.missing)
        find = Action(tr("Find it on the Hub"), partial(self.search_asked.emit, repo))
        self._tell("pair_file_missing", {"name": path.name, "models": models}, find)

    def _begin_chat(self, preset: FilePreset) -> None:
        """What a file says about answers is for a chat of its own, and changes no setting."""
        setup = ChatSetup(preset=preset.name, sampling=preset.sampling)
        chat = Conversation(new_id(), system_prompt=preset.system_prompt, setup=setup)
        self._composition.controller.show(chat)

    def _take_settings(self, path: Path, load: Mapping[str, SettingValue], *, is_wanted: bool) -> None:
        """How to load: set where the person named the file to be loaded, offered where it is only looked at."""
        new = {declared(name): value for name, value in load.items()}
        new = {setting: value for setting, value in new.items() if self._settings.get(setting) != value}
        if not new:
            return
        words = ", ".join(f"{tr(setting.label)} {value_words(setting, value)}" for setting, value in new.items())
        facts = {"name": path.name, "settings": words}
        if is_wanted:
            before = {setting: self._settings.get(setting) for setting in new}
            self._set(new)
            self._tell("pair_file_set", facts, Action(tr("Undo"), partial(self._set, before)))
        else:
            self._tell("pair_file_settings", facts, Action(tr("Use them"), partial(self._set, new)))

    def _set(self, values: Mapping[Setting[Any], SettingValue]) -> None:
        for setting, value in values.items():
            self._settings.set(setting, value)
            self.setting_changed.emit(setting)

    def _preset(self) -> FilePreset | None:
        conversation = self._composition.controller.conversation
        sampling = {**self._chosen(is_sampling), **conversation.setup.sampling}
        preset = FilePreset(conversation.setup.preset, conversation.system_prompt, sampling)
        return preset if preset.system_prompt or preset.sampling else None

    def _chosen(self, is_wanted: Callable[[Setting[Any]], bool]) -> dict[str, SettingValue]:
        return {name: value for name, value in self._settings.differing() if is_wanted(declared(name))}

    def _tell(self, code: str, facts: Mapping[str, str], action: Action | None = None) -> None:
        text = notice(code, facts)
        message = BannerMessage(text.sentence, text.hint, action, level="notice" if action else "done", key="pair file")
        self._window.show_banner(message)
