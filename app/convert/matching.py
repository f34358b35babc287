"""Matches what a model class needs with what a checkpoint holds."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from gguf import GGML_QUANT_SIZES, GGMLQuantizationType

from app.convert.blueprint import FLOATS, Blueprint, MadeTensor, Merge, Slot
from app.convert.errors import (
    TensorShapeMismatch,
    TensorTwice,
    TensorTypeUnsupported,
    TensorUnknown,
)
from app.convert.sources import Reordered, Source, Stored
from app.convert.tensor_plan import TensorPlan
from app.formats.safetensors import TensorInfo
from app.models.errors import TensorAbsent
from app.models.output_types import WrittenType

# Buffers that exporters of some years ago wrote along; the engine computes them anew.
_IGNORED_ENDINGS = ("rotary_emb.inv_freq", ".attention.masked_bias")
# Where multimodal checkpoints keep the language model.
_PREFIX = re.compile(r"(?:model\.|language_model\.)*")
# What they see and hear with: the engine reads that from a file of its own.
_OTHER_SENSES = (
    *("visual.", "vision_tower.", "vision_model.", "vision_embedder.", "embed_vision.", "multi_modal_projector."),
    *("audio_tower.", "embed_audio."),
)
# Small and decisive: written in full whatever the output type (llama.cpp's quantizer leaves them alone, too).
_IN_FULL = (
    *("_norm.weight", ".ffn_gate_inp.weight", ".ffn_gate_inp_shexp.weight"),
    *(".ssm_conv1d.weight", ".shortconv.conv.weight"),
)


def canonical_tensors(tensors: Mapping[str, TensorInfo]) -> dict[str, TensorInfo]:
    """A target's tensors by plain names ("layers.0.input_layernorm.weight"), without those that play no part.

    Raises TensorTwice.
    """
    found: dict[str, TensorInfo] = {}
    for name, tensor in tensors.items():
        plain = _PREFIX.sub("", name, count=1)
        if plain.endswith(_IGNORED_ENDINGS) or plain.startswith(_OTHER_SENSES):
            continue
        if plain in found:
            raise TensorTwice(path=str(tensor.path), name=name[:200], other=found[plain].name[:200])
        found[plain] = tensor
    return found


def match_tensors(
    blueprint: Blueprint, tensors: Mapping[str, TensorInfo], output_type: WrittenType, folder: Path
) -> tuple[TensorPlan, ...]:
    """The tensors to write, in the order of the blueprint, for a checkpoint's `tensors` by their plain names.

    Raises TensorAbsent, TensorUnknown, TensorShapeMismatch, TensorTypeUnsupported.
    """
    known = {slot.source for slot in blueprint.slots} | blueprint.left_out
    known |= {name for merge in blueprint.merges for name, _ in merge.parts}
    if unknown := next((name for name in tensors if name not in known), None):
        raise TensorUnknown(path=str(tensors[unknown].path), name=unknown[:200])
    made = [_made(tensor, output_type) for tensor in blueprint.made]
    merged = [_merged(merge, tensors, output_type, folder) for merge in blueprint.merges]
    return (*made, *_matched(blueprint.slots, tensors, output_type, folder), *merged)


def _matched(
    slots: Iterable[Slot], tensors: Mapping[str, TensorInfo], output_type: WrittenType, folder: Path
) -> Iterator[TensorPlan]:
    for slot in slots:
        if slot.source not in tensors and not slot.is_required:
            continue
        tensor = _found(slot.source, slot.shape, FLOATS, tensors, folder)
        shape = slot.written_shape or slot.shape
        yield TensorPlan(slot.name, shape, _written_type(slot.name, shape, output_type), _values(slot, tensor))


def _values(slot: Slot, tensor: TensorInfo) -> Source:
    if slot.values is not None:
        return slot.values(tensor)
    return Stored(tensor) if slot.order is None else Reordered(tensor, slot.order)


def _merged(merge: Merge, tensors: Mapping[str, TensorInfo], output_type: WrittenType, folder: Path) -> TensorPlan:
    parts = [_found(name, shape, merge.dtypes, tensors, folder) for name, shape in merge.parts]
    if odd := next((part for part in parts if part.dtype != parts[0].dtype), None):
        raise TensorTypeUnsupported(path=str(odd.path), name=odd.name[:200], dtype=odd.dtype)
    return _fixed_or_written(merge.name, merge.shape, merge.type, output_type, merge.values(parts))


def _found(
    name: str, shape: tuple[int, ...], dtypes: tuple[str, ...], tensors: Mapping[str, TensorInfo], folder: Path
) -> TensorInfo:
    tensor = tensors.get(name)
    if tensor is None:
        raise TensorAbsent(path=str(folder), name=name)
    if tensor.shape != shape:
        expected, found = str(list(shape)), str(list(tensor.shape))
        raise TensorShapeMismatch(path=str(tensor.path), name=tensor.name[:200], expected=expected, found=found)
    if tensor.dtype not in dtypes:
        raise TensorTypeUnsupported(path=str(tensor.path), name=tensor.name[:200], dtype=tensor.dtype)
    return tensor


def _made(tensor: MadeTensor, output_type: WrittenType) -> TensorPlan:
    return _fixed_or_written(tensor.name, tensor.shape, tensor.type, output_type, tensor.source)


def _fixed_or_written(
    name: str, shape: tuple[int, ...], fixed: str | None, output_type: WrittenType, source: Source
) -> TensorPlan:
    kind = _written_type(name, shape, output_type) if fixed is None else GGMLQuantizationType[fixed]
    return TensorPlan(name, shape, kind, source)


def _written_type(name: str, shape: tuple[int, ...], output_type: WrittenType) -> GGMLQuantizationType:
    """The type that llama.cpp expects: vectors, norms and their like in full, what does not fit into blocks as F16."""
    if len(shape) <= 1 or name.endswith(_IN_FULL) or not name.endswith(".weight"):
        return GGMLQuantizationType.F32
    wanted = GGMLQuantizationType[output_type.upper()]
    block_values, _ = GGML_QUANT_SIZES[wanted]
    return wanted if shape[-1] % block_values == 0 else GGMLQuantizationType.F16
