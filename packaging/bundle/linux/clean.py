"""Python's own libraries, made ready for other machines: no debugging symbols, no folders of this one."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

from bundle.linux.elf import binaries, linked, strip, without_search_path

SOURCES_OF_PYTHON = str(sysconfig.get_config_var("abs_srcdir") or "")
"""The folder that the Python at hand was compiled in, whose files its checks name when they fail."""
_PYTHONS = ("libpython3.", "lib-dynload")


def clean(contents: Path, prefix: str = sys.base_prefix, sources: str = SOURCES_OF_PYTHON) -> None:
    """Clean what was built with Python itself, from `sources` for the place `prefix`; wheels come clean.

    A Python that was built for this machine looks for libraries in its own folder, and holds that name as its prefix:
    there, a name of the same length takes its place, which a bundled Python never looks at.
    """
    of_python = [path for path in binaries(contents) if any(name in path.as_posix() for name in _PYTHONS)]
    for path in of_python:
        strip(path)
        if any(not place.startswith("$ORIGIN") for place in linked(path).search_path):
            path.write_bytes(without_search_path(path.read_bytes()))
    if is_of_this_machine(prefix):
        # All but its last part: a linker lets another text, such as a version, begin in the middle of this one.
        names = [f"{Path(folder).parent}/".encode() for folder in (prefix, sources) if folder]
        for path in (*of_python, *contents.glob("_sysconfigdata*.pyc")):
            content = path.read_bytes()
            for name in names:
                content = content.replace(name, b"/python".ljust(len(name), b"/")[: len(name)])
            path.write_bytes(content)


def is_of_this_machine(prefix: str) -> bool:
    """Whether a Python lies where none lies on other machines."""
    return not prefix.startswith("/usr")
