"""Reads the config and tensors of a DSpark or DFlash checkpoint, flat or nested, into one record."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast, get_args

from app.formats.safetensors import TensorInfo
from app.models.config import Config, class_name, quantization_scheme
from app.models.draft_record import Activation, DraftRecord, Rope, RopeType
from app.models.draft_tensors import DraftShape, canonical_tensors, check_tensors
from app.models.entry import MarkovType
from app.models.errors import CheckpointQuantized, DraftCannotRun, DraftTensorShape, TensorAbsent

_MOST_LAYERS = 512
_MOST_SIZE = 1 << 24
_MOST_BLOCK = 1024
# Qwen3Config's own, for configs that say nothing about positions.
_DEFAULT_THETA = 10_000.0
_FIRST_QUERIES = "layers.0.self_attn.q_proj.weight"
_CONFIDENCE = "confidence_head.proj.weight"


@dataclass(frozen=True, slots=True)
class _Parts:
    """Where a schema keeps what: `backbone` describes the transformer, `draft` how it drafts."""

    top: Config
    backbone: Config
    draft: Config
    is_nested: bool


def read_dspark(top: Config, tensors: Mapping[str, TensorInfo], schema: str) -> DraftRecord:
    """The draft of a DSpark checkpoint; raises what `read_draft_schema` lists."""
    return _read(top, tensors, schema, is_dspark=True)


def read_dflash(top: Config, tensors: Mapping[str, TensorInfo], schema: str) -> DraftRecord:
    """The draft of a DFlash checkpoint; raises what `read_draft_schema` lists."""
    return _read(top, tensors, schema, is_dspark=False)


def _read(top: Config, tensors: Mapping[str, TensorInfo], schema: str, *, is_dspark: bool) -> DraftRecord:
    """The draft that a config describes, checked against its tensors.

    Nested (speculators) and flat schemas differ in three ways: where the transformer is described, how target layers
    are counted (the input of a layer, or its output) and what a missing `sample_from_anchor` means.
    """
    parts = _parts(top)
    _refuse_quantized(top)
    found = canonical_tensors(tensors)
    if not parts.draft.boolean("has_embed_tokens", True):
        found.pop("embed_tokens.weight", None)
    vocabulary_n = parts.backbone.integer("vocab_size", least=1, most=_MOST_SIZE)
    rank = _markov_rank(parts.draft, found)
    hidden = parts.backbone.integer("hidden_size", least=1, most=_MOST_SIZE)
    confidence_width, is_dropped = _confidence(parts.draft, found, hidden, rank)
    layer_ids, target_layers = _layer_ids(parts, found, hidden)
    heads = parts.backbone.integer("num_attention_heads", least=1, most=_MOST_SIZE)
    shape = DraftShape(
        layers=parts.backbone.integer("num_hidden_layers", least=1, most=_MOST_LAYERS),
        hidden_size=hidden,
        feed_forward_size=parts.backbone.integer("intermediate_size", least=1, most=_MOST_SIZE),
        heads=heads,
        kv_heads=parts.backbone.integer("num_key_value_heads", heads, least=1, most=_MOST_SIZE),
        head_dim=_head_dim(found, heads, top),
        layer_ids_n=len(layer_ids),
        vocabulary_n=vocabulary_n,
        draft_vocabulary_n=_draft_vocabulary(parts, found, vocabulary_n),
        markov_rank=rank,
        confidence_width=confidence_width,
    )
    check_tensors(found, shape, top.path.parent)
    samples_from_anchor = _samples_from_anchor(parts, is_dspark or rank > 0)
    return _record(parts, found, schema, shape, layer_ids, target_layers, samples_from_anchor, is_dropped)


def _parts(top: Config) -> _Parts:
    """Draft keys stand at the top or, with SpecForge and z-lab, in `dflash_config`, which goes first."""
    nested = top.has("transformer_layer_config")
    backbone = top.section("transformer_layer_config") if nested else top
    draft = top.section("dflash_config").over(top)
    return _Parts(top, backbone, draft, nested or top.has("aux_hidden_state_layer_ids"))


def _refuse_quantized(top: Config) -> None:
    scheme = quantization_scheme(top)
    if scheme is not None:
        raise CheckpointQuantized(scheme=scheme)


def _head_dim(tensors: Mapping[str, TensorInfo], heads: int, top: Config) -> int:
    """Rows per head of the query projection: configs have been published with another number than their weights."""
    queries = tensors.get(_FIRST_QUERIES)
    if queries is None:
        raise TensorAbsent(path=str(top.path.parent), name=_FIRST_QUERIES)
    if len(queries.shape) != 2 or queries.shape[0] == 0 or queries.shape[0] % heads:
        got = str(list(queries.shape))
        raise DraftTensorShape(path=str(queries.path), name=_FIRST_QUERIES, expected=f"rows for {heads} heads", got=got)
    return queries.shape[0] // heads


def _markov_rank(draft: Config, tensors: Mapping[str, TensorInfo]) -> int:
    """Columns of the Markov head's first table; 0 without one. The weights decide: what is not there is not used."""
    table = tensors.get("markov_head.markov_w1.weight")
    if table is not None and len(table.shape) == 2:
        return table.shape[1]
    return draft.integer("markov_rank", 0, most=_MOST_SIZE)


