"""Runs long tasks, each in a process of its own: progress, cancel, then kill."""

import itertools
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from app.core.child import Child, ChildExit
from app.core.errors import AppError, Fact
from app.core.parent import Entry
from app.core.session_token import session_token
from app.jobs import entry as job_entry
from app.jobs.events import COMMANDS, EVENTS, JobCancelled, JobEvent, JobFailed, RunJob
from app.jobs.job import Job
from app.jobs.registry import check_kind

# A job looks at its cancel flag far more often than this; with terminating and killing it stays below two seconds.
CANCEL_GRACE_S = 1.2


class JobCrashed(AppError):
    """The process of a job ended in the middle of it: exit_code, signal, detail (what it did wrong, if anything)."""

    code = "job_crashed"


@dataclass(frozen=True, slots=True)
class JobCrash:
    """The kind of a job, and how its process ended in the middle of it."""

    kind: str
    end: ChildExit


class JobRunner:
    """Starts jobs and keeps what is known of them.

    `on_event` is called on a thread of each job's own; exactly one JobFinished, JobCancelled or JobFailed ends a job.
    """

    crash_listeners: ClassVar[list[Callable[[JobCrash], None]]] = []
    """Called for every runner of this process, on the thread of the job."""

    def __init__(self, on_event: Callable[[JobEvent], None], entry: Entry = job_entry.run) -> None:
        self._on_event = on_event
        self._entry = entry
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._jobs: dict[int, Job] = {}
        self._children: dict[int, Child] = {}

    def jobs(self) -> tuple[Job, ...]:
        """Every job so far, oldest first."""
        with self._lock:
            return tuple(self._jobs.values())

    def start(self, kind: str, arguments: Mapping[str, Fact], *, token: str | None = None) -> int:
        """Start a job of a kind that jobs/registry.py names; its number. Raises UnknownJob.

        `token` is the Hub's token for this job alone, in place of the session's; it is not kept with the job.
        """
        check_kind(kind)
        with self._lock:
            number = next(self._numbers)
            child = Child(
                self._entry,
                sends=COMMANDS,
                receives=EVENTS,
                on_message=lambda event: self._take(number, event),
                on_exit=lambda end: self._end(number, end),
                name=f"slipstream {kind} {number}",
            )
            child.send(RunJob(number, kind, arguments, session_token() if token is None else token))
            self._jobs[number] = Job(number, kind, dict(arguments))
            self._children[number] = child
            child.start()
        return number

    def cancel(self, job: int) -> None:
        """Ask a job to stop; it is killed where it does not. One that is over stays as it is."""
        with self._lock:
            child = self._children.get(job)
            if child is not None and not self._jobs[job].is_over:
                self._jobs[job] = replace(self._jobs[job], state="cancelling")
        if child is not None:
            child.request_stop(CANCEL_GRACE_S)

    def close(self) -> None:
        """Cancel every job and wait until their processes are gone."""
        with self._lock:
            running = dict(self._children)
        for job in running:
            self.cancel(job)
        for child in running.values():
            child.stop(CANCEL_GRACE_S)

    def _take(self, number: int, event: JobEvent) -> None:
        # A job's process speaks for itself alone, and has nothing to add after its end.
        if event.job == number:
            self._apply(event)

    def _apply(self, event: JobEvent) -> None:
        with self._lock:
            job = self._jobs[event.job]
            if job.is_over:
                return
            self._jobs[event.job] = job.after(event)
        self._on_event(event)

    def _end(self, number: int, end: ChildExit) -> None:
        with self._lock:
            self._children.pop(number, None)
            job = self._jobs[number]
        if job.is_over:
            return
        if end.was_asked:
            self._apply(JobCancelled(number))
        else:
            for on_crash in self.crash_listeners:
                on_crash(JobCrash(job.kind, end))
            crash = JobCrashed(exit_code=end.code, signal=end.signal_name, detail=end.fault)
            self._apply(JobFailed(number, crash.code, crash.facts, end.log))
