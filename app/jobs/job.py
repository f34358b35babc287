"""The state of one long task, frozen: what it is, how far it is, how it ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from app.core.errors import Fact
from app.jobs.events import JobCancelled, JobEvent, JobFailed, JobFinished, JobProgress

JobState = Literal["running", "cancelling", "finished", "cancelled", "failed"]


@dataclass(frozen=True, slots=True)
class Job:
    """A task of a kind that jobs/registry.py knows; `done` and `total` share a unit, `total` is None while unknown.

    `result` is there when it is finished; `code`, `facts` and `log` when it has failed.
    """

    job: int
    kind: str
    arguments: Mapping[str, Fact]
    state: JobState = "running"
    stage: str = ""
    done: int = 0
    total: int | None = None
    result: Mapping[str, Fact] = field(default_factory=dict)
    code: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    log: str = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in ("finished", "cancelled", "failed")

    def after(self, event: JobEvent) -> "Job":
        """The job as the event leaves it."""
        match event:
            case JobProgress():
                return replace(self, stage=event.stage, done=event.done, total=event.total)
            case JobFinished():
                return replace(self, state="finished", result=event.result)
            case JobCancelled():
                return replace(self, state="cancelled")
            case JobFailed():
                return replace(self, state="failed", code=event.code, facts=event.facts, log=event.log)
