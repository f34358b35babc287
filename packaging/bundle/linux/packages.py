"""The packages for Linux, made from a program folder that has been found fit to run elsewhere."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from bundle.linux.archive import make_archive
from bundle.linux.deb import make_deb
from bundle.linux.system import names_of_this_machine, problems, system_needs
from bundle.made import PRODUCTS, WORK, BundleFailed


def packages(program: Path, version: str, made_at: datetime) -> list[Path]:
    """A .deb and a portable .tar.gz; raises BundleFailed for a folder that would not run on Debian 12."""
    if found := problems(program, names_of_this_machine()):
        raise BundleFailed("The program folder is not fit for other machines:\n" + "\n".join(found))
    icons = WORK / "icons"
    deb = make_deb(program, system_needs(program), icons, version, made_at, WORK, PRODUCTS)
    return [deb, make_archive(program, icons, version, made_at, WORK, PRODUCTS)]
