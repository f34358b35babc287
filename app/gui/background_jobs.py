"""Short jobs that no line in the strip tells of: their end is handed to whoever asked."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject

from app.core.errors import AppError, Fact, ReportedError
from app.gui.bridges import JobBridge
from app.jobs.events import JobEvent, JobFailed, JobFinished, JobProgress
from app.jobs.runner import JobRunner

OnFinished = Callable[[Mapping[str, Fact]], None]
OnFailed = Callable[[AppError], None]


class BackgroundJobs(QObject):
    """Runs jobs and calls back in the window's thread; one that was dropped calls nobody."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = JobBridge(self)
        self._bridge.told.connect(self._on_told)
        self._runner = JobRunner(self._bridge.post)
        self._waiting: dict[int, tuple[OnFinished, OnFailed]] = {}

    def run(
        self,
        kind: str,
        arguments: Mapping[str, Fact],
        on_finished: OnFinished,
        on_failed: OnFailed,
        *,
        token: str | None = None,
    ) -> int:
        """Start a job of a kind that jobs/registry.py names; its number. `token`: see JobRunner.start."""
        number = self._runner.start(kind, arguments, token=token)
        self._waiting[number] = (on_finished, on_failed)
        return number

    def drop(self, job: int) -> None:
        """Stop a job and forget who asked."""
        if self._waiting.pop(job, None) is not None:
            self._runner.cancel(job)

    def close(self) -> None:
        """End every process that still runs."""
        self._waiting.clear()
        self._runner.close()

    def _on_told(self, event: JobEvent) -> None:
        if isinstance(event, JobProgress) or event.job not in self._waiting:
            return
        on_finished, on_failed = self._waiting.pop(event.job)
        if isinstance(event, JobFinished):
            on_finished(event.result)
        elif isinstance(event, JobFailed):
            on_failed(ReportedError(event.code, event.facts, event.log))
