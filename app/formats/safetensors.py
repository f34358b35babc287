"""Reads what tensors a safetensors file or a checkpoint folder holds, without reading a weight."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from app.core.errors import PathMissing
from app.core.files import safe_join
from app.formats.errors import FileCutShort, FormatError, SeveralModels, ShardMissing, TensorMissing, plain_name
from app.formats.json_file import parse_json_object, read_json_object
from app.formats.opening import describe_head, open_unknown

SINGLE_NAME = "model.safetensors"
INDEX_NAME = "model.safetensors.index.json"

# The format allows 100 MB; 32 MiB name some 300,000 tensors and keep a crafted header from filling the memory.
MAX_HEADER_BYTES = 32 << 20
_MAX_INDEX_BYTES = 64 << 20
_MAX_DIMENSIONS = 16
_LENGTH_BYTES = 8
_SHARD_NAME = re.compile(r"(.+)-(\d{5,6})-of-(\d{5,6})\.safetensors")

# Bits per value, from the format's own list of types.
DTYPE_BITS: Mapping[str, int] = {
    "BOOL": 8, "U8": 8, "I8": 8, "F8_E4M3": 8, "F8_E5M2": 8, "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8,
    "F4": 4, "F6_E2M3": 6, "F6_E3M2": 6,
    "I16": 16, "U16": 16, "F16": 16, "BF16": 16,
    "I32": 32, "U32": 32, "F32": 32,
    "I64": 64, "U64": 64, "F64": 64, "C64": 64,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TensorInfo:
    """Where a tensor lies: `dtype` as the header spells it ("BF16"), `offset` in bytes from the start of the file."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    path: Path
    offset: int
    size_bytes: int


def read_header(path: Path) -> dict[str, TensorInfo]:
    """The tensors of one safetensors file, sorted by name.

    Format: 8 bytes little-endian header length, a JSON object name -> {dtype, shape, data_offsets}, then the data,
    which the tensors cover exactly, without gap or overlap (https://github.com/huggingface/safetensors#format).
    Raises FormatError or one of its kinds, PathMissing, PathNotReadable.
    """
    with open_unknown(path) as (stream, size):
        start = stream.read(_LENGTH_BYTES)
        length = int.from_bytes(start, "little")
        if size < _LENGTH_BYTES:
            raise FormatError(path=str(path), detail=f"it has only {size} bytes")
        first = stream.read(1)
        if length > MAX_HEADER_BYTES or (first and first != b"{"):
            head = start + first
            found = describe_head(head)
            raise FormatError(path=str(path), detail=f"{found}; its header would be {length} bytes long")
        if size < _LENGTH_BYTES + length:
            raise FileCutShort(path=str(path), size_bytes=size, expected_bytes=_LENGTH_BYTES + length)
        header = parse_json_object(first + stream.read(length - 1) if length else b"", path)
    header.pop("__metadata__", None)
    data_start = _LENGTH_BYTES + length
    tensors = [_tensor(path, name, entry, data_start) for name, entry in sorted(header.items())]
    _check_layout(path, tensors, data_start, size)
    return {tensor.name: tensor for tensor in tensors}


def _tensor(path: Path, name: str, entry: Any, data_start: int) -> TensorInfo:
    shown = f"tensor {name[:80]!r}"
    if not isinstance(entry, dict) or not {"dtype", "shape", "data_offsets"} <= entry.keys():
        raise FormatError(path=str(path), detail=f"{shown} is described without type, shape or place")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(dtype, str) or dtype not in DTYPE_BITS:
        raise FormatError(path=str(path), detail=f"{shown} has the unknown type {str(dtype)[:20]!r}")
    if not _are_counts(shape) or len(shape) > _MAX_DIMENSIONS:
        raise FormatError(path=str(path), detail=f"{shown} has the impossible shape {str(shape)[:60]}")
    if not _are_counts(offsets) or len(offsets) != 2 or offsets[0] > offsets[1]:
        raise FormatError(path=str(path), detail=f"{shown} has the impossible place {str(offsets)[:60]}")
    size_bytes = offsets[1] - offsets[0]
    if math.prod(shape) * DTYPE_BITS[dtype] != size_bytes * 8:
        found = f"{dtype} {str(shape)[:60]} does not take {size_bytes} bytes"
        raise FormatError(path=str(path), detail=f"{shown}: {found}")
    return TensorInfo(name, dtype, tuple(shape), path, data_start + offsets[0], size_bytes)


