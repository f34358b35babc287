"""Reads the config and tensors of a DSpark, DFlash or DFlash2 checkpoint, flat or nested, into one record."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast, get_args

from app.formats.safetensors import TensorInfo
from app.models.config import Config
from app.models.drafts.config import (
    MOST_LAYERS,
    MOST_SIZE,
    backbone_of,
    disagreements,
    provenance,
    refuse_quantized,
)
from app.models.drafts.heads import MOST_BLOCK, confidence, markov_rank, markov_type, selector
from app.models.drafts.record import Activation, BlockDraft, BlockMethod, Disagreement, Rope
from app.models.drafts.rope import draft_rope
from app.models.drafts.tensors import (
    DraftShape,
    Expected,
    block_tensors,
    canonical_tensors,
    check_tensors,
    draft_vocabulary,
    head_dim,
    qwen3_layers,
)
from app.models.errors import DraftCannotRun


@dataclass(frozen=True, slots=True)
class Parts:
    """Where a schema keeps what: `backbone` describes the transformer, `draft` how it drafts."""

    top: Config
    backbone: Config
    draft: Config
    is_nested: bool


@dataclass(frozen=True, slots=True)
class Transformer:
    """What a draft's layers are like; `layer_tensors` names all that they hold."""

    heads: int
    kv_heads: int
    head_dim: int
    rope: Rope
    activation: Activation
    layer_tensors: Callable[[DraftShape], Iterator[Expected]]


def read_dspark(top: Config, tensors: Mapping[str, TensorInfo], schema: str) -> BlockDraft:
    """The draft of a DSpark checkpoint; raises what `read_draft_schema` lists."""
    return _read(top, tensors, schema, is_dspark=True)


def read_dflash(top: Config, tensors: Mapping[str, TensorInfo], schema: str) -> BlockDraft:
    """The draft of a DFlash or DFlash2 checkpoint; raises what `read_draft_schema` lists."""
    return _read(top, tensors, schema, is_dspark=False)


def _read(top: Config, tensors: Mapping[str, TensorInfo], schema: str, *, is_dspark: bool) -> BlockDraft:
    parts = draft_parts(top)
    refuse_quantized(top)
    found = canonical_tensors(tensors)
    if not parts.draft.boolean("has_embed_tokens", True):
        found.pop("embed_tokens.weight", None)
    return block_draft(parts, found, schema, _qwen3(parts, found), is_dspark=is_dspark)


def draft_parts(top: Config) -> Parts:
    """Draft keys stand at the top or, with SpecForge and z-lab, in `dflash_config`, which goes first."""
    draft = top.section("dflash_config").over(top)
    is_nested = top.has("transformer_layer_config") or top.has("aux_hidden_state_layer_ids")
    return Parts(top, backbone_of(top), draft, is_nested)


def _qwen3(parts: Parts, tensors: Mapping[str, TensorInfo]) -> Transformer:
    backbone = parts.backbone
    heads = backbone.integer("num_attention_heads", least=1, most=MOST_SIZE)
    width = head_dim(tensors, heads, parts.top.path.parent)
    return Transformer(
        heads=heads,
        kv_heads=backbone.integer("num_key_value_heads", heads, least=1, most=MOST_SIZE),
        head_dim=width,
        rope=draft_rope(backbone, width, is_neox=parts.draft.boolean("rope_is_neox_style", True)),
        activation=activation(backbone, "hidden_act", "silu"),
        layer_tensors=qwen3_layers,
    )


