"""Where the window opens: as it was on these screens, and always where it can be seen."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize

from app.gui.geometry import centred, is_in_sight

ROOT = Path(__file__).resolve().parents[2]
LEFT, RIGHT = QRect(0, 0, 1920, 1040), QRect(1920, 0, 1280, 984)

pytestmark = pytest.mark.gui


@pytest.mark.parametrize(
    ("window", "is_seen"),
    [
        (QRect(100, 100, 800, 600), True),
        (QRect(1800, 10, 1000, 700), True),
        (QRect(2000, 50, 1000, 700), True),
        (QRect(4000, 50, 1000, 700), False),
        (QRect(100, 1500, 800, 600), False),
        (QRect(100, -500, 800, 600), False),
        (QRect(3150, 100, 800, 600), False),
    ],
)
def test_a_window_is_in_sight_where_it_can_be_dragged(window: QRect, is_seen: bool) -> None:
    assert is_in_sight(window, [LEFT, RIGHT]) is is_seen


def test_what_is_centred_is_no_larger_than_its_screen() -> None:
    assert centred(QSize(800, 600), RIGHT) == QRect(2160, 192, 800, 600)
    assert centred(QSize(4000, 3000), RIGHT) == RIGHT


_CODE = """
import json, sys
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QWidget
from app.gui import geometry
application = QApplication([])
stored, place = json.loads(sys.stdin.read())
window = QWidget()
geometry.restore(window, stored)
window.show()
if place:
    window.setGeometry(*place)
application.processEvents()
print(json.dumps([geometry.kept(window, stored), window.geometry().getRect()]))
"""


def opened_on(screens: list[QRect], stored: str, place: list[int], folder: Path) -> tuple[str, list[int]]:
    """What is kept of a window that opens on these screens and is put at `place`, and where it is."""
    told = [
        {"name": f"S{number}", "x": at.x(), "y": at.y(), "width": at.width(), "height": at.height()}
        for number, at in enumerate(screens)
    ]
    (folder / "screens.json").write_text(json.dumps({"screens": told}))
    environment = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={folder / 'screens.json'}"}
    done = subprocess.run(
        [sys.executable, "-c", _CODE],
        input=json.dumps([stored, place]),
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    kept, at = json.loads(done.stdout)
    return kept, at


@pytest.mark.process
def test_a_window_of_a_larger_screen_fits_the_smaller_one(tmp_path: Path) -> None:
    large, small = QRect(0, 0, 3840, 2160), QRect(0, 0, 1366, 768)
    stored, _ = opened_on([large], "", [400, 200, 3000, 1700], tmp_path)
    _, at = opened_on([small], stored, [], tmp_path)
    assert small.contains(QRect(*at))


@pytest.mark.process
def test_each_arrangement_of_screens_has_a_place_of_its_own(tmp_path: Path) -> None:
    far, near = [2100, 120, 900, 620], [60, 40, 700, 500]
    stored, _ = opened_on([LEFT, RIGHT], "", far, tmp_path)
    # The monitor is gone: the window comes to what is left.
    kept, at = opened_on([LEFT], stored, [], tmp_path)
    assert is_in_sight(QRect(*at), [LEFT])
    stored, _ = opened_on([LEFT], kept, near, tmp_path)
    assert opened_on([LEFT, RIGHT], stored, [], tmp_path)[1] == far
    assert opened_on([LEFT], stored, [], tmp_path)[1] == near
