"""Formulas are drawn in a process that comes and goes: one that is its end takes no other with it."""

from collections.abc import Iterator
from multiprocessing import active_children
from queue import SimpleQueue

import pytest

from app.formulas.artist import Artist
from app.formulas.messages import Drawn, Latex
from tests.formulas import mortal

pytestmark = pytest.mark.process

TIMEOUT_S = 30.0


@pytest.fixture
def drawings() -> "SimpleQueue[Drawn]":
    return SimpleQueue()


@pytest.fixture
def artist(drawings: "SimpleQueue[Drawn]") -> Iterator[Artist]:
    artist = Artist(drawings.put, mortal.run)
    yield artist
    artist.close()


def formula(text: str) -> Latex:
    return Latex(text, is_display=False)


def process_ids() -> list[int | None]:
    return [child.pid for child in active_children() if child.name == "slipstream formulas"]


def test_what_is_asked_for_is_drawn_in_order_by_one_process(artist: Artist, drawings: "SimpleQueue[Drawn]") -> None:
    assert process_ids() == []
    for text in ("x", "\\frac", "y"):
        artist.draw(formula(text))
    told = [drawings.get(timeout=TIMEOUT_S) for _ in range(3)]
    assert [(one.latex.text, one.formula is not None) for one in told] == [("x", True), ("\\frac", False), ("y", True)]
    (process_id,) = process_ids()
    artist.draw(formula("z"))
    assert drawings.get(timeout=TIMEOUT_S).formula is not None
    assert process_ids() == [process_id]


def test_only_the_formula_that_ended_the_process_stays_undrawn(artist: Artist, drawings: "SimpleQueue[Drawn]") -> None:
    for text in ("x", mortal.DEADLY, "y", "z"):
        artist.draw(formula(text))
    told = [drawings.get(timeout=TIMEOUT_S) for _ in range(4)]
    assert {one.latex.text: one.formula is not None for one in told} == {
        "x": True,
        mortal.DEADLY: False,
        "y": True,
        "z": True,
    }


def test_after_the_end_of_the_process_there_is_another(artist: Artist, drawings: "SimpleQueue[Drawn]") -> None:
    artist.draw(formula("x"))
    drawings.get(timeout=TIMEOUT_S)
    (child,) = [child for child in active_children() if child.name == "slipstream formulas"]
    child.kill()
    child.join(TIMEOUT_S)
    artist.draw(formula("y"))
    assert drawings.get(timeout=TIMEOUT_S).latex == formula("y")
