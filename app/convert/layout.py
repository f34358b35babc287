"""The head of a GGUF file that is yet to be written, and where things lie after it.

Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, version 3.
"""

import struct
from collections.abc import Iterable, Sequence
from typing import Any

from gguf import GGUF_DEFAULT_ALIGNMENT, GGUFValueType

from app.convert.metadata import Pair, text
from app.convert.tensor_plan import TensorPlan

_MAGIC, _VERSION = b"GGUF", 3
_PREAMBLE = struct.Struct("<4sIQQ")
_LENGTH = struct.Struct("<Q")
_NUMBER_FORMATS = {
    GGUFValueType.UINT8: "B", GGUFValueType.INT8: "b", GGUFValueType.BOOL: "?",
    GGUFValueType.UINT16: "H", GGUFValueType.INT16: "h",
    GGUFValueType.UINT32: "I", GGUFValueType.INT32: "i", GGUFValueType.FLOAT32: "f",
    GGUFValueType.UINT64: "Q", GGUFValueType.INT64: "q", GGUFValueType.FLOAT64: "d",
}  # fmt: skip


def encoded(value: str) -> bytes:
    """A string's bytes; surrogate escapes become the foreign bytes that they stand for."""
    return value.encode("utf-8", "surrogateescape")


def padded(size_bytes: int) -> int:
    """`size_bytes` up to the next place where a tensor may begin."""
    return -(-size_bytes // GGUF_DEFAULT_ALIGNMENT) * GGUF_DEFAULT_ALIGNMENT


def file_size(architecture: str, metadata: Sequence[Pair], tensors: Iterable[TensorPlan]) -> int:
    """Bytes of the whole file."""
    header, data = _PREAMBLE.size, 0
    for pair in (text("general.architecture", architecture), *metadata):
        header += 8 + len(encoded(pair.key)) + 4 + _value_size(pair)
    for tensor in tensors:
        header += 8 + len(encoded(tensor.name)) + 4 + 8 * len(tensor.shape) + 4 + 8
        data += padded(tensor.size_bytes)
    return padded(header) + data


def header_bytes(architecture: str, metadata: Sequence[Pair], tensors: Sequence[TensorPlan]) -> bytes:
    """All that stands before the first tensor."""
    pairs = (text("general.architecture", architecture), *metadata)
    parts = [_PREAMBLE.pack(_MAGIC, _VERSION, len(tensors), len(pairs))]
    for pair in pairs:
        parts += [_text(pair.key), struct.pack("<I", pair.type), _value(pair)]
    offset = 0
    for tensor in tensors:
        dimensions = len(tensor.shape)
        parts.append(_text(tensor.name))
        parts.append(struct.pack(f"<I{dimensions}QIQ", dimensions, *reversed(tensor.shape), tensor.type, offset))
        offset += padded(tensor.size_bytes)
    content = b"".join(parts)
    return content.ljust(padded(len(content)), b"\0")


def _text(value: str) -> bytes:
    content = encoded(value)
    return _LENGTH.pack(len(content)) + content


def _value(pair: Pair) -> bytes:
    if pair.items is None:
        return _text(pair.value) if pair.type is GGUFValueType.STRING else _numbers(pair.type, [pair.value])
    start = struct.pack("<IQ", pair.items, len(pair.value))
    if pair.items is GGUFValueType.STRING:
        return start + b"".join(map(_text, pair.value))
    return start + _numbers(pair.items, pair.value)


def _numbers(kind: GGUFValueType, values: Sequence[Any]) -> bytes:
    return struct.pack(f"<{len(values)}{_NUMBER_FORMATS[kind]}", *values)


def _value_size(pair: Pair) -> int:
    if pair.items is None:
        return _scalar_size(pair.type, pair.value)
    if pair.items is GGUFValueType.STRING:
        # All at once: a vocabulary and its merges are half a million strings.
        return 4 + 8 + 8 * len(pair.value) + len(encoded("".join(pair.value)))
    return 4 + 8 + len(pair.value) * struct.calcsize(_NUMBER_FORMATS[pair.items])


def _scalar_size(kind: GGUFValueType, value: Any) -> int:
    return 8 + len(encoded(value)) if kind is GGUFValueType.STRING else struct.calcsize(_NUMBER_FORMATS[kind])
