"""Gives a draft's GGUF file the output head that its conversion lost."""

from dataclasses import dataclass, replace
from pathlib import Path

from app.convert.errors import NothingToRepair
from app.convert.repairs import DraftFile, head_repairs
from app.convert.rewrite import plan_rewriting, rewrite
from app.convert.target import read_target
from app.core.errors import ReportedError
from app.core.progress import Progress
from app.formats.gguf import read_gguf_parts
from app.models.pairing import check_pair
from app.models.recognition.inspect import inspect_model


@dataclass(frozen=True, slots=True)
class Repaired:
    """The new file, and the code of what was changed."""

    path: Path
    change: str


def repair_head(draft: Path, target: Path, destination: Path, progress: Progress) -> Repaired:
    """Write the GGUF file `draft` to `destination` with a head for the target in `target`, a GGUF or a checkpoint.

    llama.cpp's converter drops the head of a draft with the target's whole vocabulary and keeps its embedding, and the
    engine then takes the embedding for the head; older files meant the engine to lend the target's. Raises
    NothingToRepair where that is not what is wrong, why the two are no pair, and as `rewrite` does.
    """
    entry, model = inspect_model(draft), read_target(target)
    if entry.problem is not None:
        raise ReportedError(entry.problem, dict(entry.problem_facts))
    facts = entry.draft
    if facts is None:
        raise ReportedError("not_a_draft", {"path": str(draft)})
    check_pair(model.facts, replace(facts, ties_own_embedding=False))
    found = None
    if facts.ties_own_embedding and model.facts.has_own_output:
        file = DraftFile(read_gguf_parts(entry.path), facts)
        found = next(head_repairs(model, file), None)
    if found is None:
        raise NothingToRepair(path=str(draft))
    return Repaired(rewrite(plan_rewriting(file.header, found.change), destination, progress), found.code)
