"""Whose work lies in a bundle: packages, the interpreter and system libraries, each with its licence."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path, PurePosixPath
from typing import Literal

from bundle.contents import LLAMA_CPP_LIBRARIES, Entry

LICENCES = Path(__file__).with_name("licences")
ROOT = Path(__file__).resolve().parents[2]

Kind = Literal["package", "library", "interpreter"]

# Linux has this of its own; of FreeType, Qt has the rasterizer everywhere.
_WITHIN_QT_ELSEWHERE = () if sys.platform == "linux" else (("zlib", "Zlib"),)
# The works of others that a package brings along: the licence of each, whose text we keep.
_WITHIN: Mapping[str, tuple[tuple[str, str], ...]] = {
    "llama-cpp-python": (("llama.cpp", "MIT"), ("llamafile", "MIT")),
    "pyside6-essentials": (
        *(("Qt", "LGPL-3.0-only"), ("ICU", "Unicode-3.0"), ("HarfBuzz", "MIT"), ("PCRE2", "BSD-3-Clause")),
        *(("libjpeg-turbo", "IJG AND Zlib"), ("libpng", "libpng-2.0"), ("libwebp", "BSD-3-Clause"), ("MD4C", "MIT")),
        *(("double-conversion", "BSD-3-Clause"), ("TinyCBOR", "MIT"), ("FreeType", "FTL"), *_WITHIN_QT_ELSEWHERE),
        *(("Smooth Scaling Algorithm", "BSD-2-Clause AND Imlib2"), ("X Server helper", "X11 AND HPND")),
    ),
    "ziafont": (("DejaVu fonts", "Bitstream-Vera"),),
    "ziamath": (("STIX Two fonts", "OFL-1.1"),),
}
# The same of a backend that lies beside the libraries of the first one.
_BACKENDS_OF = "llama-cpp-python"
_WITHIN_BACKENDS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "ggml-vulkan": (("Vulkan headers", "Apache-2.0"), ("SPIR-V headers", "MIT")),
}
# The LGPL refers to the GPL.
_LGPL = ("LGPL-3.0", "GPL-3.0")
_KEPT_TEXTS: Mapping[str, tuple[str, ...]] = {"pyside6-essentials": _LGPL, "shiboken6": _LGPL, "Qt": _LGPL}
# Of the system that a bundle for Windows is made on, for others may lack it.
_OF_MICROSOFT = re.compile(r"(vcruntime|msvcp|vcomp|concrt|ucrtbase)\w*\.dll", re.IGNORECASE)
_MICROSOFTS = "Microsoft Visual C++ runtime"
# Of a namespace, PyInstaller's source.
_NO_FILE = "-"
_LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
_DOCS = Path("/usr/share/doc")


class PartUnknown(Exception):
    """A file would be shipped of which nobody knows whose it is, or what its licence says."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something that others made: `licence` is an SPDX expression where its maker names one, `texts` in full.

    Of what a maker took `within` a part of his own, its name and version, he alone knows the `version`: it is empty.
    """

    name: str
    version: str
    kind: Kind
    licence: str
    texts: tuple[str, ...]
    within: str = ""

    @property
    def title(self) -> str:
        """Its name and version, or where it is."""
        return f"{self.name} {self.version or f'in {self.within}'}"


def parts_of(entries: Iterable[Entry]) -> tuple[Part, ...]:
    """The parts that the files of a bundle come from, by name; raises PartUnknown for one without a licence text."""
    owners = _owners_in_environment()
    packages, system_files, backends = {"pyinstaller"}, set(), set()
    for destination, source, kind in entries:
        if kind == "SYMLINK" or source == _NO_FILE:
            continue
        place = PurePosixPath(destination.replace("\\", "/")).as_posix()
        owner = owners.get(place.removesuffix("c") if place.endswith(".pyc") else place)
        if owner is not None:
            packages.add(owner)
        elif PurePosixPath(place).parent == PurePosixPath(LLAMA_CPP_LIBRARIES):
            packages.add(_BACKENDS_OF)
            backends.add(PurePosixPath(place).stem.removeprefix("lib"))
        elif not _is_own(place) and not _is_of_python(place, Path(source)):
            system_files.add(Path(source).resolve())
    found = [_package(name) for name in packages]
    found += [_within(part, inner, licence) for part in found for inner, licence in _WITHIN.get(part.name, ())]
    found += [
        _within(part, inner, licence)
        for part in found
        if part.name == _BACKENDS_OF
        for backend in sorted(backends)
        for inner, licence in _WITHIN_BACKENDS.get(backend, ())
    ]
    found += [_interpreter(), *{_library(path) for path in system_files}]
    for part in found:
        if not part.texts:
            raise PartUnknown(f"{part.title} brings no licence text; put it into {LICENCES}")
    return tuple(sorted(found, key=lambda part: part.name.lower()))


def _owners_in_environment() -> dict[str, str]:
    """The package that each file of the environment belongs to, by its path below site-packages."""
    owners: dict[str, str] = {}
    for found in distributions():
        name = _normal(found.name)
        owners.update((file.as_posix(), name) for file in found.files or ())
    return owners


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _is_own(place: str) -> bool:
    return place.startswith(("app/", "assets/")) or place == "main.pyc"


def _is_of_python(place: str, source: Path) -> bool:
    library = Path(sysconfig.get_path("stdlib"))
    if place == "base_library.zip" or place.startswith("_pyi_rth_utils"):
        return True
    if place.endswith(".pyc"):
        return (library / place.removesuffix("c")).exists()
    return source.resolve().is_relative_to(Path(sys.base_prefix).resolve())


def _package(name: str) -> Part:
    found = distribution(name)
    return Part(name, found.version, "package", _licence_name(found), (*_texts(found), *_kept_texts(name)))


def _licence_name(found: Distribution) -> str:
    meta = found.metadata
    named = next((meta[field] for field in ("License-Expression", "License") if field in meta), "")
    if named and "\n" not in named and len(named) < 100:
        return named
    classifiers = [line.rsplit(" :: ", 1)[-1] for line in meta.get_all("Classifier") or () if "License ::" in line]
    return " / ".join(classifiers)


def _texts(found: Distribution) -> tuple[str, ...]:
    """The licence files of a package, those of what is compiled into it among them."""
    files = [file for file in found.files or () if _is_licence(PurePosixPath(file.as_posix()))]
    return tuple(
        Path(str(found.locate_file(file))).read_text(encoding="utf-8", errors="replace").strip() for file in files
    )


def _is_licence(path: PurePosixPath) -> bool:
    folder = next((part for part in path.parts if part.endswith(".dist-info")), None)
    return folder == path.parts[0] and bool(_LICENCE_FILE.match(path.name) or "licenses" in path.parts)


def _kept_texts(name: str) -> tuple[str, ...]:
    """Texts that we keep for those that bring none."""
    files = [LICENCES / f"{kept.replace(' ', '-')}.txt" for kept in _KEPT_TEXTS.get(name, (name,))]
    return tuple(path.read_text(encoding="utf-8").strip() for path in files if path.is_file())


def _within(outer: Part, name: str, licence: str) -> Part:
    return Part(name, "", "library", licence, _kept_texts(name), within=outer.title)


def _interpreter() -> Part:
    places = [Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix), _DOCS / f"python3.{sys.version_info.minor}"]
    files = [place / name for place in places for name in ("LICENSE.txt", "LICENSE", "copyright")]
    texts = [path.read_text(encoding="utf-8").strip() for path in files if path.is_file()]
    version = ".".join(str(number) for number in sys.version_info[:3])
    return Part("Python", version, "interpreter", "PSF-2.0", tuple(texts[:1]))


def _library(path: Path) -> Part:
    """Microsoft's runtime, or the Debian package of a library; raises PartUnknown where there is none."""
    if _OF_MICROSOFT.fullmatch(path.name):
        return Part(_MICROSOFTS, "14", "library", "", _kept_texts(_MICROSOFTS))
    name, version = _debian_package(path)
    text = (_DOCS / name.split(":")[0] / "copyright").read_text(encoding="utf-8", errors="replace").strip()
    return Part(name.split(":")[0], version, "library", "", (text,))


@cache
def _debian_package(path: Path) -> tuple[str, str]:
    # /lib is a link to /usr/lib, and the package database knows the one or the other.
    for spelling in (str(path), str(path).removeprefix("/usr")):
        answer = _output("dpkg-query", "--search", spelling)
        if answer:
            name = answer.split(": ", 1)[0].split(",")[0]
            return name, _output("dpkg-query", "--show", "--showformat", "${Version}", name)
    raise PartUnknown(f"nobody knows whose {path} is")


def _output(*command: str) -> str:
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return answer.stdout.strip() if answer.returncode == 0 else ""
