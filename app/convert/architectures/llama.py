"""Llama 3.x and whatever else is a LlamaForCausalLM with a byte-level tokenizer."""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from app.convert.architectures.decoder import DecoderSizes, decoder_pairs, decoder_sizes, decoder_slots
from app.convert.blueprint import Blueprint, Slot
from app.convert.metadata import Pair, count, flag
from app.convert.rope import rope_frequencies, rope_of
from app.convert.tokenizer import TokenizerFiles, bpe_tokenizer
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "llama"
# Models with this many tokens were trained without a token at the beginning, whatever their files say.
_VOCABULARY_WITHOUT_BOS = 49152


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a LlamaForCausalLM; raises ConfigKeyError."""
    sizes = decoder_sizes(config, tensors)
    slots = decoder_slots(
        sizes,
        query_order=_halves_to_pairs(sizes.heads, sizes.head_dim, config),
        key_order=_halves_to_pairs(sizes.kv_heads, sizes.head_dim, config),
    )
    return Blueprint(
        architecture=_NAME,
        vocabulary_n=sizes.vocabulary_n,
        pairs=[
            *decoder_pairs(_NAME, config, sizes),
            count(f"{_NAME}.vocab_size", sizes.vocabulary_n),
            count(f"{_NAME}.rope.dimension_count", sizes.head_dim),
        ],
        slots=[*slots, *_biases(sizes)],
        made=rope_frequencies(rope_of(config), sizes.head_dim),
    )


def tokenizer(files: TokenizerFiles, vocabulary_n: int) -> list[Pair]:
    """The tokenizer; raises what `bpe_tokenizer` does."""
    pairs = bpe_tokenizer(files, vocabulary_n)
    has_prefix = (files.config or {}).get("add_prefix_space")
    if isinstance(has_prefix, bool):
        pairs.append(flag("tokenizer.ggml.add_space_prefix", has_prefix))
    if vocabulary_n == _VOCABULARY_WITHOUT_BOS:
        key = "tokenizer.ggml.add_bos_token"
        pairs = [*(pair for pair in pairs if pair.key != key), flag(key, False)]
    return pairs


def _halves_to_pairs(heads: int, head_dim: int, config: Config) -> NDArray[np.int64]:
    """Rows of queries or keys as this family's graph rotates them.

    A checkpoint rotates value i of a head with value i + head_dim / 2, the engine value 2i with value 2i + 1.
    """
    if head_dim % 2:
        raise config.error("head_dim", f"{head_dim}, which has no two halves")
    order: NDArray[np.int64] = np.arange(heads * head_dim, dtype=np.int64)
    return order.reshape(heads, 2, head_dim // 2).swapaxes(1, 2).reshape(-1)


def _biases(sizes: DecoderSizes) -> Iterator[Slot]:
    for i in range(sizes.layers):
        layer, block = f"layers.{i}.", f"blk.{i}."
        yield Slot(layer + "self_attn.o_proj.bias", block + "attn_output.bias", (sizes.hidden,), is_required=False)
        for part, size in (("gate", sizes.feed_forward), ("up", sizes.feed_forward), ("down", sizes.hidden)):
            yield Slot(f"{layer}mlp.{part}_proj.bias", f"{block}ffn_{part}.bias", (size,), is_required=False)
