"""The job that looks around on the Hub: asked and answered through its process, and cancelled at once."""

import queue
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.hub.offers import Offer
from app.hub.patience import WHILE_SOMEBODY_WAITS, Patience
from app.hub.results import SearchFilter
from app.jobs.events import JobCancelled, JobEvent, JobFailed, JobFinished, JobProgress
from app.jobs.look import Question, RepoQuestion, SearchAnswer, SearchQuestion, answer_of, arguments_for
from app.jobs.runner import JobRunner
from tests.fakes.hub import StubHub, wait_until
from tests.fakes.hub_faults import Stall, Status
from tests.gui.discovering import DRAFT, TARGET, publish

pytestmark = pytest.mark.process


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[StubHub]:
    with StubHub() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        monkeypatch.setenv("HF_HOME", str(tmp_path))
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        yield hub


@pytest.fixture
def events() -> "queue.SimpleQueue[JobEvent]":
    return queue.SimpleQueue()


@pytest.fixture
def runner(events: "queue.SimpleQueue[JobEvent]") -> Iterator[JobRunner]:
    runner = JobRunner(events.put)
    yield runner
    runner.close()


def end_of(events: "queue.SimpleQueue[JobEvent]") -> JobEvent:
    while isinstance(event := events.get(timeout=60), JobProgress):
        pass
    return event


def ask(
    runner: JobRunner, events: "queue.SimpleQueue[JobEvent]", question: Question, *, is_offline: bool = False
) -> JobEvent:
    runner.start("look", arguments_for(question, is_offline=is_offline))
    return end_of(events)


def test_a_search_comes_back_as_it_was_found(
    stub: StubHub, runner: JobRunner, events: "queue.SimpleQueue[JobEvent]", shared: Path
) -> None:
    publish(stub, shared / "fixtures")
    done = ask(runner, events, SearchQuestion("tiny", SearchFilter(method="dspark")))
    assert isinstance(done, JobFinished)
    answer = answer_of(done.result)
    assert isinstance(answer, SearchAnswer) and DRAFT in [result.repo for result in answer.results]
    assert {result.method for result in answer.results} == {"dspark"}


def test_a_look_comes_back_with_all_its_facts(
    stub: StubHub, runner: JobRunner, events: "queue.SimpleQueue[JobEvent]", shared: Path
) -> None:
    publish(stub, shared / "fixtures")
    done = ask(runner, events, RepoQuestion(TARGET))
    assert isinstance(done, JobFinished)
    offer = answer_of(done.result)
    assert isinstance(offer, Offer) and offer.model.family == "qwen3" and offer.page == f"{stub.url}/{TARGET}"
    fitting = [partner for partner in offer.partners if partner.misfit is None]
    assert [partner.model.repo for partner in fitting] == [DRAFT] and not fitting[0].is_doubtful
    assert offer.model.shape and fitting[0].model.shape


def test_offline_it_asks_nothing(stub: StubHub, runner: JobRunner, events: "queue.SimpleQueue[JobEvent]") -> None:
    failed = ask(runner, events, SearchQuestion("tiny"), is_offline=True)
    assert isinstance(failed, JobFailed) and failed.code == "hub_offline" and not stub.requests


def test_a_hub_that_is_out_of_order_is_told_within_a_few_tries(
    stub: StubHub, runner: JobRunner, events: "queue.SimpleQueue[JobEvent]"
) -> None:
    """A download tries for a minute; whoever waits for an answer can ask again."""
    stub.misbehave("", *[Status(503)] * 20)
    failed = ask(runner, events, SearchQuestion("tiny"))
    assert isinstance(failed, JobFailed) and len(stub.requests) == WHILE_SOMEBODY_WAITS.tries < Patience().tries


def test_cancelling_is_at_once_while_the_hub_says_nothing(
    stub: StubHub, runner: JobRunner, events: "queue.SimpleQueue[JobEvent]", shared: Path
) -> None:
    publish(stub, shared / "fixtures")
    stub.misbehave("config.json", *[Stall(3, 60)] * 9)
    job = runner.start("look", arguments_for(RepoQuestion(TARGET)))
    wait_until(lambda: bool(stub.fetched("config.json")))
    asked_s = time.monotonic()
    runner.cancel(job)
    assert isinstance(end_of(events), JobCancelled) and time.monotonic() - asked_s < 20


def test_whoever_asks_does_not_load_the_hubs_library() -> None:
    loaded = "import sys, app.jobs.look, app.hub.catalogue, app.hub.ranking; "
    code = loaded + "assert not {'huggingface_hub', 'httpx2'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])
