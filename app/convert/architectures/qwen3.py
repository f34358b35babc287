"""Qwen3, dense."""

from collections.abc import Iterator, Mapping

from app.convert.architectures.decoder import DecoderSizes, decoder_pairs, decoder_sizes, decoder_slots
from app.convert.blueprint import Blueprint, Slot
from app.convert.tokenizer import bpe_tokenizer
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "qwen3"

tokenizer = bpe_tokenizer


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a Qwen3ForCausalLM; raises ConfigKeyError."""
    sizes = decoder_sizes(config, tensors)
    return Blueprint(
        architecture=_NAME,
        vocabulary_n=sizes.vocabulary_n,
        pairs=decoder_pairs(_NAME, config, sizes),
        slots=[*decoder_slots(sizes), *_head_norms(sizes)],
    )


def _head_norms(sizes: DecoderSizes) -> Iterator[Slot]:
    for i in range(sizes.layers):
        for part in ("q", "k"):
            source, name = f"layers.{i}.self_attn.{part}_norm.weight", f"blk.{i}.attn_{part}_norm.weight"
            yield Slot(source, name, (sizes.head_dim,))
