"""Reads what a GGUF file of unknown origin says of itself, bounded by the file's size, without reading a weight."""

import hashlib
import math
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, Final

from app.formats.errors import FileCutShort, FormatError, ShardMissing, plain_name
from app.formats.ggml_types import GGML_TYPES
from app.formats.opening import describe_head, open_unknown

Scalar = int | float | bool | str
Value = Scalar | list[int] | list[float] | list[bool] | list[str]

STRING: Final = 8
ARRAY: Final = 9

TOKENS_KEY = "tokenizer.ggml.tokens"

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_DEFAULT_ALIGNMENT = 32
_MAX_DIMENSIONS = 4
_CHUNK_BYTES = 4 << 20
# A vocabulary of 260,000 tokens with its merges takes about 16 MB.
_MAX_HEADER_BYTES = 256 << 20
_KEPT_ITEMS = 1024
_BOOL = 7
# Value type -> struct format: u8 i8 u16 i16 u32 i32 f32 bool, u64 i64 f64 (ggml/docs/gguf.md).
_FORMATS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_SIZES = {kind: struct.calcsize("<" + form) for kind, form in _FORMATS.items()}
_SPLIT_NAME = re.compile(r"(.+)-(\d{5})-of-(\d{5})\.gguf")
_U64 = struct.Struct("<Q")


@dataclass(frozen=True, slots=True)
class GgufTensor:
    """A tensor's place: `shape` with rows before columns (GGUF's own order reversed), `type` by name ("Q4_K").

    `offset` counts bytes from the start of the file `path`.
    """

    name: str
    shape: tuple[int, ...]
    type: str
    offset: int
    size_bytes: int
    path: Path


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """All that a GGUF file says before its weights.

    `types` gives for every key of `metadata` GGUF's number of its value type and, for an array, of its items (else
    None). Strings that are not UTF-8 hold surrogate escapes. `tokens_digest` is the sha256, in hex, over the token list
    as it stands in the file (per token 8 bytes little-endian length, then its bytes); None without tokens.
    """

    path: Path
    version: int
    metadata: Mapping[str, Value]
    types: Mapping[str, tuple[int, int | None]]
    tensors: Mapping[str, GgufTensor]
    tokens_n: int
    tokens_digest: str | None
    size_bytes: int

    @property
    def architecture(self) -> str:
        """`general.architecture`, "" when it is missing."""
        value = self.metadata.get("general.architecture")
        return plain_name(value) if isinstance(value, str) else ""


def read_gguf(path: Path, *, arrays: bool = True) -> GgufHeader:
    """What the file `path` says of itself; without `arrays`, arrays of over 1024 items are checked but not kept.

    Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, versions 2 and 3, little-endian. Raises
    FormatError or one of its kinds, PathMissing, PathNotReadable.
    """
    with open_unknown(path) as (stream, size):
        reader = _Reader(stream, size, path, arrays)
        version = reader.preamble()
        tensor_n, pair_n = reader.count(24), reader.count(13)
        for _ in range(pair_n):
            reader.pair()
        infos = [reader.tensor_info() for _ in range(tensor_n)]
        tensors = _placed(reader, infos)
    return GgufHeader(
        path, version, reader.metadata, reader.types, tensors, reader.tokens_n, reader.tokens_digest, size
    )


def read_gguf_parts(path: Path, *, arrays: bool = True) -> GgufHeader:
    """As `read_gguf`, for a model that may be split over files: any of them may be named.

    Metadata and path are those of the first part, the tensors and the size those of all. Raises ShardMissing when a
    part is not beside the others.
    """
    parts = part_paths(path)
    headers = [read_gguf(parts[0], arrays=arrays), *(read_gguf(part, arrays=False) for part in parts[1:])]
    first = headers[0]
    split_n = first.metadata.get("split.count", 1)
    if split_n not in (0, 1, len(parts)):
        raise ShardMissing(path=str(path.parent), name=f"one of {split_n} parts of {path.name}")
    tensors = {name: tensor for header in headers for name, tensor in header.tensors.items()}
    if len(tensors) != sum(len(header.tensors) for header in headers):
        raise FormatError(path=str(path), detail="two of its parts hold the same tensor")
    return replace(first, tensors=tensors, size_bytes=sum(header.size_bytes for header in headers))


def part_paths(path: Path) -> tuple[Path, ...]:
    """The files of the model that `path` is a part of, by their names NAME-00001-of-00003.gguf; itself alone else."""
    found = _SPLIT_NAME.fullmatch(path.name)
    if not found:
        return (path,)
    parts = [path.with_name(f"{found[1]}-{i:05d}-of-{found[3]}.gguf") for i in range(1, int(found[3]) + 1)]
    if missing := next((part for part in parts if not part.is_file()), None):
        raise ShardMissing(path=str(path.parent), name=missing.name)
    return tuple(parts) or (path,)


