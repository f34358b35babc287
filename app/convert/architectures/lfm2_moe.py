"""LFM2 and LFM2.5, mixture of experts."""

from collections.abc import Iterator, Mapping

from app.convert.architectures.decoder import DecoderSizes, Layer, layer
from app.convert.architectures.experts import ExpertSizes, expert_pairs, expert_sizes, router_slot, stacked
from app.convert.architectures.lfm2 import (
    attention_layers,
    dense_slots,
    frame_slots,
    lfm2_pairs,
    lfm2_sizes,
    mixer_slots,
    tokenizer,
)
from app.convert.blueprint import Blueprint, Merge, Slot
from app.convert.metadata import count
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "lfm2moe"
# gguf.ExpertGatingFuncType.SIGMOID
_SIGMOID = 2

__all__ = ["blueprint", "tokenizer"]


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of an Lfm2MoeForCausalLM; raises ConfigKeyError."""
    sizes, experts = lfm2_sizes(config, tensors), expert_sizes(config)
    attends = attention_layers(config, sizes.layers)
    dense_n = config.integer("num_dense_layers", most=sizes.layers)
    slots: list[Slot] = [*frame_slots(sizes)]
    merges: list[Merge] = []
    for i, has_attention in enumerate(attends):
        at = layer(i)
        slots += mixer_slots(config, sizes, at, has_attention=has_attention)
        if i < dense_n:
            slots += dense_slots(sizes, at)
        else:
            slots += _router_slots(sizes, experts, at)
            merges += _expert_merges(sizes, experts, at)
    return Blueprint(
        architecture=_NAME,
        vocabulary_n=sizes.vocabulary_n,
        pairs=[
            *lfm2_pairs(_NAME, config, sizes, attends),
            *expert_pairs(_NAME, experts),
            count(f"{_NAME}.leading_dense_block_count", dense_n),
            count(f"{_NAME}.expert_gating_func", _SIGMOID),
        ],
        slots=slots,
        merges=merges,
    )


def _router_slots(sizes: DecoderSizes, experts: ExpertSizes, at: Layer) -> Iterator[Slot]:
    yield router_slot(sizes, experts, at, source="feed_forward.gate")
    yield Slot(f"{at.source}feed_forward.expert_bias", f"{at.block}exp_probs_b.bias", (experts.experts,), False)


def _expert_merges(sizes: DecoderSizes, experts: ExpertSizes, at: Layer) -> Iterator[Merge]:
    hidden, forward = sizes.hidden, experts.feed_forward
    for part, name, shape in (
        ("w1", "gate", (forward, hidden)),
        ("w2", "down", (hidden, forward)),
        ("w3", "up", (forward, hidden)),
    ):
        sources = [f"{at.source}feed_forward.experts.{j}.{part}.weight" for j in range(experts.experts)]
        yield stacked(sources, shape, f"{at.block}ffn_{name}_exps.weight")
