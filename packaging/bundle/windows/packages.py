"""The portable .zip and the installer for Windows; signed where a certificate is named."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from datetime import datetime
from pathlib import Path

from bundle.made import PRODUCTS, WORK, BundleFailed

SCRIPT = Path(__file__).with_name("slipstream.iss")
# A file of this name beside the program has everything kept there (app/core/paths.py).
PORTABLE_MARK = "portable"
_TIMESTAMPS = "http://timestamp.digicert.com"


def packages(program: Path, version: str, made_at: datetime) -> list[Path]:
    """Both of them. SLIPSTREAM_CODESIGN_IDENTITY names the subject of a certificate in the user's store."""
    sign(sorted(program.glob("*.exe")))
    archive = make_archive(program, version, made_at)
    installer = make_installer(program, version)
    sign([installer])
    return [archive, installer]


def make_archive(program: Path, version: str, made_at: datetime) -> Path:
    """The program folder with the mark of a portable one, each file from the same moment."""
    archive = PRODUCTS / f"slipstream-{version}-windows-x64-portable.zip"
    moment = made_at.timetuple()[:6]
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        packed.writestr(zipfile.ZipInfo(f"slipstream/{PORTABLE_MARK}", moment), b"")
        for path in sorted(program.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(f"slipstream/{path.relative_to(program).as_posix()}", moment)
                entry.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(entry, path.read_bytes())
    return archive


def make_installer(program: Path, version: str) -> Path:
    """Made by Inno Setup 6; raises BundleFailed where it is not installed."""
    usual = Path(os.environ.get("PROGRAMFILES(X86)", ""), "Inno Setup 6", "ISCC.exe")
    compiler = shutil.which("iscc") or (str(usual) if usual.exists() else None)
    if compiler is None:
        raise BundleFailed("Inno Setup 6 is not installed: winget install JRSoftware.InnoSetup")
    name = f"Slipstream-{version}-windows-x64-setup"
    given = {"Version": version, "Program": program, "Icon": WORK / "icons" / "slipstream.ico"}
    command = [compiler, "/Q", f"/O{PRODUCTS}", f"/F{name}", *(f"/D{key}={value}" for key, value in given.items())]
    subprocess.run([*command, str(SCRIPT)], check=True)
    return PRODUCTS / f"{name}.exe"


def sign(files: list[Path]) -> None:
    """Sign programs, if a certificate is named."""
    if subject := os.environ.get("SLIPSTREAM_CODESIGN_IDENTITY"):
        command = ["signtool", "sign", "/n", subject, "/fd", "SHA256", "/tr", _TIMESTAMPS, "/td", "SHA256"]
        subprocess.run([*command, *map(str, files)], check=True)