class _Reader:
    """Walks through the header; every length is checked against what the file still holds before it is used."""

    def __init__(self, stream: BinaryIO, size: int, path: Path, arrays: bool) -> None:
        self._stream = stream
        self._buffer = bytearray()
        self._keeps_arrays = arrays
        self.size = size
        self.path = path
        self.position = 0
        self.metadata: dict[str, Value] = {}
        self.types: dict[str, tuple[int, int | None]] = {}
        self.tokens_n = 0
        self.tokens_digest: str | None = None

    def fail(self, detail: str) -> FormatError:
        return FormatError(path=str(self.path), detail=detail)

    def require(self, length: int) -> None:
        """Have the next `length` bytes in the buffer."""
        end = self.position + length
        if end <= len(self._buffer):
            return
        if end > self.size:
            raise FileCutShort(path=str(self.path), size_bytes=self.size, expected_bytes=end)
        if end > _MAX_HEADER_BYTES:
            raise self.fail(f"its header would be over {_MAX_HEADER_BYTES >> 20} MiB long")
        self._buffer += self._stream.read(max(end - len(self._buffer), _CHUNK_BYTES))
        if end > len(self._buffer):
            raise FileCutShort(path=str(self.path), size_bytes=len(self._buffer), expected_bytes=self.size)

    def numbers(self, form: str, count: int = 1) -> tuple[int | float | bool, ...]:
        size = struct.calcsize("<" + form) * count
        self.require(size)
        values = struct.unpack_from(f"<{count}{form}", self._buffer, self.position)
        self.position += size
        return values

    def integer(self, form: str) -> int:
        return int(self.numbers(form)[0])

    def count(self, item_bytes: int) -> int:
        """How many items follow that take at least `item_bytes` each."""
        count = self.integer("Q")
        end = self.position + count * item_bytes
        if end > self.size + _CHUNK_BYTES:
            raise self.fail(f"it claims to hold {count} items, more than there is room for")
        if end > self.size:
            raise FileCutShort(path=str(self.path), size_bytes=self.size, expected_bytes=end)
        return count

    def text(self) -> str:
        length = self.count(1)
        self.require(length)
        start, self.position = self.position, self.position + length
        return self._buffer[start : self.position].decode("utf-8", "surrogateescape")

    def preamble(self) -> int:
        magic = bytes(int(byte) for byte in self.numbers("B", min(4, self.size)))
        if magic != _MAGIC:
            raise self.fail(describe_head(magic))
        version = self.integer("I")
        if version & 0xFFFF == 0:
            raise self.fail("it was made for a big-endian machine")
        if version not in _VERSIONS:
            raise self.fail(f"it is GGUF version {version}; versions 2 and 3 can be read")
        return version

    def pair(self) -> None:
        key, kind = self.text(), self.integer("I")
        if key in self.metadata or key in self.types:
            raise self.fail(f"the key {key[:80]!r} stands in it twice")
        if kind == ARRAY:
            self._array(key)
        else:
            self.metadata[key] = self._scalar(key, kind)
            self.types[key] = (kind, None)

    def _scalar(self, key: str, kind: int) -> Scalar:
        if kind == STRING:
            return self.text()
        if kind == _BOOL:
            return self.integer("B") != 0
        if kind not in _FORMATS:
            raise self.fail(f"the key {key[:80]!r} has the unknown type {kind}")
        return self.numbers(_FORMATS[kind])[0]

    def _array(self, key: str) -> None:
        kind = self.integer("I")
        if kind == STRING:
            count = self.count(8)
            is_kept = self._keeps_arrays or count <= _KEPT_ITEMS
            start = self.position
            values: Value = self._strings(count, is_kept)
            if key == TOKENS_KEY:
                self._tokens(count, start)
        elif kind in _FORMATS:
            count = self.count(_SIZES[kind])
            is_kept = self._keeps_arrays or count <= _KEPT_ITEMS
            values = self._number_list(kind, count, is_kept)
        else:
            raise self.fail(f"the key {key[:80]!r} is an array of the unknown type {kind}")
        self.types[key] = (ARRAY, kind)
        if is_kept:
            self.metadata[key] = values

    def _tokens(self, count: int, start: int) -> None:
        """Note the list of `count` tokens that began at `start`."""
        listed, unpack = bytes(memoryview(self._buffer)[start : self.position]), _U64.unpack_from
        self.tokens_n, self.tokens_digest = count, hashlib.sha256(listed).hexdigest()
        seen: set[bytes] = set()
        begin = empty_n = 0
        for _ in range(count):
            end = begin + 8 + unpack(listed, begin)[0]
            seen.add(listed[begin:end])
            empty_n += end == begin + 8
            begin = end
        # The engine aborts on it; only those without a text get names of their own there.
        if len(seen) < count - max(empty_n - 1, 0):
            raise self.fail("two of its tokens are the same")

    def _number_list(self, kind: int, count: int, is_kept: bool) -> Value:
        if is_kept:
            form = "B" if kind == _BOOL else _FORMATS[kind]
            values = list(self.numbers(form, count))
            return [value != 0 for value in values] if kind == _BOOL else values
        self.require(count * _SIZES[kind])
        self.position += count * _SIZES[kind]
        return []

    def _strings(self, count: int, is_kept: bool) -> list[str]:
        # The hot loop of the reader: half a million turns for a large vocabulary and its merges.
        texts: list[str] = []
        buffer, position, unpack = self._buffer, self.position, _U64.unpack_from
        for _ in range(count):
            if position + 8 > len(buffer):
                self.position = position
                self.require(8)
            start = position + 8
            position = start + unpack(buffer, position)[0]
            if position > len(buffer):
                self.position = start
                self.require(position - start)
            if is_kept:
                texts.append(buffer[start:position].decode("utf-8", "surrogateescape"))
        self.position = position
        return texts

    def tensor_info(self) -> tuple[str, tuple[int, ...], int, int]:
        """(name, shape in GGUF's order, type number, offset from the start of the data)."""
        name = self.text()
        dimensions = self.integer("I")
        if dimensions > _MAX_DIMENSIONS:
            raise self.fail(f"tensor {name[:80]!r} has {dimensions} dimensions")
        shape = tuple(int(size) for size in self.numbers("Q", dimensions)) if dimensions else ()
        return name, shape, self.integer("I"), self.integer("Q")


