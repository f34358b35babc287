"""Qwen3.5, and 3.6 and 3.8 in the same classes, dense."""

from collections.abc import Iterator, Mapping

from app.convert.architectures.decoder import DecoderSizes, Layer
from app.convert.architectures.hybrid import HybridFamily, hybrid_blueprint
from app.convert.architectures.linear_attention import LinearSizes, Tiled
from app.convert.blueprint import Blueprint, Slot
from app.convert.metadata import Pair, integers
from app.convert.tokenizer import bpe_tokenizer
from app.formats.safetensors import TensorInfo
from app.models.config import Config
from app.models.recognition.families import DEFAULT_MROPE_SECTIONS

_NAME = "qwen35"

tokenizer = bpe_tokenizer


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a Qwen3_5ForCausalLM or ...ForConditionalGeneration; raises ConfigKeyError."""
    family = HybridFamily(_NAME, has_experts=False, projections=projection_slots, is_tiled=True)
    return hybrid_blueprint(family, config, tensors, [sections_pair(_NAME, config)])


def sections_pair(architecture: str, config: Config) -> Pair:
    """How many frequencies count the time, the height and the width of a position; raises ConfigKeyError."""
    values = config.section("rope_parameters").over(config.section("rope_scaling"))
    found = values.integers("mrope_section") if values.has("mrope_section") else DEFAULT_MROPE_SECTIONS[architecture]
    return integers(f"{architecture}.rope.dimension_sections", (*found, 0, 0, 0, 0)[:4])


def projection_slots(sizes: DecoderSizes, linear: LinearSizes, at: Layer) -> Iterator[Slot]:
    """The projections of a layer of linear attention, each by itself."""
    parts = (
        ("in_proj_qkv", "attn_qkv", 2 * linear.keys + linear.values, Tiled(linear, linear.value_dim, 2 * linear.keys)),
        ("in_proj_z", "attn_gate", linear.values, Tiled(linear, linear.value_dim)),
        ("in_proj_a", "ssm_alpha", linear.value_heads, Tiled(linear, 1)),
        ("in_proj_b", "ssm_beta", linear.value_heads, Tiled(linear, 1)),
    )
    for source, name, rows_n, values in parts:
        shape = (rows_n, sizes.hidden)
        yield Slot(f"{at.source}linear_attn.{source}.weight", f"{at.block}{name}.weight", shape, values=values)
