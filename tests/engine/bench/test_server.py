"""llama-server: started, asked, compared, and ended whatever happens."""

import os
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.errors import Cancelled
from app.core.progress import Progress
from app.engine.bench.comparison import Comparison, compare
from app.engine.bench.plan import PLAIN, Run, Size, Way, plan_for
from app.engine.bench.prompts import BenchPrompt
from app.engine.bench.report import Measured, Report
from app.engine.bench.server import (
    SERVER_LOOK_UPS,
    ServerFailed,
    ServerFiles,
    ServerNotStarted,
    arguments_of,
    running_server,
    server_version,
)
from app.engine.blocking import BlockingEngine
from app.engine.protocol import LoadOptions
from tests.conftest import ROOT
from tests.engine.conftest import Trained

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script"),
]
STAND_IN = ROOT / "tests" / "fakes" / "llama_server.py"
# The program that the comparison is meant for, where there is one.
REAL = os.environ.get("LLAMA_SERVER", "")
RUN = Run(1, BenchPrompt("code", "Write something."), PLAIN)
DRAFTED = Way("always", 5)


def files(draft: Path | None = None) -> ServerFiles:
    method = "none" if draft is None else "dspark"
    return ServerFiles(STAND_IN, Path("target.gguf"), 2048, draft, method, DRAFTED.length if draft else 0)


def test_its_numbers_are_counted_as_ours() -> None:
    with running_server(files(), Progress()) as server:
        assert server.prompt_of("Hi") == "<user>Hi<reply>"
        plain = server.answer(RUN, server.prompt_of("Hi"), 100)
    with running_server(files(Path("draft.gguf")), Progress()) as server:
        drafted = server.answer(Run(1, RUN.prompt, DRAFTED), server.prompt_of("Hi"), 100)
    report = Report("t", "d", (plain, drafted))
    assert report.ways() == () and report.ways("llama-server") == (PLAIN, DRAFTED)
    summary = report.summary(DRAFTED, writer="llama-server")
    assert summary is not None and summary.speedup == 2 and summary.tokens_per_second == 100
    assert summary.acceptance_rate == pytest.approx(1 / 3) and summary.mean_accepted_length == 2.5
    assert plain.first_token_ms == 80.5, "what it calls reading makes the first token"


def test_it_is_told_the_same_as_our_engine() -> None:
    told = " ".join(arguments_of(files(Path("draft.gguf")), 99))
    for words in (
        *("--model target.gguf", "--ctx-size 2048", "--parallel 1", "--host 127.0.0.1", "--port 99"),
        *("--spec-type draft-dspark", "--spec-draft-n-max 5", "--spec-draft-model draft.gguf"),
    ):
        assert words in told
    assert "--spec" not in " ".join(arguments_of(files(), 99))


@pytest.mark.parametrize(("method", "theirs"), SERVER_LOOK_UPS.items())
def test_without_a_draft_it_looks_up_as_far_as_our_engine(method: str, theirs: str) -> None:
    told = arguments_of(replace(files(), method=method, length=8), 99)
    assert told[told.index("--spec-type") + 1] == theirs
    assert told[told.index(f"--spec-{theirs}-size-m") + 1] == "8" and "--spec-draft-model" not in told


def test_it_is_ended_by_us_whatever_happens() -> None:
    with pytest.raises(ZeroDivisionError), running_server(files(), Progress()) as server:
        assert server.is_alive
        raise ZeroDivisionError
    assert not server.is_alive


def test_a_reply_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_SERVER", "slow")
    is_asked = False
    began_s = time.monotonic()
    with pytest.raises(Cancelled), running_server(files(), Progress(is_cancelled=lambda: is_asked)) as server:
        is_asked = True
        server.answer(RUN, "<user>", 100)
    assert not server.is_alive and time.monotonic() - began_s < 30


def test_an_answer_that_makes_no_sense_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_SERVER", "odd")
    with pytest.raises(ServerFailed), running_server(files(), Progress()) as server:
        server.answer(RUN, "<user>", 100)


def test_a_server_that_does_not_come_up_is_told_with_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_SERVER", "broken")
    with pytest.raises(ServerNotStarted) as raised, running_server(files(), Progress()):
        pass
    assert raised.value.facts["detail"] == "load_model: error: failed to load model" and "exiting" in raised.value.log


def test_its_version_is_what_it_says_itself() -> None:
    assert server_version(STAND_IN) == "1.2.3 (build 7, commit abc)"


@pytest.mark.parametrize("program", [Path("/nowhere/llama-server"), Path(sys.executable), STAND_IN.parent])
def test_another_program_is_told(program: Path) -> None:
    with pytest.raises(ServerNotStarted):
        server_version(program)


@pytest.mark.native
def test_both_answer_in_turns(trained: Trained) -> None:
    draft = trained.drafts["draft-anchor-full"]
    measured = _compared(STAND_IN, trained.target, draft)
    writers = [one.writer for one in measured]
    assert writers == [writer for turn in range(2) for writer in ["slipstream"] * 18 + ["llama-server"] * 12]
    assert {one.run.turn for one in measured[:30]} == {1} and {one.run.turn for one in measured[30:]} == {2}


@pytest.mark.native
@pytest.mark.skipif(not REAL, reason="LLAMA_SERVER names no program")
def test_the_real_one_accepts_what_our_engine_accepts(trained: Trained) -> None:
    for draft in trained.drafts.values():
        report = Report("t", "d", _compared(Path(REAL), trained.target, draft))
        way = report.ways()[-1]
        ours, theirs = report.summary(way), report.summary(way, writer="llama-server")
        assert ours is not None and theirs is not None
        assert ours.acceptance_rate is not None and theirs.acceptance_rate is not None
        assert ours.acceptance_rate == pytest.approx(theirs.acceptance_rate, abs=0.01)


def _compared(program: Path, target: Path, draft: Path) -> tuple[Measured, ...]:
    options = LoadOptions(context_size=2048, device="cpu", threads=1)
    with BlockingEngine() as engine:
        loaded = engine.load(target, draft, options)
        assert loaded.draft is not None
        plan = plan_for(loaded, Size(1, 24, 2))
        plain = ServerFiles(program, target, 2048, is_cpu_only=True, threads=1)
        drafted = ServerFiles(program, target, 2048, draft, "dspark", loaded.draft.draft_max, True, 1)
        return tuple(compare(engine, plan, Comparison(plain, drafted), Progress()))
