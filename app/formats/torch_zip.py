"""Reads what tensors a PyTorch file holds, in both of its formats, without PyTorch and without running anything of it.

Both formats keep a pickle that lists the tensors and, apart from it, the raw storages that the tensors are views of.
Since version 1.6 these are the entries of a ZIP archive, stored as they are; before, they followed each other in one
file (torch/serialization.py, `_save` and `_legacy_save`). What the pickle may mention is listed here; see
`pickle_values` for why the rest of it can do nothing.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from app.formats.errors import FileCutShort, FormatError, plain_name
from app.formats.opening import describe_head, open_unknown
from app.formats.pickle_values import Name, Vocabulary, read_values
from app.formats.safetensors import DTYPE_BITS, TensorInfo
from app.formats.zip_entries import ZipEntry, read_entries

# Some 20,000 tensors.
MAX_PICKLE_BYTES = 16 << 20
_MOST_DIMENSIONS = 16
_LIST_NAME = "/data.pkl"
_MAGIC_NUMBER = 0x1950A86A20F9469CFC6C
_LEGACY_VERSION = 1001
_LENGTH_BYTES = 8
# Storage classes by the types that safetensors would call them.
_STORAGES: Mapping[str, str] = {
    "torch.DoubleStorage": "F64",
    "torch.FloatStorage": "F32",
    "torch.HalfStorage": "F16",
    "torch.BFloat16Storage": "BF16",
    "torch.LongStorage": "I64",
    "torch.IntStorage": "I32",
    "torch.ShortStorage": "I16",
    "torch.CharStorage": "I8",
    "torch.ByteStorage": "U8",
    "torch.BoolStorage": "BOOL",
}


@dataclass(frozen=True, slots=True)
class _Storage:
    """A run of `values_n` values that tensors are views of; `key` says where it lies."""

    key: str
    dtype: str
    values_n: int

    @property
    def item_bytes(self) -> int:
        return DTYPE_BITS[self.dtype] // 8

    @property
    def size_bytes(self) -> int:
        return self.values_n * self.item_bytes


@dataclass(frozen=True, slots=True)
class _View:
    """A tensor: values of a storage from `start` on, `strides` apart; all counted in values."""

    storage: _Storage
    start: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def read_torch(path: Path) -> dict[str, TensorInfo]:
    """The tensors of one PyTorch file, sorted by name; tied ones share their place.

    Raises PickleRefused for a file that asks for more than tensors, FormatError or one of its kinds for what is no
    such file, holds anything else, or holds a tensor whose values do not lie in order; PathMissing, PathNotReadable.
    """
    with open_unknown(path) as (stream, size):
        head = stream.read(4)
        stream.seek(0)
        if head == b"PK\3\4":
            return _from_zip(stream, size, path)
        if head[:1] == b"\x80":
            return _from_legacy(stream, size, path)
        raise FormatError(path=str(path), detail=describe_head(head))


def _from_zip(stream: BinaryIO, size: int, path: Path) -> dict[str, TensorInfo]:
    entries = read_entries(stream, size, path)
    lists = [name for name in entries if name.endswith(_LIST_NAME) and name.count("/") == 1]
    if len(lists) != 1:
        raise FormatError(path=str(path), detail="it is a ZIP archive and no PyTorch file")
    prefix = lists[0].removesuffix(_LIST_NAME)
    order = entries.get(f"{prefix}/byteorder")
    if order and _content(stream, order, 16, path) != b"little":
        raise FormatError(path=str(path), detail="its numbers are in the byte order of another processor")
    content = _content(stream, entries[lists[0]], MAX_PICKLE_BYTES, path)
    views = _views(read_values(BytesIO(content), _vocabulary(path), path), path)
    places = {
        storage.key: (entry.offset, entry.size_bytes)
        for storage in _storages(views, path)
        if (entry := entries.get(f"{prefix}/data/{storage.key}"))
    }
    return _placed(views, places, path)


def _content(stream: BinaryIO, entry: ZipEntry, most: int, path: Path) -> bytes:
    if entry.size_bytes > most:
        raise FormatError(path=str(path), detail=f"{entry.name[:80]!r} in it has {entry.size_bytes} bytes")
    stream.seek(entry.offset)
    return stream.read(entry.size_bytes)


def _from_legacy(stream: BinaryIO, size: int, path: Path) -> dict[str, TensorInfo]:
    """Five pickles (magic number, version, system, tensors, order of the storages), then the storages."""
    start, vocabulary = BytesIO(stream.read(MAX_PICKLE_BYTES)), _vocabulary(path)
    if read_values(start, vocabulary, path) != _MAGIC_NUMBER or read_values(start, vocabulary, path) != _LEGACY_VERSION:
        raise FormatError(path=str(path), detail="it is a Python pickle and no PyTorch file")
    system = read_values(start, vocabulary, path)
    if not isinstance(system, dict) or system.get("little_endian") is not True:
        raise FormatError(path=str(path), detail="its numbers are in the byte order of another processor")
    views = _views(read_values(start, vocabulary, path), path)
    keys = read_values(start, vocabulary, path)
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise FormatError(path=str(path), detail="its list of storages is broken")
    storages = {storage.key: storage for storage in _storages(views, path)}
    places, offset = {}, start.tell()
    for key in keys:
        if key not in storages:
            raise FormatError(path=str(path), detail=f"its storage {key[:40]!r} is in no tensor")
        storage = storages[key]
        stream.seek(offset)
        if int.from_bytes(stream.read(_LENGTH_BYTES), "little") != storage.values_n:
            raise FormatError(
                path=str(path), detail=f"its storage {key[:40]!r} has another length than its tensors say"
            )
        places[key] = (offset + _LENGTH_BYTES, storage.size_bytes)
        offset += _LENGTH_BYTES + storage.size_bytes
        if offset > size:
            raise FileCutShort(path=str(path), size_bytes=size, expected_bytes=offset)
    return _placed(views, places, path)


def _vocabulary(path: Path) -> Vocabulary:
    """All that a list of tensors needs to mention, and what stands in for it."""

    def broken(what: str) -> FormatError:
        return FormatError(path=str(path), detail=f"its list of tensors is broken ({what})")

    def empty_dict(arguments: tuple[Any, ...]) -> object:
        if arguments:
            raise broken("a dict with arguments")
        return {}

    def tensor(arguments: tuple[Any, ...]) -> object:
        storage, start, shape, strides = (*arguments[:4], *(None,) * 4)[:4]
        if not isinstance(storage, _Storage) or not _is_count(start):
            raise broken("a tensor without values")
        if not _are_counts(shape) or not _are_counts(strides) or len(shape) != len(strides):
            raise broken("a tensor without shape")
        return _View(storage, start, shape, strides)

    def parameter(arguments: tuple[Any, ...]) -> object:
        if not arguments or not isinstance(arguments[0], _View):
            raise broken("a parameter without tensor")
        return arguments[0]

    def storage(identity: object) -> object:
        if not isinstance(identity, tuple) or not 5 <= len(identity) <= 6 or identity[0] != "storage":
            raise broken("values of no known kind")
        name, key, values_n = identity[1], identity[2], identity[4]
        if not isinstance(name, Name) or name.full not in _STORAGES or not isinstance(key, str):
            raise broken("values of no known kind")
        if not _is_count(values_n) or any(part is not None for part in identity[5:]):
            raise broken("values that are a part of others")
        return _Storage(key, _STORAGES[name.full], values_n)

    calls = {
        "collections.OrderedDict": empty_dict,
        "torch._utils._rebuild_tensor": tensor,
        "torch._utils._rebuild_tensor_v2": tensor,
        "torch._utils._rebuild_parameter": parameter,
    }
    return Vocabulary(calls, frozenset(_STORAGES), storage)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 63


def _are_counts(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) <= _MOST_DIMENSIONS and all(map(_is_count, value))


def _views(value: object, path: Path) -> dict[str, _View]:
    """Name -> tensor, as the value of a list of tensors is."""
    if not isinstance(value, dict):
        raise FormatError(path=str(path), detail="it holds something else than named tensors")
    views: dict[str, _View] = {}
    for name, tensor in value.items():
        if not isinstance(name, str) or not isinstance(tensor, _View):
            raise FormatError(path=str(path), detail=f"{str(name)[:80]!r} in it is no tensor")
        if name != plain_name(name):
            raise FormatError(path=str(path), detail=f"{plain_name(name)[:80]!r} in it is no name of a tensor")
        views[name] = tensor
    return dict(sorted(views.items()))


def _storages(views: Mapping[str, _View], path: Path) -> Iterable[_Storage]:
    """Each storage once; raise when tensors tell different things of one."""
    storages: dict[str, _Storage] = {}
    for view in views.values():
        if storages.setdefault(view.storage.key, view.storage) != view.storage:
            raise FormatError(path=str(path), detail=f"its storage {view.storage.key[:40]!r} is of two kinds")
    return storages.values()


def _placed(views: Mapping[str, _View], places: Mapping[str, tuple[int, int]], path: Path) -> dict[str, TensorInfo]:
    """The tensors where they lie in the file; `places` gives (offset, bytes) of each storage."""
    return {name: _info(name, view, places, path) for name, view in views.items()}


def _info(name: str, view: _View, places: Mapping[str, tuple[int, int]], path: Path) -> TensorInfo:
    storage, shown = view.storage, f"tensor {name[:80]!r}"
    if storage.key not in places:
        raise FormatError(path=str(path), detail=f"the values of {shown} are not in it")
    offset, stored_bytes = places[storage.key]
    if stored_bytes != storage.size_bytes:
        raise FormatError(path=str(path), detail=f"the values of {shown} do not take {stored_bytes} bytes")
    values_n = math.prod(view.shape)
    if values_n and not _is_in_order(view):
        raise FormatError(path=str(path), detail=f"the values of {shown} do not lie in order")
    if view.start + values_n > storage.values_n:
        raise FormatError(path=str(path), detail=f"{shown} reaches past its values")
    start, size_bytes = offset + view.start * storage.item_bytes, values_n * storage.item_bytes
    return TensorInfo(name, storage.dtype, view.shape, path, start, size_bytes)


def _is_in_order(view: _View) -> bool:
    """Whether row follows row without a gap; a dimension of one may have any stride."""
    expected = 1
    for size, stride in zip(reversed(view.shape), reversed(view.strides), strict=True):
        if size != 1 and stride != expected:
            return False
        expected *= size
    return True
