"""What the linker is told by a Linux binary, and taking out of it what names the machine that it was built on."""

from __future__ import annotations

import re
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MAGIC = b"\x7fELF"
_WORD = struct.Struct("<qQ")
_DYNAMIC_SEGMENT = 2
# Tags of the dynamic section, https://refspecs.linuxfoundation.org/elf/gabi4+/ch5.dynamic.html
_END, _STRINGS, _SEARCH_PATH, _NEWER_SEARCH_PATH = 0, 5, 15, 29


@dataclass(frozen=True, slots=True)
class Linked:
    """What a binary asks of the system: `needed` by soname, `versions` as ("GLIBC", (2, 36))."""

    needed: tuple[str, ...]
    search_path: tuple[str, ...]
    versions: tuple[tuple[str, tuple[int, ...]], ...]


def binaries(folder: Path) -> Iterator[Path]:
    """Every ELF file below a folder, links left out."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == MAGIC:
                    yield path


def linked(path: Path) -> Linked:
    """Read by objdump, of the binutils."""
    command = ["objdump", "--private-headers", str(path)]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    search = re.findall(r"^ +(?:RPATH|RUNPATH) +(\S+)$", listing, re.MULTILINE)
    versions = re.findall(r" (GLIBC|GLIBCXX|CXXABI|GCC)_(\d[\d.]*)$", listing, re.MULTILINE)
    return Linked(
        tuple(re.findall(r"^ +NEEDED +(\S+)$", listing, re.MULTILINE)),
        tuple(part for line in search for part in line.split(":") if part),
        tuple((name, tuple(int(number) for number in version.split("."))) for name, version in versions),
    )


def strip(path: Path) -> None:
    """Take the symbols out that only a debugger reads."""
    subprocess.run(["strip", "--strip-unneeded", str(path)], check=True, capture_output=True)


def without_search_path(content: bytes) -> bytes:
    """A 64-bit little-endian ELF file without the folders where it would look for libraries; for one linked elsewhere.

    The entry's place is taken by those behind it, and its text is blanked.
    """
    changed = bytearray(content)
    offset, size = _dynamic_section(content)
    entries = [_WORD.unpack_from(content, place) for place in range(offset, offset + size, _WORD.size)]
    kept = [entry for entry in entries if entry[0] not in (_SEARCH_PATH, _NEWER_SEARCH_PATH)]
    kept += [(_END, 0)] * (len(entries) - len(kept))
    for index, entry in enumerate(kept):
        _WORD.pack_into(changed, offset + index * _WORD.size, *entry)
    strings = _file_offset(content, next(value for tag, value in entries if tag == _STRINGS))
    for tag, value in entries:
        if tag in (_SEARCH_PATH, _NEWER_SEARCH_PATH):
            end = content.index(b"\0", strings + value)
            changed[strings + value : end] = bytes(end - strings - value)
    return bytes(changed)


def _segments(content: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Type, offset in the file, address and size in the file of each segment."""
    if content[:6] != MAGIC + b"\x02\x01":
        raise ValueError("not a 64-bit little-endian ELF file")
    (start,) = struct.unpack_from("<Q", content, 32)
    width, count = struct.unpack_from("<HH", content, 54)
    for place in range(start, start + width * count, width):
        kind, _, offset, address, _, size = struct.unpack_from("<IIQQQQ", content, place)
        yield kind, offset, address, size


def _dynamic_section(content: bytes) -> tuple[int, int]:
    return next((offset, size) for kind, offset, _, size in _segments(content) if kind == _DYNAMIC_SEGMENT)


def _file_offset(content: bytes, address: int) -> int:
    for kind, offset, start, size in _segments(content):
        if kind == 1 and start <= address < start + size:
            return offset + address - start
    raise ValueError(f"no segment holds the address {address:#x}")
