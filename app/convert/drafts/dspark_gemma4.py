"""DSpark as DeepSpec trains it for Gemma 4, its layers like the target's own."""

from collections.abc import Iterator
from dataclasses import replace

from app.convert.blueprint import Blueprint, Note, Slot
from app.convert.drafts.block import ARCHITECTURE, layer_slots
from app.convert.drafts.dspark import blueprint as dspark_blueprint
from app.convert.metadata import number
from app.convert.rope import still_frequencies
from app.convert.target import DraftTarget
from app.core.progress import Progress
from app.models.drafts.record import BlockDraft

# Norms of queries and keys take the place of dividing by the root of their size.
_ATTENTION_SCALE = 1.0
_NORMS = (
    ("post_attention_layernorm", "post_attention_norm"),
    ("pre_feedforward_layernorm", "ffn_norm"),
    ("post_feedforward_layernorm", "post_ffw_norm"),
)


def blueprint(record: BlockDraft, target: DraftTarget, progress: Progress) -> Blueprint:
    """The GGUF file of such a draft."""
    common = dspark_blueprint(record, target, progress, [*_layers(record)])
    still = [] if record.rotated_share is None else still_frequencies(record.rotated_share, record.head_dim)
    return replace(
        common,
        pairs=[*common.pairs, number(f"{ARCHITECTURE}.attention.scale", _ATTENTION_SCALE)],
        made=[*common.made, *still],
        notes=[*common.notes, *([Note("convert_softcap_dropped")] if record.is_softcap_dropped else [])],
    )


def _layers(record: BlockDraft) -> Iterator[Slot]:
    for i in range(record.layers):
        yield from layer_slots(record, i)
        for source, name in _NORMS:
            yield Slot(f"layers.{i}.{source}.weight", f"blk.{i}.{name}.weight", (record.hidden_size,))
        yield Slot(f"layers.{i}.layer_scalar", f"blk.{i}.layer_output_scale.weight", (1,))
