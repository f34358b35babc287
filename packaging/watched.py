"""Runs a program that must not outlive whoever started it: ends it, with all its children, when stdin closes."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

GRACE_S = 5.0


def main(command: list[str]) -> int:
    """Run the command to its end; returns its exit code, or as a shell does 128 + the signal that ended it."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # this process sends it to its own group, and has to go on
    is_abandoned = threading.Event()
    watch = threading.Thread(target=_end_with_stdin, args=[child, is_abandoned], daemon=True)
    watch.start()
    code = child.wait()
    if is_abandoned.is_set():
        watch.join()
    return code if code >= 0 else 128 - code


def _end_with_stdin(child: subprocess.Popen[bytes], is_abandoned: threading.Event) -> None:
    # The other end is held by the starter alone, and closes however that one ends, SIGKILL included.
    sys.stdin.buffer.read()
    is_abandoned.set()
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(child.pid)], capture_output=True, check=False)
        return
    # SIGTERM first: ninja gives every compiler a process group of its own, and ends them only when it is asked to stop.
    os.killpg(0, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(GRACE_S)
    time.sleep(0.2)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    exit_code = main(sys.argv[1:])
    sys.stdout.flush()
    # Not sys.exit: the thread still reads stdin.
    os._exit(exit_code)
