"""Gemma 4: dense, with experts beside the dense feed-forward, or with embeddings of their own for each layer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from app.convert.architectures.decoder import DecoderSizes, decoder_sizes, feed_forward_slots, layer
from app.convert.architectures.gemma import full_rope, gemma_pairs, is_sliding
from app.convert.blueprint import Blueprint, Slot
from app.convert.byte_fallback import merging_tokenizer
from app.convert.metadata import Pair, count, flags, integers, number
from app.convert.rope import still_frequencies
from app.convert.tokenizer_files import TokenizerFiles
from app.formats.json_file import read_json_object
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "gemma4"
_UNIFIED, _GENERATION_NAME = "Gemma4UnifiedForConditionalGeneration", "generation_config.json"
_MOST_SIZE = 1 << 20
_DEFAULT_ROTATED_SHARE = 0.25
# The parts of a reply that tell thoughts and tool calls from what is said.
_REPLY_TOKENS = frozenset(
    {"<|channel>", "<channel|>", "<|tool_call>", "<tool_call|>", "<|tool_response>", "<tool_response|>", '<|"|>'}
)


def tokenizer(files: TokenizerFiles, vocabulary_n: int) -> list[Pair]:
    """The tokenizer; raises FormatError and what `merging_tokenizer` does."""
    pairs = merging_tokenizer(files, vocabulary_n, name=_NAME, always_shown=_REPLY_TOKENS)
    return [*pairs, *_suppressed(files, vocabulary_n)]


def _suppressed(files: TokenizerFiles, vocabulary_n: int) -> Iterator[Pair]:
    """The tokens that the unified model may not say, as its generation_config.json tells."""
    path = files.folder / _GENERATION_NAME
    if files.model_config.get("architectures") == [_UNIFIED] and path.is_file():
        config = Config(read_json_object(path), path)
        if config.has("suppress_tokens"):
            yield integers("tokenizer.ggml.suppress_tokens", config.integers("suppress_tokens", most=vocabulary_n - 1))


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a Gemma4ForCausalLM, ...ForConditionalGeneration or Gemma4Unified...; raises ConfigKeyError."""
    model = _model(config, tensors)
    share = (
        config.section("rope_parameters")
        .section("full_attention")
        .number("partial_rotary_factor", _DEFAULT_ROTATED_SHARE)
    )
    return Blueprint(
        architecture=_NAME,
        vocabulary_n=model.sizes.vocabulary_n,
        pairs=[*gemma_pairs(_NAME, config, model.full), *_pairs(config, model)],
        slots=[*_frame_slots(model), *(slot for i in range(model.sizes.layers) for slot in _layer_slots(model, i))],
        made=still_frequencies(share, model.full.head_dim),
    )


@dataclass(frozen=True, slots=True)
class _Model:
    """Sizes of the layers that see a window (`sizes`) and of those that see everything (`full`).

    The last `shared` layers take the keys and values of others. `per_layer` values of an embedding go into each layer,
    `experts` of `expert_size` values each stand beside the feed-forward of each; 0 without them.
    """

    sizes: DecoderSizes
    full: DecoderSizes
    is_sliding: tuple[bool, ...]
    shared: int
    is_doubled: bool
    per_layer: int
    per_layer_vocabulary_n: int
    experts: int
    expert_size: int

    def of(self, i: int) -> DecoderSizes:
        """The sizes of layer `i`."""
        sizes = self.sizes if self.is_sliding[i] else self.full
        return replace(sizes, feed_forward=2 * sizes.feed_forward) if self.is_doubled and self.shares(i) else sizes

    def shares(self, i: int) -> bool:
        """Whether layer `i` has no keys and values of its own."""
        return i >= self.sizes.layers - self.shared


