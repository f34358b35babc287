"""Qwen2 and Qwen2.5, dense."""

from collections.abc import Mapping

from app.convert.architectures.decoder import (
    decoder_pairs,
    decoder_sizes,
    decoder_slots,
    require_silu,
    window_notes,
)
from app.convert.blueprint import Blueprint
from app.convert.tokenizer import bpe_tokenizer
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "qwen2"

tokenizer = bpe_tokenizer


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a Qwen2ForCausalLM; raises ConfigKeyError."""
    require_silu(config)
    sizes = decoder_sizes(config, tensors)
    return Blueprint(
        architecture=_NAME,
        vocabulary_n=sizes.vocabulary_n,
        pairs=decoder_pairs(_NAME, config, sizes, has_head_dim=False),
        slots=[*decoder_slots(sizes)],
        notes=window_notes(config, sizes) if config.boolean("use_sliding_window", False) else [],
    )
