"""Qwen3-Next."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

from app.convert.architectures.decoder import DecoderSizes, Layer
from app.convert.architectures.hybrid import HybridFamily, hybrid_blueprint
from app.convert.architectures.linear_attention import LinearSizes
from app.convert.blueprint import Blueprint, Slot
from app.convert.rearranged import Joined, Rows
from app.convert.tokenizer import bpe_tokenizer
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "qwen3next"

tokenizer = bpe_tokenizer


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a Qwen3NextForCausalLM; raises ConfigKeyError."""
    family = HybridFamily(_NAME, has_experts=True, projections=_projection_slots, is_tiled=False)
    return hybrid_blueprint(family, config, tensors)


@dataclass(frozen=True, slots=True)
class _OfEachHead:
    """Parts of a projection that is stored head by head: all heads' first part, then all heads' second, and so on.

    `parts` are (first row within a head, rows).
    """

    heads: int
    head_rows: int
    parts: tuple[tuple[int, int], ...]

    def __call__(self, tensor: TensorInfo) -> Joined:
        starts = [head * self.head_rows for head in range(self.heads)]
        return Joined(tuple(Rows(tensor, start + first, rows) for first, rows in self.parts for start in starts))


def _projection_slots(sizes: DecoderSizes, linear: LinearSizes, at: Layer) -> Iterator[Slot]:
    """The projections of a layer of linear attention, which checkpoints store in two, key head by key head."""
    values = linear.values_per_key * linear.value_dim
    rows = (linear.key_dim, linear.key_dim, values, values)
    queries, keys, values_, gates = zip((0, *accumulate(rows)), rows, strict=False)
    source, hidden = f"{at.source}linear_attn.in_proj_qkvz.weight", sizes.hidden
    shape = (sum(rows) * linear.key_heads, hidden)
    for name, parts in (("attn_qkv", (queries, keys, values_)), ("attn_gate", (gates,))):
        taken = _OfEachHead(linear.key_heads, sum(rows), parts)
        written = (sum(part[1] for part in parts) * linear.key_heads, hidden)
        yield Slot(source, f"{at.block}{name}.weight", shape, values=taken, written_shape=written)
    both = (2 * linear.value_heads, hidden)
    yield Slot(f"{at.source}linear_attn.in_proj_ba.weight", f"{at.block}ssm_ba.weight", both)
