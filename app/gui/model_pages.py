"""Adds everything about models to a window: the pages, the strip of tasks, drops, and who hears of what."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.core.paths import assets_folder
from app.core.settings import THEME, TINT_DRAFTED, Setting
from app.engine.protocol import Finished
from app.gui.answers import Answers
from app.gui.composition import Composition
from app.gui.dialogs.confirm import confirm
from app.gui.engine_session import Pair
from app.gui.job_list import JobList
from app.gui.main_window import Page
from app.gui.model_list import ModelList
from app.gui.options import load_options
from app.gui.pages.models import ModelsPage
from app.gui.pages.pair import PairPage
from app.gui.pages.settings import SettingsPage
from app.gui.pair_wizard import PairWizard
from app.gui.theme import scheme_of
from app.gui.view_models.choices import device_lines
from app.gui.view_models.library import pair_lines
from app.gui.widgets.banner import Action, BannerMessage
from app.gui.widgets.drop_area import DropArea
from app.gui.widgets.jobs_strip import JobsStrip
from app.models.keeper import LibraryKeeper
from app.models.library import LibraryModel
from app.texts import size


def demo_folder() -> Path:
    """The pair that comes with the program."""
    return assets_folder() / "demo"


class ModelPages(QObject):
    """Lives as long as the window. `demo` holds the folders target and draft, and questions.json."""

    def __init__(
        self, composition: Composition, keeper: LibraryKeeper, models: ModelList, demo: Path | None = None
    ) -> None:
        super().__init__(composition)
        self._demo = demo or demo_folder()
        self._questions: Sequence[str] = ()
        self._composition = composition
        self._window = composition.window
        self._session = composition.session
        self.models = models
        self.jobs = JobList(self)
        self.wizard = PairWizard(keeper, self.jobs, self._session, composition.settings, self)
        self.pair_page = PairPage(self.wizard, self._session)
        self.models_page = ModelsPage(models, self._session)
        self.settings_page = SettingsPage(composition.settings, self._device_options)
        self.strip = JobsStrip(self.jobs)
        self.drop_area = DropArea(self._window)
        self._add_pages()
        self._connect_models()
        self._connect_pair()
        self.settings_page.changed.connect(self._on_setting_changed)
        self.settings_page.failed.connect(composition.show_error)
        self._window.may_close = self._may_close
        self._answers = Answers(self)
        self._answers.wait_for(
            keeper.ask(lambda _: read_questions(self._demo / "questions.json")), self._on_questions_read
        )
        models.refresh()

    def open(self, paths: Sequence[Path]) -> None:
        """Open the page for a pair with these models."""
        self._window.show_page("pair")
        if paths:
            self.wizard.take(paths)

    def close(self) -> None:
        """Stop what runs; the window is gone then."""
        self.wizard.close()
        self.jobs.close()

    def _add_pages(self) -> None:
        pages = (
            Page("pair", "Open a pair", lambda: self.pair_page),
            Page("models", "Models", lambda: self.models_page, "models", "The models at hand", "Ctrl+M"),
            Page("settings", "Settings", lambda: self.settings_page, "settings", "How Slipstream works", "Ctrl+,"),
        )
        for page in pages:
            self._window.add_page(page)
        self._window.set_jobs_strip(self.strip)

    def _connect_models(self) -> None:
        page = self.models_page
        self.models.changed.connect(self._on_models_changed)
        self.models.failed.connect(self._composition.show_error)
        page.load_asked.connect(self._on_load_asked)
        page.folder_asked.connect(self._on_folder_asked)
        page.delete_asked.connect(self._on_delete_asked)
        page.add_asked.connect(self._on_pair_asked)
        page.demo_asked.connect(self._on_demo_asked)

    def _connect_pair(self) -> None:
        chat_page = self._composition.chat_page
        chat_page.pair_asked.connect(self._on_pair_asked)
        chat_page.demo_asked.connect(self._on_demo_asked)
        chat_page.last_pair_asked.connect(self._on_last_pair_asked)
        self._composition.model_bar.pair_asked.connect(self._on_pair_asked)
        self.drop_area.dropped.connect(self.open)
        for page in (self.pair_page, self.models_page, self.settings_page):
            page.left.connect(self._on_left)
        self.wizard.ready.connect(self._on_ready)
        self._session.load_finished.connect(self._on_load_finished)
        # One of its files may be gone.
        self._session.load_failed.connect(self.models.refresh)

    def _on_models_changed(self) -> None:
        lines = pair_lines(self.models.shelves)
        self.pair_page.show_recent(lines)
        self._composition.chat_page.name_last_pair(lines[0].title if lines else "")
        self._suggest()

    def _on_questions_read(self, questions: Sequence[str]) -> None:
        self._questions = questions
        self._suggest()

    def _suggest(self) -> None:
        """Offer the demo's questions while the demo is loaded."""
        pair = self._session.pair
        origins = {shelf.model.entry.path: shelf.model.origin for shelf in self.models.shelves.targets}
        origin = origins.get(pair.target) if pair else None
        is_demo = origin is not None and origin.source == self._demo / "target"
        self._composition.chat_page.suggest(self._questions if is_demo else ())

    def _on_pair_asked(self) -> None:
        self.open(())

    def _on_demo_asked(self) -> None:
        self._window.show_page("pair")
        self.wizard.open_demo(self._demo / "target", self._demo / "draft")

    def _on_last_pair_asked(self) -> None:
        last = self.models.shelves.recent[0]
        self._composition.load(Pair(last.target, last.draft))

    def _on_left(self) -> None:
        self._window.show_page("chat")

    def _on_ready(self, pair: Pair) -> None:
        if self._session.loaded is not None:
            self._composition.controller.leave_other_target(self._session.loaded.target.name)
        if self._window.stack.currentWidget() is self.pair_page:
            self._window.show_page("chat")

    def _on_load_finished(self, event: Finished) -> None:
        pair = self._session.pair
        if event.loaded is None or pair is None:
            return
        self.models.note_pair(pair.target, pair.draft)

    def _on_load_asked(self, target: Path, draft: Path | None) -> None:
        self._composition.load(Pair(target, draft))

    def _on_folder_asked(self, path: Path) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

    def _on_delete_asked(self, model: LibraryModel) -> None:
        path, name = model.entry.path, model.entry.name
        pair = self._session.pair
        if pair is not None and path in (pair.target, pair.draft):
            action = Action("Unload", self._session.unload)
            message = BannerMessage(f"{name} is loaded.", "Unload it first.", action, level="notice", key="use")
            self._window.show_banner(message)
        elif model.is_outside or confirm(
            self._window, f"Delete {name}?", f"This frees {size(model.entry.size_bytes)}.\n{path}", "Delete"
        ):
            self.models.delete(path)

    def _on_setting_changed(self, setting: Setting[Any]) -> None:
        settings = self._composition.settings
        if setting is THEME:
            self._composition.theme.set_scheme(scheme_of(settings.get(THEME)))
        elif setting is TINT_DRAFTED:
            self._composition.chat_page.composer.tint_button.setChecked(settings.get(TINT_DRAFTED))
        if setting.needs_reload:
            self._session.options = load_options(settings)
            self._offer_reload(setting)

    def _offer_reload(self, setting: Setting[Any]) -> None:
        pair = self._session.pair
        if pair is None or self._session.loaded is None:
            return
        again = Action("Load again", lambda: self._composition.load(pair))
        text = f"“{setting.label}” takes effect when the model is loaded again."
        self._window.show_banner(BannerMessage(text, action=again, level="notice", key="reload"))

    def _device_options(self) -> Sequence[tuple[str, str]]:
        return [(str(choice.value), choice.title) for choice in device_lines(self._session.devices)]

    def _may_close(self) -> bool:
        if not self.jobs.is_running:
            return True
        text = "What is half-converted is removed; you can begin again at any time."
        return confirm(self._window, "A task is still running.", text, "Stop it and close", "Keep running")


def read_questions(path: Path) -> tuple[str, ...]:
    """The questions that the demo has answers to; none where the file cannot be read."""
    try:
        return tuple(str(entry["question"]) for entry in json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return ()
