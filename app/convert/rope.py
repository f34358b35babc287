"""Rotary positions: from a config to the pairs and the tensor that carry them in GGUF."""

import math
from typing import cast, get_args

import numpy as np
from numpy.typing import NDArray

from app.convert.blueprint import MadeTensor
from app.convert.metadata import Pair, count, number, text
from app.convert.sources import Computed
from app.models.config import Config
from app.models.drafts.record import LEAST_ROPE_FACTOR, Rope, RopeType

_DEFAULT_THETA = 10_000.0


def rope_of(config: Config) -> Rope:
    """The rope of a target's config, in the place of transformers 5 (`rope_parameters`) or of the versions before.

    Raises ConfigKeyError, also for a kind of scaling that cannot be converted.
    """
    values = config.section("rope_parameters").over(config.section("rope_scaling"))
    kind = values.text("rope_type", values.text("type", "default"))
    if kind == "dynamic":
        # It changes positions only beyond the context that is written as the model's own.
        kind = "default"
    if kind not in get_args(RopeType):
        raise values.error("rope_type" if values.has("rope_type") else "type")
    theta = values.number("rope_theta", config.number("rope_theta", _DEFAULT_THETA))
    if theta <= 0:
        raise (values if values.has("rope_theta") else config).error("rope_theta")
    if kind == "default":
        return Rope(theta=theta)
    attention_key = "attention_factor" if values.has("attention_factor") else "attn_factor"
    return Rope(
        theta=theta,
        type=cast(RopeType, kind),
        factor=values.number("factor", least=LEAST_ROPE_FACTOR),
        original_context=values.optional_integer("original_max_position_embeddings", least=1),
        extrapolation_factor=values.optional_number("extrapolation_factor"),
        attention_factor=values.optional_number(attention_key),
        beta_fast=values.optional_number("beta_fast"),
        beta_slow=values.optional_number("beta_slow"),
        low_freq_factor=values.optional_number("low_freq_factor"),
        high_freq_factor=values.optional_number("high_freq_factor"),
    )


def rope_pairs(architecture: str, rope: Rope) -> list[Pair]:
    """Base and scaling; "llama3" scaling travels as a tensor instead (`rope_frequencies`)."""
    key = f"{architecture}.rope"
    pairs = [number(f"{key}.freq_base", rope.theta)]
    if rope.dimensions is not None:
        pairs.append(count(f"{key}.dimension_count", rope.dimensions))
    if rope.type in ("linear", "yarn") and rope.factor is not None:
        pairs += [text(f"{key}.scaling.type", rope.type), number(f"{key}.scaling.factor", rope.factor)]
    if rope.type == "yarn":
        if rope.original_context is not None:
            pairs.append(count(f"{key}.scaling.original_context_length", rope.original_context))
        optional = (
            ("yarn_ext_factor", rope.extrapolation_factor),
            ("yarn_attn_factor", rope.attention_factor),
            ("yarn_beta_fast", rope.beta_fast),
            ("yarn_beta_slow", rope.beta_slow),
        )
        pairs += [number(f"{key}.scaling.{name}", value) for name, value in optional if value is not None]
    return pairs


def still_frequencies(share: float, head_dim: int) -> list[MadeTensor]:
    """The tensor of divisors for a head of which only a `share` of the frequencies turns, the rest staying in place.

    `head_dim` times `share` is even.
    """
    turning = int(head_dim * share / 2)
    divisors = np.full(head_dim // 2, 1e30, dtype=np.float32)
    divisors[:turning] = 1
    return [MadeTensor("rope_freqs.weight", divisors.shape, Computed(divisors, "F32"))]


def pairs_to_halves(rows_n: int, head_dim: int) -> NDArray[np.int64]:
    """Rows of heads whose checkpoint rotates value 2i with 2i + 1, for a graph that rotates i with i + head_dim / 2."""
    order: NDArray[np.int64] = np.arange(rows_n, dtype=np.int64)
    return order.reshape(-1, head_dim // 2, 2).swapaxes(1, 2).reshape(-1)


def halves_to_pairs(rows_n: int, head_dim: int) -> NDArray[np.int64]:
    """Rows of heads whose checkpoint rotates value i with i + head_dim / 2, for a graph that rotates 2i with 2i + 1."""
    order: NDArray[np.int64] = np.arange(rows_n, dtype=np.int64)
    return order.reshape(-1, 2, head_dim // 2).swapaxes(1, 2).reshape(-1)


def rope_frequencies(rope: Rope, head_dim: int) -> list[MadeTensor]:
    """The tensor of divisors, one per pair of rotated values, for Llama 3's scaling; none for any other.

    Frequencies with a wavelength under original_context / high_freq_factor are kept, those over original_context /
    low_freq_factor are divided by `factor`, and between them the divisor goes over smoothly.
    """
    if rope.type != "llama3" or rope.factor is None:
        return []
    low, high = rope.low_freq_factor or 1.0, rope.high_freq_factor or 4.0
    context = rope.original_context or 8192
    one = np.float32(1)
    exponents = np.arange(0, head_dim, 2, dtype=np.float32) / np.float32(head_dim)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        frequencies = one / np.power(np.float64(rope.theta), exponents).astype(np.float32)
        # Reciprocals first and products after, in single precision: the last bit follows the order.
        wavelengths = (one / frequencies) * np.float32(2 * math.pi)
        smooth = ((one / wavelengths) * np.float32(context) - np.float32(low)) / np.float32(high - low)
        between = one / ((one - smooth) / np.float32(rope.factor) + smooth)
    divisors = np.where(wavelengths < context / high, one, between)
    divisors = np.where(wavelengths > context / low, np.float32(rope.factor), divisors).astype(np.float32)
    return [MadeTensor("rope_freqs.weight", divisors.shape, Computed(divisors, "F32"))]
