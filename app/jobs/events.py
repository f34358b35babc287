"""What a long task tells: progress, and one end. Passed between the processes and on to whoever started it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.core.errors import Fact
from app.core.messages import Codec


@dataclass(frozen=True, slots=True)
class RunJob:
    """The one command to a job's process; `token` is the Hub's token of this session, empty without one."""

    job: int
    task: str
    arguments: Mapping[str, Fact]
    token: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How far a job is; `stage` is an identifier that app/texts words."""

    job: int
    stage: str
    done: int
    total: int | None = None


@dataclass(frozen=True, slots=True)
class JobFinished:
    """A job has done its work."""

    job: int
    result: Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class JobCancelled:
    """A job was stopped by the user."""

    job: int


@dataclass(frozen=True, slots=True)
class JobFailed:
    """A job ended badly: the code and facts of an AppError; `log` holds a traceback or a process's last words."""

    job: int
    code: str
    facts: Mapping[str, Fact]
    log: str = ""


JobEvent = JobProgress | JobFinished | JobCancelled | JobFailed

COMMANDS = Codec(RunJob)
EVENTS = Codec(JobProgress, JobFinished, JobCancelled, JobFailed)
