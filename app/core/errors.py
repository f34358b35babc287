"""The failures that a person may read about: a code and plain facts, worded in app/texts.py."""

from collections.abc import Mapping
from typing import ClassVar

Fact = str | int | float | bool | None


class Cancelled(Exception):
    """The user stopped the task; nothing failed and nothing is shown."""


class AppError(Exception):
    """A failure whose sentence is found by `code` and filled with `facts` (JSON values only)."""

    code: ClassVar[str] = "unexpected"

    def __init__(self, **facts: Fact) -> None:
        super().__init__(f"{self.code}: {facts}")
        self.facts: Mapping[str, Fact] = facts


class ReportedError(AppError):
    """A failure that another process reported: its code travels as a value."""

    def __init__(self, code: str, facts: Mapping[str, Fact], log: str = "") -> None:
        super().__init__(**facts)
        self.args = (f"{code}: {dict(facts)}",)
        self.reported_code = code
        self.log = log


def code_of(error: AppError) -> str:
    """The code to look a sentence up by, whether the failure happened here or in a child."""
    return error.reported_code if isinstance(error, ReportedError) else error.code


class PathMissing(AppError):
    """A file or folder that was named is not there: path."""

    code = "path_missing"


class PathNotWritable(AppError):
    """The system refused to write: path, detail."""

    code = "path_not_writable"


class PathNotReadable(AppError):
    """The system refused to read: path, detail."""

    code = "path_not_readable"


class DiskFull(AppError):
    """A volume has less room than the task needs: path, needed_bytes, free_bytes."""

    code = "disk_full"


class BeingWritten(AppError):
    """Another program is writing this very file: path."""

    code = "being_written"


class UnsafePath(AppError):
    """A name inside a file points outside its folder: name, path."""

    code = "unsafe_path"
