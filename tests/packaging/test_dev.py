"""The door itself: what it does before there is an environment, and how fast it is once there is one."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import dev
import pytest
import stamp

PACKAGING = stamp.ROOT / "packaging"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A fresh copy of the project without an environment; its program prints its arguments."""
    root = tmp_path / "a checkout"
    (root / "packaging").mkdir(parents=True)
    for file in [*PACKAGING.glob("*.py"), PACKAGING / "llama-cpp.cmake"]:
        shutil.copy(file, root / "packaging")
    shutil.copytree(PACKAGING / "lock", root / "packaging" / "lock")
    (root / "main.py").write_text("import sys\nprint(sys.prefix, *sys.argv[1:])\n", encoding="utf-8")
    return root


def call(root: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    names = ("PATH", "SYSTEMROOT", "HOME")
    env = {name: os.environ[name] for name in names if name in os.environ} | environment
    command = [sys.executable, str(root / "packaging" / "dev.py"), *words]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("words", [(), ("dance",), ("setup", "now"), ("lint", "app")])
def test_wrong_use_shows_the_verbs(checkout: Path, words: tuple[str, ...]) -> None:
    answer = call(checkout, *words)
    assert answer.returncode == 2
    assert "run [ARGS]" in answer.stdout + answer.stderr
    assert not (checkout / ".venv").exists()


def test_help_is_no_failure(checkout: Path) -> None:
    assert call(checkout, "--help").returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
def test_without_a_display_run_says_so_before_any_set_up(checkout: Path) -> None:
    answer = call(checkout, "run")
    assert answer.returncode == 1
    assert "no display" in answer.stderr
    assert "run demo" in answer.stderr
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize(
    ("platform", "name", "expected"),
    [
        ("linux", "", False),
        ("linux", "DISPLAY", True),
        ("linux", "WAYLAND_DISPLAY", True),
        ("linux", "QT_QPA_PLATFORM", True),
        ("darwin", "", True),
        ("win32", "", True),
    ],
)
def test_a_display(monkeypatch: pytest.MonkeyPatch, platform: str, name: str, expected: bool) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(variable, raising=False)
    if name:
        monkeypatch.setenv(name, "something")
    assert dev.has_display(platform) is expected


@pytest.mark.process
def test_a_ready_environment_starts_in_under_a_second(checkout: Path) -> None:
    venv = checkout / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    stamp.write(venv, checkout / "packaging" / "lock")
    before_s = sum(os.times()[2:4])
    answer = call(checkout, "run", "chat", "--prompt", "a b")
    took_s = sum(os.times()[2:4]) - before_s
    assert answer.stdout.split() == [*str(venv).split(), "chat", "--prompt", "a", "b"]
    assert answer.returncode == 0
    # Processor time of what was run, so that what else the machine does does not count.
    assert took_s < 1.0


@pytest.mark.parametrize("name", ["dev.py", "stamp.py"])
def test_an_old_python_can_read_the_door(name: str) -> None:
    ast.parse((PACKAGING / name).read_text(encoding="utf-8"), feature_version=(3, 8))


def test_which_versions_fit() -> None:
    assert [minor for minor in range(8, 17) if dev.fits((3, minor, 0))] == [11, 12, 13]


def stand_in(folder: Path, name: str, body: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    file.chmod(0o755)


@pytest.mark.skipif(os.name == "nt", reason="the stand-ins are shell scripts")
def test_the_newest_python_that_answers_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, "python3.13", "echo 'not active' >&2; exit 127")
    stand_in(tmp_path, "python3.12", "printf '/opt/twelve\\n3\\n12\\n'")
    stand_in(tmp_path, "python3.11", "printf '/opt/eleven\\n3\\n11\\n'")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert dev.find_python() == "/opt/twelve"


@pytest.mark.skipif(os.name == "nt", reason="the stand-ins are shell scripts")
def test_a_python_that_lies_about_its_version_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, "python3.12", "printf '/opt/new\\n3\\n15\\n'")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert dev.find_python() is None


def test_no_fitting_python_ends_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(stamp, "is_ready", lambda: False)
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    assert dev.ensure_environment() == 3
    said = capsys.readouterr().err
    assert "Python 3.11 to 3.13" in said
    assert "3.9" in said
