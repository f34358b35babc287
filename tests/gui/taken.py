"""Takes a picture of every stop of the walk, light and dark: `python -m tests.gui.taken FOLDER FIXTURES`.

For its own process, whose only font is the one that the drawing of formulas brings along: the same on every Linux.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
import ziafont
from PySide6.QtGui import QFont, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.gui.application import make_application
from app.gui.theme import Scheme
from tests.gui.tour import open_tour, walk

ROOT = Path(__file__).resolve().parents[2]
_FONTS = Path(ziafont.__file__).parent / "fonts"
_POINTS = 9.75
_MOST_GRABS = 60
_SCHEMES: tuple[Scheme, ...] = ("light", "dark")
_FONTCONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""


def take(folder: Path, fixtures: Path) -> None:
    """Have another process fill a folder with pictures; raises CalledProcessError with what it said."""
    config = folder / "fonts.conf"
    config.write_text(_FONTCONFIG.format(fonts=_FONTS, cache=folder / "font-cache"), encoding="utf-8")
    english = {"LC_ALL": "C.UTF-8", "LANGUAGE": ""}
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "FONTCONFIG_FILE": str(config)} | english
    command = [sys.executable, "-m", "tests.gui.taken", str(folder), str(fixtures)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)


def main(folder: Path, fixtures: Path) -> None:
    """Go on the walk; pictures are called like their stop and scheme."""
    application = make_application(["slipstream"])
    font = QFont("DejaVu Sans")
    font.setPointSizeF(_POINTS)
    # Rounded to whole pixels, widths would depend on the version of FreeType.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    application.setFont(font)
    application.setCursorFlashTime(0)
    # Paths are shown: this one is as long everywhere.
    home = Path(tempfile.mkdtemp(prefix="slipstream-", dir="/tmp"))
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("platform.platform", lambda: "Linux")
            with open_tour(application, home / "home", fixtures) as stage:
                for name, shown in walk(stage, fixtures):
                    for scheme in _SCHEMES:
                        stage.composition.theme.set_scheme(scheme)
                        settled(shown).save(str(folder / f"{name}-{scheme}.png"))
    finally:
        shutil.rmtree(home, ignore_errors=True)


def settled(shown: QWidget) -> QPixmap:
    """The picture of a widget once it has stopped changing."""
    picture = shown.grab()
    for _ in range(_MOST_GRABS):
        QTest.qWait(50)
        before, picture = picture, shown.grab()
        if picture.toImage() == before.toImage():
            break
    return picture


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
