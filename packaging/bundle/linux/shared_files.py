"""What a desktop reads about a program: its menu entry, icons, types of files and its page in a software centre."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path

from bundle.icons import HICOLOR_SIZES, SOURCE

FILES = Path(__file__).with_name("files")
METAINFO = "app.slipstream.Slipstream.metainfo.xml"


def stage(share: Path, icons: Path, version: str, made_at: datetime) -> None:
    """Lay everything out below a folder `share`, as /usr/share has it; `icons` holds the PNGs by size."""
    _copy(FILES / "slipstream.desktop", share / "applications")
    _copy(FILES / "slipstream.xml", share / "mime" / "packages")
    hicolor = share / "icons" / "hicolor"
    _copy(SOURCE, hicolor / "scalable" / "apps")
    for size in HICOLOR_SIZES:
        place = hicolor / f"{size}x{size}" / "apps"
        place.mkdir(parents=True)
        shutil.copyfile(icons / f"{size}.png", place / "slipstream.png")
    metainfo = (FILES / METAINFO).read_text(encoding="utf-8")
    metainfo = metainfo.replace("@VERSION@", version).replace("@DATE@", made_at.strftime("%Y-%m-%d"))
    place = share / "metainfo"
    place.mkdir(parents=True)
    (place / METAINFO).write_text(metainfo, encoding="utf-8")


def _copy(file: Path, folder: Path) -> None:
    folder.mkdir(parents=True)
    shutil.copyfile(file, folder / file.name)
