"""Every page, light and dark, looks as approved (`dev.py test tests/gui/test_pictures.py --approve` does that anew)."""

import shutil
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.gui.pictures import compare, kept, marked
from tests.gui.taken import take

pytestmark = [
    pytest.mark.gui,
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="the approved pictures were drawn with FreeType"),
]

APPROVED = Path(__file__).parent / "approved"


def test_every_page_looks_as_approved(shared: Path, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    take(tmp_path, shared / "fixtures")
    pictures = {path.stem: QImage(str(path)) for path in tmp_path.glob("*.png")}
    if pytestconfig.getoption("--approve"):
        approve(pictures)
    assert set(pictures) == {path.stem for path in APPROVED.glob("*.png")}
    wrong = []
    for name, new in pictures.items():
        difference = compare(QImage(str(APPROVED / f"{name}.png")), new)
        if not difference.is_alike:
            wrong.append(f"{name}: {difference}")
            marked(new, difference, tmp_path / f"{name}-difference.png")
    assert not wrong, f"the new pictures, and what differs, are in {tmp_path}"


def approve(pictures: dict[str, QImage]) -> None:
    """Put these in the place of what was approved before."""
    shutil.rmtree(APPROVED, ignore_errors=True)
    APPROVED.mkdir()
    for name, picture in pictures.items():
        assert kept(picture).save(str(APPROVED / f"{name}.png"))
