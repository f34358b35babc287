"""The .deb: the program in /opt, its command in /usr/bin, and what the desktop reads in /usr/share."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import datetime
from pathlib import Path

from bundle.linux.shared_files import stage
from bundle.linux.system import SystemNeeds

INSTALLED = Path("opt", "slipstream")
# What gives a driver for Vulkan, a place for the Hub's token, a way to open links and the system's own dialogs.
_RECOMMENDED = ("mesa-vulkan-drivers | vulkan-icd", "gnome-keyring | kwalletmanager", "xdg-utils", "xdg-desktop-portal")
_DESCRIPTION = """\
Description: Chat with local language models, sooner
 Slipstream runs language models on this computer at the speed of speculative
 decoding: a small draft guesses several tokens ahead, the target checks its
 guesses in one pass and keeps the right ones. It finds models, converts them in
 one click, and shows how many drafted tokens the target accepts.
"""


def control(version: str, architecture: str, needs: SystemNeeds, installed_kb: int) -> str:
    """The text of the file `control`."""
    depends = [f"libc6 (>= {'.'.join(map(str, needs.c_library))})", *needs.packages]
    recommends = [*needs.of_backends, *_RECOMMENDED]
    return (
        "Package: slipstream\n"
        f"Version: {version}\n"
        f"Architecture: {architecture}\n"
        "Maintainer: Slipstream <slipstream@slipstream.invalid>\n"
        "Section: utils\n"
        "Priority: optional\n"
        f"Installed-Size: {installed_kb}\n"
        f"Depends: {', '.join(depends)}\n"
        f"Recommends: {', '.join(recommends)}\n"
        f"{_DESCRIPTION}"
    )


def make_deb(
    program: Path, needs: SystemNeeds, icons: Path, version: str, made_at: datetime, work: Path, products: Path
) -> Path:
    """Stage a tree in `work` and have dpkg-deb pack it; returns the package."""
    tree = work / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(program, tree / INSTALLED, symlinks=True)
    command = tree / "usr" / "bin" / "slipstream"
    command.parent.mkdir(parents=True)
    command.symlink_to(Path("/") / INSTALLED / "slipstream")
    stage(tree / "usr" / "share", icons, version, made_at)
    documents = tree / "usr" / "share" / "doc" / "slipstream"
    documents.mkdir(parents=True)
    notices = Path("/") / INSTALLED / "lib" / "assets" / "notices.txt"
    (documents / "copyright").symlink_to(notices)
    installed_kb = sum(path.lstat().st_size for path in tree.rglob("*") if not path.is_dir()) >> 10
    architecture = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN" / "control").write_text(control(version, architecture, needs, installed_kb), encoding="utf-8")
    _settle(tree, made_at)
    package = products / f"slipstream_{version}_{architecture}.deb"
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(int(made_at.timestamp()))}
    build = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(package)]
    subprocess.run(build, check=True, env=environment, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return package


def _settle(tree: Path, made_at: datetime) -> None:
    """Whatever the mask and the clock of whoever builds: readable by all, writable by root alone, from one moment."""
    moment = made_at.timestamp()
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            is_run = path.is_dir() or bool(path.stat().st_mode & 0o100)
            path.chmod(0o755 if is_run else 0o644)
        os.utime(path, (moment, moment), follow_symlinks=False)
