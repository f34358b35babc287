"""The part of a checkpoint's config that describes its language model."""

from collections.abc import Mapping
from typing import Any

from app.models.config import Config, class_name

# Where multimodal checkpoints keep it.
_SECTIONS = ("text_config", "llm_config", "language_config")

_GEMMA3 = {
    "num_attention_heads": 8,
    "num_key_value_heads": 4,
    "head_dim": 256,
    "vocab_size": 262_208,
    "max_position_embeddings": 131_072,
}
_QWEN_HYBRID = {"head_dim": 256}
_LFM2 = {"rope_theta": 1_000_000.0}
# What configs of a class leave out where it has the value that transformers gives the class.
_DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "Gemma3ForCausalLM": _GEMMA3,
    "Gemma3ForConditionalGeneration": _GEMMA3,
    "Lfm2ForCausalLM": _LFM2,
    "Lfm2MoeForCausalLM": _LFM2,
    "Qwen3NextForCausalLM": _QWEN_HYBRID,
    "Qwen3_5ForCausalLM": _QWEN_HYBRID,
    "Qwen3_5ForConditionalGeneration": _QWEN_HYBRID,
    "Qwen3_5MoeForCausalLM": _QWEN_HYBRID,
    "Qwen3_5MoeForConditionalGeneration": _QWEN_HYBRID,
    "SmolLM3ForCausalLM": {"rope_theta": 2_000_000.0},
}


def text_config(config: Config) -> Config:
    """The section of a multimodal checkpoint over the rest, or the config as it is, each over its class's defaults."""
    section = next((config.section(key) for key in _SECTIONS if config.has(key)), None)
    merged = config if section is None else section.over(config)
    return merged.over(Config(_DEFAULTS.get(class_name(config), {}), config.path))
