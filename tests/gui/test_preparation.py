"""A pair gets ready beside the chat: real conversions, an engine that plays a script."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.gui.job_list import JobList
from app.gui.pair_preparation import PairPlan, PairPreparation, Source
from app.models.keeper import LibraryKeeper
from tests.gui.scripted_engine import Script, pieces_of
from tests.gui.stage import Stage

pytestmark = [pytest.mark.gui, pytest.mark.process]


@pytest.fixture
def preparation(stage: Stage, tmp_path: Path) -> Iterator[PairPreparation]:
    keeper, jobs = LibraryKeeper(tmp_path / "models"), JobList(stage.composition)
    yield PairPreparation(keeper, jobs, stage.composition.session, stage.settings, stage.composition)
    jobs.close()
    keeper.close()


@pytest.fixture
def plan(shared: Path) -> PairPlan:
    return PairPlan(Source(shared / "fixtures/targets/qwen3", "qwen3", "bf16"))


def begin_reply(stage: Stage) -> None:
    stage.load()
    stage.engine.script = Script(pieces_of("word " * 5000), per_second=100)
    stage.composition.chat_page.composer.submitted.emit("Go on")
    stage.wait_until(lambda: stage.composition.session.state == "generating")


def waits(preparation: PairPreparation) -> bool:
    return preparation.steps[-1].words == "Waits for the end of the reply that is being written"


def test_a_reply_on_its_way_is_not_cut(stage: Stage, preparation: PairPreparation, plan: PairPlan) -> None:
    begin_reply(stage)
    preparation.start(plan)
    stage.wait_until(lambda: waits(preparation))
    assert stage.composition.session.state == "generating"
    stage.composition.controller.stop()
    stage.wait_until(lambda: not preparation.is_running)
    assert [step.state for step in preparation.steps] == ["done", "done"]
    assert stage.composition.session.pair is not None
    assert stage.composition.session.pair.target.name == "qwen3-BF16.gguf"


def test_waiting_can_be_given_up(stage: Stage, preparation: PairPreparation, plan: PairPlan) -> None:
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
    stage: Stage, preparation: PairPreparation, plan: PairPlan, tmp_path: Path
) -> None:
    stage.engine.load_steps = 1000
    preparation.start(plan)
    stage.wait_until(lambda: stage.composition.session.state == "loading")
    stage.engine.crash()
    stage.wait_until(lambda: not preparation.is_running)
    assert [step.state for step in preparation.steps] == ["done", "failed"]
    assert (tmp_path / "models/qwen3-BF16.gguf").is_file()
    assert "stopped while it was loading" in stage.composition.window.banners.messages[0].text


def test_a_load_can_be_stopped(stage: Stage, preparation: PairPreparation, plan: PairPlan) -> None:
    stage.engine.load_steps = 1000
    preparation.start(plan)
    stage.wait_until(lambda: stage.composition.session.state == "loading")
    preparation.cancel()
    stage.wait_until(lambda: not preparation.is_running)
    assert [step.state for step in preparation.steps] == ["done", "stopped"]
    assert stage.composition.session.state == "empty"


def test_stopping_counts_when_the_conversion_is_already_over(
    stage: Stage, preparation: PairPreparation, plan: PairPlan, tmp_path: Path
) -> None:
    preparation.start(plan)
    stage.wait_until(lambda: preparation._job is not None)
    # It ends, and nobody here hears of it before the button is pressed.
    time.sleep(2)
    preparation.cancel()
    stage.wait_until(lambda: not preparation.is_running)
    assert stage.composition.session.state == "empty"
    assert (tmp_path / "models/qwen3-BF16.gguf").is_file()
