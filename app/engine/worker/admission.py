"""What is about to be loaded, known from its headers: whatever llama.cpp would abort on is refused here."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.core.errors import ReportedError
from app.engine.worker.errors import NotADraft, NotATarget, NotConverted
from app.formats.errors import FormatError
from app.formats.gguf import part_paths, read_gguf_parts
from app.models.entry import DraftFacts, ModelEntry, TargetFacts
from app.models.inspect import inspect_model
from app.models.pairing import check_d2t, check_pair, check_runnable

_MAP_TENSOR = "d2t"


@dataclass(frozen=True, slots=True)
class AdmittedFile:
    """A GGUF file that may be loaded: `path` is its first part."""

    path: Path
    name: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class AdmittedTarget(AdmittedFile):
    """A target that may be loaded."""

    facts: TargetFacts


@dataclass(frozen=True, slots=True)
class AdmittedDraft(AdmittedFile):
    """A draft that may be loaded beside its target."""

    facts: DraftFacts


def admit(target: Path, draft: Path | None) -> tuple[AdmittedTarget, AdmittedDraft | None]:
    """Read both headers and judge them; raises the reason why they cannot be loaded, alone or together.

    That is a FormatError for a broken file, the problem that `inspect_model` found, a mismatch of the pair, or one of
    this room's own errors.
    """
    target_entry = _inspected(target)
    if target_entry.target is None:
        raise NotATarget(path=str(target))
    admitted = AdmittedTarget(
        part_paths(target_entry.path)[0], target_entry.name, target_entry.size_bytes, target_entry.target
    )
    if draft is None:
        return admitted, None
    draft_entry = _inspected(draft)
    if draft_entry.draft is None:
        raise NotADraft(path=str(draft))
    facts = draft_entry.draft
    check_pair(target_entry.target, facts)
    check_runnable(facts)
    _check_map(draft_entry.path, target_entry.target.vocabulary_n)
    return admitted, AdmittedDraft(part_paths(draft_entry.path)[0], draft_entry.name, draft_entry.size_bytes, facts)


def _inspected(path: Path) -> ModelEntry:
    entry = inspect_model(path)
    if entry.problem is not None:
        raise ReportedError(entry.problem, dict(entry.problem_facts))
    if entry.form != "gguf":
        raise NotConverted(path=str(path))
    return entry


def _check_map(path: Path, vocabulary_n: int) -> None:
    """A reduced vocabulary's table must name distinct tokens of the target: the graph writes wherever it points."""
    table = read_gguf_parts(path, arrays=False).tensors.get(_MAP_TENSOR)
    if table is None:
        return
    if table.type != "I64" or len(table.shape) != 1:
        raise FormatError(path=str(path), detail=f"{_MAP_TENSOR} is {table.type} of shape {list(table.shape)}")
    check_d2t(np.fromfile(table.path, "<i8", count=table.shape[0], offset=table.offset), vocabulary_n)
