"""Runs other programs for a set-up: output into a log, lines to a callback, nothing left running."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from stamp import venv_python

TAIL_LINES = 30
WATCHED = Path(__file__).with_name("watched.py")


class SetupError(Exception):
    """A set-up cannot go on; the message is for the person who started it."""

    exit_code = 1


class SystemPartsMissing(SetupError):
    """Parts of the operating system are missing and cannot be installed from here."""

    exit_code = 3


def pip(venv: Path) -> list[str | Path]:
    """The start of a pip command in a virtual environment, deaf to PYTHON* variables and packages of the user."""
    return [venv_python(venv), "-I", "-m", "pip", "--disable-pip-version-check"]


def run_tool(
    argv: Iterable[str | Path],
    what: str,
    log: Path,
    on_line: Callable[[str], None] = lambda line: None,
    env: Mapping[str, str] | None = None,
) -> None:
    """Run a program to its end; its output is appended to ``log`` and goes to ``on_line`` line by line.

    Raises SetupError with the last lines when it fails. The program and its children end with this call and with this
    process, whatever ends them.
    """
    tail: deque[str] = deque(maxlen=TAIL_LINES)
    process = subprocess.Popen(
        [sys.executable, "-I", str(WATCHED), *[str(word) for word in argv]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, **(env or {})},
        start_new_session=os.name == "posix",
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        with process.stdout, log.open("a", encoding="utf-8") as sink:
            for line in process.stdout:
                sink.write(line)
                tail.append(line)
                on_line(line.rstrip())
        code = process.wait()
    finally:
        process.stdin.close()
        process.wait()
    if code != 0:
        raise SetupError(
            f"{what} failed (exit code {code}). The end of what it said:\n\n{''.join(tail)}\nAll of it: {log}"
        )
