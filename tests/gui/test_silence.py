"""An engine that says nothing, or does not stop: the window asks, waits, and goes on with a fresh one."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from app.engine.client import EngineClient
from app.gui import silence_watch
from app.gui.engine_session import Pair
from app.gui.silence_watch import SilenceWatch
from app.gui.widgets.banner import Banner, BannerMessage
from tests.fakes.engine import Hang, Say, scripted
from tests.gui.stage import PAIR, Stage, open_stage_over

posix_only = pytest.mark.skipif(os.name == "nt", reason="signals")


class Told:
    """What a watch told, in order; its ticks come when the test says so."""

    def __init__(self) -> None:
        self.watch = SilenceWatch()
        self.signals: list[str] = []
        self.watch.fell_silent.connect(lambda seconds: self.signals.append(f"silent {seconds}"))
        self.watch.spoke_again.connect(lambda: self.signals.append("spoke"))
        self.watch.stop_overdue.connect(lambda: self.signals.append("overdue"))
        self.watch.stop_ignored.connect(lambda: self.signals.append("ignored"))

    def pass_ticks(self, count: int) -> list[str]:
        """Let time go by; what was told since the last time."""
        for _ in range(count):
            self.watch._on_tick()
        told, self.signals = self.signals, []
        return told


@pytest.fixture
def told(garbage: None) -> Told:
    told = Told()
    told.watch.watch(is_busy=True)
    return told


def test_a_long_silence_is_told_once_and_ends_with_a_word(told: Told) -> None:
    assert told.pass_ticks(29) == []
    assert told.pass_ticks(60) == ["silent 30"]
    told.watch.hear()
    assert told.pass_ticks(0) == ["spoke"]


def test_whoever_waits_is_asked_again_after_twice_the_time(told: Told) -> None:
    told.pass_ticks(30)
    told.watch.wait()
    assert told.pass_ticks(29) == []
    assert told.pass_ticks(1) == ["silent 60"]


def test_what_took_long_and_ended_well_may_take_long_again(told: Told) -> None:
    told.pass_ticks(100)
    told.watch.hear()
    told.pass_ticks(0)
    assert told.pass_ticks(299) == []
    assert told.pass_ticks(1) == ["silent 300"]
    told.watch.start_over()
    told.watch.watch(is_busy=True)
    told.pass_ticks(0)
    assert told.pass_ticks(30) == ["silent 30"], "of another process nothing is known"


def test_nothing_is_expected_of_an_engine_without_jobs(told: Told) -> None:
    told.pass_ticks(29)
    told.watch.watch(is_busy=False)
    told.watch.watch(is_busy=True)
    assert told.pass_ticks(29) == []


def test_a_stop_that_is_ignored_is_told_then_given_up(told: Told) -> None:
    told.watch.expect_stop()
    assert told.pass_ticks(5) == ["overdue"]
    told.watch.expect_stop()
    assert told.pass_ticks(15) == ["ignored"]


def test_a_stop_that_is_waited_for_is_not_given_up(told: Told) -> None:
    told.watch.expect_stop()
    assert told.pass_ticks(5) == ["overdue"]
    told.watch.wait()
    assert told.pass_ticks(50) == []


def test_a_stop_that_is_followed_is_forgotten(told: Told) -> None:
    told.watch.expect_stop()
    told.watch.forget_stop()
    assert told.pass_ticks(29) == []


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second is a fiftieth."""
    monkeypatch.setattr(silence_watch, "TICK_MS", 20)


class ChildStage(Stage):
    """A window over a real child that plays a script."""

    def send_signal(self, number: int) -> None:
        """Stop the child where it stands, or let it go on."""
        child = next(child for child in multiprocessing.active_children() if child.name == "slipstream engine")
        assert child.pid is not None
        os.kill(child.pid, number)

    def banner(self, key: str) -> BannerMessage | None:
        """The banner of that key, if it is there."""
        return next((message for message in self.composition.window.banners.messages if message.key == key), None)

    def press(self, key: str, text: str) -> None:
        """Use a button of a banner."""
        banner = next(shown for shown in self.composition.window.findChildren(Banner) if shown.message.key == key)
        button = next(button for button in banner.findChildren(QPushButton) if button.text() == text)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    @property
    def reply_text(self) -> str:
        """What the last reply says so far."""
        controller = self.composition.controller
        reply = controller.shown_reply or controller.conversation.path()[-1]
        return reply.text


