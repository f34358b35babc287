"""Gemma 3."""

from collections.abc import Iterator, Mapping

from app.convert.architectures.decoder import (
    DecoderSizes,
    Layer,
    attention_slots,
    decoder_sizes,
    feed_forward_slots,
    frame_slots,
    from_one,
    head_norm_slots,
    layer,
)
from app.convert.architectures.gemma import full_rope, gemma_pairs
from app.convert.blueprint import Blueprint, Slot
from app.convert.byte_fallback import merging_tokenizer, pieces_tokenizer
from app.convert.metadata import Pair, count, flag
from app.convert.rope import rope_of, rope_pairs
from app.convert.tokenizer_files import TokenizerFiles
from app.formats.safetensors import TensorInfo
from app.models.config import Config

_NAME = "gemma3"


def tokenizer(files: TokenizerFiles, vocabulary_n: int) -> list[Pair]:
    """The tokenizer, of tokenizer.model if there is one.

    Raises what `pieces_tokenizer` and `merging_tokenizer` do.
    """
    if files.has_pieces:
        return [*pieces_tokenizer(files, vocabulary_n), flag("tokenizer.ggml.add_space_prefix", False)]
    # What the engine calls so cuts text as Gemma 3 does, too.
    return merging_tokenizer(files, vocabulary_n, name="gemma4", trusts_flags=True)


def blueprint(config: Config, tensors: Mapping[str, TensorInfo]) -> Blueprint:
    """The GGUF file of a Gemma3ForCausalLM or ...ForConditionalGeneration; raises ConfigKeyError."""
    sizes = decoder_sizes(config, tensors)
    slots = [*frame_slots(sizes), *(slot for i in range(sizes.layers) for slot in _layer_slots(sizes, layer(i)))]
    window = config.integer("sliding_window", least=1)
    return Blueprint(
        architecture=_NAME,
        vocabulary_n=sizes.vocabulary_n,
        pairs=[
            *gemma_pairs(_NAME, config, sizes),
            *rope_pairs(_NAME, rope_of(full_rope(config))),
            count(f"{_NAME}.feed_forward_length", sizes.feed_forward),
            count(f"{_NAME}.attention.head_count_kv", sizes.kv_heads),
            count(f"{_NAME}.attention.sliding_window", window),
        ],
        slots=[from_one(slot) if slot.name.endswith("_norm.weight") else slot for slot in slots],
    )


def _layer_slots(sizes: DecoderSizes, at: Layer) -> Iterator[Slot]:
    for source, name in (
        ("input_layernorm", "attn_norm"),
        ("post_attention_layernorm", "post_attention_norm"),
        ("pre_feedforward_layernorm", "ffn_norm"),
        ("post_feedforward_layernorm", "post_ffw_norm"),
    ):
        yield Slot(f"{at.source}{source}.weight", f"{at.block}{name}.weight", (sizes.hidden,))
    yield from attention_slots(sizes, at)
    yield from head_norm_slots(sizes, at)
    yield from feed_forward_slots(sizes, at)
