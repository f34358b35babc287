"""Processes of the measurements: started from the project's folder, in time or ended, with a home of their own."""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from bench.machine import qt_platform

ROOT = Path(__file__).resolve().parents[2]
# Long enough for a machine that is busy with something else.
TIMEOUT_S = 600


class ChildFailed(RuntimeError):
    """A process that was to be measured failed; the message holds what it wrote to stderr."""


def module_command(module: str, *arguments: object) -> list[str]:
    """Runs the `main` of a module of this package; not with -m, so that its own children do not load it again."""
    call = f"import sys; from bench.{module} import main; sys.exit(main(sys.argv[1:]))"
    return [sys.executable, "-c", call, *map(str, arguments)]


def program_command(*arguments: object) -> list[str]:
    """Runs Slipstream as its users do."""
    return [sys.executable, str(ROOT / "main.py"), *map(str, arguments)]


@dataclass(frozen=True, slots=True)
class Child:
    """A running process, and when it was started on the clock of time.monotonic."""

    process: "subprocess.Popen[bytes]"
    errors: IO[bytes]
    started_s: float

    @property
    def output(self) -> IO[bytes]:
        """What it prints."""
        assert self.process.stdout is not None
        return self.process.stdout

    def say(self, line: object) -> None:
        """Write a line to its stdin."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        """The next line that it prints, a JSON object; raises ChildFailed when it ends instead."""
        line = self.output.readline()
        if not line:
            raise ChildFailed(self.last_words())
        content: dict[str, Any] = json.loads(line)
        return content

    def answers(self) -> Iterator[dict[str, Any]]:
        """All lines that it prints until it ends; raises ChildFailed when that was no good end."""
        for line in self.output:
            yield json.loads(line)
        if self.process.wait() != 0:
            raise ChildFailed(self.last_words())

    def seconds_to_output(self) -> float:
        """Seconds from its start to the next byte that it prints; raises ChildFailed when it ends instead."""
        if not self.output.read(1):
            raise ChildFailed(self.last_words())
        return time.monotonic() - self.started_s

    def last_words(self) -> str:
        """Its exit code and the end of what it wrote to stderr; waits for its end."""
        self.errors.seek(0)
        text = self.errors.read().decode("utf-8", "replace")[-2000:]
        return f"exit code {self.process.wait()}: {text}"


@contextmanager
def child(command: Sequence[str], home: Path) -> Iterator[Child]:
    """A process that keeps its own files in `home`; waited for, and ended when it takes longer than TIMEOUT_S.

    Raises ChildFailed when it ends with another exit code than 0.
    """
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(
            command,
            cwd=ROOT,
            env=_environment(home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
        ) as process,
    ):
        running = Child(process, errors, time.monotonic())
        patience = threading.Timer(TIMEOUT_S, process.kill)
        patience.start()
        try:
            yield running
            assert process.stdin is not None
            process.stdin.close()
            code = process.wait()
        finally:
            patience.cancel()
            process.kill()
        if code != 0:
            raise ChildFailed(running.last_words())


def print_result(**content: object) -> None:
    """The other side: a line that `answer` reads."""
    print(json.dumps(content), flush=True)


def _environment(home: Path) -> dict[str, str]:
    own = {"SLIPSTREAM_HOME": str(home), "PYTHONPATH": str(ROOT / "packaging")}
    return {**os.environ, **own, **({"QT_QPA_PLATFORM": platform} if (platform := qt_platform()) else {})}
