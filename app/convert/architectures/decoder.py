"""The parts that dense decoders have in common: sizes, their pairs, their tensors."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.convert.blueprint import Slot
from app.convert.metadata import Pair, count, number
from app.convert.rope import rope_of, rope_pairs
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_MOST_LAYERS = 1024
_MOST_SIZE = 1 << 22
_QUERIES = "layers.0.self_attn.q_proj.weight"


@dataclass(frozen=True, slots=True)
class DecoderSizes:
    """Sizes of a dense decoder, in values; `head_dim` per attention head."""

    layers: int
    hidden: int
    feed_forward: int
    heads: int
    kv_heads: int
    head_dim: int
    vocabulary_n: int
    context: int


def decoder_sizes(config: Config, tensors: Mapping[str, TensorInfo]) -> DecoderSizes:
    """The sizes that `config` tells; a head dimension that it leaves out is that of the weights.

    Raises ConfigKeyError.
    """
    heads = config.integer("num_attention_heads", least=1, most=_MOST_SIZE)
    hidden = config.integer("hidden_size", least=1, most=_MOST_SIZE)
    queries = tensors.get(_QUERIES)
    rows = queries.shape[0] if queries is not None and queries.shape else hidden
    head_dim = config.integer("head_dim", max(rows // heads, 1), least=1, most=_MOST_SIZE)
    if heads * head_dim > _MOST_SIZE:
        raise config.error("num_attention_heads")
    return DecoderSizes(
        layers=config.integer("num_hidden_layers", least=1, most=_MOST_LAYERS),
        hidden=hidden,
        feed_forward=config.integer("intermediate_size", least=1, most=_MOST_SIZE),
        heads=heads,
        kv_heads=config.integer("num_key_value_heads", heads, least=1, most=heads),
        head_dim=head_dim,
        vocabulary_n=config.integer("vocab_size", least=1, most=_MOST_SIZE),
        context=config.integer("max_position_embeddings", least=1),
    )


def decoder_pairs(architecture: str, config: Config, sizes: DecoderSizes) -> list[Pair]:
    """The pairs that llama.cpp reads for any dense decoder."""
    return [
        count(f"{architecture}.block_count", sizes.layers),
        count(f"{architecture}.context_length", sizes.context),
        count(f"{architecture}.embedding_length", sizes.hidden),
        count(f"{architecture}.feed_forward_length", sizes.feed_forward),
        count(f"{architecture}.attention.head_count", sizes.heads),
        count(f"{architecture}.attention.head_count_kv", sizes.kv_heads),
        *rope_pairs(architecture, rope_of(config)),
        number(f"{architecture}.attention.layer_norm_rms_epsilon", config.number("rms_norm_eps", 1e-6)),
        count(f"{architecture}.attention.key_length", sizes.head_dim),
        count(f"{architecture}.attention.value_length", sizes.head_dim),
    ]


def decoder_slots(
    sizes: DecoderSizes,
    *,
    query_order: NDArray[np.int64] | None = None,
    key_order: NDArray[np.int64] | None = None,
) -> Iterator[Slot]:
    """The tensors of a dense decoder with a gated feed-forward; the orders are of the rows of queries and keys."""
    hidden, forward = sizes.hidden, sizes.feed_forward
    queries, keys = sizes.heads * sizes.head_dim, sizes.kv_heads * sizes.head_dim
    yield Slot("embed_tokens.weight", "token_embd.weight", (sizes.vocabulary_n, hidden))
    # Without a head of its own the engine takes the embedding for it.
    yield Slot("lm_head.weight", "output.weight", (sizes.vocabulary_n, hidden), is_required=False)
    yield Slot("norm.weight", "output_norm.weight", (hidden,))
    for i in range(sizes.layers):
        layer, block = f"layers.{i}.", f"blk.{i}."
        yield Slot(layer + "input_layernorm.weight", block + "attn_norm.weight", (hidden,))
        attention = (
            ("q_proj", "attn_q", (queries, hidden), query_order),
            ("k_proj", "attn_k", (keys, hidden), key_order),
            ("v_proj", "attn_v", (keys, hidden), None),
        )
        for source, name, shape, order in attention:
            yield Slot(f"{layer}self_attn.{source}.weight", f"{block}{name}.weight", shape, order=order)
            yield Slot(f"{layer}self_attn.{source}.bias", f"{block}{name}.bias", shape[:1], False, order)
        yield Slot(layer + "self_attn.o_proj.weight", block + "attn_output.weight", (hidden, queries))
        yield Slot(layer + "post_attention_layernorm.weight", block + "ffn_norm.weight", (hidden,))
        for source, shape in (("gate", (forward, hidden)), ("up", (forward, hidden)), ("down", (hidden, forward))):
            yield Slot(f"{layer}mlp.{source}_proj.weight", f"{block}ffn_{source}.weight", shape)
