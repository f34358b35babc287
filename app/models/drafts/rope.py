"""Rotary positions as a draft's own config gives them."""

from typing import cast, get_args

from app.models.config import Config
from app.models.drafts.record import LEAST_ROPE_FACTOR, Rope, RopeType
from app.models.errors import DraftCannotRun

# What configs that say nothing about positions mean: the default of Qwen3Config and LlamaConfig alike.
_DEFAULT_THETA = 10_000.0


def draft_rope(backbone: Config, head_dim: int, *, is_neox: bool = True) -> Rope:
    """The rope in the place of transformers 5 (`rope_parameters`) or of the versions before.

    Raises ConfigKeyError, DraftCannotRun for a kind of scaling that the engine does not know.
    """
    values = backbone.section("rope_parameters").over(backbone.section("rope_scaling"))
    kind = values.text("rope_type", values.text("type", "default"))
    if kind == "dynamic":
        # It changes positions only beyond the context that is written as the model's own.
        kind = "default"
    if kind not in get_args(RopeType):
        raise DraftCannotRun(kind=f"draft with {kind[:40]} rotary positions")
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
    attention_key = "attention_factor" if values.has("attention_factor") else "attn_factor"
    return Rope(
        theta=theta,
        type=cast(RopeType, kind),
        is_neox=is_neox,
        dimensions=int(head_dim * share) if share < 1 else None,
        factor=values.number("factor", least=LEAST_ROPE_FACTOR) if is_scaled else None,
        original_context=values.optional_integer("original_max_position_embeddings", least=1) if is_scaled else None,
        extrapolation_factor=values.optional_number("extrapolation_factor") if is_scaled else None,
        attention_factor=values.optional_number(attention_key) if is_scaled else None,
        beta_fast=values.optional_number("beta_fast") if is_scaled else None,
        beta_slow=values.optional_number("beta_slow") if is_scaled else None,
        low_freq_factor=values.optional_number("low_freq_factor") if is_scaled else None,
        high_freq_factor=values.optional_number("high_freq_factor") if is_scaled else None,
    )
