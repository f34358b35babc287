"""The kinds of jobs, by name: where the child process finds the function. Nothing of them is loaded in the parent."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from app.core.errors import AppError, Fact
from app.core.messages import from_json
from app.core.progress import Progress

# Each module has `Arguments`, a frozen dataclass, and `run(arguments, progress)`, which returns facts.
MODULES: Mapping[str, str] = {
    "account": "app.jobs.account",
    "check_release": "app.jobs.check_release",
    "check_updates": "app.jobs.check_updates",
    "convert": "app.jobs.convert",
    "library_convert": "app.jobs.library_convert",
    "look": "app.jobs.look",
    "pull": "app.jobs.pull",
    "read_file": "app.jobs.read_file",
    "repair": "app.jobs.repair",
    "scan": "app.jobs.scan",
    "survey": "app.jobs.survey",
    "try_pair": "app.jobs.try_pair",
}


class UnknownJob(AppError):
    """A job of no known kind was asked for: kind."""

    code = "unknown_job"


def check_kind(kind: str) -> None:
    """Raise UnknownJob unless a child may run this."""
    if kind not in MODULES:
        raise UnknownJob(kind=kind)


def task_of(kind: str, arguments: Mapping[str, Fact]) -> Callable[[Progress], Mapping[str, Fact]]:
    """The function of a kind with its arguments, checked; imports what it needs. Raises UnknownJob or ProtocolError."""
    check_kind(kind)
    module: Any = import_module(MODULES[kind])
    checked = from_json(module.Arguments, dict(arguments))

    def task(progress: Progress) -> Mapping[str, Fact]:
        result: Mapping[str, Fact] = module.run(checked, progress)
        return result

    return task
