"""Long tasks beside the chat: the window stays alive, a task can be stopped, nothing half-made remains."""

import sys
from collections.abc import Iterator
from concurrent.futures import Future
from multiprocessing import active_children
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from app.core.files import PART_SUFFIX, sole_writer
from app.gui.answers import Answers
from app.gui.chat_controller import ChatController
from app.gui.model_list import ModelList
from app.gui.unsent_texts import UnsentTexts
from app.gui.widgets.message_view import ReplyMessage
from tests.gui.large_checkpoint import WORD, make_large_checkpoint
from tests.gui.loop_gaps import LoopGaps
from tests.gui.real_window import RealStage, open_real_stage

pytestmark = [pytest.mark.gui, pytest.mark.process, pytest.mark.native]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def real(qapp: QApplication, home: Path) -> Iterator[RealStage]:
    with open_real_stage(qapp, home) as stage:
        yield stage


@pytest.fixture
def large(shared: Path, tmp_path: Path) -> Path:
    return make_large_checkpoint(tmp_path / "large", shared / "fixtures/trained/target")


def half_made(home: Path) -> list[str]:
    return [path.name for path in (home / "models").rglob("*") if path.suffix in (".gguf", ".part")]


def is_writing(real: RealStage) -> bool:
    """Whether a conversion has begun to write, as the strip tells it."""
    return "Writing the model · " in real.pages.strip.words


def test_the_window_stays_alive_through_conversion_load_and_reply(real: RealStage, large: Path) -> None:
    with LoopGaps() as gaps:
        real.convert_and_chat(large, None)
        real.composition.chat_page.composer.submitted.emit("Say something.")
        reply = real.composition.chat_page.messages.views[-1]
        assert isinstance(reply, ReplyMessage)
        real.wait_until(lambda: WORD in reply.text)
        real.composition.controller.stop()
        real.wait_until(lambda: real.composition.session.state == "ready")
    assert gaps.longest_ms < 100, gaps


def test_the_steps_and_the_strip_tell_amounts_and_speed(real: RealStage, shared: Path, tmp_path: Path) -> None:
    # A speed is told once it is steady, after a second.
    real.choose("target", make_large_checkpoint(tmp_path / "large", shared / "fixtures/trained/target", layers=28))
    real.press_start()
    strip = real.pages.strip
    real.wait_until(lambda: "/s" in strip.words)
    assert strip.isVisible()
    assert "large · Convert the target: Writing the model · " in strip.words
    assert " of 8" in strip.words
    assert strip.words.endswith(" left")
    assert real.page.steps.lines[0].words.text() in strip.words
    assert 0 < real.page.steps.lines[0].bar.value() < real.page.steps.lines[0].bar.maximum()
    strip.fold_button.click()
    (row,) = strip.rows.values()
    assert row.isVisible()
    row.cancel_button.click()
    real.wait_until(lambda: not real.pages.orders.is_running)


def test_cancelling_leaves_nothing_and_the_way_on(real: RealStage, large: Path, home: Path) -> None:
    real.choose("target", large)
    real.press_start()
    real.wait_until(lambda: is_writing(real))
    assert half_made(home)
    real.page.cancel_button.click()
    real.wait_until(lambda: not real.pages.wizard.preparation.is_running)
    real.wait_until(lambda: not half_made(home))
    assert not real.page.banners.messages
    assert real.composition.session.state == "empty"
    real.wait_until(lambda: real.page.start_button.isEnabled())
    assert real.page.start_button.text() == "Convert and chat"
    assert real.page.steps.lines[0].words.text() == "Stopped"


def test_a_killed_conversion_is_told_and_leaves_nothing(real: RealStage, large: Path, home: Path) -> None:
    real.choose("target", large)
    real.press_start()
    real.wait_until(lambda: is_writing(real))
    (child,) = [process for process in active_children() if process.name.startswith("slipstream library_convert")]
    child.kill()
    real.wait_until(lambda: bool(real.page.banners.messages))
    assert real.page.banners.messages[0].text.startswith("The task stopped unexpectedly")
    real.wait_until(lambda: not half_made(home))
    real.wait_until(lambda: real.page.start_button.isEnabled())


@pytest.mark.skipif(sys.platform == "win32", reason="there, the system keeps an open file from being removed")
def test_what_another_window_converts_is_left_alone(real: RealStage, large: Path, home: Path) -> None:
    (home / "models").mkdir(parents=True, exist_ok=True)
    destination = home / "models/large-Q8_0.gguf"
    part = destination.with_name(destination.name + PART_SUFFIX)
    with sole_writer(destination):
        part.write_bytes(b"half of it")
        real.choose("target", large)
        real.pages.wizard.set_output_type("target", "q8_0")
        real.wait_until(lambda: not real.pages.wizard.is_looking)
        real.press_start()
        line = real.page.steps.lines[0]
        real.wait_until(lambda: "is just being written by another window" in line.words.text())
        assert "It tries again in" in line.words.text()
        assert part.read_bytes() == b"half of it"
        real.page.cancel_button.click()
        real.wait_until(lambda: real.page.start_button.isEnabled())
        assert part.read_bytes() == b"half of it"


@pytest.mark.qt_log_ignore("does not support propagateSizeHints")
def test_closing_asks_while_a_task_runs(real: RealStage, large: Path) -> None:
    window = real.composition.window
    real.choose("target", large)
    real.press_start()
    real.wait_until(lambda: real.pages.orders.is_running)
    asked: list[str] = []

    def answer(words: str) -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append(box.text())
        next(button for button in box.findChildren(QPushButton) if button.text() == words).click()

    QTimer.singleShot(50, lambda: answer("Keep running"))
    assert not window.close()
    assert window.isVisible()
    assert real.pages.orders.is_running
    QTimer.singleShot(50, lambda: answer("Close for now"))
    assert window.close()
    assert asked == ["A model is still on its way."] * 2
    real.page.cancel_button.click()
    real.wait_until(lambda: not real.pages.orders.is_running)


def test_what_is_still_being_read_when_the_window_closes_is_for_nobody(qapp: QApplication, home: Path) -> None:
    told: list[int] = []
    with open_real_stage(qapp, home) as real:
        waiting = real.composition.findChildren(Answers)
        assert {ChatController, ModelList, UnsentTexts} <= {type(part.parent()) for part in waiting}
        late: list[Future[int]] = [Future() for _ in waiting]
        for part, answer in zip(waiting, late, strict=True):
            part.wait_for(answer, told.append)
    for answer in late:
        answer.set_result(1)
    QTest.qWait(50)
    assert told == []
