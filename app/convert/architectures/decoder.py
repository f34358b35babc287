"""The parts that decoders have in common: sizes, their pairs, their tensors."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.convert.blueprint import Note, Slot
from app.convert.metadata import Pair, count, integers, number
from app.convert.quantize import Array
from app.convert.rearranged import Changed
from app.convert.rope import rope_of, rope_pairs
from app.convert.sources import Source, Stored
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_MOST_LAYERS = 1024
_MOST_SIZE = 1 << 22


@dataclass(frozen=True, slots=True)
class DecoderSizes:
    """Sizes of a decoder, in values; `head_dim` per attention head, `feed_forward` is 0 without dense layers."""

    layers: int
    hidden: int
    feed_forward: int
    heads: int
    kv_heads: int
    head_dim: int
    vocabulary_n: int
    context: int


def decoder_sizes(
    config: Config,
    tensors: Mapping[str, TensorInfo],
    *,
    queries_at: str = "layers.0.self_attn.q_proj.weight",
    is_dense: bool = True,
) -> DecoderSizes:
    """The sizes that `config` tells; a head dimension that it leaves out is that of the weights in `queries_at`.

    Raises ConfigKeyError.
    """
    heads = config.integer("num_attention_heads", least=1, most=_MOST_SIZE)
    hidden = config.integer("hidden_size", least=1, most=_MOST_SIZE)
    queries = tensors.get(queries_at)
    rows = queries.shape[0] if queries is not None and queries.shape else hidden
    head_dim = config.integer("head_dim", max(rows // heads, 1), least=1, most=_MOST_SIZE)
    if heads * head_dim > _MOST_SIZE:
        raise config.error("num_attention_heads")
    return DecoderSizes(
        layers=config.integer("num_hidden_layers", least=1, most=_MOST_LAYERS),
        hidden=hidden,
        feed_forward=config.integer("intermediate_size", None if is_dense else 0, least=1, most=_MOST_SIZE),
        heads=heads,
        kv_heads=config.integer("num_key_value_heads", heads, least=1, most=heads),
        head_dim=head_dim,
        vocabulary_n=config.integer("vocab_size", least=1, most=_MOST_SIZE),
        context=config.integer("max_position_embeddings", least=1),
    )


def require_silu(config: Config) -> None:
    """Raise ConfigKeyError for another activation than the one that the engine computes, whatever a file says."""
    if config.text("hidden_act", "silu") not in ("silu", "swish"):
        raise config.error("hidden_act")


def window_notes(config: Config, sizes: DecoderSizes) -> list[Note]:
    """Tells of a window that the model was trained with and that the engine's graph of its family does not have."""
    window = config.optional_integer("sliding_window")
    if not window or window >= sizes.context:
        return []
    kinds = config.texts("layer_types")
    is_sliding = "sliding_attention" in kinds if kinds else config.integer("max_window_layers", 0) < sizes.layers
    return [Note("convert_window_left_out", (("window", window),))] if is_sliding else []


def decoder_pairs(
    architecture: str,
    config: Config,
    sizes: DecoderSizes,
    *,
    has_head_dim: bool = True,
    eps_key: str = "rms_norm_eps",
    kv_heads: Sequence[int] | None = None,
    more_layers: int = 0,
) -> list[Pair]:
    """The pairs that llama.cpp reads for any decoder.

    Classes without a head dimension in their config (`has_head_dim` false) have it written only where it is not what
    the engine works out. `kv_heads` is by layer, where layers differ; `more_layers` follow those that `sizes` counts.
    """
    key = f"{architecture}."
    pairs = [
        count(f"{key}block_count", sizes.layers + more_layers),
        count(f"{key}context_length", sizes.context),
        count(f"{key}embedding_length", sizes.hidden),
        count(f"{key}attention.head_count", sizes.heads),
        count(f"{key}attention.head_count_kv", sizes.kv_heads)
        if kv_heads is None
        else integers(f"{key}attention.head_count_kv", kv_heads),
        *rope_pairs(architecture, rope_of(config)),
        number(f"{key}attention.layer_norm_rms_epsilon", config.number(eps_key, 1e-6, least=0)),
    ]
    if sizes.feed_forward:
        pairs.append(count(f"{key}feed_forward_length", sizes.feed_forward))
    if has_head_dim or config.has("head_dim") or sizes.heads * sizes.head_dim != sizes.hidden:
        pairs += [count(f"{key}attention.{part}_length", sizes.head_dim) for part in ("key", "value")]
    return pairs


