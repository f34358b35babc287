"""The portable .tar.gz: the program folder, what puts it into a menu, and the mark that keeps its data beside it."""

from __future__ import annotations

import gzip
import platform
import shutil
import tarfile
from datetime import datetime
from pathlib import Path

from bundle.linux.shared_files import FILES, stage

# A file of this name beside the program has everything kept there (app/core/paths.py).
PORTABLE_MARK = "portable"


def make_archive(program: Path, icons: Path, version: str, made_at: datetime, work: Path, products: Path) -> Path:
    """Pack the folder, the same bytes every time; returns the archive."""
    tree = work / "portable"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(program, tree, symlinks=True)
    stage(tree / "share", icons, version, made_at)
    for name in ("add-to-menu.sh", "README.txt"):
        shutil.copy(FILES / name, tree)
    (tree / PORTABLE_MARK).touch()
    archive = products / f"slipstream-{version}-linux-{platform.machine()}.tar.gz"
    moment = int(made_at.timestamp())

    def neutral(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = moment
        member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
        return member

    with (
        archive.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=moment) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar,
    ):
        for path in (tree, *sorted(tree.rglob("*"))):
            place = Path("slipstream") / path.relative_to(tree)
            tar.add(path, str(place), recursive=False, filter=neutral)
    shutil.rmtree(tree)
    return archive
