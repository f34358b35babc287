"""Qwen3, mixture of experts."""

from collections.abc import Mapping

from app.convert.architectures.decoder import (
    attention_slots,
    decoder_pairs,
    decoder_sizes,
    frame_slots,
    head_norm_slots,
    layer,
    norm_slots,
    require_silu,
    window_notes,
)
from app.convert.architectures.experts import expert_pairs, expert_sizes, expert_tensors, router_slot
from app.convert.blueprint import Blueprint, Merge, Slot
from app.convert.tokenizer import bpe_tokenizer
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "qwen3moe"

tokenizer = bpe_tokenizer


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a Qwen3MoeForCausalLM; raises ConfigKeyError."""
    require_silu(config)
    sizes, experts = decoder_sizes(config, tensors, is_dense=False), expert_sizes(config)
    slots: list[Slot] = [*frame_slots(sizes)]
    merges: list[Merge] = []
    for i in range(sizes.layers):
        at = layer(i)
        slots += [*norm_slots(sizes, at), *attention_slots(sizes, at), *head_norm_slots(sizes, at)]
        slots.append(router_slot(sizes, experts, at))
        singles, stacks = expert_tensors(tensors, sizes, experts, at)
        slots += singles
        merges += stacks
    return Blueprint(
        architecture=_NAME,
        vocabulary_n=sizes.vocabulary_n,
        pairs=[*decoder_pairs(_NAME, config, sizes, has_head_dim=False), *expert_pairs(_NAME, experts)],
        slots=slots,
        merges=merges,
        notes=window_notes(config, sizes) if config.boolean("use_sliding_window", False) else [],
    )
