"""Reads DeepSpec's DSpark drafts for Gemma 4, whose layers are like Gemma 4's own."""

import math
from collections.abc import Mapping
from dataclasses import replace

from app.formats.safetensors import TensorInfo
from app.models.config import Config
from app.models.drafts.block import Parts, Transformer, activation, block_draft, draft_parts
from app.models.drafts.config import MOST_SIZE, refuse_quantized
from app.models.drafts.record import BlockDraft, Rope
from app.models.drafts.tensors import canonical_tensors, gemma4_layers, head_dim
from app.models.errors import DraftCannotRun, DraftTensorShape

# Gemma4TextConfig's own, for configs that say nothing about positions.
_DEFAULT_THETA = 1_000_000.0
_DEFAULT_SHARE = 0.25
_FIRST_KEYS = "layers.0.self_attn.k_proj.weight"


def read_gemma4_dspark(top: Config, tensors: Mapping[str, TensorInfo], schema: str) -> BlockDraft:
    """The draft of a Gemma4DSparkModel; raises what `read_draft_schema` lists.

    The embedding is scaled by the root of the hidden size. A bound on the logits is left out: the engine's graph has
    none for such drafts, and it changes no greedy choice among the base logits.
    """
    parts = draft_parts(top)
    refuse_quantized(top)
    _refuse_others(parts.backbone)
    found = canonical_tensors(tensors)
    share = _rotated_share(parts.backbone)
    record = block_draft(parts, found, schema, _transformer(parts, found), is_dspark=True)
    if share is not None and record.head_dim * share % 2:
        raise parts.backbone.error("rope_parameters", f"a share of {share} of {record.head_dim} values")
    return replace(
        record,
        kind="dspark_gemma4",
        embedding_scale=math.sqrt(record.hidden_size),
        logit_softcap=None,
        is_softcap_dropped=bool(record.logit_softcap),
        rotated_share=share,
    )


def _refuse_others(backbone: Config) -> None:
    """Raise for what the engine's graph cannot compute."""
    kinds = set(backbone.texts("layer_types")) - {"full_attention"}
    unusable = {
        "values of its own": not backbone.boolean("attention_k_eq_v", False),
        "sliding attention": bool(kinds),
        "biases": backbone.boolean("attention_bias", False),
        "experts": backbone.boolean("enable_moe_block", False),
    }
    for name, is_so in unusable.items():
        if is_so:
            raise DraftCannotRun(kind=f"DSpark for Gemma 4 with {name}")


def _transformer(parts: Parts, tensors: Mapping[str, TensorInfo]) -> Transformer:
    """Heads as those of full attention: transformers keeps them at one place or another, so the weights tell."""
    heads = parts.backbone.integer("num_attention_heads", least=1, most=MOST_SIZE)
    width = head_dim(tensors, heads, parts.top.path.parent)
    keys = tensors.get(_FIRST_KEYS)
    rows = keys.shape[0] if keys is not None and keys.shape else width
    if keys is not None and (rows == 0 or rows % width):
        expected = f"rows for heads of {width}"
        raise DraftTensorShape(path=str(keys.path), name=_FIRST_KEYS, expected=expected, got=str(list(keys.shape)))
    return Transformer(
        heads=heads,
        kv_heads=rows // width,
        head_dim=width,
        rope=Rope(theta=_theta(_full(parts.backbone)), dimensions=width),
        activation=activation(parts.backbone, "hidden_activation", "gelu_pytorch_tanh"),
        layer_tensors=gemma4_layers,
    )


def _full(backbone: Config) -> Config:
    """The positions of full attention."""
    values = backbone.section("rope_parameters")
    return values.section("full_attention") if values.has("full_attention") else values


def _theta(values: Config) -> float:
    theta = values.number("rope_theta", _DEFAULT_THETA)
    if theta <= 0:
        raise values.error("rope_theta")
    return theta


def _rotated_share(backbone: Config) -> float | None:
    """The share of frequencies that is rotated, where the rest of a head stays in place; None where all of it is."""
    values = _full(backbone)
    kind = values.text("rope_type", "default" if values.values else "proportional")
    if kind not in ("default", "proportional"):
        raise DraftCannotRun(kind=f"DSpark for Gemma 4 with {kind[:40]} rotary positions")
    share = values.number("partial_rotary_factor", _DEFAULT_SHARE)
    if not 0 < share <= 1:
        raise values.error("partial_rotary_factor")
    return share if kind == "proportional" else None