def _markov_type(draft: Config, tensors: Mapping[str, TensorInfo]) -> MarkovType:
    """As the weights tell, else as the config does."""
    if any(name.startswith("markov_head.gate_proj.") for name in tensors):
        return "gated"
    if any(name.startswith("markov_head.joint_proj.") for name in tensors):
        return "rnn"
    name = draft.text("markov_head_type", "vanilla")
    if name not in get_args(MarkovType):
        raise draft.error("markov_head_type")
    return cast(MarkovType, name)


def _confidence(draft: Config, tensors: dict[str, TensorInfo], hidden: int, rank: int) -> tuple[int | None, bool]:
    """(input width of the confidence head or None without one, whether one was dropped from `tensors`)."""
    head = tensors.get(_CONFIDENCE)
    if head is None:
        return None, False
    is_switched_off = not draft.boolean("enable_confidence_head", True)
    lacks_markov = rank == 0 or head.shape == (1, hidden)
    if is_switched_off or lacks_markov:
        del tensors[_CONFIDENCE]
        tensors.pop("confidence_head.proj.bias", None)
        return None, True
    return hidden + rank, False


def _draft_vocabulary(parts: _Parts, tensors: Mapping[str, TensorInfo], vocabulary_n: int) -> int:
    """Rows of the draft's head: the table d2t has one entry for each."""
    table = tensors.get("d2t")
    if table is not None and len(table.shape) == 1:
        if not 0 < table.shape[0] <= vocabulary_n:
            expected = f"1 to {vocabulary_n} rows"
            raise DraftTensorShape(path=str(table.path), name="d2t", expected=expected, got=str(list(table.shape)))
        return table.shape[0]
    return parts.draft.integer("draft_vocab_size", vocabulary_n, least=1, most=vocabulary_n)


def _layer_ids(parts: _Parts, tensors: Mapping[str, TensorInfo], hidden: int) -> tuple[tuple[int, ...], int | None]:
    """(target layers whose *input* the draft reads, number of target layers if the exporter told).

    `target_layer_ids` count outputs of layers, -1 being the embedding; `aux_hidden_state_layer_ids` count inputs. A
    projection one layer wider than the list implies the final state, which some exporters leave out.
    """
    draft = parts.draft
    if draft.has("target_layer_ids"):
        ids = tuple(i + 1 for i in draft.integers("target_layer_ids", least=-1, most=_MOST_LAYERS))
        key = "target_layer_ids"
    else:
        key = "aux_hidden_state_layer_ids"
        ids = draft.integers(key, most=_MOST_LAYERS)
    if not ids or len(set(ids)) != len(ids):
        raise draft.error(key)
    target_layers = draft.optional_integer("num_target_layers", least=1, most=_MOST_LAYERS)
    projection = tensors.get("fc.weight")
    if projection is not None and target_layers and projection.shape == (hidden, (len(ids) + 1) * hidden):
        ids = (*ids, target_layers)
    return ids, target_layers


def _record(
    parts: _Parts,
    tensors: Mapping[str, TensorInfo],
    schema: str,
    shape: DraftShape,
    layer_ids: tuple[int, ...],
    target_layers: int | None,
    samples_from_anchor: bool,
    is_confidence_dropped: bool,
) -> DraftRecord:
    top, backbone, draft = parts.top, parts.backbone, parts.draft
    verifier = top.section("speculators_config").section("verifier")
    window, sliding = _sliding(parts, shape.layers)
    return DraftRecord(
        schema=schema,
        # Drafting from the anchor is what the engine's DSpark loop does, with a Markov head or with one of zeros.
        method="dspark" if shape.markov_rank or samples_from_anchor else "dflash",
        class_name=class_name(top),
        exporter_version=top.optional_text("speculators_version"),
        target_hint=verifier.optional_text("name_or_path"),
        target_class=next(iter(verifier.texts("architectures")), None),
        target_layers=target_layers,
        layers=shape.layers,
        hidden_size=shape.hidden_size,
        feed_forward_size=shape.feed_forward_size,
        heads=shape.heads,
        kv_heads=shape.kv_heads,
        head_dim=shape.head_dim,
        context_length=backbone.integer("max_position_embeddings", least=1),
        rms_eps=backbone.number("rms_norm_eps"),
        activation=_activation(backbone),
        rope=_rope(parts, shape.head_dim),
        sliding_window=window,
        sliding_layers=sliding,
        is_causal=_is_causal(parts, sliding),
        vocabulary_n=shape.vocabulary_n,
        draft_vocabulary_n=shape.draft_vocabulary_n,
        block_size=draft.integer("block_size", least=2 - samples_from_anchor, most=_MOST_BLOCK),
        layer_ids=layer_ids,
        mask_token_id=draft.optional_integer("mask_token_id"),
        sample_from_anchor=samples_from_anchor,
        markov_rank=shape.markov_rank,
        markov_type=_markov_type(draft, tensors),
        has_confidence_head=shape.confidence_width is not None,
        is_confidence_dropped=is_confidence_dropped,
        has_tied_head=top.boolean("tie_word_embeddings", False),
        embedding_scale=draft.optional_number("input_embedding_scale"),
        logit_scale=draft.optional_number("output_multiplier"),
        logit_softcap=draft.optional_number("final_logit_softcapping"),
        attention_value_scale=draft.optional_number("attention_value_scale"),
        tensors=tensors,
    )


