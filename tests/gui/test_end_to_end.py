"""From the first start to a chat that is searched, exported and opened again, with keyboard and mouse alone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from app.gui.widgets.palette import Palette
from tests.conftest import ROOT
from tests.gui.real_window import RealStage, open_real_stage

pytestmark = [
    pytest.mark.gui,
    pytest.mark.process,
    pytest.mark.native,
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
QUESTION = "What is a draft?"
_NO_SCREEN = "there is no Xvfb on this machine"
_SCREEN_PATIENCE_S = 60


def focused(stage: RealStage) -> QWidget:
    """Where the keys go."""
    window = stage.composition.window
    window.activateWindow()
    stage.wait_until(lambda: QApplication.focusWidget() is not None)
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def press(stage: RealStage, keys: str) -> None:
    """Press keys wherever the focus is."""
    QTest.keySequence(focused(stage), QKeySequence(keys))


def write(stage: RealStage, text: str) -> None:
    """Type a text wherever the focus is."""
    QTest.keyClicks(focused(stage), text)


def save_as(stage: RealStage, path: Path) -> None:
    """Answer the box that asks where to; the keys before this open it, and wait for its end."""

    def answer() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QFileDialog):
            QTimer.singleShot(50, answer)
            return
        name = box.findChild(QLineEdit, "fileNameEdit")
        assert isinstance(name, QLineEdit)
        name.selectAll()
        QTest.keyClicks(name, str(path))
        confirm(box, name)

    def confirm(box: QFileDialog, name: QLineEdit) -> None:
        # The first Return may close the list of completions alone.
        if QApplication.activeModalWidget() is box:
            QTimer.singleShot(200, lambda: confirm(box, name))
            QTest.keyClick(name, Qt.Key.Key_Return)

    QTimer.singleShot(0, answer)
    press(stage, "Ctrl+S")


def messages(stage: RealStage) -> list[str]:
    return [message.text for message in stage.composition.controller.conversation.path()]


def first_run(stage: RealStage, exported: Path) -> str:
    """The first start; returns the reply to the question."""
    stage.pages.offer_first_start()
    QTest.mouseClick(stage.pages.first_start.buttons["demo"], Qt.MouseButton.LeftButton)
    stage.wait_for_chat()
    write(stage, QUESTION)
    press(stage, "Return")
    stage.wait_until(lambda: len(messages(stage)) == 2 and stage.composition.session.state == "ready")
    reply = messages(stage)[1]
    assert reply.strip()
    assert stage.composition.chat_page.panel.readout.acceptance.endswith("%")

    press(stage, "Ctrl+N")
    assert not messages(stage)
    press(stage, "Ctrl+F")
    write(stage, reply.split()[-1].strip(".,!"))
    sidebar = stage.composition.sidebar
    chats = sidebar.list.model()
    stage.wait_until(lambda: chats.rowCount() == 1 and bool(chats.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)))
    press(stage, "Down")
    press(stage, "Return")
    stage.wait_until(lambda: messages(stage) == [QUESTION, reply])
    save_as(stage, exported)
    stage.wait_until(exported.exists)
    press(stage, "Ctrl+Q")
    stage.wait_until(lambda: not stage.composition.window.isVisible())
    return reply


def test_from_the_first_start_to_a_chat_opened_again(qapp: QApplication, tmp_path: Path) -> None:
    exported = tmp_path / "the chat.md"
    with open_real_stage(qapp, tmp_path / "home") as stage:
        reply = first_run(stage, exported)
    written = exported.read_text(encoding="utf-8")
    assert QUESTION in written
    assert reply.strip() in written

    with open_real_stage(qapp, tmp_path / "home") as stage:
        stage.pages.offer_first_start()
        assert stage.composition.window.current_page == "chat"
        stage.wait_until(lambda: bool(stage.composition.chats.model.chats))
        press(stage, "Ctrl+K")
        palette = QApplication.activePopupWidget()
        assert isinstance(palette, Palette)
        QTest.keyClicks(palette.box, "draft?")
        QTest.keyClick(palette.box, Qt.Key.Key_Return)
        stage.wait_until(lambda: messages(stage) == [QUESTION, reply])


@pytest.mark.skipif(not shutil.which("Xvfb"), reason=_NO_SCREEN)
def test_the_same_on_a_screen(tmp_path: Path) -> None:
    read, written = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(written), "-screen", "0", "1366x768x24", "-nolisten", "tcp"],
        pass_fds=(written,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(written)
    try:
        with os.fdopen(read) as told:
            display = told.readline().strip()
        assert display, "the screen did not come up"
        environment = os.environ | {"DISPLAY": f":{display}", "QT_QPA_PLATFORM": "xcb"}
        test = f"{Path(__file__).relative_to(ROOT)}::{test_from_the_first_start_to_a_chat_opened_again.__name__}"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test]
        run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout + run.stderr
    finally:
        server.terminate()
        server.wait(_SCREEN_PATIENCE_S)
