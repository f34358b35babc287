"""What ended while nobody looked is told, and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from app.core.settings import NOTIFY, Settings
from app.gui.long_tasks import LongTasks
from app.gui.notifications import Notifications
from app.gui.order_list import OrderList
from app.gui.pair_bench import PairBench
from app.jobs.order import Order, OrderRequest, Source
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage

pytestmark = [pytest.mark.gui, pytest.mark.qt_log_ignore("This plugin does not support")]


class Told(Notifications):
    """Keeps what was told."""

    def __init__(self, window: QWidget, settings: Settings) -> None:
        super().__init__(window, settings)
        self.heard: list[tuple[str, str]] = []

    def tell(self, title: str, words: str) -> bool:
        is_told = super().tell(title, words)
        if is_told:
            self.heard.append((title, words))
        return is_told


@pytest.fixture
def orders(stage: Stage, tmp_path: Path) -> Iterator[OrderList]:
    listed = OrderList(tmp_path / "orders", tmp_path / "library", lambda: False)
    yield listed
    listed.close()


def listen(stage: Stage, orders: OrderList, long_s: float) -> Told:
    told = Told(stage.composition.window, stage.settings)
    bench = PairBench(stage.composition.session, stage.settings, stage.composition)
    LongTasks(stage.composition.window, told, stage.composition.session, orders, bench, long_s)
    return told


def look_away(stage: Stage) -> None:
    """Another window comes to the front."""
    stage.composition.window.hide()
    stage.wait_until(lambda: not stage.composition.window.isActiveWindow())


def test_a_long_reply_is_told_to_who_looks_away(stage: Stage, orders: OrderList) -> None:
    told = listen(stage, orders, long_s=0)
    stage.load()
    stage.engine.script = Script(pieces_of("Yes."))
    stage.composition.window.activateWindow()
    stage.wait_until(stage.composition.window.isActiveWindow)
    stage.reply_to("One")
    assert not told.heard
    look_away(stage)
    stage.reply_to("Two")
    assert [title for title, _ in told.heard] == ["A reply is written"]
    assert stage.composition.session.loaded is not None
    assert told.heard[0][1] == stage.composition.session.loaded.target.name


def test_a_pair_that_is_ready_is_told(stage: Stage, orders: OrderList) -> None:
    told = listen(stage, orders, long_s=3600)
    look_away(stage)
    request = OrderRequest(Source("Zebra", Path("/models/zebra.gguf")))
    orders.finished.emit(Order(1, request, (), state="finished"))
    assert [(title, "Zebra" in words) for title, words in told.heard] == [("A pair is ready", True)]


def test_a_short_reply_is_not(stage: Stage, orders: OrderList) -> None:
    told = listen(stage, orders, long_s=3600)
    stage.load()
    look_away(stage)
    stage.engine.script = Script(pieces_of("Yes."))
    stage.reply_to("One")
    assert not told.heard


def test_nothing_is_told_to_who_wants_to_hear_nothing(stage: Stage, orders: OrderList) -> None:
    told = listen(stage, orders, long_s=0)
    stage.settings.set(NOTIFY, False)
    stage.load()
    look_away(stage)
    stage.engine.script = Script(pieces_of("Yes."))
    stage.reply_to("One")
    assert not told.heard
