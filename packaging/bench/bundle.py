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
from bench.children import ChildFailed
from bench.machine import drop_from_cache, proportional_bytes
from bench.report import Goal, Runs, Section
from bench.settings import Settings

_DISPLAY = 61
# The button for the first step is the last thing that is drawn.
_BUTTON_WIDTH = 200
_LOOK_S = 0.02
_REST_S = 3.0
_WARM, _COLD, _ALL = "window, warm", "window, cold", "all processes"
_GOALS = {_WARM: Goal("at most", 1.5), _COLD: Goal("at most", 4.0), _ALL: Goal("at most", 250.0)}
_REMARKS = (
    "From the start of the process to the first step's button on the screen, which is looked at every 20 ms; an",
    "empty home. Cold: the system was told before to forget every file of the program folder.",
)


def measure(settings: Settings) -> list[Section]:
    """Nothing where no bundle has been made, or where there is no Xvfb."""
    program = PRODUCTS / WINDOW
    if not program.is_dir():
        return []
    start, memory = Runs(_GOALS), Runs(_GOALS)
    with screen(settings.folder / "screen", _DISPLAY) as shown:
        _measure_start(program, shown, settings.folder / "first", _WARM, Runs(), Runs())
        for turn in range(settings.repeats):
            home = settings.folder / f"home {turn}"
            _measure_start(program, shown, home, _WARM, start, memory)
            if drop_from_cache([program]):
                _measure_start(program, shown, home, _COLD, start, Runs())
    remark = ("Pages that processes share are counted once, divided among them.",)
    return [
        Section("Start of the bundle", list(start.figures().values()), _REMARKS),
        Section("Memory of the bundle at rest, nothing loaded", list(memory.figures().values()), remark),
    ]


def _measure_start(program: Path, shown: Screen, home: Path, name: str, start: Runs, memory: Runs) -> None:
    with _started(program, shown, home) as window:
        started = time.monotonic()
        while not shown.bars(LIGHT.accent, _BUTTON_WIDTH):
            if window.poll() is not None:
                raise ChildFailed(f"the window ended with {window.returncode}")
            time.sleep(_LOOK_S)
        start.add(name, "s", time.monotonic() - started)
        start.add(f"{name}: processor time of its process", "s", _processor_s(window.pid))
        wait_for("the engine", lambda: any(_name(pid) == ENGINE_PROGRAM[:15] for pid in _family(window.pid)))
        time.sleep(_REST_S)
        memory.add(_ALL, "MB", sum(map(proportional_bytes, _family(window.pid))) / 1e6)
        memory.add("the window's process", "MB", proportional_bytes(window.pid) / 1e6)


def _processor_s(pid: int) -> float:
    """Seconds that a process has computed so far, in it and in the system (`man 5 proc`, stat)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
