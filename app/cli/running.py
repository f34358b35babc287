"""A long task of the command line in a process of its own: shown, and stopped at once by Ctrl-C."""

import queue
from collections.abc import Mapping

from app.cli.console import Console
from app.cli.interrupt import interruptible
from app.core.errors import Cancelled, Fact, ReportedError
from app.jobs.events import JobCancelled, JobEvent, JobFailed, JobFinished, JobProgress
from app.jobs.runner import JobRunner

_TURN_S = 0.1


def run_job(kind: str, arguments: Mapping[str, Fact], console: Console) -> Mapping[str, Fact]:
    """Run a job to its end and give its result; raises ReportedError with what it failed at, Cancelled on Ctrl-C."""
    events: queue.SimpleQueue[JobEvent] = queue.SimpleQueue()
    runner = JobRunner(events.put)
    try:
        with interruptible() as interrupted:
            job = runner.start(kind, arguments)
            while True:
                if interrupted.is_set():
                    runner.cancel(job)
                try:
                    event = events.get(timeout=_TURN_S)
                except queue.Empty:
                    continue
                match event:
                    case JobProgress():
                        console.progress(event.stage, event.done, event.total)
                    case JobFinished():
                        return event.result
                    case JobCancelled():
                        raise Cancelled
                    case JobFailed():
                        raise ReportedError(event.code, event.facts, event.log)
    finally:
        runner.close()
