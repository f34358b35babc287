"""The comparison of pictures itself: what it has to find, and what it has to overlook."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.gui.pictures import compare, kept, marked

pytestmark = pytest.mark.gui

_PAGE, _RAISED, _SURFACE, _TEXT = (QColor(name) for name in ("#f4f6f6", "#eaeeee", "#ffffff", "#1c2223"))
_COLUMN = QRect(600, 60, 180, 420)
_WORDS = ("ACCEPTANCE", "64 % this reply", "3.9 tokens per pass", "41.2 tokens/s", "1.8x plain", "by position")

Change = Callable[[QPainter], None]


def drawn(
    *, at: int = 0, page: QColor = _PAGE, column: QColor = _RAISED, words: tuple[str, ...] = _WORDS, stretch: int = 100
) -> QImage:
    """A window with a card and a column, which begins `at` pixels further left or right."""
    picture = QImage(800, 500, QImage.Format.Format_RGB32)
    picture.fill(page)
    painter = QPainter(picture)
    painter.setPen(_TEXT)
    font = painter.font()
    font.setStretch(stretch)
    painter.setFont(font)
    painter.setBrush(_SURFACE)
    painter.drawRoundedRect(40, 60, 420, 160, 8, 8)
    for row in range(6):
        painter.drawText(QPoint(60, 90 + 20 * row), "The target writes the answers, and the draft guesses ahead.")
    painter.fillRect(_COLUMN.translated(at, 0), column)
    for row, text in enumerate(words):
        painter.drawText(_COLUMN.topLeft() + QPoint(at + 12, 30 + 24 * row), text)
    painter.end()
    return picture


@pytest.fixture
def approved(qapp: QApplication) -> QImage:
    return kept(drawn())


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("a panel is gone", {"column": _PAGE, "words": ()}),
        ("what stood on it is gone", {"words": ()}),
        ("a column moved by 12 pixels", {"at": 12}),
        ("the other way", {"at": -12}),
        ("the page has another colour", {"page": QColor("#f4f6f1")}),
        ("the column has another colour", {"column": QColor("#e4eeee")}),
        ("a column of the page's own colour moved", {"column": _PAGE, "at": 12}),
    ],
)
def test_what_changed_is_found(approved: QImage, name: str, changes: dict[str, object]) -> None:
    if name.startswith("a column of the page's"):
        approved = kept(drawn(column=_PAGE))
    assert not compare(approved, drawn(**changes)).is_alike  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("the same", {}),
        ("a column moved by two pixels", {"at": 2}),
        ("letters are a little narrower", {"stretch": 98}),
        ("a figure is another", {"words": (*_WORDS[:1], "63 % this reply", *_WORDS[2:])}),
        ("a colour is rounded", {"page": QColor("#f5f6f6")}),
    ],
)
def test_what_fonts_and_figures_do_is_overlooked(approved: QImage, name: str, changes: dict[str, object]) -> None:
    difference = compare(approved, drawn(**changes))  # type: ignore[arg-type]
    assert difference.is_alike, str(difference)


def test_another_size_is_said(approved: QImage) -> None:
    difference = compare(approved, drawn().copy(0, 0, 790, 500))
    assert not difference.is_alike and str(difference) == "790 x 500 instead of 800 x 500"


def test_what_differs_is_marked(approved: QImage, tmp_path: Path) -> None:
    new = drawn(column=QColor("#e4eeee"))
    marked(new, compare(approved, new), tmp_path / "difference.png")
    assert QImage(str(tmp_path / "difference.png")).pixelColor(_COLUMN.center() + QPoint(0, 120)) == QColor(255, 0, 255)


def test_an_approved_picture_keeps_its_surfaces(approved: QImage) -> None:
    assert approved.colorCount() <= 256
    assert approved.pixelColor(5, 5) == _PAGE and approved.pixelColor(_COLUMN.right() - 5, 400) == _RAISED
