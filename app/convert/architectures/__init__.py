"""Target families: one file each, found by table."""

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from app.convert.blueprint import Blueprint
from app.convert.metadata import Pair
from app.convert.tokenizer import TokenizerFiles
from app.formats.safetensors import TensorInfo
from app.models.config import Config
from app.models.errors import TargetNotConvertible

# Class name in a checkpoint's config -> module of this package.
MODULES: Mapping[str, str] = {
    "LlamaForCausalLM": "llama",
    "Qwen3ForCausalLM": "qwen3",
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
