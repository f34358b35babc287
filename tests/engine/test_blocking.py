"""The engine for code that may wait."""

import os
import time
from contextlib import closing
from pathlib import Path

import pytest

from app.core.errors import Cancelled, ReportedError
from app.core.parent import Entry
from app.core.progress import Progress
from app.engine.blocking import BlockingEngine, EngineCrashed
from app.engine.protocol import Finished, Generate, Piece
from tests.fakes.engine import DEVICES, Crash, CrashLater, Fail, Hang, Say, Wait, scripted

pytestmark = pytest.mark.process
posix_only = pytest.mark.skipif(os.name == "nt", reason="signals")


def ask(engine: BlockingEngine) -> Generate:
    return Generate(engine.next_job(), raw_prompt="Hello?")


def test_a_reply_is_a_stream_of_events() -> None:
    with BlockingEngine(scripted(Say("Hel"), Say("lo"))) as engine:
        events = list(engine.run(ask(engine)))
    assert [event.text for event in events if isinstance(event, Piece)] == ["Hel", "lo"]
    assert isinstance(events[-1], Finished)


def test_load_passes_progress_on() -> None:
    reports: list[tuple[str, int, int | None]] = []
    with BlockingEngine(scripted()) as engine:
        loaded = engine.load(
            Path("/t.gguf"),
            Path("/d.gguf"),
            progress=Progress(lambda stage, done, total: reports.append((stage, done, total))),
        )
        assert engine.devices() == DEVICES
    assert loaded.draft
    assert reports == [("load_target", 1, 2)]


def test_a_load_that_is_no_longer_wanted_raises() -> None:
    with BlockingEngine(scripted()) as engine:
        with pytest.raises(Cancelled):
            engine.load(Path("/t.gguf"), progress=Progress(is_cancelled=lambda: True))
        assert engine.devices() == DEVICES


def test_closing_the_stream_cancels_the_job_and_the_next_one_runs() -> None:
    with BlockingEngine(scripted(Say("x"), Wait(30), Say("never"))) as engine:
        before_s = time.monotonic()
        with closing(engine.run(ask(engine))) as events:
            assert isinstance(next(events), Piece)
        assert engine.devices() == DEVICES
        assert time.monotonic() - before_s < 8


def test_a_reply_that_nobody_wants_any_more_is_cancelled_while_nothing_is_heard() -> None:
    heard: list[str] = []
    with BlockingEngine(scripted(Say("x"), Wait(30), Say("never"))) as engine:
        with pytest.raises(Cancelled):
            heard.extend(event.text for event in engine.run(ask(engine), lambda: False) if isinstance(event, Piece))
        assert heard == ["x"]
        assert engine.devices() == DEVICES


def test_a_failure_is_raised_with_its_code() -> None:
    with BlockingEngine(scripted(Fail("prompt_too_long", {"detail": "x"}))) as engine:
        with pytest.raises(ReportedError) as failure:
            list(engine.run(ask(engine)))
        assert (failure.value.reported_code, failure.value.facts) == ("prompt_too_long", {"detail": "x"})
        assert engine.devices() == DEVICES


@posix_only
def test_a_crash_is_raised_and_the_next_job_gets_a_fresh_engine() -> None:
    with BlockingEngine(scripted(Say("part"), Crash("last words"))) as engine:
        with pytest.raises(EngineCrashed) as crash:
            list(engine.run(ask(engine)))
        assert crash.value.facts["signal"] == "SIGABRT"
        assert "last words" in crash.value.log
        assert engine.devices() == DEVICES


@posix_only
def test_a_crash_between_jobs_is_no_failure_of_the_next_one() -> None:
    with BlockingEngine(scripted(CrashLater(0.1))) as engine:
        list(engine.run(ask(engine)))
        time.sleep(0.5)
        assert engine.devices() == DEVICES


@pytest.mark.parametrize("entry", [scripted(version=99)])
def test_an_engine_of_another_version_is_not_entered(entry: Entry) -> None:
    with pytest.raises(EngineCrashed, match="version 99"), BlockingEngine(entry):
        pass


def test_an_engine_that_does_not_let_go_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.engine.blocking.CANCEL_TIMEOUT_S", 0.3)
    with BlockingEngine(scripted(Say("x"), Hang())) as engine:
        with closing(engine.run(ask(engine))) as events:
            assert isinstance(next(events), Piece)
        assert engine.devices() == DEVICES
