"""Qwen3, dense."""

from collections.abc import Mapping

from app.convert.architectures.decoder import (
    decoder_pairs,
    decoder_sizes,
    decoder_slots,
    head_norm_slots,
    layer,
    require_silu,
    window_notes,
)
from app.convert.blueprint import Blueprint
from app.convert.tokenizer import bpe_tokenizer
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "qwen3"

tokenizer = bpe_tokenizer


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a Qwen3ForCausalLM; raises ConfigKeyError."""
    require_silu(config)
    sizes = decoder_sizes(config, tensors)
    norms = [slot for i in range(sizes.layers) for slot in head_norm_slots(sizes, layer(i))]
    return Blueprint(
        architecture=_NAME,
        vocabulary_n=sizes.vocabulary_n,
        pairs=decoder_pairs(_NAME, config, sizes),
        slots=[*decoder_slots(sizes), *norms],
        notes=window_notes(config, sizes) if config.boolean("use_sliding_window", False) else [],
    )
