"""Numbers in another type have the bytes that the gguf package gives them."""

import numpy as np
import pytest
from gguf import GGMLQuantizationType
from gguf.quants import quantize

from app.convert import quantize as module
from app.convert.quantize import Array, encode

KINDS = [GGMLQuantizationType[name] for name in ("F32", "F16", "BF16", "Q8_0")]


def numbers() -> Array:
    """Over a step of the encoder, with halves, zeros, denormals and numbers that only single precision holds."""
    values = np.random.default_rng(3).standard_normal(module._STEP_VALUES + 4096).astype(np.float32)
    values[:32] = 0
    values[32:64] = np.arange(32, dtype=np.float32) - 15.5  # with a maximum that makes halves of some
    values[64:96] = 1e-40
    values[96:128] *= 1e-30
    values[128:160] = np.float32(127) * np.linspace(-1, 1, 32, dtype=np.float32)
    values[160] = 0.49999997
    return values


def stored(values: Array, dtype: str) -> tuple[Array, Array]:
    """(the values as a checkpoint of this type holds them, the same as F32)."""
    if dtype == "BF16":
        bits = (values.view(np.uint32) >> 16).astype(np.uint16)
        return bits, (bits.astype(np.uint32) << 16).view(np.float32)
    kept = values.astype({"F16": np.float16, "F32": np.float32}[dtype])
    return kept, kept.astype(np.float32)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("dtype", ["F32", "F16", "BF16"])
def test_every_pair_of_types(dtype: str, kind: GGMLQuantizationType) -> None:
    held, exact = stored(numbers(), dtype)
    with np.errstate(all="ignore"):
        expected = quantize(exact, kind).view(np.uint8).reshape(-1)
    assert np.array_equal(encode(held, dtype, kind), expected)


def test_infinities_and_nan_become_bf16_as_ggml_does_it() -> None:
    bits = np.array([0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, 0xFFFFFFFF, 0x7F7FFFFF], dtype=np.uint32)
    values = bits.view(np.float32)
    expected = quantize(values, GGMLQuantizationType.BF16).view(np.uint8)
    assert np.array_equal(encode(values, "F32", GGMLQuantizationType.BF16), expected)


def test_what_is_too_large_for_f16_becomes_infinite_without_a_word() -> None:
    encoded = encode(np.array([70000.0, -70000.0], np.float32), "F32", GGMLQuantizationType.F16)
    assert encoded.view(np.float16).tolist() == [np.inf, -np.inf]


def test_the_same_type_is_not_copied() -> None:
    values = np.arange(64, dtype=np.float32)
    assert np.shares_memory(encode(values, "F32", GGMLQuantizationType.F32), values)
