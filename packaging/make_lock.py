"""Makes the lock anew: every package with its hashes, for all systems and Python versions at once."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import lockfile
from stamp import LOCK, ROOT, venv_python

OLDEST_PYTHON = "3.11"
HEADER = "# Made by `python3 packaging/dev.py lock` from pyproject.toml; not to be edited.\n"
# Too large to ever come in by the way: conversion and chat work without them.
UNWANTED = ("torch", "transformers", "nvidia-")


def main() -> int:
    """Resolve pyproject.toml's dependencies into environment.txt, its groups build and cuda into files of their own."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    with tempfile.TemporaryDirectory() as folder:
        uv = _uv(Path(folder))
        environment = resolve(uv, project["project"]["dependencies"] + groups["dev"], LOCK / "environment.txt")
        build = resolve(uv, groups["build"], LOCK / "build.txt")
        cuda = resolve(uv, groups["cuda"], LOCK / "cuda.txt")
    for name, text in (("environment.txt", environment), ("build.txt", build), ("cuda.txt", cuda)):
        if name != "cuda.txt" and (found := [line for line in text.splitlines() if line.startswith(UNWANTED)]):
            print(f"{name} would hold {', '.join(found)}", file=sys.stderr)
            return 1
        (LOCK / name).write_text(text, encoding="utf-8")
        print(f"{name}: {len(lockfile.blocks(text))} packages")
    return 0


def _uv(folder: Path) -> Path:
    """The resolver, in an environment that goes when it has done its work."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    subprocess.run([str(venv_python(folder)), "-m", "pip", "install", "--quiet", "uv"], check=True)
    return venv_python(folder).with_name("uv")


def resolve(uv: Path, requirements: list[str], present: Path) -> str:
    """The text of a lock file. Pins of the present one stay as long as they satisfy the requirements."""
    with tempfile.TemporaryDirectory() as folder:
        wanted, made = Path(folder, "wanted.in"), Path(folder, "made.txt")
        wanted.write_text("\n".join(requirements), encoding="utf-8")
        if present.exists():
            made.write_bytes(present.read_bytes())
        command = [
            str(uv),
            "pip",
            "compile",
            "--universal",
            "--generate-hashes",
            "--no-header",
            "--no-annotate",
            "--quiet",
        ]
        command += ["--fork-strategy", "fewest", "--python-version", OLDEST_PYTHON, "-o", str(made), str(wanted)]
        certificates = {"SSL_CERT_FILE": os.environ["PIP_CERT"]} if "PIP_CERT" in os.environ else {}
        subprocess.run(command, check=True, env={**os.environ, **certificates}, stdout=subprocess.DEVNULL)
        return HEADER + made.read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
