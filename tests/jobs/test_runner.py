"""Jobs in real processes: they report, end once, stop when told, and die without harm."""

import os
import queue
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from app.core.errors import Fact
from app.jobs.events import JobCancelled, JobEvent, JobFailed, JobFinished, JobProgress
from app.jobs.registry import UnknownJob
from app.jobs.runner import JobRunner
from tests.fakes.jobs import fake_jobs

pytestmark = pytest.mark.process
posix_only = pytest.mark.skipif(os.name == "nt", reason="signals")

TIMEOUT_S = 20.0


class Jobs:
    """A runner with the events that came."""

    def __init__(self) -> None:
        self.events: queue.Queue[JobEvent] = queue.Queue()
        self.runner = JobRunner(self.events.put, fake_jobs())

    def start(self, does: str, **arguments: Fact) -> int:
        return self.runner.start("convert", {"does": does, **arguments})

    def next(self) -> JobEvent:
        return self.events.get(timeout=TIMEOUT_S)

    def end(self) -> JobEvent:
        while isinstance(event := self.next(), JobProgress):
            pass
        return event

    def state(self, job: int) -> str:
        return next(known.state for known in self.runner.jobs() if known.job == job)


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    started = Jobs()
    yield started
    started.runner.close()


def test_a_job_reports_and_finishes(jobs: Jobs) -> None:
    number = jobs.start("finish")
    assert jobs.next() == JobProgress(number, "count", 1, 3)
    assert jobs.end() == JobFinished(number, {"done": 3})
    (job,) = jobs.runner.jobs()
    assert (job.state, job.stage, job.done, job.total, job.result) == ("finished", "count", 3, 3, {"done": 3})
    assert job.is_over


def test_cancelling_lets_a_job_tidy_up_in_time(jobs: Jobs, tmp_path: Path) -> None:
    half_made = tmp_path / "half made.part"
    number = jobs.start("go_on", path=str(half_made))
    assert isinstance(jobs.next(), JobProgress)
    before_s = time.monotonic()
    jobs.runner.cancel(number)
    assert time.monotonic() - before_s < 0.5
    assert jobs.state(number) in ("cancelling", "cancelled")
    assert jobs.end() == JobCancelled(number)
    assert time.monotonic() - before_s < 10
    assert not half_made.exists()
    assert jobs.state(number) == "cancelled"


def test_a_job_that_does_not_listen_is_killed_in_time(jobs: Jobs) -> None:
    number = jobs.start("hang")
    assert isinstance(jobs.next(), JobProgress)
    before_s = time.monotonic()
    jobs.runner.cancel(number)
    assert jobs.end() == JobCancelled(number)
    assert time.monotonic() - before_s < 10


def test_a_job_cancelled_before_it_began_never_begins(jobs: Jobs, tmp_path: Path) -> None:
    number = jobs.start("go_on", path=str(tmp_path / "never"))
    jobs.runner.cancel(number)
    assert jobs.end() == JobCancelled(number)


def test_a_failure_is_told_by_its_code(jobs: Jobs) -> None:
    number = jobs.start("fill_the_disk")
    assert jobs.end() == JobFailed(number, "disk_full", {"path": "/m", "needed_bytes": 2, "free_bytes": 1})
    assert jobs.state(number) == "failed"


def test_an_unforeseen_failure_comes_with_its_traceback(jobs: Jobs) -> None:
    jobs.start("stumble")
    failed = jobs.end()
    assert isinstance(failed, JobFailed)
    assert (failed.code, failed.facts) == ("unexpected", {"detail": "ZeroDivisionError: by zero"})
    assert "Traceback" in failed.log


@posix_only
def test_a_crash_of_a_job_is_told_and_harms_no_other(jobs: Jobs) -> None:
    crashing, other = jobs.start("abort"), jobs.start("finish")
    ends = {event.job: event for event in (jobs.end(), jobs.end())}
    failed = ends[crashing]
    assert isinstance(failed, JobFailed)
    assert (failed.code, failed.facts["signal"]) == ("job_crashed", "SIGABRT")
    assert "GGML_ASSERT(job) failed" in failed.log
    assert isinstance(ends[other], JobFinished)


@pytest.mark.parametrize(
    "arguments",
    [{}, {"does": 1}, {"does": "finish", "path": 3}, {"does": "finish", "more": True}],
)
def test_wrong_arguments_end_the_job_in_a_clear_failure(jobs: Jobs, arguments: Mapping[str, Fact]) -> None:
    jobs.runner.start("convert", arguments)
    failed = jobs.end()
    assert isinstance(failed, JobFailed)
    assert failed.code == "protocol"


def test_only_known_kinds_are_run(jobs: Jobs) -> None:
    with pytest.raises(UnknownJob):
        jobs.runner.start("os.system", {})
    assert jobs.runner.jobs() == ()


def test_cancelling_what_is_over_or_never_was_changes_nothing(jobs: Jobs) -> None:
    number = jobs.start("finish")
    jobs.end()
    jobs.runner.cancel(number)
    jobs.runner.cancel(99)
    assert jobs.state(number) == "finished"


def test_closing_ends_every_job_in_time(jobs: Jobs) -> None:
    numbers = [jobs.start("hang"), jobs.start("go_on")]
    assert isinstance(jobs.next(), JobProgress)
    before_s = time.monotonic()
    jobs.runner.close()
    assert time.monotonic() - before_s < 10
    assert [jobs.state(number) for number in numbers] == ["cancelled", "cancelled"]
