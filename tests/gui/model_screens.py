"""Pictures of the pages about models and settings, as tests.gui.screens takes those of the chat.

`python -m tests.gui.model_screens FOLDER FIXTURES [LOOK]`; FIXTURES is the folder shared/fixtures.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.gui.screens import LOOKS, ROOT

if TYPE_CHECKING:
    from tests.gui.real_window import RealStage

_TAKE = "import sys; from tests.gui.model_screens import take; take(*sys.argv[1:])"


def main(arguments: list[str]) -> None:
    """Take all pictures, each look in a process of its own: the text size is fixed when Qt starts."""
    folder, fixtures = Path(arguments[0]), arguments[1]
    folder.mkdir(parents=True, exist_ok=True)
    for name in arguments[2:] or LOOKS:
        with tempfile.TemporaryDirectory() as home:
            screen = Path(home) / "screen.json"
            shape = {"name": "screen", "x": 0, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96}
            screen.write_text(json.dumps({"screens": [shape]}))
            environment = os.environ | {
                "QT_QPA_PLATFORM": f"offscreen:configfile={screen}",
            }
            command = [sys.executable, "-c", _TAKE, str(folder), name, home, fixtures]
            subprocess.run(command, cwd=ROOT, env=environment, check=True)


def take(folder: str, name: str, home: str, fixtures: str) -> None:
    """Go through the screens of one look."""
    from PySide6.QtTest import QTest

    from app.core.settings import THEME
    from app.gui.application import make_application
    from tests.gui.large_checkpoint import make_large_checkpoint
    from tests.gui.real_window import open_real_stage

    application = make_application(["slipstream"])
    width, height, factor, scheme = LOOKS[name]
    font = application.font()
    font.setPointSizeF(font.pointSizeF() * factor)
    application.setFont(font)
    Path(home, "settings.json").write_text(json.dumps({THEME.name: scheme}))
    models = Path(fixtures)
    large = make_large_checkpoint(Path(home, "Qwen3-4B-Instruct-2507"), models / "trained/target", layers=28)
    with open_real_stage(application, Path(home)) as stage:
        window = stage.composition.window
        window.resize(width, height)

        def shoot(screen: str) -> None:
            QTest.qWait(150)
            window.grab().save(str(Path(folder) / f"{name}-{screen}.png"))

        window.show_page("models")
        shoot("a-models-empty")
        window.show_page("pair")
        shoot("b-pair-empty")
        _choose_pairs(stage, models, shoot)
        _convert(stage, large, shoot)
        _show_other_pages(stage, shoot)


def _choose_pairs(stage: "RealStage", models: Path, shoot: Callable[[str], None]) -> None:
    stage.choose("target", models / "targets/qwen3")
    stage.choose("draft", models / "trained/draft-anchor-full")
    shoot("c-pair-mismatch")
    stage.choose("target", models / "trained/target")
    shoot("d-pair-fits")
    stage.press_start()
    stage.wait_for_chat()
    stage.wait_until(lambda: bool(stage.pages.models.shelves.recent))
    stage.choose("draft", models / "drafts/eagle3_speculators")
    shoot("e-pair-problem")
    stage.page.seats["draft"].remove_button.click()


def _convert(stage: "RealStage", large: Path, shoot: Callable[[str], None]) -> None:
    from app.core.errors import DiskFull

    window = stage.composition.window
    stage.choose("target", large)
    stage.press_start()
    stage.wait_until(lambda: "/s" in stage.pages.strip.words)
    shoot("f-converting")
    window.show_page("chat")
    stage.pages.strip.fold_button.click()
    shoot("g-strip-open")
    stage.page.cancel_button.click()
    stage.wait_until(lambda: not stage.pages.orders.is_running)
    window.show_page("pair")
    folder_path = "/home/me/.local/share/slipstream/models"
    stage.pages.wizard.failed.emit(DiskFull(path=folder_path, needed_bytes=8_100_000_000, free_bytes=2_000_000))
    shoot("h-failed")
    stage.pages.strip.fold_button.setChecked(False)


def _show_other_pages(stage: "RealStage", shoot: Callable[[str], None]) -> None:
    window = stage.composition.window
    window.show_page("models")
    shoot("i-models")
    window.show_page("settings")
    shoot("j-settings")
    stage.pages.drop_area.setGeometry(window.rect())
    stage.pages.drop_area.raise_()
    stage.pages.drop_area.show()
    shoot("k-drop")


if __name__ == "__main__":
    main(sys.argv[1:])
