"""A program folder tried on the system at hand: its command line and its window, with an empty environment."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from clean_room.other_program import free_port, reply

_PATIENCE_S = 300
_QUESTION = "What is a draft?"
_SUFFIX = ".exe" if sys.platform == "win32" else ""
# Without these, Windows cannot start any program.
_OF_WINDOWS = ("SYSTEMROOT", "TEMP", "TMP")


def try_here(program: Path) -> int:
    """Version, doctor, the demo, its API and a window that nobody sees; returns 1 after the first that fails."""
    command = program / f"{'slipstream-cli' if sys.platform == 'win32' else 'slipstream-engine'}{_SUFFIX}"
    with tempfile.TemporaryDirectory(prefix="slipstream ünïcode ") as home:
        for words in (["--version"], ["doctor"], ["demo", "--prompt", _QUESTION]):
            if not _says_well([str(command), *words], Path(home)):
                return 1
        if not _answers(command, Path(home)):
            return 1
        return 0 if _opens_window(program / f"slipstream{_SUFFIX}", Path(home)) else 1


def _environment(home: Path) -> dict[str, str]:
    own = {name: os.environ[name] for name in _OF_WINDOWS if name in os.environ}
    homes = {"SLIPSTREAM_HOME": str(home / "data"), "HOME": str(home), "USERPROFILE": str(home)}
    return own | homes | {"PATH": "", "QT_QPA_PLATFORM": "offscreen"}


def _says_well(command: list[str], home: Path) -> bool:
    started = time.monotonic()
    answer = subprocess.run(command, env=_environment(home), capture_output=True, timeout=_PATIENCE_S, check=False)
    print(f"{Path(command[0]).name} {' '.join(command[1:])}: {time.monotonic() - started:.1f} s", flush=True)
    print(answer.stdout.decode("utf-8", "replace"), answer.stderr.decode("utf-8", "replace"), sep="")
    return answer.returncode == 0 and bool(answer.stdout)


def _answers(command: Path, home: Path) -> bool:
    """Whether another program gets a reply of the demo, converted before, with no window anywhere."""
    (target,) = (home / "data" / "models").glob("demo-target*.gguf")
    port = free_port()
    words = ["--headless", "--serve", "--port", str(port), "--target", str(target)]
    with subprocess.Popen([str(command), *words], env=_environment(home), stdout=subprocess.PIPE) as serving:
        try:
            assert serving.stdout is not None
            # Its first line says where; one that ends says none.
            answer = reply(port, _QUESTION) if serving.stdout.readline() else ""
        finally:
            serving.terminate()
    print(f"API: {answer or 'ended by itself'}", flush=True)
    return bool(answer)


def _opens_window(program: Path, home: Path) -> bool:
    """Whether it is still there some time after it has begun its log, and ends when it is asked to."""
    log = home / "data" / "logs" / "window.log"
    window = subprocess.Popen([str(program)], env=_environment(home))
    try:
        started = time.monotonic()
        while not log.exists() and window.poll() is None and time.monotonic() - started < _PATIENCE_S:
            time.sleep(0.1)
        time.sleep(5)
        is_up = window.poll() is None
    finally:
        window.terminate()
        window.wait(_PATIENCE_S)
    print(f"window: {'opened' if is_up else 'ended by itself'}", flush=True)
    return is_up