def _model(config: Config, tensors: Mapping[str, TensorInfo]) -> _Model:
    sizes = decoder_sizes(config, tensors)
    windows = is_sliding(config, sizes.layers)
    has_experts = config.has("num_experts")
    return _Model(
        sizes=sizes,
        full=_full_sizes(config, sizes, windows),
        is_sliding=windows,
        shared=config.integer("num_kv_shared_layers", 0, most=sizes.layers),
        is_doubled=config.boolean("use_double_wide_mlp", False),
        per_layer=config.integer("hidden_size_per_layer_input", 0, most=_MOST_SIZE),
        per_layer_vocabulary_n=config.integer("vocab_size_per_layer_input", sizes.vocabulary_n, least=1),
        experts=config.integer("num_experts", least=1, most=_MOST_SIZE) if has_experts else 0,
        expert_size=config.integer("moe_intermediate_size", least=1, most=_MOST_SIZE) if has_experts else 0,
    )


def _full_sizes(config: Config, sizes: DecoderSizes, windows: tuple[bool, ...]) -> DecoderSizes:
    """What the layers without a window have otherwise, told under names of their own or layer by layer."""
    by_layer = config.section("per_layer_config")
    first = windows.index(False) if False in windows else 0
    own = by_layer.section(str(first))
    # Where values are the keys there may be another number of them.
    told = config if config.boolean("attention_k_eq_v", False) else own
    head_dim = own.integer("head_dim", sizes.head_dim, least=2, most=_MOST_SIZE)
    kv_heads = own.integer("num_key_value_heads", sizes.kv_heads, least=1, most=sizes.heads)
    return replace(
        sizes,
        head_dim=config.integer("global_head_dim", head_dim, least=2, most=_MOST_SIZE),
        kv_heads=told.integer("num_global_key_value_heads", kv_heads, least=1, most=sizes.heads),
    )


def _pairs(config: Config, model: _Model) -> Iterator[Pair]:
    sizes, full = model.sizes, model.full
    layers = range(sizes.layers)
    kv_key, forward_key = f"{_NAME}.attention.head_count_kv", f"{_NAME}.feed_forward_length"
    kv_heads = [model.of(i).kv_heads for i in layers]
    yield count(kv_key, sizes.kv_heads) if full.kv_heads == sizes.kv_heads else integers(kv_key, kv_heads)
    forward = [model.of(i).feed_forward for i in layers]
    yield integers(forward_key, forward) if model.is_doubled else count(forward_key, sizes.feed_forward)
    yield count(f"{_NAME}.attention.key_length_swa", sizes.head_dim)
    yield count(f"{_NAME}.attention.value_length_swa", sizes.head_dim)
    yield count(f"{_NAME}.attention.sliding_window", config.integer("sliding_window", least=1))
    yield flags(f"{_NAME}.attention.sliding_window_pattern", model.is_sliding)
    yield count(f"{_NAME}.attention.shared_kv_layers", model.shared)
    yield count(f"{_NAME}.embedding_length_per_layer_input", model.per_layer)
    yield number(f"{_NAME}.rope.freq_base", full_rope(config).section("rope_parameters").number("rope_theta"))
    yield count(f"{_NAME}.rope.dimension_count", full.head_dim)
    yield count(f"{_NAME}.rope.dimension_count_swa", sizes.head_dim)
    if model.experts:
        used = config.integer("top_k_experts", least=1, most=model.experts)
        yield count(f"{_NAME}.expert_count", model.experts)
        yield count(f"{_NAME}.expert_used_count", used)
        yield count(f"{_NAME}.expert_feed_forward_length", model.expert_size)


def _frame_slots(model: _Model) -> Iterator[Slot]:
    sizes, all_layers = model.sizes, model.per_layer * model.sizes.layers
    yield Slot("embed_tokens.weight", "token_embd.weight", (sizes.vocabulary_n, sizes.hidden))
    yield Slot("lm_head.weight", "output.weight", (sizes.vocabulary_n, sizes.hidden), is_required=False)
    yield Slot("norm.weight", "output_norm.weight", (sizes.hidden,))
    if model.per_layer:
        table = (model.per_layer_vocabulary_n, all_layers)
        yield Slot("embed_tokens_per_layer.weight", "per_layer_token_embd.weight", table)
        yield Slot("per_layer_model_projection.weight", "per_layer_model_proj.weight", (all_layers, sizes.hidden))
        yield Slot("per_layer_projection_norm.weight", "per_layer_proj_norm.weight", (model.per_layer,))


