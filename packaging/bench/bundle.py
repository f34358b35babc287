"""How long the built bundle takes from its start to a painted window, and what it holds at rest; seen from outside."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bundle.made import PRODUCTS, WINDOW
from clean_room.screen import Screen, screen, wait_for

from app.core.child import ENGINE_PROGRAM
from app.gui.theme import LIGHT
from bench.machine import drop_from_cache, proportional_bytes
from bench.report import Goal, Runs, Section
from bench.settings import Settings

_DISPLAY = 61
# The button for the first step is the last thing that is drawn.
_BUTTON_WIDTH = 200
_LOOK_S = 0.005
_REST_S = 3.0
_WARM, _COLD, _ALL = "window, warm", "window, cold", "all processes"
_GOALS = {_WARM: Goal("at most", 1.5), _COLD: Goal("at most", 4.0), _ALL: Goal("at most", 250.0)}
_REMARKS = (
    "From the start of the process to the first step's button on the screen, which is looked at every 5 ms; an empty",
    "home. Cold: the system was told before to forget every file of the program folder.",
)


def measure(settings: Settings) -> list[Section]:
    """Nothing where no bundle has been made, or where there is no Xvfb."""
    program = PRODUCTS / WINDOW
    if not program.is_dir():
        return []
    start, memory = Runs(_GOALS), Runs(_GOALS)
    with screen(settings.folder / "screen", _DISPLAY) as shown:
        _seconds_to_window(program, shown, settings.folder / "first", Runs())
        for turn in range(settings.repeats):
            home = settings.folder / f"home {turn}"
            start.add(_WARM, "s", _seconds_to_window(program, shown, home, memory))
            if drop_from_cache([program]):
                start.add(_COLD, "s", _seconds_to_window(program, shown, home, Runs()))
    remark = ("Pages that processes share are counted once, divided among them.",)
    return [
        Section("Start of the bundle", list(start.figures().values()), _REMARKS),
        Section("Memory of the bundle at rest, nothing loaded", list(memory.figures().values()), remark),
    ]


def _seconds_to_window(program: Path, shown: Screen, home: Path, memory: Runs) -> float:
    with _started(program, shown, home) as window:
        started = time.monotonic()
        while not shown.bars(LIGHT.accent, _BUTTON_WIDTH):
            if window.poll() is not None:
                raise RuntimeError(f"the window ended with {window.returncode}")
            time.sleep(_LOOK_S)
        seconds = time.monotonic() - started
        wait_for("the engine", lambda: any(_name(pid) == ENGINE_PROGRAM[:15] for pid in _family(window.pid)))
        time.sleep(_REST_S)
        memory.add(_ALL, "MB", sum(map(proportional_bytes, _family(window.pid))) / 1e6)
        memory.add("the window's process", "MB", proportional_bytes(window.pid) / 1e6)
    return seconds


@contextmanager
def _started(program: Path, shown: Screen, home: Path) -> Iterator["subprocess.Popen[bytes]"]:
    environment = {**os.environ, "DISPLAY": shown.display, "QT_QPA_PLATFORM": "xcb", "SLIPSTREAM_HOME": str(home)}
    window = subprocess.Popen([str(program / WINDOW)], env=environment)
    try:
        yield window
    finally:
        window.terminate()
        window.wait()
        wait_for("an empty screen", lambda: not shown.bars(LIGHT.accent, _BUTTON_WIDTH))


def _family(pid: int) -> list[int]:
    """A process, its children and theirs."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    below = [int(number) for path in lists for number in path.read_text().split()]
    return [pid, *(member for child in below for member in _family(child))]


def _name(pid: int) -> str:
    return Path(f"/proc/{pid}/comm").read_text().strip()
