"""Makes the program folder and what is downloaded, and tells how large they are."""

from __future__ import annotations

import argparse
import hashlib
import platform
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import lockfile
from backend_module import Backend, find_module
from llama_cpp_wheel import NAME
from stamp import LOCK

from app import __version__
from bundle.contents import CONTENTS_FOLDER
from bundle.made import PRODUCTS, WORK, BundleFailed, made_at
from bundle.parts import PartUnknown
from bundle.program import make_program
from bundle.sizes import parts_by_size


def main(argv: Sequence[str]) -> int:
    """Make everything for this system below dist/; returns 1 with a sentence when that is not possible."""
    parser = argparse.ArgumentParser(prog="dev.py bundle", description=__doc__)
    parser.add_argument("--folder-only", action="store_true", help="make the program folder and no packages of it")
    parser.add_argument("--without-vulkan", action="store_true", help="leave out the backend for graphics cards")
    options = parser.parse_args(argv)
    try:
        backends = () if options.without_vulkan or sys.platform == "darwin" else (vulkan_module(),)
        program = make_program(PRODUCTS, WORK, backends)
        products = [] if options.folder_only else make_packages(program)
    except (BundleFailed, PartUnknown) as error:
        print(error, file=sys.stderr)
        return 1
    for line in report(program, products):
        print(line)
    return 0


def vulkan_module() -> Path:
    """The backend that `dev.py wheel vulkan` compiled; raises BundleFailed where it did not."""
    block = lockfile.blocks((LOCK / "environment.txt").read_text(encoding="utf-8"))[NAME]
    backend = Backend("vulkan")
    folder = find_module(block, backend)
    if folder is None:
        way = "make it with `python3 packaging/dev.py wheel vulkan`, or leave it out with --without-vulkan"
        raise BundleFailed(f"The backend for graphics cards is missing: {way}.")
    return folder / backend.file_name


def make_packages(program: Path) -> list[Path]:
    """Everything that is downloaded for this system, with its bill of materials and the sums of all."""
    if sys.platform == "linux":
        from bundle.linux.packages import packages
    elif sys.platform == "darwin":
        from bundle.macos.packages import packages
    else:
        from bundle.windows.packages import packages
    products = packages(program, __version__, made_at())
    bill = PRODUCTS / f"slipstream-{__version__}-{platform.system().lower()}-{platform.machine()}.cdx.json"
    shutil.copyfile(WORK / "slipstream.cdx.json", bill)
    products.append(bill)
    write_sums(products, PRODUCTS / "SHA256SUMS")
    return products


def write_sums(files: Sequence[Path], path: Path) -> None:
    """The sums in the form that `sha256sum --check` reads."""
    lines = []
    for file in sorted(files):
        with file.open("rb") as content:
            lines.append(f"{hashlib.file_digest(content, 'sha256').hexdigest()}  {file.name}\n")
    path.write_text("".join(lines), encoding="ascii", newline="\n")


def report(program: Path, products: Sequence[Path]) -> list[str]:
    """What was made, and the largest parts of it."""
    contents = program / CONTENTS_FOLDER if (program / CONTENTS_FOLDER).is_dir() else program
    parts = parts_by_size(contents)
    lines = [f"{program}: {sum(size for _, size, _ in parts) / 1e6:.0f} MB"]
    lines += [f"{file}: {file.stat().st_size / 1e6:.1f} MB" for file in products]
    lines += ["", f"{'part':<34}{'on disk':>10}{'packed':>10}"]
    return lines + [f"{name:<34}{size / 1e6:>7.1f} MB{packed / 1e6:>7.1f} MB" for name, size, packed in parts]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
