"""Granite 3 and 4, dense."""

from collections.abc import Mapping
from dataclasses import replace

from app.convert.architectures import llama
from app.convert.blueprint import Blueprint
from app.convert.metadata import Pair, number, text
from app.convert.tokenizer_files import TokenizerFiles
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "granite"
_SCALES = (
    ("attention_multiplier", "attention.scale"),
    ("embedding_multiplier", "embedding_scale"),
    ("residual_multiplier", "residual_scale"),
    ("logits_scaling", "logit_scale"),
)
_PRE = "tokenizer.ggml.pre"


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a GraniteForCausalLM; raises ConfigKeyError."""
    plain = llama.llama_blueprint(_NAME, config, tensors, has_head_dim=False)
    scales = [(name, config.optional_number(key)) for key, name in _SCALES]
    pairs = [number(f"{_NAME}.{name}", value) for name, value in scales if value]
    return replace(plain, pairs=[*plain.pairs, *pairs])


def tokenizer(files: TokenizerFiles, vocabulary_n: int) -> list[Pair]:
    """The tokenizer; raises what Llama's does."""
    return [_renamed(pair) for pair in llama.tokenizer(files, vocabulary_n)]


def _renamed(pair: Pair) -> Pair:
    """The two names stand for the same cuts; under this family's own, spaces before signs are left alone."""
    return text(_PRE, "refact") if pair.key == _PRE and pair.value == "smollm" else pair
