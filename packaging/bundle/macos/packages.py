"""The disk image for macOS; with the names of a certificate and a profile it is notarized too."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from datetime import datetime
from pathlib import Path

from bundle.made import PRODUCTS, WORK


def packages(program: Path, version: str, made_at: datetime) -> list[Path]:
    """A .dmg that holds the application beside a link to the folder for applications.

    SLIPSTREAM_CODESIGN_IDENTITY names the certificate that everything is signed with (PyInstaller signs the
    application), SLIPSTREAM_NOTARY_PROFILE the profile that `notarytool store-credentials` keeps.
    """
    application = program.with_name("Slipstream.app")
    folder = WORK / "image"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copytree(application, folder / application.name, symlinks=True)
    (folder / "Applications").symlink_to("/Applications")
    image = PRODUCTS / f"Slipstream-{version}-macos-{platform.machine()}.dmg"
    image.unlink(missing_ok=True)
    _run("hdiutil", "create", "-volname", "Slipstream", "-srcfolder", folder, "-fs", "HFS+", "-format", "ULMO", image)
    shutil.rmtree(folder)
    if identity := os.environ.get("SLIPSTREAM_CODESIGN_IDENTITY"):
        _run("codesign", "--sign", identity, "--timestamp", image)
    if profile := os.environ.get("SLIPSTREAM_NOTARY_PROFILE"):
        _run("xcrun", "notarytool", "submit", image, "--keychain-profile", profile, "--wait")
        _run("xcrun", "stapler", "staple", image)
    return [image]


def _run(*command: str | Path) -> None:
    subprocess.run([str(word) for word in command], check=True)
