"""Where things lie in a GGUF file that is yet to be written (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md)."""

from collections.abc import Iterable, Sequence
from typing import Any

from gguf import GGUF_DEFAULT_ALIGNMENT, GGUFValueType

from app.convert.metadata import Pair, text
from app.convert.tensor_plan import TensorPlan

_PREAMBLE_BYTES = 4 + 4 + 8 + 8
_SCALAR_BYTES = {
    GGUFValueType.UINT8: 1, GGUFValueType.INT8: 1, GGUFValueType.BOOL: 1,
    GGUFValueType.UINT16: 2, GGUFValueType.INT16: 2,
    GGUFValueType.UINT32: 4, GGUFValueType.INT32: 4, GGUFValueType.FLOAT32: 4,
    GGUFValueType.UINT64: 8, GGUFValueType.INT64: 8, GGUFValueType.FLOAT64: 8,
}  # fmt: skip


def encoded(value: str) -> bytes:
    """A string's bytes; surrogate escapes become the foreign bytes that they stand for."""
    return value.encode("utf-8", "surrogateescape")


def padded(size_bytes: int) -> int:
    """`size_bytes` up to the next place where a tensor may begin."""
    return -(-size_bytes // GGUF_DEFAULT_ALIGNMENT) * GGUF_DEFAULT_ALIGNMENT


def file_size(architecture: str, metadata: Sequence[Pair], tensors: Iterable[TensorPlan]) -> int:
    """Bytes of the whole file."""
    header, data = _PREAMBLE_BYTES, 0
    for pair in (text("general.architecture", architecture), *metadata):
        header += 8 + len(encoded(pair.key)) + 4 + _value_size(pair)
    for tensor in tensors:
        header += 8 + len(encoded(tensor.name)) + 4 + 8 * len(tensor.shape) + 4 + 8
        data += padded(tensor.size_bytes)
    return padded(header) + data


def _value_size(pair: Pair) -> int:
    if pair.items is None:
        return _scalar_size(pair.type, pair.value)
    return 4 + 8 + sum(_scalar_size(pair.items, item) for item in pair.value)


def _scalar_size(kind: GGUFValueType, value: Any) -> int:
    return 8 + len(encoded(value)) if kind is GGUFValueType.STRING else _SCALAR_BYTES[kind]
