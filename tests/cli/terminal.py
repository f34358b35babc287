"""The program as a person starts it in a terminal."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Ended:
    """How a run of the program ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, as the one JSON value that it has to be."""
        return json.loads(self.out)


def environment(home: Path, **changes: str) -> dict[str, str]:
    """An environment without a display, with the program's folders under `home`."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TEMP", "HOME") if name in os.environ}
    return {**kept, "SLIPSTREAM_HOME": str(home), **changes}


Run = Callable[..., Ended]


def run_program(home: Path, *arguments: object, stdin: bytes = b"", **changes: str) -> Ended:
    """Run `main.py` with these arguments to its end; `changes` are environment variables."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env=environment(home, **changes),
        timeout=120,
        check=False,
    )
    return Ended(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
