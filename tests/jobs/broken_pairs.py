"""Real pairs whose draft's file is wrong in one way, made of working ones by rewriting."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType

from app.convert.metadata import count, flag, integers
from app.convert.plan import plan_conversion
from app.convert.quantize import as_f32
from app.convert.rewrite import Change, Copied, plan_rewriting, rewrite
from app.convert.run import convert
from app.convert.sources import Computed, Zeros
from app.convert.tensor_plan import TensorPlan
from app.core.progress import Progress
from app.formats.gguf import GgufTensor, read_gguf

# In the target that is made here, the layers with these numbers change nothing.
_IDLE_LAYERS = (2, 6)
_LAYERS = 7
# What the draft of that target reads; the last two are the same state, as long as the numbers are right.
LAYER_IDS = (1, 4, 5, 2, 3)
_STRENGTH = 30.0


@dataclass(frozen=True)
class Gguf:
    """A pair as GGUF files."""

    target: Path
    draft: Path


def converted(source: Path, draft: str, folder: Path) -> Gguf:
    """The pair in the folders `target` and `draft` of `source`."""
    target = convert(plan_conversion(source / "target"), folder / "target.gguf", Progress())
    plan = plan_conversion(source / draft, target=target)
    return Gguf(target, convert(plan, folder / "draft.gguf", Progress()))


def rewritten(source: Path, change: Change, destination: Path) -> Path:
    return rewrite(plan_rewriting(read_gguf(source), change), destination, Progress())


def with_other_layout(draft: Path, destination: Path) -> Path:
    is_first = bool(read_gguf(draft).metadata["dflash.sample_from_anchor"])
    return rewritten(draft, Change(pairs=(flag("dflash.sample_from_anchor", not is_first),)), destination)


def with_lost_head(pair: Gguf, destination: Path) -> Path:
    """As llama.cpp's converter writes a draft that brings embedding and head for the whole vocabulary."""
    table = _tensor(read_gguf(pair.target).tensors["token_embd.weight"], "token_embd.weight")
    return rewritten(pair.draft, Change(tensors=(table,)), destination)


def with_wrong_tables(pair: Gguf, destination: Path) -> Path:
    """With an embedding and a head of its own, in which the tokens are mixed up."""
    tensors = read_gguf(pair.target).tensors
    tables = tuple(_mixed_up(tensors[name]) for name in ("token_embd.weight", "output.weight"))
    return rewritten(pair.draft, Change(tensors=tables), destination)


def with_layer_ids(draft: Path, ids: tuple[int, ...], destination: Path) -> Path:
    return rewritten(draft, Change(pairs=(integers("dflash.target_layers", ids),)), destination)


def layer_sensitive(pair: Gguf, folder: Path) -> Gguf:
    """The same pair, but guesses come right only with the right layer ids.

    Neighbouring layers of so small a model hardly differ, so shifted ids do little harm. Here the target gets layers
    that change nothing, and the draft reads the state before and behind one of them with opposite signs: nothing comes
    of it, unless these are not the two states that are the same.
    """
    target = rewritten(pair.target, _with_idle_layers(pair.target), folder / "target.gguf")
    fc = _values(read_gguf(pair.draft).tensors["fc.weight"])
    same = np.eye(fc.shape[0], dtype=np.float32) * _STRENGTH
    wide = np.concatenate([fc, same, -same], axis=1)
    plan = TensorPlan("fc.weight", wide.shape, GGMLQuantizationType.F32, Computed(wide, "F32"))
    change = Change(pairs=(integers("dflash.target_layers", LAYER_IDS),), tensors=(plan,))
    return Gguf(target, rewritten(pair.draft, change, folder / "draft.gguf"))


def _with_idle_layers(target: Path) -> Change:
    tensors = read_gguf(target).tensors
    old_numbers = iter(range(_LAYERS - len(_IDLE_LAYERS)))
    plans: list[TensorPlan] = []
    for number in range(_LAYERS):
        is_idle = number in _IDLE_LAYERS
        old = 0 if is_idle else next(old_numbers)
        for name, tensor in tensors.items():
            if found := re.fullmatch(rf"blk\.{old}\.(.+)", name):
                make: Callable[[GgufTensor, str], TensorPlan] = _tensor
                if is_idle and found[1] in ("attn_output.weight", "ffn_down.weight"):
                    make = _zeros
                plans.append(make(tensor, f"blk.{number}.{found[1]}"))
    return Change(pairs=(count("qwen3.block_count", _LAYERS),), tensors=tuple(plans))


def _tensor(tensor: GgufTensor, name: str) -> TensorPlan:
    source = Copied(tensor.path, tensor.offset, tensor.size_bytes, tensor.type)
    return TensorPlan(name, tensor.shape, GGMLQuantizationType[tensor.type], source)


def _zeros(tensor: GgufTensor, name: str) -> TensorPlan:
    plan = _tensor(tensor, name)
    return TensorPlan(name, plan.shape, plan.type, Zeros(plan.values_n))


def _mixed_up(tensor: GgufTensor) -> TensorPlan:
    values = np.ascontiguousarray(_values(tensor)[::-1])
    return TensorPlan(tensor.name, tensor.shape, GGMLQuantizationType.F32, Computed(values, "F32"))


def _values(tensor: GgufTensor) -> np.ndarray:
    content = np.fromfile(tensor.path, np.uint8, tensor.size_bytes, offset=tensor.offset)
    stored = content.view({"BF16": np.uint16, "F16": np.float16, "F32": np.float32}[tensor.type])
    return np.asarray(as_f32(stored, tensor.type)).reshape(tensor.shape)
