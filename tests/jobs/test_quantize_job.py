"""Quantizing as a job: its stages, its cancel within two seconds, and what is left of a job that was killed."""

import os
import queue
import signal
import time
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest
from bench.made_models import Shape, write_target

from app.convert.run import remove_remains
from app.formats.gguf import read_gguf
from app.jobs.events import JobCancelled, JobEvent, JobFailed, JobFinished, JobProgress
from app.jobs.runner import JobRunner
from app.models.library.library import Library

pytestmark = [pytest.mark.process, pytest.mark.native]

# Its 24 million weights take some seconds in the format that takes longest.
SLOW = Shape(layers=4, hidden_size=512, feed_forward_size=2048, heads=8, kv_heads=4, head_dim=64, vocabulary_n=10_000)
SLOW_TYPE = "iq4_nl"

Events = queue.Queue[JobEvent]


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "slow"
    write_target(folder, SLOW)
    return folder


@pytest.fixture
def events() -> Events:
    return queue.Queue()


@pytest.fixture
def runner(events: Events) -> Iterator[JobRunner]:
    started = JobRunner(events.put)
    yield started
    started.close()


def end(events: Events) -> JobEvent:
    while isinstance(event := events.get(timeout=60), JobProgress):
        pass
    return event


def wait_for_quantizing(events: Events) -> None:
    """Until the quantizer has written something."""
    while True:
        event = events.get(timeout=60)
        assert isinstance(event, JobProgress), event
        if event.stage == "quantize" and event.done > 100_000:
            return


def test_a_checkpoint_and_a_gguf_file(runner: JobRunner, events: Events, shared: Path, tmp_path: Path) -> None:
    source, whole, path = shared / "fixtures/targets/qwen3", tmp_path / "whole.gguf", tmp_path / "Ziel 目标.gguf"
    runner.start("convert", {"source": str(source), "destination": str(path), "output_type": "q4_k_m"})
    stages: list[str] = []
    while isinstance(event := events.get(timeout=60), JobProgress):
        stages.append(event.stage)
    assert isinstance(event, JobFinished) and event.result == {"path": str(path)}
    assert list(dict.fromkeys(stages)) == ["plan", "convert", "quantize", "verify"]
    assert list(tmp_path.iterdir()) == [path]
    first = path.read_bytes()

    runner.start("convert", {"source": str(source), "destination": str(whole)})
    assert isinstance(end(events), JobFinished)
    runner.start("convert", {"source": str(whole), "destination": str(path), "output_type": "q4_k_m"})
    assert isinstance(end(events), JobFinished)
    assert path.read_bytes() == first
    runner.start("convert", {"source": str(path), "destination": str(whole), "output_type": "q2_k"})
    refused = end(events)
    assert isinstance(refused, JobFailed) and refused.code == "convert_quantized_already"


def test_cancelling_ends_soon_and_leaves_nothing(runner: JobRunner, events: Events, slow: Path, tmp_path: Path) -> None:
    arguments = {"source": str(slow), "destination": str(tmp_path / "out.gguf"), "output_type": SLOW_TYPE}
    number = runner.start("convert", arguments)
    wait_for_quantizing(events)
    began = time.monotonic()
    runner.cancel(number)
    assert end(events) == JobCancelled(number)
    runner.close()
    assert time.monotonic() - began < 15
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="Windows knows no such signal")
def test_a_killed_job_leaves_what_is_swept_the_next_time(
    runner: JobRunner, events: Events, slow: Path, tmp_path: Path
) -> None:
    destination = tmp_path / "out.gguf"
    runner.start("convert", {"source": str(slow), "destination": str(destination), "output_type": SLOW_TYPE})
    wait_for_quantizing(events)
    (child,) = active_children()
    assert child.pid is not None
    names = ["out.gguf.part", "out.gguf.unquantized.gguf.part"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    # While it is being written, nobody takes it away.
    Library(tmp_path).remove_remains()
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    os.kill(child.pid, signal.SIGKILL)
    failed = end(events)
    assert isinstance(failed, JobFailed) and failed.facts["signal"] == "SIGKILL"
    for sweep in (Library(tmp_path).remove_remains, lambda: remove_remains(destination)):
        for name in names:
            (tmp_path / name).touch()
        sweep()
        assert list(tmp_path.iterdir()) == []


def test_a_file_that_the_quantizer_cannot_take_ends_its_own_process_alone(
    runner: JobRunner, events: Events, shared: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "in" / "broken.gguf"
    broken.parent.mkdir()
    content = (shared / "fixtures/expected/qwen3.bf16.gguf").read_bytes()
    # As many layers as the engine has no room for.
    layers = read_gguf(shared / "fixtures/expected/qwen3.bf16.gguf").metadata["qwen3.block_count"]
    assert isinstance(layers, int)
    key = b"qwen3.block_count" + (4).to_bytes(4, "little")
    broken.write_bytes(content.replace(key + layers.to_bytes(4, "little"), key + (1000).to_bytes(4, "little")))
    runner.start("convert", {"source": str(broken), "destination": str(tmp_path / "out.gguf"), "output_type": "q4_0"})
    failed = end(events)
    assert isinstance(failed, JobFailed)
    assert failed.code == "job_crashed" and failed.facts["signal"] == "SIGABRT"
    assert "GGML_ASSERT" in failed.log
    remove_remains(tmp_path / "out.gguf")
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
