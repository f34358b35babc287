"""A pair gets ready beside the chat: real conversions, an engine that plays a script."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.gui.order_list import OrderList
from app.gui.pair_preparation import PairPreparation
from app.jobs.order import OrderRequest, Source
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage

pytestmark = [pytest.mark.gui, pytest.mark.process]


@pytest.fixture
def orders(stage: Stage, tmp_path: Path) -> Iterator[OrderList]:
    orders = OrderList(tmp_path / "orders", tmp_path / "models", lambda: False, stage.composition)
    yield orders
    orders.close()


@pytest.fixture
def preparation(stage: Stage, orders: OrderList) -> PairPreparation:
    return PairPreparation(orders, stage.composition.session, stage.settings, stage.composition)


@pytest.fixture
def plan(shared: Path) -> OrderRequest:
    return OrderRequest(Source("qwen3", shared / "fixtures/targets/qwen3", output_type="bf16"))


def begin_reply(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("word " * 5000), per_second=100)
    stage.composition.chat_page.composer.submitted.emit("Go on")
    stage.wait_until(lambda: stage.composition.session.state == "generating")


def waits(preparation: PairPreparation) -> bool:
    words = [step.words for step in preparation.steps]
    return words[-1:] == ["Waits for the end of the reply that is being written"]


def test_a_reply_on_its_way_is_not_cut(stage: Stage, preparation: PairPreparation, plan: OrderRequest) -> None:
    begin_reply(stage)
    preparation.start(plan)
    stage.wait_until(lambda: waits(preparation))
    assert stage.composition.session.state == "generating"
    stage.composition.controller.stop()
    stage.wait_until(lambda: not preparation.is_running)
    assert [step.state for step in preparation.steps] == ["done", "done"]
    assert stage.composition.session.pair is not None
    assert stage.composition.session.pair.target.name == "qwen3-BF16.gguf"


def test_waiting_can_be_given_up(stage: Stage, preparation: PairPreparation, plan: OrderRequest) -> None:
    begin_reply(stage)
    pair = stage.composition.session.pair
    preparation.start(plan)
    stage.wait_until(lambda: waits(preparation))
    preparation.cancel()
    assert not preparation.is_running
    stage.composition.controller.stop()
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert stage.composition.session.pair == pair


def test_a_crash_while_loading_ends_it_and_keeps_what_was_converted(
    stage: Stage, preparation: PairPreparation, plan: OrderRequest, tmp_path: Path
) -> None:
    stage.engine.load_steps = 1000
    preparation.start(plan)
    stage.wait_until(lambda: stage.composition.session.state == "loading")
    stage.engine.crash()
    stage.wait_until(lambda: not preparation.is_running)
    assert [step.state for step in preparation.steps] == ["done", "failed"]
    assert (tmp_path / "models/qwen3-BF16.gguf").is_file()
    assert "stopped while it was loading" in stage.composition.window.banners.messages[0].text


def test_a_load_can_be_stopped(stage: Stage, preparation: PairPreparation, plan: OrderRequest) -> None:
    stage.engine.load_steps = 1000
    preparation.start(plan)
    stage.wait_until(lambda: stage.composition.session.state == "loading")
    preparation.cancel()
    stage.wait_until(lambda: not preparation.is_running)
    assert [step.state for step in preparation.steps] == ["done", "stopped"]
    assert stage.composition.session.state == "empty"


def test_stopping_counts_when_the_conversion_is_already_over(
    stage: Stage, orders: OrderList, preparation: PairPreparation, plan: OrderRequest, tmp_path: Path
) -> None:
    preparation.start(plan)
    stage.wait_until(lambda: preparation.steps[0].state == "running")
    # It ends, and nobody here hears of it before the button is pressed.
    while not all(order.is_over for order in orders._queue.orders()):
        time.sleep(0.02)
    preparation.cancel()
    stage.wait_until(lambda: not preparation.is_running)
    assert stage.composition.session.state == "empty"
    assert (tmp_path / "models/qwen3-BF16.gguf").is_file()
