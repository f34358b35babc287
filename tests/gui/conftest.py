"""Windows offscreen, with an engine that plays a script, and everything of theirs in a folder of the test."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The window speaks as the system does, and tests look for English.
os.environ.pop("LANGUAGE", None)
os.environ["LC_ALL"] = "C.UTF-8"

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from app.gui.application import make_application
from app.gui.garbage import GarbageCollection
from app.gui.markdown.formulas import shared_formulas
from tests.gui.stage import Stage, open_stage


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """The application as the program makes it."""
    return make_application(["slipstream"])


@pytest.fixture(scope="package", autouse=True)
def garbage(qapp: QApplication) -> Iterator[None]:
    """As in the program, nothing of Qt is collected on another thread than the window's."""
    collection = GarbageCollection()
    yield
    shared_formulas().close()
    collection.stop()
    gc.unfreeze()


@pytest.fixture
def pointer() -> Iterator[type[QCursor]]:
    """The pointer, to `setPos`; afterwards it rests in a corner, above no message."""
    yield QCursor
    QCursor.setPos(QPoint())


@pytest.fixture
def stage(qapp: QApplication, tmp_path: Path) -> Iterator[Stage]:
    """A started window."""
    with open_stage(tmp_path) as opened:
        yield opened
