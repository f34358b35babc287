"""Tells what somebody chose for a pair: what each is, whether they fit, what converting and running them takes."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from app.core.errors import AppError, Fact, ReportedError, code_of
from app.core.files import free_bytes
from app.models.entry import ModelEntry
from app.models.expected import converted_bytes, expected_memory, own_output_type
from app.models.inspect import inspect_model, nested_drafts, problem_entry, why_not_convertible
from app.models.library import Library
from app.models.memory import MemoryEstimate
from app.models.pairing import is_hint_doubtful, why_not, why_not_runnable

Seat = Literal["target", "draft"]
USUAL_CONTEXT = 8192


@dataclass(frozen=True, slots=True)
class Arrival:
    """A path that was chosen or dropped just now, and the seat that it was meant for, if any."""

    path: Path
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """What is chosen so far. Output types are for checkpoints; an empty one keeps the numbers as they are.

    `context_size` 0 is the engine's usual choice.
    """

    target: Path | None = None
    draft: Path | None = None
    arrivals: tuple[Arrival, ...] = ()
    target_type: str = ""
    draft_type: str = ""
    context_size: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """The code and facts of an AppError, as (name, value) pairs."""

    code: str
    facts: tuple[tuple[str, Fact], ...] = ()


@dataclass(frozen=True, slots=True)
class ModelSurvey:
    """One of the two. `output_type` is empty for a GGUF, `gguf` the file to load, None until it is converted.

    `new_bytes` will be written; `problem` says why it cannot be what it was chosen for.
    """

    entry: ModelEntry
    output_type: str = ""
    gguf: Path | None = None
    new_bytes: int = 0
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class PairSurvey:
    """Both. `mismatch` says why they do not fit; `memory` is None while something is missing or has a problem.

    `is_hint_doubtful` says that the draft names another target than this, though all that counts agrees.
    `moved_to` is the seat that a model was put on though it was meant for the other.
    """

    target: ModelSurvey | None = None
    draft: ModelSurvey | None = None
    mismatch: Problem | None = None
    is_hint_doubtful: bool = False
    memory: MemoryEstimate | None = None
    context_size: int = 0
    free_bytes: int = 0
    moved_to: Seat | None = None

    @property
    def new_bytes(self) -> int:
        """What will be written to the disk."""
        return sum(model.new_bytes for model in (self.target, self.draft) if model)

    @property
    def can_start(self) -> bool:
        """Whether nothing known is in the way."""
        problems = [model.problem for model in (self.target, self.draft) if model]
        return self.target is not None and not any(problems) and self.mismatch is None and self.has_room

    @property
    def has_room(self) -> bool:
        """Whether the disk has room for what will be written."""
        return self.new_bytes <= self.free_bytes


def survey_pair(question: PairQuestion, library: Library) -> PairSurvey:
    """Look at both. A draft that was put on the target's seat moves to its own, and the other way round."""
    target, draft, moved_to = _seated(question)
    target_survey = _survey_target(target, question.target_type, library) if target else None
    draft_survey = _survey_draft(draft, question.draft_type, target_survey, library) if draft else None
    found = PairSurvey(target_survey, draft_survey, free_bytes=free_bytes(library.folder), moved_to=moved_to)
    return _with_pair(found, question.context_size)


def _seated(question: PairQuestion) -> tuple[ModelEntry | None, ModelEntry | None, Seat | None]:
    moved_to: Seat | None = None
    seats: dict[Seat, ModelEntry | None] = {
        "target": _inspected(question.target) if question.target else None,
        "draft": _inspected(question.draft) if question.draft else None,
    }
    for arrival in question.arrivals:
        entry = _inspected(arrival.path)
        free: Seat = "draft" if seats["target"] and not seats["draft"] else "target"
        seat = _seat_of(entry) or arrival.seat or free
        seats[seat] = entry
        moved_to = seat if arrival.seat not in (None, seat) else moved_to
        if seat == "target" and seats["draft"] is None:
            seats["draft"] = _draft_within(entry)
    return seats["target"], seats["draft"], moved_to


def _draft_within(target: ModelEntry) -> ModelEntry | None:
    """The draft that a target's checkpoint brings along in a folder of its own, where it is one alone."""
    drafts = nested_drafts(target.path) if target.form == "checkpoint" and target.target else ()
    return _inspected(drafts[0]) if len(drafts) == 1 else None


def _seat_of(entry: ModelEntry) -> Seat | None:
    if entry.draft is not None or (entry.problem or "").startswith("draft_"):
        return "draft"
    return "target" if entry.target is not None else None


def _inspected(path: Path) -> ModelEntry:
    try:
        return inspect_model(path)
    except AppError as error:
        return problem_entry(path, error)


def _survey_target(entry: ModelEntry, output_type: str, library: Library) -> ModelSurvey:
    error = _own_problem(entry)
    if error is None and entry.target is None:
        error = ReportedError("not_a_target", {"path": str(entry.path)})
    return _survey(entry, output_type, None, library, error or why_not_convertible(entry))


def _survey_draft(entry: ModelEntry, output_type: str, target: ModelSurvey | None, library: Library) -> ModelSurvey:
    error = _own_problem(entry)
    if error is None and entry.draft is None:
        error = ReportedError("not_a_draft", {"path": str(entry.path)})
    elif error is None and entry.draft is not None:
        error = why_not_runnable(entry.draft)
    return _survey(entry, output_type, target.entry.path if target else None, library, error)


def _own_problem(entry: ModelEntry) -> AppError | None:
    if entry.problem is None:
        return None
    return ReportedError(entry.problem, dict(entry.problem_facts))


def _survey(
    entry: ModelEntry, output_type: str, target: Path | None, library: Library, error: AppError | None
) -> ModelSurvey:
    if error is not None:
        return ModelSurvey(entry, problem=_problem(error))
    if entry.form == "gguf":
        return ModelSurvey(entry, gguf=entry.path)
    kind = output_type or own_output_type(entry)
    known = library.converted(entry.path, target, kind)
    return ModelSurvey(entry, kind, known, 0 if known else converted_bytes(entry, kind))


def _with_pair(found: PairSurvey, context_size: int) -> PairSurvey:
    target, draft = found.target, found.draft
    if target is None or target.problem or target.entry.target is None:
        return found
    facts = target.entry.target
    context = context_size or min(USUAL_CONTEXT, facts.context_trained or USUAL_CONTEXT)
    if draft is not None and (draft.problem or draft.entry.draft is None):
        return replace(found, context_size=context)
    error = why_not(facts, draft.entry.draft) if draft and draft.entry.draft else None
    memory = None if error else _memory(target, draft, context)
    is_doubtful = bool(draft and draft.entry.draft and is_hint_doubtful(draft.entry.draft, target.entry.name))
    mismatch = _problem(error) if error else None
    return replace(found, mismatch=mismatch, is_hint_doubtful=is_doubtful, memory=memory, context_size=context)


def _memory(target: ModelSurvey, draft: ModelSurvey | None, context_size: int) -> MemoryEstimate | None:
    try:
        return expected_memory(
            target.entry,
            target.output_type,
            draft.entry if draft else None,
            draft.output_type if draft else "",
            context_size,
        )
    except AppError:
        # Only an estimate is lost: whoever loads or converts the model finds out and says why.
        return None


def _problem(error: AppError) -> Problem:
    return Problem(code_of(error), tuple(error.facts.items()))
