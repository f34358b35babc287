"""Making the environment: one at a time, and again after whatever stopped it."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import environment
import pytest
import stamp
from console import Console
from tool import SetupError, SystemPartsMissing

HOLDER = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
import environment
with environment.alone(Path(sys.argv[2]), environment.Console(sys.stdout)):
    print("held", flush=True)
    sys.stdin.read()
"""


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@contextmanager
def holder(lock: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process that holds the lock, or waits for it."""
    command = [sys.executable, "-c", HOLDER, str(stamp.ROOT / "packaging"), str(lock)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        try:
            yield child
        finally:
            child.kill()


def line_of(child: "subprocess.Popen[str]") -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


@pytest.mark.process
@pytest.mark.timeout(30)
def test_a_second_set_up_waits_says_so_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    with holder(tmp_path / "lock") as first:
        assert line_of(first) == "held"
        with holder(tmp_path / "lock") as second:
            assert "waiting for it" in line_of(second)
            first.kill()
            assert line_of(second) == "held"


def test_a_full_disk_is_refused_before_anything_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**12, 10**12 - 10**8, 10**8))
    with pytest.raises(SetupError, match=r"0\.1 GB free"):
        environment.check_space()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project folder to set up."""
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(environment, "BUILD", tmp_path)
    monkeypatch.setattr(environment, "venv_python", lambda venv=tmp_path / ".venv": stamp.venv_python(venv))
    return tmp_path


@pytest.mark.process
def test_a_half_made_environment_is_made_anew_and_a_whole_one_kept(place: Path) -> None:
    venv, log = place / ".venv", place / "log"
    half = venv / "lib" / "half a package"
    half.mkdir(parents=True)
    environment.install_packages({}, log, Console())
    assert not half.exists()
    subprocess.run([str(stamp.venv_python(venv)), "-m", "pip", "--version"], check=True, stdout=subprocess.DEVNULL)
    half.mkdir(parents=True)
    environment.install_packages({}, log, Console())
    assert half.exists()


@pytest.mark.process
def test_a_package_that_does_not_match_its_hash_is_not_installed(place: Path) -> None:
    wheel = place / "thing-1.0-py3-none-any.whl"
    wheel.write_bytes(b"not what was locked")
    block = f"thing @ {wheel.as_uri()} \\\n    --hash=sha256:{'0' * 64}\n"
    with pytest.raises(SetupError, match=r"(?s)DO NOT MATCH THE HASHES"):
        environment.install_packages({"thing": block}, place / "log", Console())
    assert not (place / ".venv" / environment.PACKAGES_MARK).exists()


def test_what_only_an_interrupted_set_up_needs_goes(place: Path) -> None:
    for name in ("lock", "setup.log", "tools.txt"):
        (place / name).touch()
    (place / "llama-cpp" / "objects").mkdir(parents=True)
    environment.clear_build(place / "setup.log")
    assert sorted(path.name for path in place.iterdir()) == ["lock", "setup.log"]


def test_a_failure_is_told_in_words_with_its_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(console: Console) -> None:
        raise SystemPartsMissing("Missing on this system: a compiler.")

    monkeypatch.setattr(environment, "make", fail)
    assert environment.main() == 3
    assert capsys.readouterr().err == "Missing on this system: a compiler.\n"
