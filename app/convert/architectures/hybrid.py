"""The GGUF file of a hybrid of linear and full attention, dense or with experts, with or without MTP layers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.convert.architectures.decoder import (
    DecoderSizes,
    Layer,
    decoder_pairs,
    decoder_sizes,
    feed_forward_slots,
    frame_slots,
    from_one,
    layer,
    norm_slots,
    require_silu,
)
from app.convert.architectures.experts import (
    ExpertSizes,
    expert_pairs,
    expert_sizes,
    expert_tensors,
    router_slot,
    shared_expert_pairs,
    shared_expert_slots,
)
from app.convert.architectures.linear_attention import (
    LinearSizes,
    gated_attention_slots,
    linear_layers,
    linear_pairs,
    linear_sizes,
    state_slots,
)
from app.convert.architectures.mtp import mtp_input_slots, mtp_layers, mtp_pairs
from app.convert.blueprint import Blueprint, Merge, Slot
from app.convert.metadata import Pair
from app.formats.safetensors import TensorInfo
from app.models.config import Config


@dataclass(frozen=True, slots=True)
class HybridFamily:
    """What such families differ in: the name in GGUF, experts, and how the linear attention is stored.

    `projections` gives the slots of its projections; `is_tiled` says that the engine's graph wants the value heads in
    another order than the checkpoint's.
    """

    name: str
    has_experts: bool
    projections: Callable[[DecoderSizes, LinearSizes, Layer], Iterator[Slot]]
    is_tiled: bool


def hybrid_blueprint(
    family: HybridFamily, config: Config, tensors: Mapping[str, TensorInfo], more: Sequence[Pair] = ()
) -> Blueprint:
    """The GGUF file of a checkpoint of `family`, with `more` pairs; raises ConfigKeyError."""
    require_silu(config)
    sizes, linear = decoder_sizes(config, tensors, is_dense=not family.has_experts), linear_sizes(config)
    experts = expert_sizes(config) if family.has_experts else None
    mtp = mtp_layers(tensors, sizes)
    has_states = [*linear_layers(config, sizes.layers), *(False for _ in mtp)]
    slots = [from_one(slot) if slot.name == "output_norm.weight" else slot for slot in frame_slots(sizes)]
    merges: list[Merge] = []
    places = [*map(layer, range(sizes.layers)), *mtp]
    for at, has_state in zip(places, has_states, strict=True):
        slots += map(from_one, norm_slots(sizes, at, second="post_attention_norm"))
        if has_state:
            slots += family.projections(sizes, linear, at)
            slots += state_slots(sizes, linear, at, is_tiled=family.is_tiled)
        else:
            slots += gated_attention_slots(sizes, at)
        singles, stacks = _feed_forward(config, tensors, sizes, experts, at)
        slots += singles
        merges += stacks
    if mtp:
        slots += mtp_input_slots(sizes)
    pairs = [
        *decoder_pairs(family.name, config, sizes, more_layers=len(mtp)),
        *([] if experts is None else expert_pairs(family.name, experts)),
        *([] if experts is None else shared_expert_pairs(family.name, config)),
        *linear_pairs(family.name, config, sizes, has_states),
        *mtp_pairs(family.name, len(mtp)),
        *more,
    ]
    return Blueprint(family.name, sizes.vocabulary_n, pairs=pairs, slots=slots, merges=merges)


def _feed_forward(
    config: Config,
    tensors: Mapping[str, TensorInfo],
    sizes: DecoderSizes,
    experts: ExpertSizes | None,
    at: Layer,
) -> tuple[list[Slot], list[Merge]]:
    if experts is None:
        return list(feed_forward_slots(sizes, at)), []
    singles, stacks = expert_tensors(tensors, sizes, experts, at)
    return [router_slot(sizes, experts, at), *shared_expert_slots(config, sizes, at), *singles], stacks
