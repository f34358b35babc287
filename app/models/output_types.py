"""The number formats that a model can be written in: their names, their numbers in GGUF, how much room they take."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeGuard, get_args

# Those that a conversion writes by itself.
WrittenType = Literal["f32", "f16", "bf16", "q8_0"]
# Those that llama.cpp's quantizer makes. Formats that need an importance matrix, which takes a run of the model over
# texts, are not among them.
QuantizedType = Literal[
    "q6_k", "q5_1", "q5_k_m", "q5_k_s", "q5_0", "q4_1", "q4_k_m", "q4_k_s", "q4_0", "iq4_nl", "iq4_xs",
    "q3_k_l", "q3_k_m", "q3_k_s", "iq3_m", "iq3_s", "q2_k",
]  # fmt: skip
OutputType = Literal[WrittenType, QuantizedType]

WRITTEN_TYPES: tuple[WrittenType, ...] = get_args(WrittenType)
QUANTIZED_TYPES: tuple[QuantizedType, ...] = get_args(QuantizedType)
OUTPUT_TYPES: tuple[OutputType, ...] = get_args(OutputType)


@dataclass(frozen=True, slots=True)
class Format:
    """`file_type` is the value of general.file_type (llama.h, enum llama_ftype).

    `bits` is what a weight takes on average over a model of some billion weights, as a dry run of llama.cpp's
    quantizer tells of one shaped like Qwen3-8B: in the mixed formats the more decisive tensors get more.
    """

    file_type: int
    bits: float


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "f32": Format(0, 32.0),
        "f16": Format(1, 16.0),
        "bf16": Format(32, 16.0),
        "q8_0": Format(7, 8.5),
        "q6_k": Format(18, 6.57),
        "q5_1": Format(9, 6.04),
        "q5_k_m": Format(17, 5.71),
        "q5_k_s": Format(16, 5.58),
        "q5_0": Format(8, 5.58),
        "q4_1": Format(3, 5.12),
        "q4_k_m": Format(15, 4.91),
        "iq4_nl": Format(25, 4.70),
        "q4_k_s": Format(14, 4.68),
        "q4_0": Format(2, 4.66),
        "iq4_xs": Format(30, 4.48),
        "q3_k_l": Format(13, 4.32),
        "q3_k_m": Format(12, 4.02),
        "iq3_m": Format(27, 3.80),
        "iq3_s": Format(26, 3.70),
        "q3_k_s": Format(11, 3.68),
        "q2_k": Format(10, 3.20),
    }
)


def is_quantized(output_type: str) -> TypeGuard[QuantizedType]:
    """Whether the quantizer has to make it."""
    return output_type in QUANTIZED_TYPES


def written_type_for(output_type: str, own_type: WrittenType) -> WrittenType:
    """What a conversion writes: the output type, or for the quantizer the checkpoint's own, rounded only once."""
    return next((kind for kind in WRITTEN_TYPES if kind == output_type), own_type)
