"""What may be wrong with a draft's GGUF file that drafts nothing right, and the change that would mend it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from gguf import GGMLQuantizationType
from gguf.quants import dequantize
from numpy.typing import NDArray

from app.convert.metadata import flag, integers
from app.convert.quantize import STORED_TYPES, as_f32
from app.convert.rewrite import Change, Copied
from app.convert.sources import CheckpointFiles, Zeros
from app.convert.target import DraftTarget, Table, gguf_table
from app.convert.tensor_plan import TensorPlan
from app.formats.gguf import GgufHeader
from app.models.entry import DraftFacts, TargetFacts
from app.models.pairing import why_not

EMBEDDING, HEAD, TOKEN_MAP = "token_embd.weight", "output.weight", "d2t"
_MARKOV = ("markov_w1.weight", "markov_w2.weight")
# The smallest rank whose rows are whole blocks in every type.
_ZERO_RANK = 32
_SAMPLED_ROWS = 128
# A table that only repeats the target's differs by rounding; by how much, depends on whether one of the two is
# quantized (3 bits or more).
_ROUNDED, _QUANTIZED = 0.01, 0.35


@dataclass(frozen=True, slots=True)
class DraftFile:
    """A draft's GGUF file: its header, read with its arrays, and its facts."""

    header: GgufHeader
    facts: DraftFacts


@dataclass(frozen=True, slots=True)
class Repair:
    """A change by the code that app/texts words."""

    code: str
    change: Change


def repairs(target: DraftTarget, draft: DraftFile) -> Iterator[Repair]:
    """What to try, likeliest first.

    Each differs from the file in one way alone: exporters get one thing wrong, and what two changes together seem to
    mend is chance more often than not. Only readings that the engine can load are among them.
    """
    yield from _layout(draft)
    for code, step in (("repair_layers_up", 1), ("repair_layers_down", -1)):
        yield from _shifted_layers(target.facts, draft, code, step)
    yield from head_repairs(target, draft)


def head_repairs(target: DraftTarget, draft: DraftFile) -> Iterator[Repair]:
    """The ways to give a draft of the target's whole vocabulary another head than it scores with now.

    The engine takes an embedding without a head for both, which is right only where the target does so as well. With
    neither it lends the target's, which is what a draft was trained with whose tables repeat the target's; an embedding
    of its own is kept, and gets the target's head beside it.
    """
    tensors = draft.header.tensors
    own = tensors.get(EMBEDDING)
    if draft.header.architecture != "dflash" or TOKEN_MAP in tensors:
        return
    if HEAD in tensors:
        yield Repair("repair_head_shared", Change(dropped=frozenset({EMBEDDING, HEAD})))
    elif own is not None and _repeats(gguf_table(own), target.embedding, draft.facts.mask_token_id):
        yield Repair("repair_head_shared", Change(dropped=frozenset({EMBEDDING})))
    elif own is not None and own.shape == target.head.shape:
        yield Repair("repair_head_of_target", Change(tensors=(_copied(target.head, HEAD),)))


def _layout(draft: DraftFile) -> Iterator[Repair]:
    """Whether the first guess stands in the last token's own row, or in the first masked one."""
    facts = draft.facts
    other = flag("dflash.sample_from_anchor", not facts.sample_from_anchor)
    if facts.method == "dspark":
        yield Repair("repair_layout", Change(pairs=(other,)))
    elif facts.method == "dflash":
        # The engine drafts from the anchor only with a Markov head: one of zeros changes nothing else.
        rows = (facts.vocabulary_n, facts.draft_vocabulary_n)
        yield Repair("repair_layout", Change((other,), tuple(map(_zeros, _MARKOV, rows))))


def _copied(table: Table, name: str) -> TensorPlan:
    kind = GGMLQuantizationType[table.type]
    return TensorPlan(name, table.shape, kind, Copied(table.path, table.offset, table.size_bytes, table.type))


def _zeros(name: str, rows: int) -> TensorPlan:
    return TensorPlan(name, (rows, _ZERO_RANK), GGMLQuantizationType.F32, Zeros(rows * _ZERO_RANK))


def _shifted_layers(target: TargetFacts, draft: DraftFile, code: str, step: int) -> Iterator[Repair]:
    """Exporters count what a layer takes in, or what the one before it gives out."""
    key = f"{draft.header.architecture}.target_layers"
    ids = tuple(layer + step for layer in draft.facts.layer_ids)
    stands_alone = replace(draft.facts, layer_ids=ids, ties_own_embedding=False)
    if ids and why_not(target, stands_alone) is None:
        yield Repair(code, Change(pairs=(integers(key, ids),)))


def _repeats(own: Table, theirs: Table, mask_token_id: int | None) -> bool:
    """Whether sampled rows of a table are the target's, as far as rounding lets one tell.

    The row of the mask token is among them: exporters have replaced that one alone.
    """
    if own.shape != theirs.shape:
        return False
    rows_n = own.shape[0]
    sampled = {i * (rows_n - 1) // (_SAMPLED_ROWS - 1) for i in range(_SAMPLED_ROWS)}
    if mask_token_id is not None and mask_token_id < rows_n:
        sampled.add(mask_token_id)
    is_exact = all(table.type in STORED_TYPES for table in (own, theirs))
    with CheckpointFiles() as files:
        for row in sorted(sampled):
            mine, other = _row(own, row, files), _row(theirs, row, files)
            if np.linalg.norm(mine - other) > (_ROUNDED if is_exact else _QUANTIZED) * np.linalg.norm(mine):
                return False
    return True


def _row(table: Table, row: int, files: CheckpointFiles) -> NDArray[np.float32]:
    row_bytes = table.size_bytes // table.shape[0]
    content = files.read(table.path, table.offset + row * row_bytes, row_bytes)
    if table.type in STORED_TYPES:
        return np.asarray(as_f32(content.view(STORED_TYPES[table.type]), table.type))
    return np.asarray(dequantize(content, GGMLQuantizationType[table.type]), np.float32)