def _samples_from_anchor(parts: _Parts, is_dspark: bool) -> bool:
    """Whether slot 0 of a block predicts a token; explicit where the exporter tells.

    Older speculators exports leave the key out and were trained without; flat DSpark exports were trained with. A
    DFlash draft starts after the anchor unless trained with shifted labels.
    """
    if parts.draft.has("sample_from_anchor"):
        return parts.draft.boolean("sample_from_anchor")
    if is_dspark:
        return not parts.is_nested
    return parts.draft.boolean("shift_label", False)


def _activation(backbone: Config) -> Activation:
    name = backbone.text("hidden_act", "silu")
    if name not in get_args(Activation):
        raise DraftCannotRun(kind=f"DFlash with the activation {name[:40]}")
    return cast(Activation, name)


def _sliding(parts: _Parts, layers: int) -> tuple[int | None, tuple[bool, ...]]:
    """(window in tokens, one flag per layer); (None, ()) when every layer sees everything."""
    uses_window = parts.backbone.boolean("use_sliding_window", False) or parts.draft.boolean("use_swa", False)
    if not uses_window:
        return None, ()
    kinds = parts.backbone.texts("layer_types")
    if not kinds:
        first = parts.backbone.integer("max_window_layers", 28)
        flags = tuple(i >= first for i in range(layers))
    elif len(kinds) == layers:
        flags = tuple(kind == "sliding_attention" for kind in kinds)
    else:
        raise parts.backbone.error("layer_types", f"{len(kinds)} entries for {layers} layers")
    if not any(flags):
        return None, ()
    return parts.backbone.integer("sliding_window", least=1), flags


def _is_causal(parts: _Parts, sliding: tuple[bool, ...]) -> bool:
    """Whether a block's tokens see only those before them.

    The speculators library masks its sliding layers so unless told otherwise; the engine knows one answer for all
    layers, so that it is taken over only where all of them slide.
    """
    if parts.draft.has("causal") or parts.draft.has("is_causal"):
        return parts.draft.boolean("causal", False) or parts.draft.boolean("is_causal", False)
    if not parts.top.has("sliding_window_non_causal"):
        return False
    return bool(sliding) and all(sliding) and not parts.top.boolean("sliding_window_non_causal")


def _rope(parts: _Parts, head_dim: int) -> Rope:
    """Positions as the draft's own config gives them, in the place of transformers 5 (`rope_parameters`) or before."""
    backbone = parts.backbone
    values = backbone.section("rope_parameters").over(backbone.section("rope_scaling"))
    kind = values.text("rope_type", values.text("type", "default"))
    if kind not in get_args(RopeType):
        raise DraftCannotRun(kind=f"DFlash with {kind[:40]} rotary positions")
    if values.has("rope_theta"):
        theta = values.number("rope_theta")
    else:
        theta = backbone.number("rope_theta", None if backbone.has("rope_parameters") else _DEFAULT_THETA)
    if theta <= 0:
        raise (values if values.has("rope_theta") else backbone).error("rope_theta")
    share = values.number("partial_rotary_factor", backbone.number("partial_rotary_factor", 1.0))
    if not 0 < share <= 1:
        raise backbone.error("partial_rotary_factor")
    is_scaled = kind != "default"
    return Rope(
        theta=theta,
        type=cast(RopeType, kind),
        is_neox=parts.draft.boolean("rope_is_neox_style", True),
        dimensions=int(head_dim * share) if share < 1 else None,
        factor=values.number("factor") if is_scaled else None,
        original_context=values.optional_integer("original_max_position_embeddings", least=1) if is_scaled else None,
        extrapolation_factor=values.optional_number("extrapolation_factor") if is_scaled else None,
        attention_factor=values.optional_number("attention_factor") if is_scaled else None,
        beta_fast=values.optional_number("beta_fast") if is_scaled else None,
        beta_slow=values.optional_number("beta_slow") if is_scaled else None,
        low_freq_factor=values.optional_number("low_freq_factor") if is_scaled else None,
        high_freq_factor=values.optional_number("high_freq_factor") if is_scaled else None,
    )
