"""DSpark: a DFlash block whose tokens are chained by a Markov head, with a guess at how sure each one is."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.convert.blueprint import Blueprint, MadeTensor, Note, Slot
from app.convert.drafts.block import ARCHITECTURE, block_blueprint
from app.convert.metadata import flag
from app.convert.sources import Zeros
from app.convert.target import DraftTarget
from app.convert.token_tables import token_tables
from app.core.progress import Progress
from app.models.drafts.record import BlockDraft

# The smallest rank whose rows are whole blocks in every output type.
_ZERO_RANK = 32


def blueprint(
    record: BlockDraft, target: DraftTarget, progress: Progress, layers: Sequence[Slot] | None = None
) -> Blueprint:
    """The GGUF file of a DSpark draft, or of a DFlash draft that was trained to draft from the anchor.

    Its `layers` are like those of Qwen3 unless told otherwise.
    """
    common = block_blueprint(record, target, token_tables(record, target, progress), layers)
    return replace(
        common,
        pairs=[
            *common.pairs,
            flag(f"{ARCHITECTURE}.sample_from_anchor", record.sample_from_anchor),
            flag(f"{ARCHITECTURE}.has_confidence_head", record.has_confidence_head),
        ],
        slots=[*common.slots, *_heads(record)],
        made=[*common.made, *_zero_heads(record)],
        notes=[*common.notes, *_notes(record)],
    )


def _heads(record: BlockDraft) -> Iterator[Slot]:
    rank = record.markov_rank
    if rank:
        yield Slot("markov_head.markov_w1.weight", "markov_w1.weight", (record.vocabulary_n, rank))
        yield Slot("markov_head.markov_w2.weight", "markov_w2.weight", (record.draft_vocabulary_n, rank))
    if record.has_confidence_head:
        yield Slot("confidence_head.proj.weight", "conf_proj.weight", (1, record.hidden_size + rank))
        yield Slot("confidence_head.proj.bias", "conf_proj.bias", (1,), is_required=False)


def _zero_heads(record: BlockDraft) -> Iterator[MadeTensor]:
    """The engine drafts from the anchor only with a Markov head: one of zeros changes nothing else."""
    if record.needs_zero_markov:
        for name, rows in (("markov_w1", record.vocabulary_n), ("markov_w2", record.draft_vocabulary_n)):
            yield MadeTensor(f"{name}.weight", (rows, _ZERO_RANK), Zeros(rows * _ZERO_RANK))


def _notes(record: BlockDraft) -> Iterator[Note]:
    if record.needs_zero_markov:
        yield Note("convert_zero_markov")
    if record.is_confidence_dropped:
        yield Note("convert_confidence_dropped")