def block_draft(
    parts: Parts, tensors: dict[str, TensorInfo], schema: str, transformer: Transformer, *, is_dspark: bool
) -> BlockDraft:
    """The draft that a config describes, checked against its `tensors`, which lose what the engine has no place for.

    Nested (speculators) and flat schemas differ in three ways: where the transformer is described, how target layers
    are counted (the input of a layer, or its output) and what a missing `sample_from_anchor` means.
    """
    vocabulary_n = parts.backbone.integer("vocab_size", least=1, most=MOST_SIZE)
    rank = markov_rank(parts.draft, tensors)
    hidden = parts.backbone.integer("hidden_size", least=1, most=MOST_SIZE)
    confidence_width, is_dropped = confidence(parts.draft, tensors, hidden, rank)
    layer_ids, target_layers = _layer_ids(parts, tensors, hidden)
    told = parts.draft.optional_integer("draft_vocab_size", least=1, most=vocabulary_n)
    shape = DraftShape(
        layers=parts.backbone.integer("num_hidden_layers", least=1, most=MOST_LAYERS),
        hidden_size=hidden,
        feed_forward_size=parts.backbone.integer("intermediate_size", least=1, most=MOST_SIZE),
        heads=transformer.heads,
        kv_heads=transformer.kv_heads,
        head_dim=transformer.head_dim,
        layer_ids_n=len(layer_ids),
        vocabulary_n=vocabulary_n,
        draft_vocabulary_n=draft_vocabulary(tensors, told, vocabulary_n),
        markov_rank=rank,
        confidence_width=confidence_width,
        selector=selector(parts.draft, tensors, hidden),
    )
    check_tensors(tensors, [*block_tensors(shape), *transformer.layer_tensors(shape)], parts.top.path.parent)
    return _record(parts, tensors, schema, shape, transformer, layer_ids, target_layers, is_dspark, is_dropped)


def _record(
    parts: Parts,
    tensors: Mapping[str, TensorInfo],
    schema: str,
    shape: DraftShape,
    transformer: Transformer,
    layer_ids: tuple[int, ...],
    target_layers: int | None,
    is_dspark: bool,
    is_confidence_dropped: bool,
) -> BlockDraft:
    backbone, draft = parts.backbone, parts.draft
    window, sliding = _sliding(parts, shape.layers)
    samples_from_anchor = _samples_from_anchor(parts, is_dspark or shape.markov_rank > 0)
    method = _method(shape, samples_from_anchor)
    has_confidence = is_confidence_dropped or shape.confidence_width is not None
    return BlockDraft(
        kind=method,
        method=method,
        origin=provenance(parts.top, schema, target_layers),
        layers=shape.layers,
        hidden_size=shape.hidden_size,
        feed_forward_size=shape.feed_forward_size,
        heads=shape.heads,
        kv_heads=shape.kv_heads,
        head_dim=shape.head_dim,
        context_length=backbone.integer("max_position_embeddings", least=1),
        rms_eps=backbone.number("rms_norm_eps", least=0),
        activation=transformer.activation,
        rope=transformer.rope,
        sliding_window=window,
        sliding_layers=sliding,
        is_causal=_is_causal(parts, sliding),
        vocabulary_n=shape.vocabulary_n,
        draft_vocabulary_n=shape.draft_vocabulary_n,
        block_size=draft.integer("block_size", least=2 - samples_from_anchor, most=MOST_BLOCK),
        layer_ids=layer_ids,
        mask_token_id=draft.optional_integer("mask_token_id"),
        sample_from_anchor=samples_from_anchor,
        markov_rank=shape.markov_rank,
        markov_type=markov_type(draft, tensors),
        has_confidence_head=shape.confidence_width is not None,
        is_confidence_dropped=is_confidence_dropped,
        is_named_dspark=is_dspark,
        selector=shape.selector,
        has_tied_head=parts.top.boolean("tie_word_embeddings", False),
        embedding_scale=draft.optional_number("input_embedding_scale"),
        logit_scale=draft.optional_number("output_multiplier"),
        logit_softcap=draft.optional_number("final_logit_softcapping"),
        attention_value_scale=draft.optional_number("attention_value_scale"),
        disagreements=_disagreements(parts, shape, has_confidence=has_confidence),
        tensors=tensors,
    )


def _disagreements(parts: Parts, shape: DraftShape, *, has_confidence: bool) -> tuple[Disagreement, ...]:
    backbone, draft = parts.backbone, parts.draft
    head_dim_key = "global_head_dim" if backbone.has("global_head_dim") else "head_dim"
    is_confidence_missing = draft.boolean("enable_confidence_head", False) and not has_confidence
    return disagreements(
        (backbone, head_dim_key, shape.head_dim),
        (draft, "markov_rank", shape.markov_rank),
        (draft, "draft_vocab_size", shape.draft_vocabulary_n),
        *([(draft, "enable_confidence_head", False)] if is_confidence_missing else []),
    )