@pytest.fixture
def hanging(quick: None, qapp: QApplication, tmp_path: Path) -> Iterator[ChildStage]:
    """Its engine writes two words of a reply, then hangs in native code."""
    entry = scripted(Say("Some words"), Hang())
    with open_stage_over(tmp_path, lambda on_event: EngineClient(on_event, entry), ChildStage) as stage:
        stage.load()
        yield stage


def ask(stage: ChildStage) -> None:
    """Send a message, and wait for the two words."""
    stage.composition.chat_page.composer.submitted.emit("Well?")
    stage.wait_until(lambda: stage.composition.controller.is_replying)
    stage.wait_until(lambda: stage.reply_text == "Some words")


def test_a_hung_engine_is_stopped_from_the_banner_and_keeps_what_it_wrote(hanging: ChildStage) -> None:
    ask(hanging)
    hanging.wait_until(lambda: hanging.banner("silent") is not None)
    hanging.press("silent", "Stop the engine")
    assert hanging.composition.session.state == "crashed" and hanging.banner("silent") is None
    reply = hanging.composition.controller.conversation.path()[-1]
    assert (reply.text, reply.finish_reason) == ("Some words", "crashed")
    hanging.press("crash", "Start the engine again")
    hanging.wait_until(lambda: hanging.composition.session.state == "ready")
    assert hanging.composition.session.pair == PAIR and hanging.banner("crash") is None


def test_a_stop_that_is_ignored_starts_the_engine_again(hanging: ChildStage) -> None:
    ask(hanging)
    hanging.composition.controller.stop()
    hanging.wait_until(lambda: hanging.banner("started_again") is not None)
    hanging.wait_until(lambda: hanging.composition.session.state == "ready")
    assert hanging.reply_text == "Some words" and hanging.composition.session.pair == PAIR


@posix_only
def test_a_silence_that_ends_takes_its_banner_away(hanging: ChildStage) -> None:
    hanging.send_signal(signal.SIGSTOP)
    hanging.composition.session.list_devices()
    hanging.wait_until(lambda: hanging.banner("silent") is not None)
    hanging.send_signal(signal.SIGCONT)
    hanging.wait_until(lambda: hanging.banner("silent") is None)
    assert hanging.composition.session.state == "ready"


@posix_only
def test_a_load_that_cannot_be_cancelled_leaves_nothing_loaded(hanging: ChildStage) -> None:
    hanging.send_signal(signal.SIGSTOP)
    hanging.composition.load(PAIR)
    hanging.composition.session.cancel_load()
    hanging.wait_until(lambda: hanging.banner("started_again") is not None)
    assert (hanging.composition.session.state, hanging.composition.session.pair) == ("empty", None)


def _names_of_children() -> list[str]:
    return [child.name for child in multiprocessing.active_children()]


@posix_only
def test_the_pair_that_was_wanted_last_is_loaded_after_ones_that_hung(hanging: ChildStage) -> None:
    hanging.send_signal(signal.SIGSTOP)
    for name in ("one", "two", "three"):
        hanging.composition.load(Pair(Path(f"/models/{name}.gguf")))
    hanging.wait_until(lambda: hanging.banner("started_again") is not None)
    hanging.wait_until(lambda: hanging.composition.session.state == "ready")
    loaded = hanging.composition.session.loaded
    assert loaded is not None and loaded.target.name == "three"
    hanging.wait_until(lambda: _names_of_children().count("slipstream engine") == 1)


def test_nothing_is_expected_of_an_engine_that_was_stopped(hanging: ChildStage) -> None:
    session = hanging.composition.session
    session.stop_engine()
    session.list_devices()
    # Half a minute and more, as the watch counts.
    QTest.qWait(2 * silence_watch.PATIENCE_TICKS * silence_watch.TICK_MS)
    assert session.state == "crashed" and hanging.banner("silent") is None
