"""Qwen3.5, and 3.6 and 3.8 in the same classes, mixture of experts."""

from collections.abc import Mapping

from app.convert.architectures.hybrid import HybridFamily, hybrid_blueprint
from app.convert.architectures.qwen3_5 import projection_slots, sections_pair
from app.convert.blueprint import Blueprint
from app.convert.tokenizer import bpe_tokenizer
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "qwen35moe"

tokenizer = bpe_tokenizer


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a Qwen3_5MoeForCausalLM or ...ForConditionalGeneration; raises ConfigKeyError."""
    family = HybridFamily(_NAME, has_experts=True, projections=projection_slots, is_tiled=True)
    return hybrid_blueprint(family, config, tensors, [sections_pair(_NAME, config)])
