"""Matches what a model class needs with what a checkpoint holds."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, get_args

from gguf import GGML_QUANT_SIZES, GGMLQuantizationType

from app.convert.blueprint import Blueprint, MadeTensor, Slot
from app.convert.errors import (
    TensorShapeMismatch,
    TensorTwice,
    TensorTypeUnsupported,
    TensorUnknown,
)
from app.convert.sources import Reordered, Stored
from app.convert.tensor_plan import TensorPlan
from app.formats.safetensors import TensorInfo
from app.models.errors import TensorAbsent

OutputType = Literal["f32", "f16", "bf16", "q8_0"]
OUTPUT_TYPES: tuple[OutputType, ...] = get_args(OutputType)

_FLOATS = ("F32", "F16", "BF16")
# Buffers that exporters of some years ago wrote along; the engine computes them anew.
_IGNORED_ENDINGS = ("rotary_emb.inv_freq", ".attention.masked_bias")


def canonical_tensors(tensors: Mapping[str, TensorInfo]) -> dict[str, TensorInfo]:
    """A target's tensors by names without a leading "model.", without those that play no part; raises TensorTwice."""
    found: dict[str, TensorInfo] = {}
    for name, tensor in tensors.items():
        if name.endswith(_IGNORED_ENDINGS):
            continue
        plain = name.removeprefix("model.")
        if plain in found:
            raise TensorTwice(path=str(tensor.path), name=name[:200], other=found[plain].name[:200])
        found[plain] = tensor
    return found


def match_tensors(
    blueprint: Blueprint, tensors: Mapping[str, TensorInfo], output_type: OutputType, folder: Path
) -> tuple[TensorPlan, ...]:
    """The tensors to write, in the order of the blueprint, for a checkpoint's `tensors` by their plain names.

    Raises TensorAbsent, TensorUnknown, TensorShapeMismatch, TensorTypeUnsupported.
    """
    slots = {slot.source: slot for slot in blueprint.slots}
    if unknown := next((name for name in tensors if name not in slots and name not in blueprint.left_out), None):
        raise TensorUnknown(path=str(tensors[unknown].path), name=unknown[:200])
    made = [_made(tensor, output_type) for tensor in blueprint.made]
    return (*made, *_matched(slots, tensors, output_type, folder))


def _matched(
    slots: Mapping[str, Slot], tensors: Mapping[str, TensorInfo], output_type: OutputType, folder: Path
) -> Iterator[TensorPlan]:
    for source, slot in slots.items():
        tensor = tensors.get(source)
        if tensor is None:
            if slot.is_required:
                raise TensorAbsent(path=str(folder), name=source)
            continue
        if tensor.shape != slot.shape:
            expected, found = str(list(slot.shape)), str(list(tensor.shape))
            raise TensorShapeMismatch(path=str(tensor.path), name=tensor.name[:200], expected=expected, found=found)
        if tensor.dtype not in _FLOATS:
            raise TensorTypeUnsupported(path=str(tensor.path), name=tensor.name[:200], dtype=tensor.dtype)
        values = Stored(tensor) if slot.order is None else Reordered(tensor, slot.order)
        yield TensorPlan(slot.name, slot.shape, _written_type(slot.name, slot.shape, output_type), values)


def _made(tensor: MadeTensor, output_type: OutputType) -> TensorPlan:
    fixed = None if tensor.type is None else GGMLQuantizationType[tensor.type]
    kind = _written_type(tensor.name, tensor.shape, output_type) if fixed is None else fixed
    return TensorPlan(tensor.name, tensor.shape, kind, tensor.source)


def _written_type(name: str, shape: tuple[int, ...], output_type: OutputType) -> GGMLQuantizationType:
    """The type that llama.cpp expects: vectors and norms in full, and what does not fit into blocks as F16."""
    if len(shape) <= 1 or name.endswith("_norm.weight") or not name.endswith(".weight"):
        return GGMLQuantizationType.F32
    wanted = GGMLQuantizationType[output_type.upper()]
    block_values, _ = GGML_QUANT_SIZES[wanted]
    return wanted if shape[-1] % block_values == 0 else GGMLQuantizationType.F16
