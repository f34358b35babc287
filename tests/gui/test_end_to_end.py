"""From the first start to a chat that is searched, exported and opened again, with keyboard and mouse alone."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from clean_room.screen import Screen, screen, wait_for
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from app.core.paths import HOME_VARIABLE
from app.gui.theme import LIGHT
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
# At the first start it is as wide as the column.
_WIDE_BUTTON = 300
# What was pressed is mostly done by then; else it is pressed again.
_TAKEN_S = 2.0


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


class Person:
    """Somebody at a screen of their own, who has a mouse, a keyboard and eyes for what the program keeps."""

    def __init__(self, shown: Screen, home: Path) -> None:
        self._shown = shown
        self._home = home

    @contextmanager
    def sits_before_it(self) -> Iterator[None]:
        """The program, from its start until it is closed by keys."""
        environment = {**os.environ, HOME_VARIABLE: str(self._home), "DISPLAY": self._shown.display}
        environment["QT_QPA_PLATFORM"] = "xcb"
        command = [sys.executable, "-c", "import sys; from app.startup import start; sys.exit(start([]))"]
        with subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL) as program:
            try:
                wait_for("the window", lambda: bool(self._shown.windows("Slipstream")))
                self.turn_to("Slipstream")
                yield
                self._shown.press("ctrl+q")
                wait_for("its end", lambda: program.poll() is not None)
                assert program.returncode == 0
            finally:
                program.kill()

    def turn_to(self, title: str) -> None:
        """Have the keys go to a window: there is no window manager that does it."""
        wait_for(title, lambda: bool(self._shown.windows(title)))
        self._shown.give_focus(self._shown.windows(title)[-1])

    def click_filled_button(self) -> None:
        """Press the button that stands out."""
        wait_for("the button", lambda: bool(self._shown.bars(LIGHT.accent, _WIDE_BUTTON)))
        self._shown.click(*self._shown.bars(LIGHT.accent, _WIDE_BUTTON)[-1])

    def press(self, *keys: str) -> None:
        """Press one after the other."""
        for each in keys:
            self._shown.press(each)

    def write(self, text: str) -> None:
        """Type."""
        self._shown.type(text)

    def messages(self) -> list[tuple[str, str]]:
        """Roles and texts that the program has kept."""
        path = self._home / "chats.db"
        if not path.exists():
            return []
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as kept:
            query = (
                "SELECT role, text FROM message WHERE length(text) > 0 AND finish_reason IS NOT NULL OR role = 'user'"
            )
            return [(str(role), str(text)) for role, text in kept.execute(f"{query} ORDER BY position")]

    def asks(self, question: str) -> None:
        """Ask in the chat, as often as it takes until it is taken, which is when the models are loaded."""

        def is_asked() -> bool:
            self.press("ctrl+1", "ctrl+a")
            self.write(question)
            self.press("Return")
            time.sleep(_TAKEN_S)
            return bool(self.messages())

        wait_for("the question", is_asked)
        wait_for("the reply", lambda: [role for role, _ in self.messages()] == ["user", "assistant"])

    def looks_for(self, words: str, keys: str, *then: str) -> None:
        """Look for a chat, open it, and ask for its export, as often as it takes until there is one to export."""

        def is_asked() -> bool:
            self.press("Escape", keys, "ctrl+a")
            self.write(words)
            time.sleep(_TAKEN_S)
            self.press(*then)
            time.sleep(_TAKEN_S)
            self.press("ctrl+s")
            time.sleep(_TAKEN_S)
            return bool(self._shown.windows("Export"))

        wait_for("the box that asks where to", is_asked)

    def exports(self, path: Path) -> str:
        """Have the chat written to a file, and read it."""
        self.turn_to("Export")
        self.press("ctrl+a")
        self.write(str(path))

        def is_written() -> bool:
            # The first one may close the list of completions alone.
            self.press("Return")
            time.sleep(_TAKEN_S / 4)
            return path.exists()

        wait_for("the file", is_written)
        self.turn_to("Slipstream")
        return path.read_text(encoding="utf-8")


@pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool")
def test_the_same_on_a_screen_with_nothing_but_mouse_and_keyboard(tmp_path: Path) -> None:
    home, before, after = tmp_path / "home", tmp_path / "before.md", tmp_path / "after.md"
    with screen(tmp_path / "screen", 8000 + os.getpid() % 1000) as shown:
        person = Person(shown, home)
        with person.sits_before_it():
            person.click_filled_button()
            person.asks(QUESTION)
            (_, asked), (_, reply) = person.messages()
            person.press("ctrl+n")
            person.looks_for(reply.split()[-1].strip(".,!"), "ctrl+f", "Down", "Return")
            written = person.exports(before)
            assert asked == QUESTION and asked in written and reply.strip() in written
        with person.sits_before_it():
            person.looks_for("draft?", "ctrl+k", "Return")
            assert person.exports(after) == written
        assert len(person.messages()) == 2
