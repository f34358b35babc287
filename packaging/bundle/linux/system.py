"""What a bundle needs of the system that it runs on: libraries, as Debian's packages, and how new."""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from system_parts import PACKAGE_OF_LIBRARY

from bundle.linux.clean import SOURCES_OF_PYTHON, is_of_this_machine
from bundle.linux.elf import binaries, linked
from bundle.made import ROOT, BundleFailed

# Debian 12's, which Debian 13 and Ubuntu 24.04 are above; on ARM64 Ubuntu 24.04's, since Qt's wheels ask for it there.
_FLOORS: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "x86_64": {"GLIBC": (2, 36), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0)},
    "aarch64": {"GLIBC": (2, 39), "GLIBCXX": (3, 4, 33), "CXXABI": (1, 3, 15), "GCC": (14, 0)},
}
_C_LIBRARY = "libc6"
_PACKAGES: Mapping[str, str] = PACKAGE_OF_LIBRARY | {
    "libstdc++.so.6": "libstdc++6",
    "libgcc_s.so.1": "libgcc-s1",
    "liblzma.so.5": "liblzma5",
    "libuuid.so.1": "libuuid1",
    "libexpat.so.1": "libexpat1",
    "libvulkan.so.1": "libvulkan1",
    **dict.fromkeys(
        (
            *(
                "libc.so.6",
                "libm.so.6",
                "libdl.so.2",
                "libpthread.so.0",
                "librt.so.1",
                "libresolv.so.2",
                "libutil.so.1",
            ),
            *("ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"),
        ),
        _C_LIBRARY,
    ),
}
# A backend is a module that may be missing something: it is skipped then.
_BACKENDS = "llama_cpp/lib/libggml-"


@dataclass(frozen=True, slots=True)
class SystemNeeds:
    """Debian packages that the bundle cannot start without, those that a backend asks for, and the glibc it wants."""

    packages: tuple[str, ...]
    of_backends: tuple[str, ...]
    c_library: tuple[int, ...]


def system_needs(folder: Path) -> SystemNeeds:
    """Read from the binaries of a program folder; raises BundleFailed for a library that no known package has."""
    files = list(binaries(folder))
    own = {path.name for path in files} | {path.name for path in folder.rglob("*") if path.is_symlink()}
    needed: dict[str, set[bool]] = {}
    newest: tuple[int, ...] = ()
    for path in files:
        is_optional = _BACKENDS in path.as_posix() and "libggml-base" not in path.name
        facts = linked(path)
        newest = max([newest, *(version for name, version in facts.versions if name == "GLIBC")])
        for name in set(facts.needed) - own:
            if name not in _PACKAGES:
                raise BundleFailed(f"{path} needs {name}, and which package has it is not known")
            needed.setdefault(_PACKAGES[name], set()).add(is_optional)
    needed.pop(_C_LIBRARY, None)
    packages = tuple(sorted(name for name, ways in needed.items() if False in ways))
    return SystemNeeds(packages, tuple(sorted(set(needed) - set(packages))), newest)


def problems(folder: Path, names_of_this_machine: tuple[str, ...]) -> list[str]:
    """What keeps a program folder from running elsewhere: too new a system, or folders that are only here."""
    found = []
    floor = _FLOORS[platform.machine()]
    for path in binaries(folder):
        place = path.relative_to(folder)
        facts = linked(path)
        for name, version in facts.versions:
            if version > floor[name]:
                found.append(f"{place} needs {name} {'.'.join(map(str, version))}")
        found += [
            f"{place} looks for libraries in {where}" for where in facts.search_path if not where.startswith("$ORIGIN")
        ]
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            content = path.read_bytes()
            found += [
                f"{path.relative_to(folder)} names {name}" for name in names_of_this_machine if name.encode() in content
            ]
    return found


def names_of_this_machine() -> tuple[str, ...]:
    """Folders that a bundle may not speak of: where it was made, and a Python that is not the system's."""
    prefixes = [prefix for prefix in (sys.base_prefix, sys.prefix) if is_of_this_machine(prefix)]
    sources = [SOURCES_OF_PYTHON] if SOURCES_OF_PYTHON and is_of_this_machine(sys.base_prefix) else []
    return tuple(sorted({str(ROOT), *prefixes, *sources}))
