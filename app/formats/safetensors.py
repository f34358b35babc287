"""Reads what tensors a safetensors file holds, without reading a weight."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from app.formats.errors import FileCutShort, FormatError
from app.formats.json_file import parse_json_object
from app.formats.opening import describe_head, open_unknown

# The format allows 100 MB; 32 MiB name some 300,000 tensors and keep a crafted header from filling the memory.
MAX_HEADER_BYTES = 32 << 20
_MAX_DIMENSIONS = 16
_LENGTH_BYTES = 8

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