@dataclass(frozen=True, slots=True)
class Layer:
    """Where a layer's tensors are: the beginnings of their names in the checkpoint and in GGUF."""

    source: str
    block: str


def layer(i: int) -> Layer:
    """The `i`-th layer."""
    return Layer(f"layers.{i}.", f"blk.{i}.")


def decoder_slots(
    sizes: DecoderSizes,
    *,
    query_order: NDArray[np.int64] | None = None,
    key_order: NDArray[np.int64] | None = None,
    takes_output_bias: bool = False,
) -> Iterator[Slot]:
    """The tensors of a dense decoder with a gated feed-forward; the orders are of the rows of queries and keys."""
    yield from frame_slots(sizes)
    for i in range(sizes.layers):
        yield from norm_slots(sizes, layer(i))
        yield from attention_slots(
            sizes, layer(i), query_order=query_order, key_order=key_order, takes_output_bias=takes_output_bias
        )
        yield from feed_forward_slots(sizes, layer(i))


def frame_slots(sizes: DecoderSizes) -> Iterator[Slot]:
    """What stands before and after the layers; without a head of its own the engine takes the embedding for it."""
    table = (sizes.vocabulary_n, sizes.hidden)
    yield Slot("embed_tokens.weight", "token_embd.weight", table)
    yield Slot("lm_head.weight", "output.weight", table, is_required=False)
    yield Slot("norm.weight", "output_norm.weight", (sizes.hidden,))


def norm_slots(sizes: DecoderSizes, at: Layer, *, second: str = "ffn_norm") -> Iterator[Slot]:
    """The norms before the attention and before the feed-forward; `second` is GGUF's name for the latter."""
    yield Slot(f"{at.source}input_layernorm.weight", f"{at.block}attn_norm.weight", (sizes.hidden,))
    yield Slot(f"{at.source}post_attention_layernorm.weight", f"{at.block}{second}.weight", (sizes.hidden,))


def attention_slots(
    sizes: DecoderSizes,
    at: Layer,
    *,
    query_order: NDArray[np.int64] | None = None,
    key_order: NDArray[np.int64] | None = None,
    takes_output_bias: bool = False,
) -> Iterator[Slot]:
    """Queries, keys, values and output of a layer, with the biases that some checkpoints have.

    The engine's graphs of most families have no place for a bias of the output (`takes_output_bias` false).
    """
    hidden, queries, keys = sizes.hidden, sizes.heads * sizes.head_dim, sizes.kv_heads * sizes.head_dim
    parts = (
        ("q_proj", "attn_q", (queries, hidden), query_order),
        ("k_proj", "attn_k", (keys, hidden), key_order),
        ("v_proj", "attn_v", (keys, hidden), None),
        ("o_proj", "attn_output", (hidden, queries), None),
    )
    for part, name, shape, order in parts:
        source = f"{at.source}self_attn.{part}"
        yield Slot(f"{source}.weight", f"{at.block}{name}.weight", shape, order=order)
        if part != "o_proj" or takes_output_bias:
            yield Slot(f"{source}.bias", f"{at.block}{name}.bias", shape[:1], False, order)


def head_norm_slots(sizes: DecoderSizes, at: Layer) -> Iterator[Slot]:
    """The norms of each head's queries and keys in a layer."""
    for part in ("q", "k"):
        source, name = f"{at.source}self_attn.{part}_norm.weight", f"{at.block}attn_{part}_norm.weight"
        yield Slot(source, name, (sizes.head_dim,))


def feed_forward_slots(
    sizes: DecoderSizes, at: Layer, *, module: str = "mlp", suffix: str = "", width: int | None = None
) -> Iterator[Slot]:
    """The gated feed-forward of a layer: its `module` in the checkpoint, GGUF's `suffix`, values in between."""
    hidden, forward = sizes.hidden, width or sizes.feed_forward
    for part, shape in (("gate", (forward, hidden)), ("up", (forward, hidden)), ("down", (hidden, forward))):
        yield Slot(f"{at.source}{module}.{part}_proj.weight", f"{at.block}ffn_{part}{suffix}.weight", shape)


def from_one(slot: Slot) -> Slot:
    """A norm that is stored as its distance from one, written as it is."""
    return replace(slot, values=_plus_one)


def _plus_one(tensor: TensorInfo) -> Source:
    return Changed(Stored(tensor), _add_one)


def _add_one(values: Array) -> Array:
    return values + np.float32(1)