def _are_counts(value: Any) -> bool:
    """Whether `value` is a list of whole numbers that fit 63 bits and are not negative."""
    return isinstance(value, list) and all(type(item) is int and 0 <= item < 1 << 63 for item in value)


def _check_layout(path: Path, tensors: Iterable[TensorInfo], data_start: int, size: int) -> None:
    """Raise unless the tensors cover the data exactly."""
    placed = sorted((tensor.offset, tensor.offset + tensor.size_bytes, tensor.name) for tensor in tensors)
    end = max((end for _, end, _ in placed), default=data_start)
    for before, after in pairwise([(data_start, data_start, "the header"), *placed]):
        if after[0] != before[1]:
            relation = "overlaps" if after[0] < before[1] else "leaves a gap after"
            detail = f"tensor {after[2][:80]!r} {relation} {before[2][:80]!r}"
            raise FormatError(path=str(path), detail=detail)
    if end > size:
        raise FileCutShort(path=str(path), size_bytes=size, expected_bytes=end)
    if end < size:
        raise FormatError(path=str(path), detail=f"it has {size - end} bytes more than its header tells of")


def read_checkpoint(folder: Path) -> dict[str, TensorInfo]:
    """The tensors of a checkpoint folder: file after file in order of their names, sorted by name within each.

    Taken is an index with all its shards, else `model.safetensors`, else numbered shards without an index, else the
    only *.safetensors there is. Symbolic links are followed: a Hub cache consists of them. Raises FormatError or one of
    its kinds, UnsafePath (an index that points outside), PathMissing, PathNotReadable.
    """
    if (folder / INDEX_NAME).is_file():
        shards = _read_index(folder)
        missing = next((name for name in shards if not safe_join(folder, name).is_file()), None)
        if missing is None:
            return _read_indexed(folder, shards)
        if not (folder / SINGLE_NAME).is_file():
            raise ShardMissing(path=str(folder), name=missing)
    return {name: tensor for path in _unindexed_files(folder) for name, tensor in read_header(path).items()}


def _read_index(folder: Path) -> dict[str, list[str]]:
    """File name -> names of the tensors in it, in order of the file names."""
    path = folder / INDEX_NAME
    weight_map = read_json_object(path, _MAX_INDEX_BYTES).get("weight_map")
    if not isinstance(weight_map, dict) or not weight_map:
        raise FormatError(path=str(path), detail="it maps no tensor to a file")
    shards: dict[str, list[str]] = {}
    for tensor, name in weight_map.items():
        if not isinstance(name, str) or not name or not name.isprintable():
            raise FormatError(path=str(path), detail=f"tensor {tensor[:80]!r} is in no file that can be")
        shards.setdefault(name, []).append(tensor)
    return dict(sorted(shards.items()))


def _read_indexed(folder: Path, shards: Mapping[str, list[str]]) -> dict[str, TensorInfo]:
    tensors: dict[str, TensorInfo] = {}
    for file_name, names in shards.items():
        path = safe_join(folder, file_name)
        found = read_header(path)
        for name in sorted(names):
            if name not in found:
                raise TensorMissing(path=str(path), name=plain_name(name))
            tensors[name] = found[name]
    return tensors


def _unindexed_files(folder: Path) -> list[Path]:
    try:
        names = sorted(path.name for path in folder.iterdir() if path.suffix == ".safetensors" and path.is_file())
    except OSError as error:
        raise PathMissing(path=str(folder)) from error
    if SINGLE_NAME in names:
        return [folder / SINGLE_NAME]
    if numbered := [found for name in names if (found := _SHARD_NAME.fullmatch(name))]:
        stem, total = numbered[0][1], numbered[0][3]
        wanted = [f"{stem}-{i:0{len(total)}}-of-{total}.safetensors" for i in range(1, min(int(total), 10_000) + 1)]
        if missing := next((name for name in wanted if name not in names), None):
            raise ShardMissing(path=str(folder), name=missing)
        return [folder / name for name in wanted]
    if len(names) > 1:
        raise SeveralModels(path=str(folder), names=", ".join(names[:20]))
    if not names:
        raise PathMissing(path=str(folder / SINGLE_NAME))
    return [folder / names[0]]
