"""How large a file gets that llama.cpp's quantizer makes, tensor by tensor."""

from collections.abc import Iterable

from app.models.output_types import FORMATS

# (name, shape, type by its name in GGUF, bytes)
TensorFacts = tuple[str, tuple[int, ...], str, int]

# Rounded so finely that rounding them again loses next to nothing more.
FINE = "Q8_0"
# What the quantizer leaves as it is, besides vectors.
_KEPT_PARTS = (
    *("_norm.weight", "ffn_gate_inp", "altup", "laurel"),
    *("per_layer_model_proj", "ssm_conv1d", "shortconv.conv"),
)
# The tables of tokens are rounded less than the rest (Q6_K), or to Q8_0 where a row is no whole number of blocks.
_TABLES = ("token_embd.weight", "output.weight")
_TABLE_BITS, _ODD_TABLE_BITS = 6.5625, 8.5
# The finer formats are made of blocks of 256 values; rows that are no multiple of that get one of these instead.
_BLOCK_VALUES, _SMALL_BLOCK_VALUES = 256, 32
_SMALL_BLOCK_BITS = {"q2_k": 4.5, "q3_k": 4.5, "iq3_": 4.5, "iq4_": 4.5, "q4_k": 5.5, "q5_k": 6.0, "q6_k": 8.5}


def quantized_bytes(file_bytes: int, tensors: Iterable[TensorFacts], output_type: str) -> int:
    """About how large a file of `file_bytes` with these tensors gets; a little too much rather than too little."""
    saved = sum(size * (1 - _share_left(name, shape, kind, output_type)) for name, shape, kind, size in tensors)
    return round(file_bytes - saved)


def _share_left(name: str, shape: tuple[int, ...], kind: str, output_type: str) -> float:
    stored_bits = {"F32": 32.0, "F16": 16.0, "BF16": 16.0, FINE: 8.5}.get(kind)
    if stored_bits is None or not is_rounded(name, shape):
        return 1.0
    bits = FORMATS[output_type].bits
    is_odd = shape[-1] % _BLOCK_VALUES != 0
    if shape[-1] % _SMALL_BLOCK_VALUES:
        bits = 16.0
    elif name in _TABLES:
        bits = max(bits, _ODD_TABLE_BITS if is_odd else _TABLE_BITS)
    elif is_odd and output_type != "iq4_nl":
        bits = _SMALL_BLOCK_BITS.get(output_type[:4], bits)
    return bits / stored_bits


def is_rounded(name: str, shape: tuple[int, ...]) -> bool:
    """Whether the quantizer rounds a tensor, by its name in GGUF."""
    is_matrix = sum(size > 1 for size in shape) > 1
    return is_matrix and name.endswith(".weight") and not any(part in name for part in _KEPT_PARTS)
