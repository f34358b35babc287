"""Running a program: its lines, its failure, and no child left behind."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from stamp import ROOT
from tool import SetupError, run_tool


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    if not Path("/proc/self/stat").exists():
        return True
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False  # It ended since it was asked for.
    # A child of a killed process stays a zombie until init has waited for it.
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_lines_go_to_the_callback_and_to_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    lines: list[str] = []
    run_tool(python("import sys; print('one'); print('two', file=sys.stderr)"), "A test", log, lines.append)
    assert sorted(lines) == ["one", "two"]
    assert sorted(log.read_text(encoding="utf-8").split()) == ["one", "two"]


def test_a_failure_tells_its_last_lines_and_where_the_rest_is(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with pytest.raises(SetupError) as failure:
        run_tool(python("print('first'); [print(f'line {i}') for i in range(50)]; raise SystemExit(7)"), "A test", log)
    said = str(failure.value)
    assert "A test failed (exit code 7)" in said
    assert "line 49" in said
    assert "first" not in said
    assert str(log) in said


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="A test failed"):
        run_tool([tmp_path / "nothing"], "A test", tmp_path / "log")


PARENT = """
import subprocess, sys, os
child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])
print(os.getpid(), child.pid, flush=True)
child.wait()
"""
STARTER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from stamp import ROOT
from tool import run_tool
run_tool([sys.executable, '-c', sys.argv[2]], 'A test', Path(sys.argv[3]), lambda line: print(line, flush=True))
"""


def wait_for_end(pids: list[int]) -> None:
    deadline = time.monotonic() + 30
    while any(is_alive(pid) for pid in pids):
        assert time.monotonic() < deadline, f"still alive: {[pid for pid in pids if is_alive(pid)]}"
        time.sleep(0.02)


@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="asks for processes the POSIX way")
def test_an_interrupt_leaves_no_child_behind(tmp_path: Path) -> None:
    pids: list[int] = []

    def interrupt(line: str) -> None:
        pids.extend(int(word) for word in line.split())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_tool(python(PARENT), "A test", tmp_path / "log", interrupt)
    assert len(pids) == 2
    wait_for_end(pids)


@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="asks for processes the POSIX way")
def test_a_kill_leaves_no_child_behind(tmp_path: Path) -> None:
    words = [str(ROOT / "packaging"), PARENT, str(tmp_path / "log")]
    with subprocess.Popen([sys.executable, "-c", STARTER, *words], stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout is not None
        pids = [int(word) for word in starter.stdout.readline().split()]
        assert len(pids) == 2
        assert all(is_alive(pid) for pid in pids)
        starter.kill()
    wait_for_end(pids)
