"""When an environment counts as ready, and what makes it stale."""

import subprocess
import sys
from pathlib import Path

import pytest
import stamp


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    folder = tmp_path / "lock"
    folder.mkdir()
    (folder / "environment.txt").write_text("numpy==2.4.6\n", encoding="utf-8")
    return folder


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    folder = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    return folder


def test_an_environment_is_ready_only_after_the_last_step(venv: Path, lock: Path) -> None:
    assert not stamp.is_ready(venv, lock)
    stamp.write(venv, lock)
    assert stamp.is_ready(venv, lock)


def test_another_lock_makes_it_stale(venv: Path, lock: Path) -> None:
    stamp.write(venv, lock)
    (lock / "environment.txt").write_text("numpy==2.4.7\n", encoding="utf-8")
    assert not stamp.is_ready(venv, lock)


def test_another_python_makes_it_stale(venv: Path, lock: Path) -> None:
    stamp.write(venv, lock)
    settings = venv / "pyvenv.cfg"
    version = stamp.python_version(venv)
    assert version == ".".join(str(part) for part in sys.version_info[:3])
    settings.write_text(settings.read_text(encoding="utf-8").replace(version, "3.12.99"), encoding="utf-8")
    assert not stamp.is_ready(venv, lock)


def test_an_interpreter_that_is_gone_makes_it_stale(venv: Path, lock: Path) -> None:
    stamp.write(venv, lock)
    stamp.venv_python(venv).unlink()
    assert not stamp.is_ready(venv, lock)


def test_no_environment_is_not_ready(tmp_path: Path, lock: Path) -> None:
    assert not stamp.is_ready(tmp_path / "none", lock)
    with pytest.raises(FileNotFoundError):
        stamp.write(tmp_path / "none", lock)