def _method(shape: DraftShape, samples_from_anchor: bool) -> BlockMethod:
    """Drafting from the anchor is what the engine's DSpark loop does, with a Markov head or with one of zeros."""
    if shape.selector is None:
        return "dspark" if shape.markov_rank or samples_from_anchor else "dflash"
    if samples_from_anchor or shape.markov_rank:
        raise DraftCannotRun(kind="DFlash2 from the anchor" if samples_from_anchor else "DFlash2 with a Markov head")
    return "dflash2"


def _layer_ids(parts: Parts, tensors: Mapping[str, TensorInfo], hidden: int) -> tuple[tuple[int, ...], int | None]:
    """(target layers whose *input* the draft reads, number of target layers if the exporter told).

    `target_layer_ids` count outputs of layers, -1 being the embedding; `aux_hidden_state_layer_ids` count inputs. A
    projection one layer wider than the list implies the final state, which some exporters leave out.
    """
    draft = parts.draft
    if draft.has("target_layer_ids"):
        ids = tuple(i + 1 for i in draft.integers("target_layer_ids", least=-1, most=MOST_LAYERS))
        key = "target_layer_ids"
    else:
        key = "aux_hidden_state_layer_ids" if parts.is_nested else "target_layer_ids"
        ids = draft.integers(key, most=MOST_LAYERS)
    if not ids or len(set(ids)) != len(ids):
        raise draft.error(key)
    target_layers = draft.optional_integer("num_target_layers", least=1, most=MOST_LAYERS)
    projection = tensors.get("fc.weight")
    if projection is not None and target_layers and projection.shape == (hidden, (len(ids) + 1) * hidden):
        ids = (*ids, target_layers)
    return ids, target_layers


def _samples_from_anchor(parts: Parts, is_dspark: bool) -> bool:
    """Whether slot 0 of a block predicts a token; explicit where the exporter tells.

    Older speculators exports leave the key out and were trained without; flat DSpark exports were trained with. A
    DFlash draft starts after the anchor unless trained with shifted labels.
    """
    if parts.draft.has("sample_from_anchor"):
        return parts.draft.boolean("sample_from_anchor")
    if is_dspark:
        return not parts.is_nested
    return parts.draft.boolean("shift_label", False)


def activation(backbone: Config, key: str, default: Activation) -> Activation:
    """The feed-forward's function; raises DraftCannotRun for one that the engine does not know."""
    name = backbone.text(key, default)
    if name not in get_args(Activation):
        raise DraftCannotRun(kind=f"DFlash with the activation {name[:40]}")
    return cast(Activation, name)


def _sliding(parts: Parts, layers: int) -> tuple[int | None, tuple[bool, ...]]:
    """(window in tokens, one flag per layer); (None, ()) when every layer sees everything."""
    if parts.draft.boolean("use_swa", False):
        source = parts.draft if parts.draft.has("swa_window_size") else parts.backbone
        key = "swa_window_size" if parts.draft.has("swa_window_size") else "sliding_window"
        return source.integer(key, least=1), (True,) * layers
    if not parts.backbone.boolean("use_sliding_window", False):
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


def _is_causal(parts: Parts, sliding: tuple[bool, ...]) -> bool | None:
    """Whether a block's tokens see only those before them; None where the exporter left it open.

    The speculators library masks its sliding layers so unless told otherwise; the engine knows one answer for all
    layers, so that it is taken over only where all of them slide.
    """
    for config, key in ((parts.top, "is_causal"), (parts.draft, "causal")):
        if config.has(key):
            return config.boolean(key)
    if not parts.top.has("sliding_window_non_causal"):
        return None
    return True if sliding and all(sliding) and not parts.top.boolean("sliding_window_non_causal") else None
