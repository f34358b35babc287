"""The program as a person starts and loses it: a second start, kills, crashes, a logout; nothing is left running."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "assets" / "demo"

pytestmark = [
    pytest.mark.gui,
    pytest.mark.process,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]


def wait_until(is_so: Callable[[], object], timeout_s: float = 90) -> None:
    deadline_s = time.monotonic() + timeout_s
    while not is_so():
        assert time.monotonic() < deadline_s, "it did not happen in time"
        time.sleep(0.05)


def start(home: Path, *arguments: object) -> "subprocess.Popen[str]":
    """Start the program as it is started by a desktop, with everything of its own in `home`."""
    environment = {**os.environ, "SLIPSTREAM_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, str(ROOT / "main.py"), *map(str, arguments)]
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)


@contextmanager
def started(home: Path, *arguments: object) -> "Iterator[subprocess.Popen[str]]":
    """A window that is open; killed at the end, if it still is."""
    window = start(home, *arguments)
    try:
        wait_until(lambda: window.poll() is not None or children_of(window.pid))
        yield window
    finally:
        if window.poll() is None:
            window.kill()
        window.communicate()


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for path in lists for child in path.read_text().split()]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def loaded_in(home: Path) -> str:
    """How far the last load came."""
    try:
        return str(json.loads((home / "last-load.json").read_text())["reached"])
    except (OSError, ValueError):
        return ""


def settings_in(home: Path) -> dict[str, object]:
    try:
        return dict(json.loads((home / "settings.json").read_text()))
    except (OSError, ValueError):
        return {}


def test_a_pair_is_loaded_from_the_start_and_everything_dies_with_a_killed_window(tmp_path: Path) -> None:
    home = tmp_path / "home 数据 😀"
    with started(home, "--target", DEMO / "target", "--draft", DEMO / "draft") as window:
        wait_until(lambda: loaded_in(home) == "loaded")
        children = children_of(window.pid)
        assert children
        second = start(home, ROOT / "README.md")
        assert second.communicate(timeout=60)[1] == "" and second.returncode == 0
        assert window.poll() is None
        window.kill()
        window.wait()
        wait_until(lambda: not any(map(is_running, children)), 15)
    # The next start knows that this came to no good end.
    assert loaded_in(home) == "loaded"


def test_a_window_that_crashed_leaves_a_report_for_the_next(tmp_path: Path) -> None:
    with started(tmp_path) as window:
        children = children_of(window.pid)
        window.send_signal(signal.SIGSEGV)
        assert window.wait(30) == -signal.SIGSEGV
        wait_until(lambda: not any(map(is_running, children)), 15)
    with started(tmp_path) as window:
        wait_until(lambda: list((tmp_path / "logs/crash reports").glob("*.txt")))
        (report,) = (tmp_path / "logs/crash reports").glob("*.txt")
        wait_until(lambda: settings_in(tmp_path).get("report_seen") == report.name)
        window.send_signal(signal.SIGHUP)
        assert window.wait(30) == 0
    text = report.read_text(encoding="utf-8")
    assert "The window crashed." in text and "Segmentation fault" in text and "llama-cpp-python" in text
    assert "File app/gui/run.py" in text
    assert str(Path.home()) not in text and str(ROOT) not in text


def test_a_portable_copy_writes_nothing_elsewhere_and_a_logout_ends_it_with_everything_kept(
    tmp_path: Path, shared: Path
) -> None:
    program, home, runtime = (tmp_path / name for name in ("a stick 数据 😀", "home", "run"))
    shutil.copytree(ROOT / "app", program / "app", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(ROOT / "main.py", program / "main.py")
    (program / "assets").symlink_to(ROOT / "assets")
    (program / "portable").touch()
    data = program / "data"
    for folder in (home, runtime):
        folder.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SLIPSTREAM", "XDG", "HF_"))}
    own = {"HOME": str(home), "TMPDIR": str(runtime), "QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(program / "main.py"), "--target", str(shared / "fixtures/expected/qwen3.bf16.gguf")]
    with subprocess.Popen(command, env={**kept, **own}) as window:
        try:
            wait_until(lambda: window.poll() is not None or loaded_in(data) == "loaded")
            children = children_of(window.pid)
            window.send_signal(signal.SIGTERM)
            assert window.wait(30) == 0
            wait_until(lambda: not any(map(is_running, children)), 15)
        finally:
            window.kill()
    assert not (data / "last-load.json").exists() and (data / "models/pairs.json").exists()
    assert "window_geometry" in settings_in(data)
    assert not list(data.rglob("*.trace")) and not list(data.rglob("*-wal"))
    assert list(home.rglob("*")) == [] and [path for path in runtime.rglob("*") if path.is_file()] == []


def test_a_window_that_hangs_is_told_of(tmp_path: Path) -> None:
    with started(tmp_path) as window:
        window.send_signal(signal.SIGSTOP)
        second = start(tmp_path)
        assert second.stderr is not None
        # It goes on to show a box with the same words.
        assert "does not answer" in second.stderr.readline()
        second.kill()
        second.communicate()
        window.send_signal(signal.SIGCONT)
