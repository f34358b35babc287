"""The real engine when its ground moves: files that change or go, a process that is stopped, killed or overworked."""

import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path

import pytest

from app.core.errors import ReportedError, code_of
from app.engine.blocking import BlockingEngine, EngineFileLost, EngineOutOfMemory
from app.engine.protocol import (
    DraftOptions,
    Finished,
    Generate,
    GenerateResult,
    LoadOptions,
    Piece,
    SamplingOptions,
    Unload,
)
from tests.engine.conftest import Trained
from tests.engine.soak import Pair, Soak, engine_pid, sample_of_engine

if sys.platform != "win32":
    import resource

pytestmark = [pytest.mark.process, pytest.mark.native]
posix_only = pytest.mark.skipif(os.name == "nt", reason="a mapped file cannot be changed there, nor a process stopped")

ONE_THREAD = LoadOptions(context_size=2048, threads=1)
PROMPT = "class Greeting:\n    def"


@pytest.fixture
def engine() -> Iterator[BlockingEngine]:
    with BlockingEngine() as started:
        yield started


@pytest.fixture
def files(trained: Trained, tmp_path: Path) -> Pair:
    """The trained pair, as files that may be harmed."""
    target = Path(shutil.copy(trained.target, tmp_path / "target.gguf"))
    return Pair(target, Path(shutil.copy(trained.drafts["draft-anchor-full"], tmp_path / "draft.gguf")))


def asked(engine: BlockingEngine, max_tokens: int = 30) -> Generate:
    greedy, always = SamplingOptions(temperature=0), DraftOptions(pacing="always")
    return Generate(engine.next_job(), raw_prompt=PROMPT, sampling=greedy, drafting=always, max_tokens=max_tokens)


def answer(engine: BlockingEngine) -> GenerateResult:
    generated = engine.finish(asked(engine)).generated
    assert generated is not None
    return generated


