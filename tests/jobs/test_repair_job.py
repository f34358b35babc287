"""Giving a draft its head back, as a job in a process of its own."""

import queue
from pathlib import Path

import pytest

from app.jobs.events import JobEvent, JobFailed, JobFinished, JobProgress
from app.jobs.runner import JobRunner
from app.models.library.library import Library
from app.models.recognition.inspect import inspect_model
from tests.conftest import ROOT
from tests.jobs.broken_pairs import converted, with_lost_head

pytestmark = pytest.mark.process


def ended(kind: str, **arguments: str) -> JobEvent:
    events: queue.Queue[JobEvent] = queue.Queue()
    runner = JobRunner(events.put)
    try:
        runner.start(kind, arguments)
        while isinstance(event := events.get(timeout=60), JobProgress):
            assert event.stage
        return event
    finally:
        runner.close()


def test_a_repaired_draft_lands_where_it_shall_or_in_the_library(tmp_path: Path) -> None:
    pair = converted(ROOT / "assets/demo", "draft", tmp_path)
    broken = with_lost_head(pair, tmp_path / "broken.gguf")
    (tmp_path / "models").mkdir()
    library = Library(tmp_path / "models")
    given = {"draft": str(broken), "target": str(pair.target)}
    named = ended("repair", **given, destination=str(tmp_path / "fixed.gguf"))
    assert isinstance(named, JobFinished) and named.result["path"] == str(tmp_path / "fixed.gguf")
    assert (tmp_path / "fixed.gguf").read_bytes() == pair.draft.read_bytes()
    listed = ended("repair", **given, destination=str(library.folder))
    assert isinstance(listed, JobFinished)
    (model,) = library.models()
    assert str(model.entry.path) == listed.result["path"] and model.origin is not None
    assert model.origin.source == broken and not inspect_model(model.entry.path).draft.ties_own_embedding  # type: ignore[union-attr]
    failed = ended("repair", draft=str(pair.draft), target=str(pair.target), destination=str(library.folder))
    assert isinstance(failed, JobFailed) and failed.code == "convert_nothing_to_repair"


@pytest.mark.native
def test_a_trial_has_an_engine_of_its_own_inside_the_job(tmp_path: Path) -> None:
    pair = converted(ROOT / "assets/demo", "draft", tmp_path)
    (tmp_path / "models").mkdir()
    event = ended("try_pair", target=str(pair.target), draft=str(pair.draft), library=str(tmp_path / "models"))
    assert isinstance(event, JobFinished) and event.result["verdict"] == "works"
