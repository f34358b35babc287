"""A pair is looked at in a process of its own."""

import queue
from pathlib import Path

import pytest

from app.jobs.events import JobEvent, JobFinished
from app.jobs.runner import JobRunner
from app.jobs.survey import arguments_for, survey_of
from app.models.library.library import Library
from app.models.survey import PairQuestion, survey_pair

pytestmark = pytest.mark.process


def test_the_answer_is_that_of_the_library(shared: Path, tmp_path: Path) -> None:
    question = PairQuestion(shared / "fixtures/trained/target", shared / "fixtures/trained/draft-anchor-full")
    events: queue.Queue[JobEvent] = queue.Queue()
    runner = JobRunner(events.put)
    try:
        runner.start("survey", arguments_for(question, tmp_path))
        event = events.get(timeout=60)
    finally:
        runner.close()
    assert isinstance(event, JobFinished)
    found, here = survey_of(event.result), survey_pair(question, Library(tmp_path))
    assert (found.target, found.draft, found.memory) == (here.target, here.draft, here.memory)
