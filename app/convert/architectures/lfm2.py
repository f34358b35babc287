"""LFM2 and LFM2.5, dense: short convolutions between layers of attention."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from app.convert.architectures.decoder import DecoderSizes, Layer, decoder_pairs, decoder_sizes, layer
from app.convert.blueprint import Blueprint, Slot
from app.convert.metadata import Pair, count, text
from app.convert.tokenizer import bpe_tokenizer
from app.convert.tokenizer_files import TokenizerFiles
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "lfm2"
_FULL, _CONV = "full_attention", "conv"
_MOST_SIZE = 1 << 22
_PRE = "tokenizer.ggml.pre"
# The cuts of this family go by several names; with its own, words of the vocabulary skip the merges.
_SAME_CUTS = frozenset({"llama-bpe", "dbrx"})


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of an Lfm2ForCausalLM; raises ConfigKeyError."""
    sizes = _sizes(config, tensors)
    attends = attention_layers(config, sizes.layers)
    slots = [*frame_slots(sizes)]
    for i, has_attention in enumerate(attends):
        slots += mixer_slots(config, sizes, layer(i), has_attention=has_attention)
        slots += dense_slots(sizes, layer(i))
    return Blueprint(
        architecture=_NAME,
        vocabulary_n=sizes.vocabulary_n,
        pairs=lfm2_pairs(_NAME, config, sizes, attends),
        slots=slots,
    )


def tokenizer(files: TokenizerFiles, vocabulary_n: int) -> list[Pair]:
    """The tokenizer; raises what `bpe_tokenizer` does."""
    pairs = bpe_tokenizer(files, vocabulary_n)
    return [text(_PRE, _NAME) if pair.key == _PRE and pair.value in _SAME_CUTS else pair for pair in pairs]


def _sizes(config: Config, tensors: Mapping[str, TensorInfo]) -> DecoderSizes:
    """The feed-forward is narrower than the config says at first, by a rule that comes from Llama 1."""
    sizes = lfm2_sizes(config, tensors, is_dense=not config.has("block_ff_dim"))
    width = config.integer("block_ff_dim", sizes.feed_forward, least=1, most=_MOST_SIZE)
    if config.boolean("block_auto_adjust_ff_dim", True):
        multiple = config.integer("block_multiple_of", 256, least=1, most=_MOST_SIZE)
        width = int(config.number("block_ffn_dim_multiplier", 1.0) * int(2 * width / 3))
        width = -(-width // multiple) * multiple
    if not 0 < width <= _MOST_SIZE:
        raise config.error("block_ffn_dim_multiplier")
    return replace(sizes, feed_forward=width)


def lfm2_sizes(config: Config, tensors: Mapping[str, TensorInfo], *, is_dense: bool = True) -> DecoderSizes:
    """The sizes as the config tells them; raises ConfigKeyError."""
    queries = next((name for name in tensors if name.endswith("self_attn.q_proj.weight")), "")
    return decoder_sizes(config, tensors, queries_at=queries, is_dense=is_dense)


def attention_layers(config: Config, layers: int) -> list[bool]:
    """For each layer whether it is one of attention; raises ConfigKeyError."""
    if not config.has("layer_types"):
        full = set(config.integers("full_attn_idxs", most=layers - 1))
        return [i in full for i in range(layers)]
    kinds = config.texts("layer_types")
    if len(kinds) != layers or not set(kinds) <= {_FULL, _CONV}:
        raise config.error("layer_types")
    return [kind == _FULL for kind in kinds]


def lfm2_pairs(name: str, config: Config, sizes: DecoderSizes, attends: Sequence[bool]) -> list[Pair]:
    """The pairs that llama.cpp reads for either kind of LFM2; layers without attention have no heads."""
    kv_heads = [sizes.kv_heads if has_attention else 0 for has_attention in attends]
    return [
        *decoder_pairs(name, config, sizes, has_head_dim=False, eps_key="norm_eps", kv_heads=kv_heads),
        count(f"{name}.vocab_size", sizes.vocabulary_n),
        count(f"{name}.shortconv.l_cache", config.integer("conv_L_cache", least=1, most=_MOST_SIZE)),
    ]


def frame_slots(sizes: DecoderSizes) -> Iterator[Slot]:
    """What stands before and after the layers."""
    table = (sizes.vocabulary_n, sizes.hidden)
    yield Slot("embed_tokens.weight", "token_embd.weight", table)
    yield Slot("lm_head.weight", "output.weight", table, is_required=False)
    yield Slot("embedding_norm.weight", "token_embd_norm.weight", (sizes.hidden,))


def mixer_slots(config: Config, sizes: DecoderSizes, at: Layer, *, has_attention: bool) -> Iterator[Slot]:
    """The norms of a layer, and its attention or its convolution."""
    hidden, head_dim = sizes.hidden, sizes.head_dim
    yield Slot(f"{at.source}operator_norm.weight", f"{at.block}attn_norm.weight", (hidden,))
    yield Slot(f"{at.source}ffn_norm.weight", f"{at.block}ffn_norm.weight", (hidden,))
    if has_attention:
        queries, keys = sizes.heads * head_dim, sizes.kv_heads * head_dim
        parts: tuple[tuple[str, str, tuple[int, ...]], ...] = (
            ("q_proj", "attn_q", (queries, hidden)),
            ("k_proj", "attn_k", (keys, hidden)),
            ("v_proj", "attn_v", (keys, hidden)),
            ("out_proj", "attn_output", (hidden, queries)),
            ("q_layernorm", "attn_q_norm", (head_dim,)),
            ("k_layernorm", "attn_k_norm", (head_dim,)),
        )
        for source, name, shape in parts:
            yield Slot(f"{at.source}self_attn.{source}.weight", f"{at.block}{name}.weight", shape)
        return
    kernel = config.integer("conv_L_cache", least=1, most=_MOST_SIZE)
    source, name = f"{at.source}conv.", f"{at.block}shortconv."
    yield Slot(f"{source}conv.weight", f"{name}conv.weight", (hidden, 1, kernel), written_shape=(hidden, kernel))
    yield Slot(f"{source}in_proj.weight", f"{name}in_proj.weight", (3 * hidden, hidden))
    yield Slot(f"{source}out_proj.weight", f"{name}out_proj.weight", (hidden, hidden))


def dense_slots(sizes: DecoderSizes, at: Layer) -> Iterator[Slot]:
    """The feed-forward of a layer, its parts by number."""
    hidden, forward = sizes.hidden, sizes.feed_forward
    for part, name, shape in (
        ("w1", "gate", (forward, hidden)),
        ("w2", "down", (hidden, forward)),
        ("w3", "up", (forward, hidden)),
    ):
        yield Slot(f"{at.source}feed_forward.{part}.weight", f"{at.block}ffn_{name}.weight", shape)
