"""Rows read straight from the pages of an SQLite file, whatever became of its header and of the tree over them.

The format is that of https://www.sqlite.org/fileformat2.html; numbers are big-endian.
"""

import struct
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import BinaryIO

Value = None | int | float | str | bytes

_MAGIC = b"SQLite format 3\0"
_USUAL_PAGE_BYTES = 4096
_FILE_HEADER_BYTES = 100
_LEAF_OF_A_TABLE = 0x0D
_LONGEST_ROW_BYTES = 64 << 20
_INTEGER_BYTES = (0, 1, 2, 3, 4, 6, 8)
_WAL_MAGICS = (0x377F0682, 0x377F0683)


class Unreadable(Exception):
    """The bytes do not follow the format."""


class Pages:
    """The pages of an open file, by number from 1; those of `newer` stand in for older ones."""

    def __init__(self, stream: BinaryIO, newer: Mapping[int, bytes]) -> None:
        self._stream = stream
        self._newer = newer
        self.page_bytes = _page_bytes(stream)
        stream.seek(0, 2)
        self._file_pages_n = -(-stream.tell() // self.page_bytes)

    def rows(self) -> Iterator[tuple[int, tuple[Value, ...]]]:
        """Number and values of every row in every page that holds rows, of whatever table; a torn row ends early."""
        beyond = sorted(number for number in self._newer if number > self._file_pages_n)
        for number in chain(range(1, self._file_pages_n + 1), beyond):
            page = self._page(number)
            start = _FILE_HEADER_BYTES if number == 1 else 0
            if len(page) < start + 8 or page[start] != _LEAF_OF_A_TABLE:
                continue
            (cells_n,) = struct.unpack_from(">H", page, start + 3)
            for index in range(min(cells_n, (len(page) - start - 8) // 2)):
                (at,) = struct.unpack_from(">H", page, start + 8 + 2 * index)
                try:
                    yield self._row(page, at)
                except Unreadable:
                    continue

    def _page(self, number: int) -> bytes:
        if number in self._newer:
            return self._newer[number]
        self._stream.seek((number - 1) * self.page_bytes)
        return self._stream.read(self.page_bytes)

    def _row(self, page: bytes, at: int) -> tuple[int, tuple[Value, ...]]:
        length, at = _varint(page, at)
        rowid, at = _varint(page, at)
        if not 0 < length <= _LONGEST_ROW_BYTES:
            raise Unreadable
        here = self._bytes_on_leaf(length)
        payload = page[at : at + here]
        if here < length and len(payload) == here:
            payload += self._overflow(page[at + here : at + here + 4], length - here)
        return rowid, tuple(_values(payload))

    def _bytes_on_leaf(self, length: int) -> int:
        """How much of a row stands on its own page; the rest overflows."""
        usable = self.page_bytes
        if length <= usable - 35:
            return length
        least = (usable - 12) * 32 // 255 - 23
        here = least + (length - least) % (usable - 4)
        return here if here <= usable - 35 else least

    def _overflow(self, link: bytes, missing: int) -> bytes:
        parts: list[bytes] = []
        seen: set[int] = set()
        while missing > 0 and len(link) == 4:
            number = int.from_bytes(link, "big")
            if number in seen or number == 0:
                break
            seen.add(number)
            page = self._page(number)
            if len(page) < self.page_bytes or not any(page):
                # Cut off, or zeroed: what would follow does not belong behind what was read.
                break
            link, part = page[:4], page[4 : 4 + missing]
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)


def newer_pages(wal: Path) -> dict[int, bytes]:
    """The last committed state of each page in a write-ahead log; empty where it is none or cannot be read."""
    try:
        content = wal.read_bytes()
    except OSError:
        return {}
    if len(content) < 32:
        return {}
    magic, _, page_bytes, _, *salts = struct.unpack_from(">6I", content)
    if magic not in _WAL_MAGICS or not _is_page_size(page_bytes):
        return {}
    pages: dict[int, bytes] = {}
    begun: dict[int, bytes] = {}
    for at in range(32, len(content) - page_bytes - 23, page_bytes + 24):
        number, committed, *own_salts = struct.unpack_from(">4I", content, at)
        if own_salts != salts:
            break
        begun[number] = content[at + 24 : at + 24 + page_bytes]
        if committed:
            pages |= begun
            begun.clear()
    return pages


def _page_bytes(stream: BinaryIO) -> int:
    stream.seek(0)
    header = stream.read(18)
    if header.startswith(_MAGIC) and len(header) == 18:
        (size,) = struct.unpack_from(">H", header, 16)
        if _is_page_size(65536 if size == 1 else size):
            return 65536 if size == 1 else int(size)
    return _USUAL_PAGE_BYTES


def _is_page_size(size: int) -> bool:
    return 512 <= size <= 65536 and size & (size - 1) == 0


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for index in range(9):
        if at + index >= len(content):
            raise Unreadable
        byte = content[at + index]
        if index == 8:
            value = value << 8 | byte
            break
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return value - (1 << 64) if value >> 63 else value, at + index + 1


def _values(payload: bytes) -> Iterator[Value]:
    """The columns of a record, up to the first one of which nothing is there."""
    header_bytes, at = _varint(payload, 0)
    body = header_bytes
    while at < header_bytes:
        kind, at = _varint(payload, at)
        if kind < 0 or kind in (10, 11):
            raise Unreadable
        length = (kind - 12) // 2 if kind >= 12 else 8 if kind == 7 else 0 if kind > 7 else _INTEGER_BYTES[kind]
        part = payload[body : body + length]
        body += length
        if len(part) < length and (kind < 12 or not part):
            return
        yield _value(kind, part)


def _value(kind: int, part: bytes) -> Value:
    if kind == 0:
        return None
    if kind == 7:
        return float(struct.unpack(">d", part)[0])
    if kind in (8, 9):
        return kind - 8
    if kind < 12:
        return int.from_bytes(part, "big", signed=True)
    return _text(part) if kind % 2 else part


def _text(part: bytes) -> str:
    """What is text of it: where a page was overwritten, the text ends."""
    try:
        return part.decode()
    except UnicodeDecodeError as error:
        return part[: error.start].decode()
