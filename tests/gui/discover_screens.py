"""Pictures of the page that finds pairs, as tests.gui.screens takes those of the chat, with a Hub on loopback.

`python -m tests.gui.discover_screens FOLDER FIXTURES [LOOK]`; FIXTURES is the folder shared/fixtures.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.fakes.hub import StubHub
from tests.gui.screens import LOOKS, ROOT

if TYPE_CHECKING:
    from tests.gui.real_window import RealStage

_TAKE = "import sys; from tests.gui.discover_screens import take; take(*sys.argv[1:])"


def main(arguments: list[str]) -> None:
    """Take all pictures, each look in a process of its own: the text size is fixed when Qt starts."""
    folder, fixtures = Path(arguments[0]), arguments[1]
    folder.mkdir(parents=True, exist_ok=True)
    for name in arguments[2:] or LOOKS:
        with tempfile.TemporaryDirectory() as home:
            screen = Path(home) / "screen.json"
            shape = {"name": "screen", "x": 0, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96}
            screen.write_text(json.dumps({"screens": [shape]}))
            environment = os.environ | {"QT_QPA_PLATFORM": f"offscreen:configfile={screen}", "HF_HOME": home}
            command = [sys.executable, "-c", _TAKE, str(folder), name, home, fixtures]
            subprocess.run(command, cwd=ROOT, env=environment, check=True)


def take(folder: str, name: str, home: str, fixtures: str) -> None:
    """Go through the screens of one look."""
    from PySide6.QtTest import QTest

    from app.core.settings import THEME
    from app.gui.application import make_application
    from tests.gui.discovering import publish
    from tests.gui.real_window import open_real_stage

    application = make_application(["slipstream"])
    width, height, factor, scheme = LOOKS[name]
    font = application.font()
    font.setPointSizeF(font.pointSizeF() * factor)
    application.setFont(font)
    Path(home, "settings.json").write_text(json.dumps({THEME.name: scheme}))
    with StubHub() as hub:
        os.environ["HF_ENDPOINT"] = hub.url
        publish(hub, Path(fixtures))
        with open_real_stage(application, Path(home)) as stage:
            stage.composition.window.resize(width, height)

            def shoot(screen: str) -> None:
                QTest.qWait(200)
                stage.composition.window.grab().save(str(Path(folder) / f"{name}-{screen}.png"))

            _go_through(stage, hub, shoot)


def _go_through(stage: "RealStage", hub: StubHub, shoot: Callable[[str], None]) -> None:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from tests.fakes.hub_faults import Status

    page = stage.pages.discover_page
    stage.composition.window.show_page("discover")
    stage.wait_until(lambda: page.model.rowCount() > 0)
    shoot("a-catalogue")
    page.list.choose_row(1)
    page.list.clicked.emit(page.list.currentIndex())
    shoot("b-pair")
    page.detail.scroll_area.verticalScrollBar().setValue(9999)
    shoot("c-pair-end")
    page.list.choose_row(page.model.rowCount() - 1)
    page.detail.scroll_area.verticalScrollBar().setValue(9999)
    shoot("d-too-large")
    page.detail.back_asked.emit()
    page.filter_button.click()
    page.filters.method_box.setCurrentIndex(1)
    page.search_box.setText("qwen3")
    shoot("e-filters")
    page.filters.clear()
    page.filter_button.click()
    page.search_box.setText("tiny")
    QTest.keyClick(page.search_box, Qt.Key.Key_Return)
    shoot("f-searching")
    stage.wait_until(lambda: not stage.pages.discovery.is_searching)
    shoot("g-results")
    for row, screen in (
        (page.model.row_of("Qwen/Tiny-Qwen3"), "h-target"),
        (page.model.row_of("lab/tiny-qwen3-DSpark"), "i-draft"),
    ):
        page.list.choose_row(row)
        page.list.clicked.emit(page.list.currentIndex())
        stage.wait_until(lambda: not stage.pages.discovery.is_looking)
        shoot(screen)
        page.detail.back_asked.emit()
    page.search_box.setText("nothing like this")
    QTest.keyClick(page.search_box, Qt.Key.Key_Return)
    stage.wait_until(lambda: not stage.pages.discovery.is_searching)
    shoot("j-nothing")
    hub.misbehave("", *[Status(418)] * 9)
    QTest.keyClick(page.search_box, Qt.Key.Key_Return)
    stage.wait_until(lambda: bool(page.banners.messages))
    shoot("k-failed")


if __name__ == "__main__":
    main(sys.argv[1:])
