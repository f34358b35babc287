"""Exceptions that nobody caught end in a banner and the log, never in a dead window."""

import logging
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.core.errors import PathMissing, PathNotWritable
from app.gui.failures import UncaughtErrors, message_of
from app.gui.widgets.banner import Action, BannerMessage, BannerStack

pytestmark = pytest.mark.gui


def fail_inside() -> None:
    raise KeyError("missing")


@pytest.fixture
def stack(qtbot: QtBot) -> Iterator[BannerStack]:
    """A stack of banners in a window that is not shown."""
    window, stack = QWidget(), BannerStack()
    QVBoxLayout(window).addWidget(stack)
    qtbot.addWidget(window)
    yield stack


def test_an_exception_of_a_slot_and_of_a_thread_is_told_and_logged(
    qtbot: QtBot, stack: BannerStack, qapp: QApplication, caplog: pytest.LogCaptureFixture
) -> None:
    errors = UncaughtErrors()
    errors.caught.connect(stack.show_message)

    def fail() -> None:
        raise PathMissing(path="/nowhere")

    with qtbot.captureExceptions():
        errors.install()
        try:
            QTimer.singleShot(0, qapp, fail)
            qtbot.waitUntil(lambda: len(stack.messages) == 1, timeout=30_000)
            thread = threading.Thread(target=fail_inside)
            thread.start()
            thread.join()
            qtbot.waitUntil(lambda: len(stack.messages) == 2, timeout=30_000)
        finally:
            errors.uninstall()
    newest, oldest = stack.messages
    assert "/nowhere" in oldest.text
    assert "Traceback" in oldest.details
    assert "KeyError" in newest.details
    assert [record.levelno for record in caplog.records] == [logging.ERROR, logging.ERROR]


def test_a_failure_while_telling_of_one_ends_there(qtbot: QtBot, qapp: QApplication) -> None:
    errors = UncaughtErrors()
    told: list[BannerMessage] = []

    def fail_too(message: BannerMessage) -> None:
        told.append(message)
        raise ValueError("the banner cannot be shown")

    errors.caught.connect(fail_too)
    with qtbot.captureExceptions():
        errors.install()
        try:
            QTimer.singleShot(0, qapp, fail_inside)
            qtbot.waitUntil(lambda: len(told) == 1, timeout=30_000)
            qtbot.wait(20)
        finally:
            errors.uninstall()
    assert len(told) == 1


def test_banners_replace_each_other_by_key_and_are_three_at_most(stack: BannerStack) -> None:
    stack.show_message(BannerMessage("old", key="same"))
    stack.show_message(BannerMessage("new", key="same"))
    assert [message.text for message in stack.messages] == ["new"]
    for number in range(4):
        stack.show_message(BannerMessage(str(number)))
    assert [message.text for message in stack.messages] == ["3", "2", "1"]
    ran = []
    banner = stack.show_message(BannerMessage("with a button", action=Action("Do it", lambda: ran.append(1))))
    banner.action_button.click()
    assert ran == [1]
    assert "with a button" not in [message.text for message in stack.messages]


def test_a_failure_has_its_sentence_and_anything_else_a_general_one() -> None:
    assert "/nowhere" in message_of(PathMissing(path="/nowhere")).text
    message = message_of(KeyError("x"))
    assert message.text == "Something went wrong inside Slipstream."
    assert "KeyError" in message.details


def test_details_begin_with_what_is_wrong() -> None:
    lines = message_of(PathMissing(path="/nowhere")).details.splitlines()
    assert lines[0] == "There is nothing at /nowhere."
    assert lines[-2:] == ["path_missing", "path: /nowhere"]


def test_the_same_failure_again_takes_the_place_of_its_banner(stack: BannerStack) -> None:
    for path in ("/a", "/b"):
        stack.show_message(message_of(PathNotWritable(path=path, detail="no")))
    (message,) = stack.messages
    assert "/b" in message.text