def _placed(reader: _Reader, infos: list[tuple[str, tuple[int, ...], int, int]]) -> dict[str, GgufTensor]:
    """The tensors with their places in the file, checked against its size and against each other."""
    if not infos:
        return {}
    alignment = reader.metadata.get("general.alignment", _DEFAULT_ALIGNMENT)
    if type(alignment) is not int or not 1 <= alignment <= 1 << 20 or alignment & (alignment - 1):
        raise reader.fail(f"its alignment is {str(alignment)[:40]}")
    data_start = -(-reader.position // alignment) * alignment
    tensors: dict[str, GgufTensor] = {}
    for name, shape, kind, offset in infos:
        if name in tensors:
            raise reader.fail(f"tensor {name[:80]!r} stands in it twice")
        if offset % alignment:
            raise reader.fail(f"tensor {name[:80]!r} is not aligned")
        size_bytes = _tensor_size(reader, name, shape, kind)
        start = data_start + offset
        tensors[name] = GgufTensor(name, shape[::-1], GGML_TYPES[kind].name, start, size_bytes, reader.path)
    placed = sorted((tensor.offset, tensor.offset + tensor.size_bytes, tensor.name) for tensor in tensors.values())
    for before, after in pairwise(placed):
        if after[0] < before[1]:
            raise reader.fail(f"tensors {before[2][:80]!r} and {after[2][:80]!r} overlap")
    _check_end(
        reader,
        placed[-1][1],
        placed[-1][2],
        data_start + sum(-(-t.size_bytes // alignment) * alignment for t in tensors.values()),
    )
    return tensors


def _check_end(reader: _Reader, end: int, last_name: str, packed_end: int) -> None:
    """Raise when the last tensor ends outside the file: cut short, if tensors side by side would end there as well."""
    if end <= reader.size:
        return
    if end > packed_end:
        raise reader.fail(f"tensor {last_name[:80]!r} lies outside the file")
    raise FileCutShort(path=str(reader.path), size_bytes=reader.size, expected_bytes=end)


def _tensor_size(reader: _Reader, name: str, shape: tuple[int, ...], kind: int) -> int:
    stored = GGML_TYPES.get(kind)
    if stored is None:
        raise reader.fail(f"tensor {name[:80]!r} has a type that this version does not know ({kind})")
    values = math.prod(shape)
    if values >= 1 << 63 or (shape and shape[0] % stored.values):
        raise reader.fail(f"tensor {name[:80]!r} has the impossible shape {str(list(shape))[:60]}")
    return values // stored.values * stored.size_bytes
