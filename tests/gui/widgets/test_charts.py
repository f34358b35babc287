"""The charts of the acceptance panel, as they are painted."""

import itertools

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget

from app.gui.theme import shown_colours
from app.gui.widgets.charts import PositionBars, Sparkline

pytestmark = pytest.mark.gui


def columns_of(widget: QWidget, colour: str) -> list[int]:
    """The columns of pixels in which a colour is seen."""
    widget.resize(240, 90)
    image: QImage = widget.grab().toImage()
    rgb = QColor(colour).rgb()
    return [x for x in range(image.width()) if any(image.pixelColor(x, y).rgb() == rgb for y in range(image.height()))]


@pytest.mark.parametrize("count", [1, 5, 6, 7, 15])
def test_bars_take_the_whole_width(qapp: QApplication, count: int) -> None:
    bars = PositionBars()
    bars.show_shares([0.5] * count)
    seen = columns_of(bars, shown_colours().accent)
    assert seen[0] <= 1
    assert seen[-1] >= 237


def test_there_are_as_many_empty_bars_as_the_draft_proposes(qapp: QApplication) -> None:
    bars = PositionBars()
    assert not columns_of(bars, shown_colours().raised)
    bars.show_shares((), 5)
    seen = columns_of(bars, shown_colours().raised)
    gaps = sum(after - before > 1 for before, after in itertools.pairwise(seen))
    assert gaps == 4


def test_one_value_is_the_whole_course(qapp: QApplication) -> None:
    line = Sparkline()
    assert not columns_of(line, shown_colours().accent)
    line.add(0.5)
    seen = columns_of(line, shown_colours().accent)
    assert seen[0] < 10
    assert len(seen) > 200


def test_places_without_a_value_keep_their_bars(qapp: QApplication) -> None:
    bars = PositionBars()
    bars.show_shares([1.0] * 3, 6)
    full = columns_of(bars, shown_colours().accent)
    assert 110 <= full[-1] <= 120
    assert columns_of(bars, shown_colours().raised)[-1] >= 237
