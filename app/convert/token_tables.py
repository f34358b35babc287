"""Which tables over the vocabulary a draft writes, and which it shares with its target."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from gguf import GGMLQuantizationType
from gguf.quants import dequantize
from numpy.typing import NDArray

from app.convert.blueprint import MadeTensor, Note, Slot
from app.convert.errors import TargetCheckpointNeeded
from app.convert.quantize import STORED_TYPES, Array, encode
from app.convert.sources import CHUNK_BYTES, CheckpointFiles, Computed, Stored
from app.convert.target import DraftTarget, Table
from app.core.progress import Progress
from app.formats.safetensors import TensorInfo
from app.models.drafts.record import DraftRecord
from app.models.pairing import check_d2t

_EMBEDDING, _HEAD = "embed_tokens.weight", "lm_head.weight"
# Tensors of a checkpoint that may be left out, or are written as something else.
DECIDED_HERE = frozenset({_EMBEDDING, _HEAD, "d2t"})
# Types that the same numbers always give the same bytes in.
_EXACT_TYPES = ("F32", "F16", "BF16", "Q8_0")
_SAMPLED_ROWS = 128
# Far above what quantizing to 3 bits or more takes away, far below what another table differs by.
_MOST_RELATIVE_ERROR = 0.35


@dataclass(frozen=True, slots=True)
class TokenTables:
    """Tensors from the draft's checkpoint, tensors made otherwise, and what was decided."""

    slots: Sequence[Slot]
    made: Sequence[MadeTensor] = ()
    notes: Sequence[Note] = ()


def token_tables(record: DraftRecord, target: DraftTarget, progress: Progress) -> TokenTables:
    """The tables to write for a draft.

    With a reduced vocabulary the draft's own head goes with the table of its tokens (d2t). With the full one, tables
    that only repeat the target's are left out: the engine lends it those. Any other is written, and its head with it,
    since the engine takes an embedding without a head for both. Raises D2tOutOfRange, D2tDuplicate,
    TargetCheckpointNeeded.
    """
    own, ids = _own_tables(record)
    is_in_order = ids is None or (len(ids) == record.vocabulary_n and bool((ids[:-1] < ids[1:]).all()))
    if not is_in_order or not (record.has_embedding or record.has_head):
        return own
    comparison = _Comparison(record, progress)
    if comparison.is_same(record.tensors.get(_EMBEDDING), target.embedding) and (
        comparison.is_same(_own_head(record), target.head)
    ):
        saved = sum(record.tensors[name].size_bytes for name in (_EMBEDDING, _HEAD) if name in record.tensors)
        return TokenTables([], own.made, [Note("convert_tables_shared", (("saved_bytes", saved),))])
    borrowed = [] if _own_head(record) else [_borrowed_head(target)]
    return TokenTables(own.slots, [*own.made, *borrowed], [Note("convert_tables_own")])


def own_tables(record: DraftRecord) -> TokenTables:
    """The tables that the checkpoint brings, for a draft whose engine lends each of them by itself.

    Raises D2tOutOfRange, D2tDuplicate.
    """
    return _own_tables(record)[0]


def _own_tables(record: DraftRecord) -> tuple[TokenTables, NDArray[np.int64] | None]:
    """The tables, and the target's token for each of the draft's; None without such a list."""
    hidden = record.hidden_size
    embedding = Slot(_EMBEDDING, "token_embd.weight", (record.vocabulary_n, hidden), is_required=False)
    head = Slot(_HEAD, "output.weight", (record.draft_vocabulary_n, hidden), is_required=False)
    table = record.tensors.get("d2t")
    ids = None if table is None else _target_ids(table, record.vocabulary_n)
    made = [] if ids is None else [MadeTensor("d2t", ids.shape, Computed(ids, "I64"), "I64")]
    return TokenTables([embedding, head], made), ids


