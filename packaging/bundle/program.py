"""The program folder: PyInstaller's work, without what a program does not need to run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bundle.contents import CONTENTS_FOLDER
from bundle.icons import write_icons
from bundle.linux.clean import clean
from bundle.made import ROOT, WINDOW, BundleFailed

SPECIFICATION = Path(__file__).with_name("slipstream.spec")
_RELEASES = "https://api.github.com/repos/{}/releases/latest"


def make_program(products: Path, work: Path, backends: Sequence[Path] = ()) -> Path:
    """Make the folder with both programs anew, below `products`; returns it.

    `backends` are modules that go beside those of llama-cpp-python. SLIPSTREAM_REPOSITORY (OWNER/NAME) says where the
    program asks for newer ones. Raises BundleFailed.
    """
    products.mkdir(parents=True, exist_ok=True)
    work.mkdir(parents=True, exist_ok=True)
    write_icons(work / "icons")
    shutil.rmtree(work / "backends", ignore_errors=True)
    (work / "backends").mkdir()
    for module in backends:
        shutil.copy(module, work / "backends")
    repository = os.environ.get("SLIPSTREAM_REPOSITORY")
    (work / "releases.txt").write_text(f"{_RELEASES.format(repository)}\n" if repository else "", encoding="ascii")
    program = products / WINDOW
    shutil.rmtree(program, ignore_errors=True)
    _run_pyinstaller(products, work)
    if sys.platform == "linux":
        clean(program / CONTENTS_FOLDER)
    return program


def _run_pyinstaller(products: Path, work: Path) -> None:
    log = work / "pyinstaller.log"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(products), "--workpath", str(work / "work"), str(SPECIFICATION)]
    # The same bytes every time: PyInstaller sorts by hash here and there.
    environment = {**os.environ, "SLIPSTREAM_BUNDLE_WORK": str(work), "PYTHONHASHSEED": "0"}
    with log.open("w", encoding="utf-8") as sink:
        code = subprocess.call(command, env=environment, stdout=sink, stderr=subprocess.STDOUT, cwd=ROOT)
    if code != 0:
        last = log.read_text(encoding="utf-8", errors="replace")[-4000:]
        raise BundleFailed(f"PyInstaller failed (exit code {code}):\n{last}\nAll of it: {log}")
