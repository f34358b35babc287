"""The page that measures, over the real engine: to the end, stopped in the middle, and left for another model."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from app.engine.bench.plan import AUTO, PLAIN, SIZES, Size, Way
from app.engine.bench.prompts import KINDS
from app.engine.client import Crashed
from app.gui.engine_session import Pair
from tests.gui.real_window import RealStage, open_real_stage

pytestmark = [pytest.mark.gui, pytest.mark.process, pytest.mark.native]


@pytest.fixture(scope="module")
def pair(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """The trained pair as GGUF."""
    source, folder = shared / "fixtures" / "trained", tmp_path_factory.mktemp("pair")
    target = convert(plan_conversion(source / "target", output_type="f16"), folder / "target.gguf", Progress())
    plan = plan_conversion(source / "draft-anchor-full", target=source / "target", output_type="bf16")
    return Pair(target, convert(plan, folder / "draft.gguf", Progress()))


@pytest.fixture
def real(qapp: QApplication, tmp_path: Path, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealStage]:
    """The page in front, the trained pair loaded; what is measured is less than usual."""
    assert isinstance(SIZES, dict)
    monkeypatch.setitem(SIZES, "quick", Size(2, 8, 1))
    monkeypatch.setitem(SIZES, "thorough", Size(2, 800, 2))
    with open_real_stage(qapp, tmp_path) as stage:
        stage.composition.load(pair)
        stage.wait_until(lambda: stage.composition.session.state == "ready")
        QTest.mouseClick(stage.composition.chat_page.panel.measure_button, Qt.MouseButton.LeftButton)
        assert stage.composition.window.current_page == "bench"
        yield stage


def press_measure(real: RealStage) -> None:
    QTest.mouseClick(real.pages.bench_page.start_button, Qt.MouseButton.LeftButton)
    assert real.pages.bench.is_running


def begin_long(real: RealStage, measured_n: int) -> None:
    """Measure thoroughly, until so many replies are whole."""
    bench = real.pages.bench
    bench.choose("thorough")
    press_measure(real)
    real.wait_until(lambda: bench.report is not None and len(bench.report.measured) >= measured_n)


def test_it_measures_shows_and_saves(real: RealStage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, bench = real.pages.bench_page, real.pages.bench
    assert "DSpark, up to 6" in page.pair.text() and "Takes" in page.words.text()
    assert page.results.isHidden() and page.csv_button.isHidden() and page.cancel_button.isHidden()
    press_measure(real)
    assert page.bar.isVisible() and page.start_button.isHidden() and not page.mode_box.isEnabled()
    real.wait_until(lambda: not bench.is_running)
    assert bench.is_whole and bench.report is not None and len(bench.report.measured) == 4 * len(KINDS)
    assert bench.report.ways() == (PLAIN, AUTO, Way("always", 3), Way("always", 6))
    assert all(one.timings.prompt_n > 20 for one in bench.report.measured), "nothing was in the cache"
    assert real.composition.session.state == "ready" and real.composition.controller.can_send
    assert page.results.isVisible() and page.results.verdict.text().endswith(".")
    assert [bar.name for bar in page.results.speed.bars] == ["no draft", "automatic", "always 3", "always 6"]
    assert len(page.results.kinds.bars) == len(page.results.kinds_table.rows) == len(KINDS)
    assert "always 6" in page.results.positions_title.text() and page.bar.isHidden()

    monkeypatch.setattr("app.gui.pages.bench.ask_place", lambda *_: (tmp_path / "measured", ""))
    QTest.mouseClick(page.csv_button, Qt.MouseButton.LeftButton)
    with (tmp_path / "measured.csv").open(encoding="utf-8", newline="") as stream:
        assert len(list(csv.DictReader(stream))) == len(bench.report.measured)
    QTest.mouseClick(page.png_button, Qt.MouseButton.LeftButton)
    picture = QImage(str(tmp_path / "measured.png"))
    assert picture.width() > page.results.width()
    assert len({picture.pixel(x, y) for x in range(0, picture.width(), 5) for y in range(0, 200, 5)}) > 2


def test_stopped_in_the_middle_it_keeps_what_is_measured(real: RealStage) -> None:
    page, bench, session = real.pages.bench_page, real.pages.bench, real.composition.session
    begin_long(real, 2)
    assert page.results.verdict.text() == "So far:" and 0 < bench.share_done < 1 and "left" in page.words.text()
    QTest.mouseClick(page.cancel_button, Qt.MouseButton.LeftButton)
    real.wait_until(lambda: not bench.is_running)
    assert bench.report is not None and 2 <= len(bench.report.measured) < 10 and not bench.is_whole
    assert session.state == "ready" and page.results.isVisible() and page.csv_button.isVisible()
    assert all(one.timings.predicted_n > 8 for one in bench.report.measured), "no reply that was cut counts"
    bench.choose("quick")
    press_measure(real)
    real.wait_until(lambda: not bench.is_running)
    assert bench.is_whole, "the engine is free again"


def test_the_chat_waits_and_says_why(real: RealStage) -> None:
    chat, controller = real.composition.chat_page, real.composition.controller
    begin_long(real, 1)
    real.composition.window.show_page("chat")
    assert "being measured" in chat.reason.words.text() and not chat.reason.isHidden()
    chat.composer.submitted.emit("Hello?")
    assert not controller.conversation.messages
    assert chat.reason.button is not None
    QTest.mouseClick(chat.reason.button, Qt.MouseButton.LeftButton)
    real.wait_until(lambda: not real.pages.bench.is_running)
    assert controller.can_send and chat.reason.isHidden()


def test_after_it_the_chat_goes_on(real: RealStage) -> None:
    controller = real.composition.controller
    begin_long(real, 1)
    real.pages.bench.cancel()
    real.wait_until(lambda: not real.pages.bench.is_running)
    real.composition.chat_page.composer.submitted.emit("Hello?")
    assert controller.is_replying and "A reply is being written" in real.pages.bench_page.words.text()
    controller.stop()
    real.wait_until(lambda: not controller.is_replying)
    assert real.pages.bench.can_start


def test_another_model_ends_the_measurement(real: RealStage, pair: Pair) -> None:
    bench, session = real.pages.bench, real.composition.session
    begin_long(real, 1)
    real.composition.load(Pair(pair.target))
    real.wait_until(lambda: session.state == "ready")
    assert not bench.is_running and bench.report is None and not session.is_measuring
    assert not bench.can_start and "No draft is loaded" in real.pages.bench_page.words.text()
    assert real.composition.chat_page.panel.measure_button.isHidden()


def test_a_dead_engine_ends_the_measurement(real: RealStage) -> None:
    bench, session, page = real.pages.bench, real.composition.session, real.pages.bench_page
    begin_long(real, 2)
    session.stop()
    session.bridge.engine_crashed.emit(Crashed(-9, 1, "", "SIGKILL"))
    assert not bench.is_running and session.state == "crashed" and not session.is_measuring
    assert bench.report is not None and len(bench.report.measured) >= 2 and page.results.isVisible()
    assert not page.start_button.isEnabled() and "Load a target" in page.words.text()
