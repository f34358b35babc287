"""Starts a built bundle as a person would, where there is no Python, no compiler and no source of it."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from llama_cpp_wheel import cache_folder
from stamp import ROOT

PRODUCTS = ROOT / "dist"
_INSIDE = "SLIPSTREAM_SMOKE_INSIDE"


def main(argv: Sequence[str]) -> int:
    """Try the packages on each Debian, or a program folder on this system; 1 when something is not as it should be."""
    parser = argparse.ArgumentParser(prog="dev.py smoke", description=__doc__)
    parser.add_argument("packages", nargs="*", type=Path, metavar="PACKAGE", help=".deb and .tar.gz; usual: in dist/")
    parser.add_argument("--debian", type=int, nargs="*", default=(12, 13), choices=(12, 13), help="usual: both")
    parser.add_argument("--here", type=Path, metavar="FOLDER", help="try a program folder on this system instead")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep pictures of the window there")
    options = parser.parse_args(argv)
    if options.here:
        from clean_room.here import try_here

        return try_here(options.here)
    packages = [path.resolve() for path in options.packages or PRODUCTS.glob("slipstream*") if path.is_file()]
    debs = [path for path in packages if path.suffix == ".deb"]
    archives = [path for path in packages if path.name.endswith(".tar.gz")]
    if len(debs) != 1 or len(archives) != 1:
        parser.error("one .deb and one .tar.gz are needed; `dev.py bundle` makes them")
    if sys.platform != "linux" or os.geteuid() != 0:
        parser.error("only root on Linux can make a clean Debian; try --here")
    from clean_room.root import enter_own_namespace

    if _INSIDE not in os.environ:
        os.environ[_INSIDE] = "1"
        enter_own_namespace(Path(__file__), argv)
    from clean_room.trial import try_on

    with tempfile.TemporaryDirectory(prefix="slipstream-smoke-") as folder:
        for debian in options.debian:
            work = Path(folder, f"debian-{debian}")
            if not try_on(debian, debs[0], archives[0], work, cache_folder() / "roots", options.pictures):
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
