"""Numbers of one storage type in another, chunk by chunk, with the bytes that llama.cpp's own converter writes."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType
from numpy.typing import NDArray

Array = NDArray[Any]

# How a checkpoint's types are held in memory; numpy knows no bfloat16, so its bits travel as whole numbers.
STORED_TYPES: Mapping[str, np.dtype[Any]] = {
    "F32": np.dtype("<f4"),
    "F16": np.dtype("<f2"),
    "BF16": np.dtype("<u2"),
    "I32": np.dtype("<i4"),
    "I64": np.dtype("<i8"),
    "U8": np.dtype("u1"),
}

_Q8_0_VALUES = 32
# Small enough that a conversion's intermediate arrays stay in the processor's cache.
_STEP_VALUES = 1 << 16


def size_in_bytes(values_n: int, kind: GGMLQuantizationType) -> int:
    """Bytes that `values_n` values (a whole number of blocks) take in `kind`."""
    block_values, block_bytes = GGML_QUANT_SIZES[kind]
    return values_n // block_values * block_bytes


def encode(values: Array, stored: str, kind: GGMLQuantizationType) -> Array:
    """`values`, flat and held as STORED_TYPES[`stored`], as the bytes of `kind`.

    Q8_0 takes a multiple of 32 values. Unchanged types are passed through without a copy.
    """
    if stored == kind.name:
        return values.view(np.uint8)
    if stored == "BF16" and kind is GGMLQuantizationType.F16:
        # No other pair of types has so few different values; looking them up is twice as fast.
        return np.take(_f16_of_bf16(), values).view(np.uint8)
    encoder = _ENCODERS[kind]
    encoded = np.empty(size_in_bytes(values.size, kind), dtype=np.uint8)
    for start in range(0, values.size, _STEP_VALUES):
        step = encoder(as_f32(values[start : start + _STEP_VALUES], stored))
        place = size_in_bytes(start, kind)
        encoded[place : place + step.size] = step
    return encoded


def as_f32(values: Array, stored: str) -> Array:
    """`values`, held as STORED_TYPES[`stored`], as single-precision floats."""
    if stored == "BF16":
        return (values.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return values.astype(np.float32, copy=False)


@cache
def _f16_of_bf16() -> Array:
    """The F16 for each of the 65,536 bit patterns of BF16."""
    return _to_f16(as_f32(np.arange(1 << 16, dtype=np.uint16), "BF16")).view(np.float16)


def _to_f32(values: Array) -> Array:
    return values.view(np.uint8)


def _to_f16(values: Array) -> Array:
    with np.errstate(over="ignore", invalid="ignore"):
        return values.astype(np.float16).view(np.uint8)


def _to_bf16(values: Array) -> Array:
    """Round to nearest, ties to even; a NaN stays a quiet NaN (ggml-impl.h, ggml_compute_fp32_to_bf16)."""
    bits = values.view(np.uint32)
    rounded = bits >> np.uint32(16)
    rounded &= np.uint32(1)
    rounded += np.uint32(0x7FFF)
    rounded += bits
    rounded >>= np.uint32(16)
    is_nan = np.isnan(values)
    if is_nan.any():
        rounded[is_nan] = (bits[is_nan] >> np.uint32(16)) | np.uint32(64)
    return rounded.astype(np.uint16).view(np.uint8)


def _to_q8_0(values: Array) -> Array:
    """Per 32 values one f16 scale, then a signed byte each, rounded half away from zero (ggml-quants.c)."""
    blocks = values.reshape(-1, _Q8_0_VALUES)
    # Without its sign, a greater number has greater bits; numpy finds the greatest of whole numbers five times as fast.
    magnitudes = values.view(np.uint32) & np.uint32(0x7FFFFFFF)
    greatest = np.maximum.reduceat(magnitudes, np.arange(0, values.size, _Q8_0_VALUES)).view(np.float32)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        scales = greatest.reshape(-1, 1) / np.float32(127)
        inverse = np.where(scales == 0, np.float32(0), np.float32(1) / scales)
        scaled = blocks * inverse
        whole = np.trunc(scaled)
        # Twice the remainder is exact, and its whole part is what rounding adds.
        scaled -= whole
        scaled *= np.float32(2)
        whole += np.trunc(scaled, out=scaled)
        encoded = np.empty((len(blocks), 2 + _Q8_0_VALUES), dtype=np.uint8)
        encoded[:, :2] = scales.astype(np.float16).view(np.uint8)
        encoded[:, 2:] = whole.astype(np.int8).view(np.uint8)
    return encoded.reshape(-1)


_ENCODERS: Mapping[GGMLQuantizationType, Callable[[Array], Array]] = {
    GGMLQuantizationType.F32: _to_f32,
    GGMLQuantizationType.F16: _to_f16,
    GGMLQuantizationType.BF16: _to_bf16,
    GGMLQuantizationType.Q8_0: _to_q8_0,
}
