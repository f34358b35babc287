"""Adds everything about models to a window: the pages, the strip of tasks, drops, and who hears of what."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from unicodedata import category

from PySide6.QtCore import QObject

from app.core.errors import AppError
from app.core.paths import assets_folder, orders_folder
from app.core.settings import (
    CHECK_RELEASE,
    DECLARED,
    DEVICE,
    DRAFT_METHOD,
    FIRST_START_SEEN,
    OFFLINE,
    TEXT_SIZE,
    THEME,
    TINT_DRAFTED,
    Setting,
)
from app.core.translation import tr
from app.engine.options import load_options
from app.engine.protocol import Finished
from app.gui.about import About
from app.gui.announcements import Announcements
from app.gui.answers import Answers
from app.gui.chat_pair import pair_of
from app.gui.composition import Composition
from app.gui.dialogs.confirm import confirm
from app.gui.discovery import Discovery
from app.gui.engine_session import Pair
from app.gui.failures import HubWays
from app.gui.hub_account import HubAccount
from app.gui.library_actions import LibraryActions
from app.gui.long_tasks import LongTasks
from app.gui.main_window import Page
from app.gui.model_list import ModelList
from app.gui.notifications import Notifications
from app.gui.opening import Opening
from app.gui.order_list import OrderList
from app.gui.pages.bench import BenchPage
from app.gui.pages.discover import DiscoverPage
from app.gui.pages.first_start import FirstStart
from app.gui.pages.models import ModelsPage
from app.gui.pages.pair import PairPage
from app.gui.pages.settings import SettingsPage
from app.gui.pair_bench import PairBench
from app.gui.pair_files import PairFiles
from app.gui.pair_trials import PairTrials
from app.gui.pair_wizard import PairWizard
from app.gui.ready_pairs import ReadyPairs
from app.gui.release_check import ReleaseCheck
from app.gui.view_models.choices import device_lines
from app.gui.view_models.library import PairLine, pair_lines
from app.gui.view_models.palette import Entry
from app.gui.widgets.about_card import AboutCard
from app.gui.widgets.account_card import AccountCard
from app.gui.widgets.banner import Action, BannerMessage
from app.gui.widgets.drop_area import DropArea
from app.gui.widgets.jobs_strip import JobsStrip
from app.models.library.keeper import LibraryKeeper
from app.models.trial import TrialRecord
from app.texts.settings import words_of
from app.texts.trials import trial_text, trial_words

# The palette has an action that does the same at once.
_SET_BY_ACTIONS = (TINT_DRAFTED,)


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
        self._pair_lines: Sequence[PairLine] = ()
        self._composition = composition
        self._window = composition.window
        self._session = composition.session
        self.models = models
        # Its answers are forgotten with those of all that belongs to the window.
        models.setParent(self)
        settings = composition.settings
        self.orders = OrderList(orders_folder(), keeper.folder, lambda: settings.get(OFFLINE), self)
        self.wizard = PairWizard(keeper, self.orders, self._session, settings, self)
        self.pair_page = PairPage(self.wizard, self._session)
        self.models_page = ModelsPage(models, self._session)
        self.account = HubAccount(self)
        self.account_card = AccountCard(self.account)
        self.about_card = AboutCard()
        self.settings_page = SettingsPage(settings, self._device_options)
        self.settings_page.sections[OFFLINE.section].set_foot(self.account_card)
        self.settings_page.sections[CHECK_RELEASE.section].set_foot(self.about_card)
        self.hub_ways = HubWays(composition.ask_to_open, self._enter_token, self._go_online)
        self.release_check = ReleaseCheck(self._window.show_banner, self.hub_ways, self)
        self.about = About(composition, keeper)
        self.library_actions = LibraryActions(
            composition, self.models_page, models, self.orders, self.hub_ways, self.open, keeper.folder
        )
        self.trials = PairTrials(keeper.folder, settings, self)
        self.ready_pairs = ReadyPairs(composition, self.orders, models, self.wizard.preparation, self.hub_ways)
        self.discovery = Discovery(keeper, self._session, self.orders, lambda: settings.get(OFFLINE), self)
        self.account.signed_in.connect(self.discovery.retry_refused)
        self.discover_page = DiscoverPage(self.discovery, self.hub_ways)
        self.bench = PairBench(self._session, settings, self)
        self.bench_page = BenchPage(self.bench, self._session)
        self.first_start = FirstStart(settings)
        self.strip = JobsStrip(self.orders)
        self.notifications = Notifications(self._window, settings)
        self.long_tasks = LongTasks(self._window, self.notifications, self._session, self.orders, self.bench)
        self.announcements = Announcements(self._window)
        self.drop_area = DropArea(self._window)
        self.pair_files = PairFiles(composition, keeper)
        self.opening = Opening(composition, self.wizard, models, self.pair_files)
        self._add_pages()
        self._connect_models()
        self._connect_pair()
        self._connect_trials()
        self._connect_commands()
        self._connect_announcements()
        self._connect_settings()
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

    def offer_first_start(self) -> None:
        """Show the first screen of all, which is seen once."""
        if not self._composition.settings.get(FIRST_START_SEEN):
            self._window.show_page("first_start")
            try:
                self._composition.settings.set(FIRST_START_SEEN, True)
            except AppError as error:
                # Where nothing can be written, it is seen each time.
                self._composition.show_error(error)

    def close(self) -> None:
        """Stop what runs; the window is gone then."""
        self.wizard.close()
        self.discovery.close()
        self.library_actions.close()
        self.account.close()
        self.release_check.close()
        self.trials.close()
        self.orders.close()

    def _add_pages(self) -> None:
        pages = (
            Page("pair", tr("Open a pair"), lambda: self.pair_page),
            Page("discover", tr("Discover"), lambda: self.discover_page, "discover", tr("Find and get a pair")),
            Page("bench", tr("Is it worth it?"), lambda: self.bench_page, "bench", tr("Measure the draft")),
            Page("models", tr("Models"), lambda: self.models_page, "models", tr("The models at hand")),
            Page("settings", tr("Settings"), lambda: self.settings_page, "settings", tr("How Slipstream works")),
        )
        for page in pages:
            self._window.add_page(page)
            self._composition.commands.bind_page(page.name)
        self._window.add_page(Page("first_start", tr("First start"), lambda: self.first_start))
        self._window.set_jobs_strip(self.strip)

    def _connect_settings(self) -> None:
        page = self.settings_page
        page.changed.connect(self._on_setting_changed)
        page.values_reset.connect(self._on_values_reset)
        page.failed.connect(self._composition.show_error)
        page.shown.connect(self.account.look)
        self.account_card.link_asked.connect(self._composition.ask_to_open)
        self.about_card.release_asked.connect(self.release_check.ask)
        self.about_card.about_asked.connect(self.about.show)

    def _connect_announcements(self) -> None:
        say = self.announcements
        for banners in (self._window.banners, self.pair_page.banners, self.discover_page.banners):
            banners.shown.connect(say.say_banner)
        self._composition.controller.reply_ended.connect(say.say_reply)
        self._session.load_finished.connect(say.say_loaded)
        self.long_tasks.ended.connect(say.say_ended)

    def _connect_commands(self) -> None:
        commands, bind = self._composition.commands, self._composition.commands.actions.bind
        bind("demo", self._on_demo_asked)
        for name, button in (
            ("save_pair", self.models_page.save_button),
            ("add_folder", self.models_page.folder_button),
            ("updates", self.models_page.updates_button),
            ("save_numbers", self.bench_page.csv_button),
            ("save_picture", self.bench_page.png_button),
            ("reset_settings", self.settings_page.reset_button),
        ):
            bind(name, button.click)
        bind("about", self.about.show)
        bind("release", self.release_check.ask)
        commands.sources.append(self._setting_entries)
        commands.looks_changed.connect(self.settings_page.show_values)
        commands.looks_changed.connect(self.first_start.show_values)
        self.first_start.way_chosen.connect(self._on_way_chosen)
        self.first_start.setting_changed.connect(self._on_setting_changed)

    def _setting_entries(self) -> Iterator[Entry]:
        for name, setting in DECLARED.items():
            if setting.label and setting not in _SET_BY_ACTIONS:
                also = words_of(setting)
                yield Entry(tr(setting.label), tr("Setting"), partial(self._show_setting, name), also=also)

    def _show_setting(self, name: str) -> None:
        self._window.show_page("settings")
        self.settings_page.show_setting(name)

    def _on_way_chosen(self, way: str) -> None:
        ways = {"demo": self._on_demo_asked, "discover": self._on_discover_asked, "pair": self._on_pair_asked}
        ways.get(way, self._on_left)()

    def _on_values_reset(self, section: str, undo: Callable[[], None]) -> None:
        text = tr("Every setting has its default again.")
        if section:
            text = tr("Every setting of “{section}” has its default again.", section=section)
        self._window.show_banner(BannerMessage(text, action=Action(tr("Undo"), undo), level="done", key="reset"))

    def _connect_models(self) -> None:
        page = self.models_page
        self.models.changed.connect(self._on_models_changed)
        self.models.failed.connect(self._composition.show_error)
        page.add_asked.connect(self._on_pair_asked)
        page.demo_asked.connect(self._on_demo_asked)
        page.discover_asked.connect(self._on_discover_asked)

    def _connect_trials(self) -> None:
        page, trials = self.models_page, self.trials
        page.trials_under_way = self.pair_page.repairs_under_way = lambda: trials.under_way
        page.try_asked.connect(trials.try_again)
        page.repair_asked.connect(trials.repair)
        self.pair_page.repair_asked.connect(trials.repair)
        trials.changed.connect(page.mark_trying)
        trials.changed.connect(self.pair_page.mark_repairing)
        trials.tried.connect(self._on_tried)
        trials.repaired.connect(self._on_repaired)
        trials.failed.connect(self._composition.show_error)

    def _on_tried(self, record: TrialRecord) -> None:
        self.models.refresh()
        text = trial_text(record)
        words = f"{trial_words(record)}. {text.sentence if record.verdict == 'repaired' else text.hint}".strip()
        self._window.show_banner(BannerMessage(words, level="notice", key="trial"))

    def _on_repaired(self, draft: Path, new: Path) -> None:
        self.models.refresh()
        if self.wizard.question.draft == draft:
            self.wizard.take((new,), "draft")

    def _connect_pair(self) -> None:
        chat_page = self._composition.chat_page
        chat_page.pair_asked.connect(self._on_pair_asked)
        chat_page.demo_asked.connect(self._on_demo_asked)
        chat_page.discover_asked.connect(self._on_discover_asked)
        chat_page.panel.measure_asked.connect(self._on_measure_asked)
        chat_page.last_pair_asked.connect(self._on_last_pair_asked)
        self._composition.controller.opened.connect(self._name_last_pair)
        self._composition.model_bar.pair_asked.connect(self._on_pair_asked)
        self.drop_area.dropped.connect(self.opening.open)
        self.models_page.save_asked.connect(self.pair_files.save)
        self.pair_files.setting_changed.connect(self._on_setting_changed)
        self.pair_files.search_asked.connect(self._on_search_asked)
        self.discovery.load_asked.connect(self._composition.load)
        self.discover_page.link_asked.connect(self._composition.ask_to_open)
        for page in (self.pair_page, self.discover_page, self.bench_page, self.models_page, self.settings_page):
            page.left.connect(self._on_left)
        self.bench_page.pair_asked.connect(self._on_pair_asked)
        self.bench_page.failed.connect(self._composition.show_error)
        self.wizard.ready.connect(self._on_ready)
        self._session.load_finished.connect(self._on_load_finished)
        # One of its files may be gone.
        self._session.load_failed.connect(self.models.refresh)

    def _on_models_changed(self) -> None:
        self._pair_lines = pair_lines(self.models.shelves)
        self.pair_page.show_recent(self._pair_lines)
        self._name_last_pair()
        self._suggest()

    def _name_last_pair(self) -> None:
        line = self._last_pair()
        self._composition.chat_page.name_last_pair(line.title if line else "")

    def _last_pair(self) -> PairLine | None:
        """What the chat offers while nothing is loaded: what it was last used with, else what ran last."""
        own = pair_of(self._composition.controller.conversation)
        of_chat = (line for line in self._pair_lines if own == Pair(line.pair.target, line.pair.draft))
        return next(of_chat, next(iter(self._pair_lines), None))

    def _on_questions_read(self, questions: Sequence[str]) -> None:
        self._questions = questions
        self._suggest()

    def _suggest(self) -> None:
        """Offer the demo's questions while the demo is loaded."""
        pair = self._session.pair
        origins = {shelf.model.entry.path: shelf.model.origin for shelf in self.models.shelves.targets}
        origin = origins.get(pair.target) if pair else None
        is_demo = origin is not None and origin.source == self._demo / "target"
        self._composition.controller.is_demo = is_demo
        self._composition.chat_page.suggest(self._questions if is_demo else ())

    def _on_pair_asked(self) -> None:
        self.open(())

    def _on_discover_asked(self) -> None:
        self._window.show_page("discover")

    def _on_search_asked(self, repo: str) -> None:
        self._window.show_page("discover")
        self.discover_page.search(repo)

    def _on_measure_asked(self) -> None:
        self._window.show_page("bench")

    def _on_demo_asked(self) -> None:
        self._window.show_page("pair")
        self.wizard.open_demo(self._demo / "target", self._demo / "draft")

    def _on_last_pair_asked(self) -> None:
        if (line := self._last_pair()) is not None:
            self._composition.load(Pair(line.pair.target, line.pair.draft))

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

    def _enter_token(self) -> None:
        self._window.show_page("settings")
        self.settings_page.scroll_area.ensureWidgetVisible(self.account_card)
        self.account_card.focus_token()

    def _go_online(self) -> None:
        self._composition.settings.set(OFFLINE, False)

    def _on_setting_changed(self, setting: Setting[Any]) -> None:
        settings = self._composition.settings
        if setting in (THEME, TEXT_SIZE):
            self._composition.commands.apply_looks()
        elif setting is TINT_DRAFTED:
            self._composition.chat_page.composer.tint_button.setChecked(settings.get(TINT_DRAFTED))
        elif setting is DRAFT_METHOD:
            self._composition.show_method()
        elif setting is DEVICE:
            self._session.try_again(settings.get(DEVICE))
        if setting.needs_reload:
            self._session.options = load_options(settings)
            self._offer_reload(setting)

    def _offer_reload(self, setting: Setting[Any]) -> None:
        pair = self._session.pair
        if pair is None or self._session.loaded is None:
            return
        again = Action(tr("Load again"), lambda: self._composition.load(pair))
        text = tr("“{label}” takes effect when the model is loaded again.", label=tr(setting.label))
        self._window.show_banner(BannerMessage(text, action=again, level="notice", key="reload"))

    def _device_options(self) -> Sequence[tuple[str, str]]:
        return [(str(choice.value), choice.title) for choice in device_lines(self._session.devices)]

    def _may_close(self) -> bool:
        if not self.orders.is_running:
            return True
        text = tr("It goes on by itself when you open Slipstream again.")
        return confirm(self._window, tr("A model is still on its way."), text, tr("Close for now"), tr("Keep running"))


def read_questions(path: Path) -> tuple[str, ...]:
    """The questions that the demo has answers to that every system can draw; none where the file cannot be read."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        return tuple(str(entry["question"]) for entry in entries if not _has_pictures(str(entry["answer"])))
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _has_pictures(text: str) -> bool:
    """Whether there are emoji in it, for which not every system has a font."""
    return any(category(character) == "So" for character in text)