def _own_head(record: DraftRecord) -> TensorInfo | None:
    return record.tensors.get(_HEAD) or (record.tensors.get(_EMBEDDING) if record.has_tied_head else None)


def _target_ids(table: TensorInfo, vocabulary_n: int) -> NDArray[np.int64]:
    """The target's token for each of the draft's, from the checkpoint's offsets (target id - draft id)."""
    with CheckpointFiles() as files:
        content = files.read(table.path, table.offset, table.size_bytes)
    offsets = content.view(STORED_TYPES[table.dtype]).astype(np.int64)
    ids: NDArray[np.int64] = offsets + np.arange(len(offsets), dtype=np.int64)
    check_d2t(ids, vocabulary_n)
    return ids


def _borrowed_head(target: DraftTarget) -> MadeTensor:
    """The target's head, for a draft that has an embedding of its own but no head."""
    head = target.head
    if head.type not in ("F32", "F16", "BF16"):
        raise TargetCheckpointNeeded(path=str(head.path))
    info = TensorInfo(_HEAD, head.type, head.shape, head.path, head.offset, head.size_bytes)
    return MadeTensor("output.weight", head.shape, Stored(info))


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Compares a draft's tables with its target's, reported as stage "compare"."""

    record: DraftRecord
    progress: Progress

    def is_same(self, own: TensorInfo | None, theirs: Table) -> bool:
        """Whether `own` repeats the target's table; no table of its own counts as sharing it."""
        if own is None:
            return True
        if own.shape != theirs.shape:
            return False
        with CheckpointFiles() as files:
            compare = self._is_equal if theirs.type in _EXACT_TYPES else self._is_near
            return compare(own, theirs, files)

    def _is_equal(self, own: TensorInfo, theirs: Table, files: CheckpointFiles) -> bool:
        """Whether the draft's numbers, in the target's type, are the target's to the bit."""
        kind = GGMLQuantizationType[theirs.type]
        row_bytes = theirs.size_bytes // theirs.shape[0]
        if kind is GGMLQuantizationType.Q8_0 and theirs.shape[1] % 32:
            return False
        rows_n = max(CHUNK_BYTES // row_bytes, 1)
        for start in range(0, theirs.shape[0], rows_n):
            count = min(rows_n, theirs.shape[0] - start)
            other = files.read(theirs.path, theirs.offset + start * row_bytes, count * row_bytes)
            if not np.array_equal(encode(_rows(own, start, count, files), own.dtype, kind), other):
                return False
            self.progress.update("compare", (start + count) * row_bytes, theirs.size_bytes)
        return True

    def _is_near(self, own: TensorInfo, theirs: Table, files: CheckpointFiles) -> bool:
        """Whether sampled rows are the target's as far as its quantization lets one tell.

        The row of the mask token is among them: exporters have replaced that one alone.
        """
        rows_n = theirs.shape[0]
        sampled = {i * (rows_n - 1) // (_SAMPLED_ROWS - 1) for i in range(_SAMPLED_ROWS)}
        if self.record.mask_token_id is not None and self.record.mask_token_id < rows_n:
            sampled.add(self.record.mask_token_id)
        row_bytes = theirs.size_bytes // rows_n
        for row in sorted(sampled):
            content = files.read(theirs.path, theirs.offset + row * row_bytes, row_bytes)
            other = dequantize(content, GGMLQuantizationType[theirs.type])
            mine = encode(_rows(own, row, 1, files), own.dtype, GGMLQuantizationType.F32).view(np.float32)
            if np.linalg.norm(mine - other) > _MOST_RELATIVE_ERROR * np.linalg.norm(mine):
                return False
        return True


def _rows(table: TensorInfo, start: int, count: int, files: CheckpointFiles) -> Array:
    row_bytes = table.size_bytes // table.shape[0]
    content = files.read(table.path, table.offset + start * row_bytes, count * row_bytes)
    return content.view(STORED_TYPES[table.dtype])
