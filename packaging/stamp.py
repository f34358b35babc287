"""Whether .venv is whole and made from the present lock."""

# Read on every start, also by a system Python older than the one in .venv: keep it small, and its syntax old.
from __future__ import annotations

import hashlib
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "packaging" / "lock"
BUILD_OPTIONS = ROOT / "packaging" / "llama-cpp.cmake"
STAMP_NAME = "slipstream.stamp"


def venv_python(venv: Path = VENV) -> Path:
    """The interpreter of a virtual environment, by this system's layout."""
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


def fingerprint(python_version: str, lock: Path = LOCK) -> str:
    """Hex sha256 over everything that .venv is made from."""
    digest = hashlib.sha256(python_version.encode())
    for path in [*sorted(lock.glob("*.txt")), BUILD_OPTIONS]:
        digest.update(b"\0" + path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def python_version(venv: Path = VENV) -> str | None:
    """Version that pyvenv.cfg names, or None when there is no environment."""
    try:
        lines = (venv / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    settings = dict(line.split(" = ", 1) for line in lines if " = " in line)
    return settings.get("version")


def is_ready(venv: Path = VENV, lock: Path = LOCK) -> bool:
    """True when the last step of a set-up from this very lock was reached and the interpreter is still there."""
    version = python_version(venv)
    if version is None or not venv_python(venv).exists():
        return False
    try:
        return (venv / STAMP_NAME).read_text(encoding="utf-8") == fingerprint(version, lock)
    except OSError:
        return False


def write(venv: Path = VENV, lock: Path = LOCK) -> None:
    """Mark the environment as whole: the last step of a set-up."""
    version = python_version(venv)
    if version is None:
        raise FileNotFoundError(venv / "pyvenv.cfg")
    part = venv / (STAMP_NAME + ".part")
    part.write_text(fingerprint(version, lock), encoding="utf-8")
    part.replace(venv / STAMP_NAME)