@posix_only
@pytest.mark.parametrize("which", ["target", "draft"])
def test_a_file_that_was_cut_short_is_named_before_it_ends_the_process(
    engine: BlockingEngine, files: Pair, which: str
) -> None:
    harmed = files.target if which == "target" else files.draft
    assert harmed is not None
    engine.load(files.target, files.draft, ONE_THREAD)
    before, whole = answer(engine), harmed.read_bytes()
    os.truncate(harmed, len(whole) // 2)
    for _ in range(2):
        with pytest.raises(ReportedError) as caught:
            answer(engine)
        assert (caught.value.reported_code, caught.value.facts) == ("model_file_changed", {"path": str(harmed)})
    harmed.write_bytes(whole)
    engine.load(files.target, files.draft, ONE_THREAD)
    assert answer(engine).tokens == before.tokens


@posix_only
def test_a_file_that_was_written_over_is_named(engine: BlockingEngine, files: Pair) -> None:
    engine.load(files.target, files.draft, ONE_THREAD)
    with files.target.open("r+b") as stream:
        stream.seek(-4096, os.SEEK_END)
        stream.write(b"\x07" * 4096)
    with pytest.raises(ReportedError) as caught:
        answer(engine)
    assert caught.value.reported_code == "model_file_changed"


@posix_only
def test_files_that_are_removed_or_replaced_are_used_to_the_end(engine: BlockingEngine, files: Pair) -> None:
    assert files.draft is not None
    engine.load(files.target, files.draft, ONE_THREAD)
    before = answer(engine)
    files.target.unlink()
    (files.draft.parent / "other").write_bytes(b"something else")
    (files.draft.parent / "other").replace(files.draft)
    assert answer(engine).tokens == before.tokens


@posix_only
def test_a_file_cut_short_in_mid_reply_ends_the_process_and_is_said(engine: BlockingEngine, files: Pair) -> None:
    engine.load(files.target, files.draft, ONE_THREAD)
    whole, text = files.target.read_bytes(), []
    with pytest.raises(EngineFileLost), closing(engine.run(asked(engine, max_tokens=1500))) as events:
        for event in events:
            if isinstance(event, Piece):
                text.append(event.text)
                os.truncate(files.target, 4096)
    assert text, "what it wrote is there"
    files.target.write_bytes(whole)
    engine.load(files.target, files.draft, ONE_THREAD)
    assert answer(engine).text.startswith(text[0])


@posix_only
def test_a_process_that_the_system_kills_is_told_as_memory_that_ran_out(engine: BlockingEngine, files: Pair) -> None:
    engine.load(files.target, files.draft, ONE_THREAD)
    with pytest.raises(EngineOutOfMemory), closing(engine.run(asked(engine, max_tokens=1500))) as events:
        for event in events:
            if isinstance(event, Piece):
                os.kill(engine_pid(), signal.SIGKILL)
    engine.load(files.target, files.draft, ONE_THREAD)
    assert answer(engine).tokens


@posix_only
def test_a_process_that_was_stopped_goes_on_where_it_was(engine: BlockingEngine, files: Pair) -> None:
    engine.load(files.target, files.draft, ONE_THREAD)
    before = engine.finish(asked(engine, max_tokens=400)).generated
    pid, pieces_n, after = engine_pid(), 0, None
    with closing(engine.run(asked(engine, max_tokens=400))) as events:
        for event in events:
            pieces_n += isinstance(event, Piece)
            if pieces_n == 5:
                pieces_n += 1
                os.kill(pid, signal.SIGSTOP)
                time.sleep(0.5)
                os.kill(pid, signal.SIGCONT)
            if isinstance(event, Finished):
                after = event.generated
    assert before is not None and after is not None
    assert after.tokens == before.tokens
    assert after.timings.draft_n_accepted == before.timings.draft_n_accepted


def test_a_day_in_fast_motion(trained: Trained) -> None:
    """Its long form is `python -m tests.engine.soak`."""
    pairs = [*(Pair(trained.target, draft) for draft in trained.drafts.values()), Pair(trained.target)]
    soak = Soak(pairs, trained.prompts, seed=5, kills=os.name != "nt")
    day = soak.run(lambda day: day.turns >= 120)
    assert day.differences == []
    assert day.checked > 3 and day.tokens > 500 and day.refused
    assert not [child for child in active_children() if child.name == "slipstream engine"]


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of another process")
@pytest.mark.parametrize("room_bytes", [0, 1 << 20])
def test_memory_that_runs_out_in_mid_reply_is_said(engine: BlockingEngine, files: Pair, room_bytes: int) -> None:
    engine.load(files.target, files.draft, ONE_THREAD)
    pid = engine_pid()
    lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    in_use_bytes = next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmSize:"))
    resource.prlimit(pid, resource.RLIMIT_AS, (in_use_bytes + room_bytes, resource.RLIM_INFINITY))
    asked_for = replace(asked(engine, max_tokens=300), raw_prompt=PROMPT * 60)
    with pytest.raises((ReportedError, EngineOutOfMemory)) as caught:
        for _ in range(4):
            engine.finish(replace(asked_for, job=engine.next_job(), is_fresh=True))
    assert code_of(caught.value) in ("memory_ran_out", "engine_out_of_memory")
    if isinstance(caught.value, ReportedError):
        resource.prlimit(pid, resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    engine.load(files.target, files.draft, ONE_THREAD)
    assert answer(engine).tokens


@pytest.mark.skipif(sys.platform != "linux", reason="what the system tells of another process")
def test_loading_again_and_again_leaves_nothing_behind(engine: BlockingEngine, files: Pair) -> None:
    def cycle() -> None:
        engine.load(files.target, files.draft, replace(ONE_THREAD, context_size=512))
        answer(engine)
        engine.finish(Unload(engine.next_job()))

    for _ in range(5):
        cycle()
    before = sample_of_engine(0)
    for _ in range(20):
        cycle()
    after = sample_of_engine(20)
    assert (after.descriptors, after.threads) == (before.descriptors, before.threads)
    # What the allocator keeps goes up and down by some megabytes; twenty contexts that stayed would be many more.
    assert after.rss_bytes - before.rss_bytes < 16 << 20
