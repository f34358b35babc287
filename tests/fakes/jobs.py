"""Kinds of jobs that only tests run, in the same kind of child process as real ones."""

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from types import MappingProxyType
from typing import Any

from app.core.errors import DiskFull, Fact
from app.core.parent import Entry
from app.core.progress import Progress
from app.jobs import entry, registry
from tests.fakes.engine import stay_in_native_code

THIS_MODULE = "tests.fakes.jobs"


@dataclass(frozen=True, slots=True)
class Arguments:
    """What the job does; `path` is a file that it makes and, when cancelled, removes."""

    does: str
    path: Path | None = None


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Do it."""
    match arguments.does:
        case "finish":
            for done in range(3):
                progress.update("count", done + 1, 3)
            return {"done": 3}
        case "go_on":
            return _go_on(arguments.path, progress)
        case "hang":
            progress.update("hang", 0)
            stay_in_native_code()
        case "fill_the_disk":
            raise DiskFull(path="/m", needed_bytes=2, free_bytes=1)
        case "stumble":
            raise ZeroDivisionError("by zero")
        case "abort":
            os.write(2, b"GGML_ASSERT(job) failed")
            os.abort()
    return {}


def _go_on(path: Path | None, progress: Progress) -> Mapping[str, Fact]:
    try:
        while True:
            if path:
                path.touch()
            progress.update("count", 1)
            time.sleep(0.01)
    finally:
        if path:
            path.unlink()


def fake_jobs() -> Entry:
    """The entry of a job's process in which the kind "convert" is this module."""
    return partial(_run, module=THIS_MODULE)


def _run(connection: "Connection[Any, Any]", module: str) -> None:
    registry.MODULES = MappingProxyType({"convert": module})
    entry.run(connection)
