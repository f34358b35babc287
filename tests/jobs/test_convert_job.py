"""A real conversion as a job: its file, its failure, its cancel."""

import queue
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.formats.gguf import read_gguf
from app.jobs.events import JobCancelled, JobEvent, JobFailed, JobFinished, JobProgress
from app.jobs.runner import JobRunner

pytestmark = pytest.mark.process


@pytest.fixture
def events() -> "queue.Queue[JobEvent]":
    return queue.Queue()


@pytest.fixture
def runner(events: "queue.Queue[JobEvent]") -> Iterator[JobRunner]:
    started = JobRunner(events.put)
    yield started
    started.close()


def end(events: "queue.Queue[JobEvent]") -> JobEvent:
    while isinstance(event := events.get(timeout=60), JobProgress):
        assert event.stage
    return event


def test_a_target_and_its_draft_are_converted(
    runner: JobRunner, events: "queue.Queue[JobEvent]", shared: Path, tmp_path: Path
) -> None:
    target, draft = tmp_path / "Ziel 目标 🎯.gguf", tmp_path / "draft.gguf"
    checkpoint = shared / "fixtures/targets/qwen3"
    number = runner.start("convert", {"source": str(checkpoint), "destination": str(target)})
    assert end(events) == JobFinished(number, {"path": str(target)})
    number = runner.start(
        "convert",
        {
            "source": str(shared / "fixtures/drafts/dspark_deepspec"),
            "destination": str(draft),
            "target": str(target),
            "output_type": "f16",
        },
    )
    assert end(events) == JobFinished(number, {"path": str(draft)})
    assert read_gguf(target).metadata["general.architecture"] == "qwen3"
    assert read_gguf(draft).metadata["general.architecture"] == "dflash"


def test_what_cannot_be_converted_is_told_by_its_code(
    runner: JobRunner, events: "queue.Queue[JobEvent]", shared: Path, tmp_path: Path
) -> None:
    draft = shared / "fixtures/drafts/dspark_deepspec"
    runner.start("convert", {"source": str(draft), "destination": str(tmp_path / "d.gguf")})
    failed = end(events)
    assert isinstance(failed, JobFailed)
    assert failed.code == "convert_target_needed"
    assert list(tmp_path.iterdir()) == []


def test_a_cancelled_conversion_leaves_nothing(
    runner: JobRunner, events: "queue.Queue[JobEvent]", shared: Path, tmp_path: Path
) -> None:
    source = str(shared / "fixtures/targets/qwen3")
    number = runner.start("convert", {"source": source, "destination": str(tmp_path / "t.gguf")})
    runner.cancel(number)
    assert end(events) == JobCancelled(number)
    assert list(tmp_path.iterdir()) == []