def _layer_slots(model: _Model, i: int) -> Iterator[Slot]:
    sizes, at = model.of(i), layer(i)
    hidden = sizes.hidden
    for source, name in (
        ("input_layernorm", "attn_norm"),
        ("post_attention_layernorm", "post_attention_norm"),
        ("pre_feedforward_layernorm", "ffn_norm"),
        ("post_feedforward_layernorm", "post_ffw_norm"),
    ):
        yield Slot(f"{at.source}{source}.weight", f"{at.block}{name}.weight", (hidden,))
    yield Slot(f"{at.source}layer_scalar", f"{at.block}layer_output_scale.weight", (1,), is_required=False)
    yield from _attention_slots(model, i)
    yield from feed_forward_slots(sizes, at)
    if model.experts:
        yield from _expert_slots(model, i)
    if model.per_layer:
        yield Slot(f"{at.source}per_layer_input_gate.weight", f"{at.block}inp_gate.weight", (model.per_layer, hidden))
        yield Slot(f"{at.source}per_layer_projection.weight", f"{at.block}proj.weight", (hidden, model.per_layer))
        yield Slot(f"{at.source}post_per_layer_input_norm.weight", f"{at.block}post_norm.weight", (hidden,))


def _attention_slots(model: _Model, i: int) -> Iterator[Slot]:
    """Layers that share keys and values may lack them; where values are missing, they are the keys."""
    sizes, at, has_keys = model.of(i), layer(i), not model.shares(i)
    queries, keys = sizes.heads * sizes.head_dim, sizes.kv_heads * sizes.head_dim
    parts: tuple[tuple[str, str, tuple[int, ...], bool], ...] = (
        ("q_proj", "attn_q", (queries, sizes.hidden), True),
        ("k_proj", "attn_k", (keys, sizes.hidden), has_keys),
        ("v_proj", "attn_v", (keys, sizes.hidden), False),
        ("o_proj", "attn_output", (sizes.hidden, queries), True),
        ("q_norm", "attn_q_norm", (sizes.head_dim,), True),
        ("k_norm", "attn_k_norm", (sizes.head_dim,), has_keys),
    )
    for source, name, shape, is_required in parts:
        yield Slot(f"{at.source}self_attn.{source}.weight", f"{at.block}{name}.weight", shape, is_required)


def _expert_slots(model: _Model, i: int) -> Iterator[Slot]:
    """Experts, what chooses among them, and the norms that part them from the dense feed-forward."""
    at, hidden, n, forward = layer(i), model.sizes.hidden, model.experts, model.expert_size
    yield Slot(f"{at.source}router.proj.weight", f"{at.block}ffn_gate_inp.weight", (n, hidden))
    yield Slot(f"{at.source}router.scale", f"{at.block}ffn_gate_inp.scale", (hidden,))
    yield Slot(f"{at.source}router.per_expert_scale", f"{at.block}ffn_down_exps.scale", (n,))
    yield Slot(f"{at.source}experts.gate_up_proj", f"{at.block}ffn_gate_up_exps.weight", (n, 2 * forward, hidden))
    yield Slot(f"{at.source}experts.down_proj", f"{at.block}ffn_down_exps.weight", (n, hidden, forward))
    for source, name in (
        ("post_feedforward_layernorm_1", "post_ffw_norm_1"),
        ("pre_feedforward_layernorm_2", "pre_ffw_norm_2"),
        ("post_feedforward_layernorm_2", "post_ffw_norm_2"),
    ):
        yield Slot(f"{at.source}{source}.weight", f"{at.block}{name}.weight", (hidden,))
