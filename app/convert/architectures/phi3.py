"""Phi-3 and Phi-4."""

import math
from collections.abc import Iterator, Mapping

import numpy as np

from app.convert.architectures.decoder import (
    DecoderSizes,
    Layer,
    decoder_sizes,
    frame_slots,
    layer,
    norm_slots,
    require_silu,
)
from app.convert.blueprint import Blueprint, MadeTensor, Slot
from app.convert.byte_fallback import pieces_tokenizer, ranked_tokenizer
from app.convert.metadata import Pair, count, number
from app.convert.sources import Computed
from app.convert.tokenizer import bpe_tokenizer
from app.convert.tokenizer_files import TokenizerFiles
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "phi3"
_DEFAULT_ORIGINAL_CONTEXT = 4096
_DEFAULT_THETA = 10_000.0


def tokenizer(files: TokenizerFiles, vocabulary_n: int) -> list[Pair]:
    """The tokenizer, of tokenizer.model if there is one.

    Raises what `pieces_tokenizer`, `ranked_tokenizer` and `bpe_tokenizer` do.
    """
    if files.has_pieces:
        return pieces_tokenizer(files, vocabulary_n, trusts_flags=True)
    if files.has_byte_fallback:
        return ranked_tokenizer(files, vocabulary_n)
    return bpe_tokenizer(files, vocabulary_n)


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a Phi3ForCausalLM; raises ConfigKeyError."""
    require_silu(config)
    sizes = decoder_sizes(config, tensors, queries_at="")
    rope = config.section("rope_parameters").over(config.section("rope_scaling"))
    share = rope.over(config).number("partial_rotary_factor", 1.0)
    rotated = int(share * sizes.hidden) // sizes.heads
    context = rope.over(config).integer("original_max_position_embeddings", _DEFAULT_ORIGINAL_CONTEXT, least=2)
    pairs = [
        count(f"{_NAME}.block_count", sizes.layers),
        count(f"{_NAME}.context_length", sizes.context),
        count(f"{_NAME}.embedding_length", sizes.hidden),
        count(f"{_NAME}.feed_forward_length", sizes.feed_forward),
        count(f"{_NAME}.attention.head_count", sizes.heads),
        count(f"{_NAME}.attention.head_count_kv", sizes.kv_heads),
        number(f"{_NAME}.attention.layer_norm_rms_epsilon", config.number("rms_norm_eps", 1e-5)),
        # None tells the engine that all layers see everything.
        count(f"{_NAME}.attention.sliding_window", config.integer("sliding_window", 0)),
        count(f"{_NAME}.rope.dimension_count", rotated),
        number(f"{_NAME}.rope.freq_base", rope.over(config).number("rope_theta", _DEFAULT_THETA)),
        count(f"{_NAME}.rope.scaling.original_context_length", context),
    ]
    made = _factors(rope, rotated)
    if made:
        pairs.append(number(f"{_NAME}.rope.scaling.attn_factor", _attention_factor(rope, sizes.context, context)))
    slots = [*frame_slots(sizes), *(slot for i in range(sizes.layers) for slot in _layer_slots(sizes, layer(i)))]
    return Blueprint(architecture=_NAME, vocabulary_n=sizes.vocabulary_n, pairs=pairs, slots=slots, made=made)


def _factors(rope: Config, rotated: int) -> list[MadeTensor]:
    """Divisors of the frequencies for long texts and for short ones; none where the rope is not scaled."""
    if not rope.has("long_factor"):
        return []
    tables = [(kind, np.array(rope.numbers(f"{kind}_factor"), np.float32)) for kind in ("long", "short")]
    if odd := next((kind for kind, values in tables if len(values) != rotated // 2), None):
        raise rope.error(f"{odd}_factor", f"not {rotated // 2} numbers")
    return [MadeTensor(f"rope_factors_{kind}.weight", values.shape, Computed(values, "F32")) for kind, values in tables]


def _attention_factor(rope: Config, context: int, original: int) -> float:
    """What makes up for the longer context in the attention (LongRoPE: https://arxiv.org/abs/2402.13753)."""
    kind = rope.text("rope_type", rope.text("type", ""))
    scale = max(context / original, 1.0)
    if kind == "yarn":
        return 0.1 * math.log(scale) + 1.0
    if kind in ("longrope", "su"):
        return math.sqrt(1 + math.log(scale) / math.log(original))
    raise rope.error("rope_type")


def _layer_slots(sizes: DecoderSizes, at: Layer) -> Iterator[Slot]:
    """Queries, keys and values are one matrix, gate and up another: in GGUF, too."""
    hidden, forward, values = sizes.hidden, sizes.feed_forward, sizes.head_dim
    queries, keys = sizes.heads * values, sizes.kv_heads * values
    yield from norm_slots(sizes, at)
    yield Slot(f"{at.source}self_attn.qkv_proj.weight", f"{at.block}attn_qkv.weight", (queries + 2 * keys, hidden))
    yield Slot(f"{at.source}self_attn.o_proj.weight", f"{at.block}attn_output.weight", (hidden, queries))
    yield Slot(f"{at.source}mlp.gate_up_proj.weight", f"{at.block}ffn_up.weight", (2 * forward, hidden))
    yield Slot(f"{at.source}mlp.down_proj.weight", f"{at.block}ffn_down.weight", (hidden, forward))
