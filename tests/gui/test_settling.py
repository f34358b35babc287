"""What was just made counts as settled when it has not moved for a while, and a busy machine's long turns are few."""

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from app.gui.settling import Settling

pytestmark = pytest.mark.gui

# Longer than all of the time that nothing may move in.
TURN_S = 0.15


@pytest.fixture
def turns(qapp: object) -> Iterator[QTimer]:
    """Ticks at the end of every turn of the loop, each of which takes long."""
    timer = QTimer(interval=0)
    timer.timeout.connect(lambda: time.sleep(TURN_S))
    yield timer
    timer.stop()


def test_one_long_turn_is_not_enough(turns: QTimer, qtbot: QtBot) -> None:
    turned: list[None] = []
    turns.timeout.connect(lambda: turned.append(None))
    settling = Settling(turns)
    with qtbot.waitSignal(settling.settled, timeout=60_000):
        settling.begin()
        turns.start()
    assert len(turned) >= 4


def test_what_moves_has_not_settled(turns: QTimer, qtbot: QtBot) -> None:
    settling = Settling(turns)
    moves_n = 0

    def move() -> None:
        nonlocal moves_n
        if moves_n < 8:
            moves_n += 1
            settling.disturb()

    turns.timeout.connect(move)
    with qtbot.waitSignal(settling.settled, timeout=60_000):
        settling.begin()
        turns.start()
    assert moves_n == 8


def test_it_is_told_once(qtbot: QtBot, turns: QTimer) -> None:
    told: list[None] = []
    settling = Settling(turns)
    settling.settled.connect(lambda: told.append(None))
    settling.disturb()
    qtbot.wait(200)
    assert told == []
    settling.begin()
    settling.begin()
    qtbot.waitUntil(lambda: bool(told), timeout=60_000)
    qtbot.wait(200)
    assert told == [None]
