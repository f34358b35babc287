"""Where the entries of a ZIP archive lie whose content is stored as it is, told from its directory alone.

Format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, sections 4.3.7 to 4.3.16.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

from app.formats.errors import FileCutShort, FormatError, plain_name

# A checkpoint's archive has one entry for each tensor, and its directory some 100 bytes for each of those.
_MOST_DIRECTORY_BYTES = 8 << 20
_END = struct.Struct("<4s4H2LH")
_LOCATOR = struct.Struct("<4sLQL")
_END64 = struct.Struct("<4sQ2H2L4Q")
_ENTRY = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_MOST_COMMENT_BYTES = 0xFFFF
_ZIP64_EXTRA = 0x0001
_ENCRYPTED = 0x1 | 0x40 | 0x2000
_OF_64_BITS = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class ZipEntry:
    """A stored entry: its content lies in the file at `offset`, `size_bytes` long."""

    name: str
    offset: int
    size_bytes: int


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """An entry as the directory lists it: where the header before its content lies, and how long the content is."""

    name: str
    header_offset: int
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Directory:
    """The list of entries: where it lies in the file."""

    offset: int
    size_bytes: int


def read_entries(stream: BinaryIO, size: int, path: Path) -> dict[str, ZipEntry]:
    """Every entry of the archive of `size` bytes that `stream` reads, by name.

    Raises FormatError for what is no such archive, an entry that is compressed or encrypted, one that lies outside the
    file or on another, and a name given twice; FileCutShort where the directory at the end is missing.
    """
    directory = find_directory(stream, size, path)
    entries: dict[str, ZipEntry] = {}
    for entry in list_entries(stream, directory, path):
        if entry.name in entries:
            raise FormatError(path=str(path), detail=f"it holds {entry.name[:80]!r} twice")
        offset = _content_offset(stream, entry.header_offset, path)
        entries[entry.name] = ZipEntry(entry.name, offset, entry.size_bytes)
    _check_layout(entries, directory.offset, path)
    return entries


def find_directory(stream: BinaryIO, size: int, path: Path) -> Directory:
    """The list of entries, told by a record at the end of the file and by another before it in large archives.

    Raises FormatError, FileCutShort where neither is there.
    """
    tail_bytes = min(size, _END.size + _MOST_COMMENT_BYTES)
    stream.seek(size - tail_bytes)
    tail = stream.read(tail_bytes)
    place = tail.rfind(b"PK\5\6")
    if place < 0 or len(tail) - place < _END.size:
        raise FileCutShort(path=str(path), size_bytes=size, expected_bytes=size + 1)
    end = _END.unpack_from(tail, place)
    end_offset = size - tail_bytes + place
    directory = Directory(end[6], end[5])
    if _OF_64_BITS in (end[5], end[6]) or end[4] == 0xFFFF:
        directory = _directory64(stream, end_offset, path)
    if directory.size_bytes > _MOST_DIRECTORY_BYTES or directory.offset + directory.size_bytes > end_offset:
        raise FormatError(path=str(path), detail=f"its directory would be {directory.size_bytes} bytes long")
    return directory


def _directory64(stream: BinaryIO, end_offset: int, path: Path) -> Directory:
    locator = _unpacked(_LOCATOR, b"PK\6\7", stream, end_offset - _LOCATOR.size, path)
    end = _unpacked(_END64, b"PK\6\6", stream, locator[2], path)
    return Directory(end[9], end[8])


def _unpacked(record: struct.Struct, magic: bytes, stream: BinaryIO, offset: int, path: Path) -> tuple[int, ...]:
    content = b""
    if 0 <= offset < 1 << 62:
        stream.seek(offset)
        content = stream.read(record.size)
    if len(content) != record.size or not content.startswith(magic):
        raise FormatError(path=str(path), detail="its directory points where nothing is")
    return record.unpack(content)


def list_entries(stream: BinaryIO, directory: Directory, path: Path) -> Iterator[ListedEntry]:
    """Each entry in the directory; raises FormatError for one that is compressed or encrypted."""
    stream.seek(directory.offset)
    content, place = stream.read(directory.size_bytes), 0
    while place < len(content):
        if len(content) - place < _ENTRY.size or content[place : place + 4] != b"PK\1\2":
            raise FormatError(path=str(path), detail="its directory is broken")
        fields = _ENTRY.unpack_from(content, place)
        flags, method, stored_bytes, size_bytes = fields[3], fields[4], fields[8], fields[9]
        name_bytes, extra_bytes, comment_bytes, header_offset = fields[10], fields[11], fields[12], fields[16]
        place += _ENTRY.size
        name = plain_name(content[place : place + name_bytes].decode("utf-8", "replace"))
        extra = content[place + name_bytes : place + name_bytes + extra_bytes]
        place += name_bytes + extra_bytes + comment_bytes
        if flags & _ENCRYPTED:
            raise FormatError(path=str(path), detail=f"{name[:80]!r} in it is encrypted")
        sizes = _with_zip64(size_bytes, stored_bytes, header_offset, extra, path)
        if method != 0 or sizes[0] != sizes[1]:
            raise FormatError(path=str(path), detail=f"{name[:80]!r} in it is compressed")
        yield ListedEntry(name, sizes[2], sizes[0])


def _with_zip64(size_bytes: int, stored_bytes: int, offset: int, extra: bytes, path: Path) -> tuple[int, int, int]:
    """The three numbers; those that do not fit 32 bits stand in the extra field, one after the other."""
    found = [size_bytes, stored_bytes, offset]
    if _OF_64_BITS not in found:
        return size_bytes, stored_bytes, offset
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<2H", extra)
        values, extra = extra[4 : 4 + length], extra[4 + length :]
        if kind == _ZIP64_EXTRA:
            wide = [i for i in range(3) if found[i] == _OF_64_BITS]
            if len(values) >= 8 * len(wide):
                for place, i in enumerate(wide):
                    found[i] = struct.unpack_from("<Q", values, 8 * place)[0]
                return found[0], found[1], found[2]
    raise FormatError(path=str(path), detail="its directory is broken")


def _content_offset(stream: BinaryIO, header_offset: int, path: Path) -> int:
    """Where an entry's content begins, behind a header that repeats its name."""
    fields = _unpacked(_LOCAL, b"PK\3\4", stream, header_offset, path)
    return header_offset + _LOCAL.size + fields[9] + fields[10]


def _check_layout(entries: dict[str, ZipEntry], end: int, path: Path) -> None:
    """Raise unless every entry lies before the directory and on no other."""
    placed = sorted((entry.offset, entry.offset + entry.size_bytes, entry.name) for entry in entries.values())
    for before, after in pairwise([(0, 0, ""), *placed]):
        if after[0] < before[1]:
            raise FormatError(path=str(path), detail=f"{after[2][:80]!r} in it lies on {before[2][:80]!r}")
        if after[1] > end:
            raise FormatError(path=str(path), detail=f"{after[2][:80]!r} in it reaches past the end")
