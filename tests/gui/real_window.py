"""The window over the real engine, real tasks and a library of its own, for tests and for looking at it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.core.paths import HOME_VARIABLE
from app.gui.run import RealWindow, make_window
from app.models.survey import Seat


class RealStage:
    """A started window and the hands that use it."""

    def __init__(self, window: RealWindow) -> None:
        self.window = window
        self.composition = window.composition
        self.pages = window.pages
        self.page = window.pages.pair_page

    def wait_until(self, is_so: Callable[[], bool], timeout_s: float = 120) -> None:
        """Let the window live until something is so."""
        deadline_s = time.monotonic() + timeout_s
        while not is_so():
            assert time.monotonic() < deadline_s, f"it did not happen in time: {self._situation()}"
            QTest.qWait(5)

    def _situation(self) -> str:
        session, preparation = self.composition.session, self.pages.wizard.preparation
        messages = [*self.composition.window.banners.messages, *self.page.banners.messages]
        return f"{session.state}, {preparation.steps}, {self.pages.orders.lines}, {messages}"

    def choose(self, seat: Seat, path: Path) -> None:
        """Type a path into its field, and wait until it is known what lies there."""
        self.composition.window.show_page("pair")
        box = self.page.seats[seat].path_box
        box.setText(str(path))
        QTest.keyClick(box, Qt.Key.Key_Return)
        self.wait_until(lambda: not self.pages.wizard.is_looking)

    def press_start(self) -> None:
        """Press the one button."""
        assert self.page.start_button.isEnabled()
        QTest.mouseClick(self.page.start_button, Qt.MouseButton.LeftButton)

    def wait_for_chat(self) -> None:
        """Until something is loaded and the chat is in front."""
        self.wait_until(lambda: self.composition.session.state == "ready")
        self.wait_until(lambda: self.composition.window.stack.currentWidget() is self.composition.chat_page)

    def convert_and_chat(self, target: Path, draft: Path | None) -> None:
        """The whole way."""
        self.choose("target", target)
        if draft is not None:
            self.choose("draft", draft)
        self.press_start()
        self.wait_for_chat()

    @property
    def words(self) -> str:
        """What the page says below the two seats."""
        return " ".join(f"{line.text} {line.hint}" for line in self.page.lines)


@contextmanager
def open_real_stage(application: QApplication, home: Path, demo: Path | None = None) -> Iterator[RealStage]:
    """A started window, 1180 x 760, with everything of its own in the folder `home`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(home))
        window = make_window(application, demo)
    window.composition.start()
    window.composition.window.resize(1180, 760)
    stage = RealStage(window)
    try:
        stage.wait_until(lambda: bool(window.composition.session.devices))
        yield stage
    finally:
        window.pages.close()
        window.close()
        window.composition.window.close()
        # Pages that were never shown belong to no window: they would pile up, and each new theme dress them all.
        for widget in application.topLevelWidgets():
            widget.deleteLater()
        QTest.qWait(0)
