"""A walk past every page, dialog and banner of the window, with the same things on them every time."""

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.core.errors import DiskFull
from app.core.paths import HOME_VARIABLE
from app.core.settings import FIRST_START_SEEN, THEME
from app.core.translation import tr
from app.engine.client import Crashed
from app.engine.protocol import Event, Finished, FinishReason, GenerateResult, Piece, Stats, Timings
from app.gui import run
from app.gui.failures import message_of
from app.gui.run import make_window
from app.gui.widgets.banner import BannerMessage
from tests.fakes.keyring import NO_KEYRING
from tests.gui.real_window import RealStage
from tests.gui.screens import SAMPLE
from tests.gui.scripted_engine import Script, ScriptedEngine, pieces_of
from tests.gui.stage import PAIR

SIZE = (1180, 760)
_FREE_BYTES = 120_000_000_000
_STATS_EVERY = 12

Stop = tuple[str, QWidget]


class SteadyEngine(ScriptedEngine):
    """Counts the same at the same pieces whatever the clock says; while `holds` is set, replies stay half written."""

    newest: "SteadyEngine"

    def __init__(self, on_event: Callable[[Event | Crashed], None]) -> None:
        super().__init__(on_event)
        self.holds = threading.Event()
        SteadyEngine.newest = self

    def _generate(self, job: int, script: Script) -> None:
        text, drafted, accepted = "", 0, 0
        for piece, _ in script.thoughts:
            self._post(Piece(job, piece, part="thinking"))
        for number, (piece, position) in enumerate(script.pieces, 1):
            self._post(Piece(job, piece, position))
            text += piece
            accepted += position is not None
            drafted += 2 if position is None else 1
            if number % _STATS_EVERY == 0:
                self._post(self._stats(job, number, drafted, accepted, 0))
            while self.holds.is_set() and number > len(script.pieces) // 2 and job not in self._cancelled:
                time.sleep(0.01)
            if job in self._cancelled:
                break
        stats = self._stats(job, len(script.pieces), drafted, accepted, 0)
        self._post(stats)
        result = GenerateResult(text, tuple(range(len(script.pieces))), stats.timings, stats.speculation)
        reason: FinishReason = "cancelled" if job in self._cancelled else "stop"
        thinking = "".join(piece for piece, _ in script.thoughts)
        self._post(Finished(job, reason, generated=replace(result, thinking=thinking)))

    def _stats(self, job: int, written: int, drafted: int, accepted: int, start_s: float) -> Stats:
        told = super()._stats(job, written, drafted, accepted, start_s)
        timings = Timings(120, 80.0, written, written * 1000 / 41.2, 41.2, drafted, accepted)
        return replace(told, timings=timings, speculation=replace(told.speculation, speedup=1.8))


@contextmanager
def open_tour(application: QApplication, home: Path, fixtures: Path) -> Iterator[RealStage]:
    """The whole window over a steady engine, with two targets and a draft in its library and nothing else."""
    (home / "models").mkdir(parents=True)
    for name in ("qwen3", "dspark_deepspec", "llama31"):
        shutil.copy(fixtures / f"expected/{name}.bf16.gguf", home / f"models/{name}.gguf")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(home))
        patch.setenv("HF_HOME", str(home))
        for name, value in NO_KEYRING.items():
            patch.setenv(name, value)
        patch.delenv("HF_TOKEN", raising=False)
        patch.setattr(run, "EngineClient", SteadyEngine)
        patch.setattr(
            shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(2 * _FREE_BYTES, _FREE_BYTES, _FREE_BYTES)
        )
        window = make_window(application)
        window.composition.start()
        window.composition.window.resize(*SIZE)
        stage = RealStage(window)
        try:
            stage.wait_until(lambda: bool(window.composition.session.devices))
            yield stage
        finally:
            window.pages.close()
            window.close()
            window.composition.window.close()
            for widget in application.topLevelWidgets():
                widget.deleteLater()
            QTest.qWait(0)


def walk(
    stage: RealStage, fixtures: Path, aside: Callable[[RealStage], Iterator[Stop]] | None = None
) -> Iterator[Stop]:
    """Every stop with its name and the widget to look at; `aside` is gone to while everything works."""
    yield from _first_steps(stage)
    yield from _chat(stage)
    yield from _pages(stage, fixtures)
    yield from _dialogs(stage)
    if aside:
        yield from aside(stage)
    yield from _banners(stage)


