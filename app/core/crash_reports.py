"""Crash reports: a text file for each, without what is private, for a person to read and to send if they like."""

import faulthandler
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from app.core.errors import AppError
from app.core.files import write_bytes
from app.core.log import redact
from app.core.paths import program_folder
from app.core.tracebacks import frames_of

_MOST_KEPT = 10
_MOST_TRACE_BYTES = 64 << 10
_LOG_LINES = 40
_SUFFIX, _TRACE_SUFFIX = ".txt", ".trace"
_FRAME = re.compile(r'File "([^"]*)", line (\d+),? in (\S+)')
# A path ends where a sentence or a quotation goes on; spaces belong to it.
_IN_HOME = re.compile(r"~[/\\][^\n:;,\"'“”()\[\]{}<>|*?]*")
_QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'|“([^”\n]*)”")
_WORD = re.compile(r"[\w.+:/-]{0,40}")


def private(text: str, home: Path | None = None) -> str:
    """The text without tokens, files of the home folder, and what stands in quotes but single words.

    A quotation may be anything that was being worked on: a prompt, a reply. Of the program's own files the place
    inside the program stays.
    """
    text = _FRAME.sub(lambda found: f"File {_place(found[1])}, line {found[2]}, in {found[3]}", text)
    text = _IN_HOME.sub("~/…", redact(text, home))
    return _QUOTED.sub(_without_sentence, text)


def last_lines(log: Path) -> str:
    """The end of a log, of tracebacks what `frames_of` leaves."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return frames_of("\n".join(lines[-_LOG_LINES:]))


def keep_report(folder: Path, content: str) -> Path | None:
    """Write a report and drop the oldest where there are too many; None where nothing can be written."""
    now = datetime.now().astimezone()
    path = folder / f"{now:%Y-%m-%d %H.%M.%S.%f}{_SUFFIX}"
    try:
        write_bytes(path, content.encode("utf-8", "replace"))
    except AppError:
        return None
    for oldest in reports(folder)[_MOST_KEPT:]:
        with suppress(OSError):
            oldest.unlink()
    return path


def reports(folder: Path) -> tuple[Path, ...]:
    """The reports there are, newest first."""
    return tuple(sorted(folder.glob(f"*{_SUFFIX}"), reverse=True))


def read_report(path: Path) -> str:
    """What a report says; a sentence where it is gone."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        return f"It cannot be read: {error.strerror}."


@contextmanager
def hard_crashes_noted(folder: Path) -> Iterator[None]:
    """Have the system's last word of this process (a segmentation fault, an abort) written down for the next start.

    What earlier ones left is read by `left_traces`, before this begins.
    """
    path = folder / f"running{_TRACE_SUFFIX}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stream = path.open("wb", buffering=0)
    except OSError:
        yield
        return
    with stream:
        faulthandler.enable(stream)
        try:
            yield
        finally:
            faulthandler.disable()
    with suppress(OSError):
        path.unlink()


def left_traces(folder: Path) -> tuple[str, ...]:
    """What runs that crashed wrote down last; asked once, they are gone."""
    traces = []
    for path in folder.glob(f"*{_TRACE_SUFFIX}"):
        with suppress(OSError):
            with path.open("rb") as stream:
                trace = stream.read(_MOST_TRACE_BYTES).decode("utf-8", "replace")
            path.unlink()
            traces.append(trace)
    # One that was killed from outside has nothing to say.
    return tuple(trace for trace in traces if trace.strip())


def _place(file: str) -> str:
    """A source file as it is called inside the program, or below the folder of Python's libraries."""
    path = Path(file)
    if path.is_relative_to(program_folder()):
        return path.relative_to(program_folder()).as_posix()
    parts = path.as_posix().split("/")
    libraries = [number for number, part in enumerate(parts) if part in ("site-packages", "_internal")]
    return "/".join(parts[libraries[-1] + 1 :] if libraries else parts[-2:])


def _without_sentence(found: re.Match[str]) -> str:
    words = next((group for group in found.groups() if group is not None), "")
    return found[0] if _WORD.fullmatch(words) else "“…”"
