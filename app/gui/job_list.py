"""The long tasks of this window: started, followed, stopped."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.errors import Fact
from app.gui.bridges import Bridge
from app.gui.view_models.jobs import JobLine, Pace
from app.jobs.events import JobEvent, JobProgress
from app.jobs.job import Job
from app.jobs.runner import JobRunner

# A line whose task went well is still seen for a moment.
FINISHED_SHOWN_MS = 4000


class JobBridge(Bridge):
    """Events of jobs as signals: of progress only the newest of each job, before its end."""

    told = Signal(object)

    def deliver(self, batch: Sequence[JobEvent]) -> None:
        """Emit in the order in which things happened."""
        newest: dict[int, JobEvent] = {}
        for event in batch:
            if isinstance(event, JobProgress):
                newest[event.job] = event
                continue
            if (progress := newest.pop(event.job, None)) is not None:
                self.told.emit(progress)
            self.told.emit(event)
        for event in newest.values():
            self.told.emit(event)


class JobList(QObject):
    """`line_changed` carries a JobLine, `line_removed` a job's number, `ended` the Job that is over."""

    line_changed = Signal(object)
    line_removed = Signal(int)
    ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = JobBridge(self)
        self._bridge.told.connect(self._on_told)
        self._runner = JobRunner(self._bridge.post)
        self._lines: dict[int, JobLine] = {}
        self._paces: dict[int, Pace] = {}

    @property
    def lines(self) -> tuple[JobLine, ...]:
        """What is shown, oldest first."""
        return tuple(self._lines.values())

    @property
    def is_running(self) -> bool:
        """Whether any task is not over."""
        return any(not line.job.is_over for line in self._lines.values())

    def start(self, kind: str, arguments: Mapping[str, Fact], title: str) -> int:
        """Start a job of a kind that jobs/registry.py names; its number."""
        for line in self.lines:
            # Told again, an earlier failure would seem to be one of this try.
            if line.job.state == "failed" and (line.job.kind, line.title) == (kind, title):
                self.dismiss(line.job.job)
        number = self._runner.start(kind, arguments)
        self._paces[number] = Pace()
        self._put(JobLine(title, Job(number, kind, dict(arguments))))
        return number

    def cancel(self, job: int) -> None:
        """Ask a job to stop."""
        line = self._lines.get(job)
        if line is not None and not line.job.is_over:
            self._put(replace(line, job=replace(line.job, state="cancelling")))
            self._runner.cancel(job)

    def dismiss(self, job: int) -> None:
        """Take the line of a job that is over away."""
        line = self._lines.get(job)
        if line is not None and line.job.is_over:
            del self._lines[job]
            self.line_removed.emit(job)

    def close(self) -> None:
        """Stop every job and wait until their processes are gone."""
        self._runner.close()

    def _on_told(self, event: JobEvent) -> None:
        line = self._lines.get(event.job)
        if line is None:
            return
        job = line.job.after(event)
        if isinstance(event, JobProgress):
            pace = self._paces[event.job]
            pace.add(event.stage, event.done, time.monotonic())
            self._put(replace(line, job=job, per_second=pace.per_second))
            return
        self._put(replace(line, job=job))
        if job.state != "failed":
            QTimer.singleShot(FINISHED_SHOWN_MS, self, self._remover(event.job))
        self.ended.emit(job)

    def _remover(self, job: int) -> Callable[[], None]:
        return lambda: self.dismiss(job)

    def _put(self, line: JobLine) -> None:
        self._lines[line.job.job] = line
        self.line_changed.emit(line)
