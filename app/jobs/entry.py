"""First function of a job's process: light to import, so that a cancel is seen before anything heavy is loaded."""

import queue
import threading
from multiprocessing import current_process
from multiprocessing.connection import Connection
from typing import Any

from app.core.errors import Cancelled
from app.core.parent import ParentLink, failure_of
from app.core.progress import Progress
from app.core.session_token import hold_session_token
from app.jobs.events import COMMANDS, EVENTS, JobCancelled, JobFailed, JobFinished, JobProgress, RunJob
from app.jobs.registry import task_of


def run(connection: "Connection[Any, Any]") -> None:
    """Run the one job that arrives; being asked to stop cancels it."""
    # A job may have an engine of its own; that ends by itself once its pipe closes, whatever becomes of the job.
    current_process().daemon = False
    link = ParentLink(connection, sends=EVENTS, receives=COMMANDS)
    inbox: queue.SimpleQueue[RunJob | None] = queue.SimpleQueue()
    cancelled = threading.Event()

    def stop() -> None:
        cancelled.set()
        inbox.put(None)

    link.listen(inbox.put, stop)
    command = inbox.get()
    if command is not None:
        _work(link, command, cancelled)


def _work(link: ParentLink, command: RunJob, cancelled: threading.Event) -> None:
    job = command.job

    def report(stage: str, done: int, total: int | None) -> None:
        link.send(JobProgress(job, stage, done, total))

    hold_session_token(command.token)
    progress = Progress(report, cancelled.is_set)
    try:
        task = task_of(command.task, command.arguments)
        progress.check()
        link.send(JobFinished(job, task(progress)))
    except Cancelled:
        link.send(JobCancelled(job))
    except Exception as error:  # noqa: BLE001 -- the top loop: whatever went wrong is told
        code, facts, trace = failure_of(error)
        link.send(JobFailed(job, code, facts, trace))
