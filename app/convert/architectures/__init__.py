"""Target families: one file each, found by table."""

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from app.convert.blueprint import Blueprint
from app.convert.metadata import Pair
from app.convert.tokenizer_files import TokenizerFiles
from app.formats.safetensors import TensorInfo
from app.models.config import Config
from app.models.errors import TargetNotConvertible

# Class name in a checkpoint's config -> module of this package.
MODULES: Mapping[str, str] = {
    "Gemma3ForCausalLM": "gemma3",
    "Gemma3ForConditionalGeneration": "gemma3",
    "Gemma4ForCausalLM": "gemma4",
    "Gemma4ForConditionalGeneration": "gemma4",
    "Gemma4UnifiedForConditionalGeneration": "gemma4",
    "GptOssForCausalLM": "gpt_oss",
    "GraniteForCausalLM": "granite",
    "Lfm2ForCausalLM": "lfm2",
    "Lfm2MoeForCausalLM": "lfm2_moe",
    "LlamaForCausalLM": "llama",
    "MistralForCausalLM": "llama",
    "Phi3ForCausalLM": "phi3",
    "Qwen2ForCausalLM": "qwen2",
    "Qwen3ForCausalLM": "qwen3",
    "Qwen3MoeForCausalLM": "qwen3_moe",
    "Qwen3NextForCausalLM": "qwen3_next",
    "Qwen3_5ForCausalLM": "qwen3_5",
    "Qwen3_5ForConditionalGeneration": "qwen3_5",
    "Qwen3_5MoeForCausalLM": "qwen3_5_moe",
    "Qwen3_5MoeForConditionalGeneration": "qwen3_5_moe",
    "SmolLM3ForCausalLM": "smollm3",
}


class Architecture(Protocol):
    """What a module of this package offers."""

    def blueprint(self, config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
        """The GGUF file that a checkpoint of this family becomes; `tensors` by names without a leading "model."."""

    def tokenizer(self, files: TokenizerFiles, vocabulary_n: int) -> list[Pair]:
        """The family's tokenizer, padded to `vocabulary_n` tokens."""


def architecture_of(class_name: str) -> Architecture:
    """The module for a class; raises TargetNotConvertible when there is none."""
    if class_name not in MODULES:
        raise TargetNotConvertible(class_name=class_name)
    return cast(Architecture, import_module(f"{__name__}.{MODULES[class_name]}"))
