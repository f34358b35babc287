"""gpt-oss: a mixture of experts that is published in MXFP4, which is kept bit for bit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from app.convert.architectures.decoder import (
    DecoderSizes,
    Layer,
    attention_slots,
    decoder_pairs,
    decoder_sizes,
    frame_slots,
    layer,
    norm_slots,
    require_silu,
)
from app.convert.architectures.experts import ExpertSizes, expert_pairs, expert_sizes, router_slot
from app.convert.blueprint import Blueprint, Merge, Slot
from app.convert.metadata import count
from app.convert.rearranged import ColumnsTaken, Mxfp4, Transposed
from app.convert.sources import Source
from app.convert.tokenizer import bpe_tokenizer
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "gpt-oss"
_BLOCK_VALUES = 32

tokenizer = bpe_tokenizer


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a GptOssForCausalLM; raises ConfigKeyError."""
    require_silu(config)
    sizes, experts = decoder_sizes(config, tensors), expert_sizes(config, "intermediate_size")
    slots: list[Slot] = [*frame_slots(sizes)]
    merges: list[Merge] = []
    for at in map(layer, range(sizes.layers)):
        slots += norm_slots(sizes, at, second="post_attention_norm")
        slots += attention_slots(sizes, at, takes_output_bias=True)
        slots.append(Slot(f"{at.source}self_attn.sinks", f"{at.block}attn_sinks.weight", (sizes.heads,)))
        slots.append(router_slot(sizes, experts, at, source="mlp.router"))
        slots.append(Slot(f"{at.source}mlp.router.bias", f"{at.block}ffn_gate_inp.bias", (experts.experts,)))
        for matrix in _matrices(sizes, experts, at):
            slots.append(matrix.bias())
            if f"{matrix.source}_blocks" in tensors:
                if matrix.columns % _BLOCK_VALUES:
                    raise config.error("hidden_size" if matrix.columns == sizes.hidden else "intermediate_size")
                merges.append(matrix.packed())
            else:
                slots.append(matrix.plain())
    return Blueprint(
        architecture=_NAME,
        vocabulary_n=sizes.vocabulary_n,
        pairs=[
            *decoder_pairs(_NAME, config, sizes),
            *expert_pairs(_NAME, experts),
            count(f"{_NAME}.attention.sliding_window", config.integer("sliding_window", least=1)),
        ],
        slots=slots,
        merges=merges,
        own_type="mxfp4" if merges else None,
    )


@dataclass(frozen=True, slots=True)
class _Matrix:
    """One of the three matrices that each expert has: every `step`-th row from `first` on of what is stored.

    Plain checkpoints store it with rows and columns exchanged.
    """

    source: str
    name: str
    experts: int
    rows: int
    columns: int
    first: int = 0
    step: int = 1

    def bias(self) -> Slot:
        """The bias of each row."""
        picked = partial(ColumnsTaken, order=np.arange(self.first, self.rows * self.step, self.step))
        shape, written = (self.experts, self.rows * self.step), (self.experts, self.rows)
        return Slot(f"{self.source}_bias", f"{self.name}.bias", shape, values=picked, written_shape=written)

    def plain(self) -> Slot:
        """The matrix in a checkpoint without quantization."""
        turned = partial(Transposed, first=self.first, step=self.step)
        shape = (self.experts, self.columns, self.rows * self.step)
        return Slot(self.source, f"{self.name}.weight", shape, values=turned, written_shape=self._written)

    def packed(self) -> Merge:
        """The matrix in MXFP4: codes and scales."""
        blocks = (self.experts, self.rows * self.step, self.columns // _BLOCK_VALUES)
        parts = ((f"{self.source}_blocks", (*blocks, _BLOCK_VALUES // 2)), (f"{self.source}_scales", blocks))
        return Merge(parts, f"{self.name}.weight", self._written, self._blocks, dtypes=("U8",), type="MXFP4")

    @property
    def _written(self) -> tuple[int, int, int]:
        return (self.experts, self.rows, self.columns)

    def _blocks(self, tensors: Sequence[TensorInfo]) -> Source:
        codes, scales = tensors
        return Mxfp4(codes, scales, self.first, self.step)


def _matrices(sizes: DecoderSizes, experts: ExpertSizes, at: Layer) -> Iterator[_Matrix]:
    """Gate and up are stored in one, row by row in turns."""
    hidden, forward, n = sizes.hidden, experts.feed_forward, experts.experts
    module = f"{at.source}mlp.experts."
    yield _Matrix(f"{module}gate_up_proj", f"{at.block}ffn_gate_exps", n, forward, hidden, 0, 2)
    yield _Matrix(f"{module}gate_up_proj", f"{at.block}ffn_up_exps", n, forward, hidden, 1, 2)
    yield _Matrix(f"{module}down_proj", f"{at.block}ffn_down_exps", n, hidden, forward)
