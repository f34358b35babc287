"""Llama, Mistral, and what else is a LlamaForCausalLM or MistralForCausalLM."""

from collections.abc import Iterator, Mapping

from app.convert.architectures.decoder import (
    DecoderSizes,
    decoder_pairs,
    decoder_sizes,
    decoder_slots,
    require_silu,
    window_notes,
)
from app.convert.blueprint import Blueprint, Slot
from app.convert.byte_fallback import pieces_tokenizer, ranked_tokenizer
from app.convert.metadata import Pair, count, flag
from app.convert.rope import halves_to_pairs, rope_frequencies, rope_of
from app.convert.tokenizer import bpe_tokenizer
from app.convert.tokenizer_files import TokenizerFiles
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "llama"
# Models with this many tokens were trained without a token at the beginning, whatever their files say.
_VOCABULARY_WITHOUT_BOS = 49152
# Code Llama fills gaps in programs, and ends what it filled in with a token that its files do not name.
_VOCABULARY_OF_CODE_LLAMA, _END_OF_FILLING = 32016, 32010


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a LlamaForCausalLM or MistralForCausalLM; raises ConfigKeyError."""
    return llama_blueprint(_NAME, config, tensors)


def llama_blueprint(
    name: str,
    config: Config,
    tensors: Mapping[str, TensorInfo],
    *,
    has_head_dim: bool = True,
    takes_biases: bool = True,
) -> Blueprint:
    """The GGUF file of a family that is built like Llama, under GGUF's `name` of it; raises ConfigKeyError.

    A checkpoint rotates value i of a head with value i + head_dim / 2, these families' graphs value 2i with 2i + 1.
    `takes_biases` says whether the graph has a place for those of the attention's output and of the feed-forward.
    """
    require_silu(config)
    sizes = decoder_sizes(config, tensors)
    if sizes.head_dim % 2:
        raise config.error("head_dim", f"{sizes.head_dim}, which has no two halves")
    slots = decoder_slots(
        sizes,
        query_order=halves_to_pairs(sizes.heads * sizes.head_dim, sizes.head_dim),
        key_order=halves_to_pairs(sizes.kv_heads * sizes.head_dim, sizes.head_dim),
        takes_output_bias=takes_biases,
    )
    return Blueprint(
        architecture=name,
        vocabulary_n=sizes.vocabulary_n,
        pairs=[
            *decoder_pairs(name, config, sizes, has_head_dim=has_head_dim),
            count(f"{name}.vocab_size", sizes.vocabulary_n),
            count(f"{name}.rope.dimension_count", sizes.head_dim),
        ],
        slots=[*slots, *(_biases(sizes) if takes_biases else ())],
        made=rope_frequencies(rope_of(config), sizes.head_dim),
        notes=window_notes(config, sizes) if config.boolean("use_sliding_window", True) else [],
    )


def tokenizer(files: TokenizerFiles, vocabulary_n: int) -> list[Pair]:
    """The tokenizer, of tokenizer.model if there is one.

    Raises what `pieces_tokenizer`, `ranked_tokenizer` and `bpe_tokenizer` do.
    """
    if files.has_pieces:
        pairs = pieces_tokenizer(files, vocabulary_n)
    elif files.has_byte_fallback:
        pairs = ranked_tokenizer(files, vocabulary_n)
    else:
        pairs = bpe_tokenizer(files, vocabulary_n)
    has_prefix = (files.config or {}).get("add_prefix_space")
    if isinstance(has_prefix, bool):
        pairs.append(flag("tokenizer.ggml.add_space_prefix", has_prefix))
    if vocabulary_n == _VOCABULARY_OF_CODE_LLAMA:
        key = "tokenizer.ggml.eot_token_id"
        pairs = [*(pair for pair in pairs if pair.key != key), count(key, _END_OF_FILLING)]
    if vocabulary_n == _VOCABULARY_WITHOUT_BOS:
        key = "tokenizer.ggml.add_bos_token"
        pairs = [*(pair for pair in pairs if pair.key != key), flag(key, False)]
    return pairs


def _biases(sizes: DecoderSizes) -> Iterator[Slot]:
    for i in range(sizes.layers):
        layer, block = f"layers.{i}.", f"blk.{i}."
        for part, size in (("gate", sizes.feed_forward), ("up", sizes.feed_forward), ("down", sizes.hidden)):
            yield Slot(f"{layer}mlp.{part}_proj.bias", f"{block}ffn_{part}.bias", (size,), is_required=False)