def _first_steps(stage: RealStage) -> Iterator[Stop]:
    window = stage.composition.window
    stage.composition.settings.set(FIRST_START_SEEN, False)
    stage.pages.offer_first_start()
    yield "first-start", window
    window.show_page("chat")
    yield "welcome", window
    window.show_page("models")
    stage.wait_until(lambda: len(stage.pages.models_page.cards) == 2)
    yield "models", window


def _chat(stage: RealStage) -> Iterator[Stop]:
    composition, engine = stage.composition, SteadyEngine.newest
    page = composition.chat_page
    composition.load(PAIR)
    stage.wait_until(lambda: composition.session.state == "ready")
    yield "ready", composition.window
    engine.script = Script(pieces_of(SAMPLE), thinking=("Somebody asks how it works. ", "An example helps."))
    page.composer.submitted.emit("Explain speculative decoding with an example.")
    stage.wait_until(lambda: composition.session.state == "ready")
    yield "chat", composition.window
    composition.commands.actions.bound["tint"].trigger()
    engine.holds.set()
    page.composer.submitted.emit("And what is the acceptance rate?")
    stage.wait_until(lambda: composition.session.state == "generating")
    yield "drafting", composition.window
    engine.holds.clear()
    stage.wait_until(lambda: composition.session.state == "ready")
    composition.commands.actions.bound["setup"].trigger()
    yield "chat-settings", composition.window
    page.close_sheet()


def _pages(stage: RealStage, fixtures: Path) -> Iterator[Stop]:
    window = stage.composition.window
    window.show_page("pair")
    yield "pair-empty", window
    stage.choose("target", fixtures / "trained/target")
    stage.choose("draft", fixtures / "trained/draft-anchor-full")
    yield "pair", window
    window.show_page("discover")
    page = stage.pages.discover_page
    stage.wait_until(lambda: page.model.rowCount() > 0)
    page.list.choose_row(0)
    page.list.clicked.emit(page.list.currentIndex())
    yield "discover", window
    page.filter_button.click()
    yield "discover-filters", window
    page.filter_button.click()
    window.show_page("bench")
    yield "bench-before", window
    stage.pages.bench_page.start_button.click()
    stage.wait_until(lambda: stage.pages.bench.is_whole)
    yield "bench", window
    window.show_page("settings")
    first = stage.pages.settings_page.rows[THEME.name]
    stage.wait_until(lambda: first.isVisible() and first.height() > first.fontMetrics().height())
    yield "settings", window
    stage.wait_until(lambda: bool(stage.pages.account.state.link))
    bar = stage.pages.settings_page.scroll_area.verticalScrollBar()
    # The page still grows.
    bar.rangeChanged.connect(lambda _, end: bar.setValue(end))
    bar.setValue(bar.maximum())
    yield "settings-end", window


def _dialogs(stage: RealStage) -> Iterator[Stop]:
    composition = stage.composition
    composition.window.show_page("chat")
    palette = composition.commands.show_palette()
    palette.box.setText("model")
    yield "palette", palette
    palette.close()
    bound = composition.commands.actions.bound
    ways = {name: bound[name].trigger for name in ("about", "keys", "deleted")}
    for name, show in {**ways, "characters": composition.chat_page.sheet.roles_button.click}.items():
        show()
        dialog = next(each for each in composition.window.findChildren(QDialog) if each.isVisible())
        yield name, dialog
        dialog.close()
        dialog.deleteLater()
        QTest.qWait(0)


def _banners(stage: RealStage) -> Iterator[Stop]:
    window = stage.composition.window
    window.show_banner(message_of(DiskFull(path="/models", needed_bytes=8_100_000_000, free_bytes=2_000_000)))
    window.show_banner(BannerMessage(tr("The chat is deleted."), level="notice", key="a"))
    window.show_banner(BannerMessage(tr("Everything is up to date."), level="done", key="b"))
    yield "banners", window
    for key in ("a", "b", "disk_full"):
        window.banners.clear(key)
    SteadyEngine.newest.crash()
    stage.wait_until(lambda: stage.composition.session.state == "crashed")
    yield "crashed", window
