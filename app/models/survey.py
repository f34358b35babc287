"""Tells what somebody chose for a pair: what each is, whether they fit, what converting and running them takes."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from app.core.errors import AppError, Fact, ReportedError, code_of
from app.core.files import free_bytes
from app.models.entry import DraftFacts, ModelEntry
from app.models.expected import converted_bytes, expected_sizes, intermediate_bytes, own_output_type
from app.models.library.library import Library
from app.models.library.trial_notes import trial_with
from app.models.memory import MemoryEstimate, context_for
from app.models.output_types import OUTPUT_TYPES
from app.models.pair_types import propose_for_pair
from app.models.pairing import as_draft, is_hint_doubtful, may_draft_for, own_draft, why_not, why_not_runnable
from app.models.placing import PairSizes, pair_memory
from app.models.proposal import Machine, TypeProposal
from app.models.recognition.inspect import inspect_model, nested_drafts, problem_entry, why_not_convertible
from app.models.trial import TrialRecord

Seat = Literal["target", "draft"]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A path that was chosen or dropped just now, and the seat that it was meant for, if any."""

    path: Path
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """What is chosen so far. Output types are for checkpoints; an empty one leaves it to what is proposed.

    `context_size` 0 is the engine's usual choice; `cache_type` is how the target keeps its context. Without a `machine`
    nothing is proposed: numbers stay as they are.
    """

    target: Path | None = None
    draft: Path | None = None
    arrivals: tuple[Arrival, ...] = ()
    target_type: str = ""
    draft_type: str = ""
    context_size: int = 0
    cache_type: str = "f16"
    machine: Machine | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """The code and facts of an AppError, as (name, value) pairs."""

    code: str
    facts: tuple[tuple[str, Fact], ...] = ()


@dataclass(frozen=True, slots=True)
class ModelSurvey:
    """One of the two. `output_type` is empty for a GGUF, `gguf` the file to load, None until it is converted.

    `sizes` are (output type, bytes) of what a checkpoint may become. `new_bytes` will be written, and `passing_bytes`
    besides, which are gone in the end. `proposal` is the type that suits the machine, None where there is nothing to
    propose. `problem` says why it cannot be what it was chosen for. `other_drafts` are (repository, method) of drafts
    of the same target, where this one cannot be used.
    """

    entry: ModelEntry
    output_type: str = ""
    gguf: Path | None = None
    sizes: tuple[tuple[str, int], ...] = ()
    new_bytes: int = 0
    passing_bytes: int = 0
    proposal: TypeProposal | None = None
    problem: Problem | None = None
    other_drafts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PairSurvey:
    """Both. `mismatch` says why they do not fit; `memory` is None while something is missing or has a problem, and so
    are `sizes`, which it follows from.

    `is_hint_doubtful` says that the draft names another target than this, though all that counts agrees.
    `moved_to` is the seat that a model was put on though it was meant for the other. `trial` tells how the two files
    worked together when they were tried.
    """

    target: ModelSurvey | None = None
    draft: ModelSurvey | None = None
    mismatch: Problem | None = None
    is_hint_doubtful: bool = False
    memory: MemoryEstimate | None = None
    sizes: PairSizes | None = None
    context_size: int = 0
    free_bytes: int = 0
    moved_to: Seat | None = None
    trial: TrialRecord | None = None

    @property
    def new_bytes(self) -> int:
        """What will be written to the disk and stay there."""
        return sum(model.new_bytes for model in (self.target, self.draft) if model)

    @property
    def needed_bytes(self) -> int:
        """What has to be free on the disk: the two are converted one after the other."""
        needed = written = 0
        for model in filter(None, (self.target, self.draft)):
            needed = max(needed, written + model.passing_bytes + model.new_bytes)
            written += model.new_bytes
        return needed

    @property
    def can_start(self) -> bool:
        """Whether nothing known is in the way."""
        problems = [model.problem for model in (self.target, self.draft) if model]
        return self.target is not None and not any(problems) and self.mismatch is None and self.has_room

    @property
    def has_room(self) -> bool:
        """Whether the disk has room for what will be written."""
        return self.needed_bytes <= self.free_bytes


def survey_pair(question: PairQuestion, library: Library) -> PairSurvey:
    """Look at both. A draft that was put on the target's seat moves to its own, and the other way round."""
    target, draft, moved_to = _seated(question)
    trained = target.target.context_trained if target and target.target else 0
    context_size = context_for(question.context_size, trained)
    machine, cache_type = question.machine, question.cache_type
    proposals = propose_for_pair(target, draft, question.draft_type, machine, context_size, cache_type)
    target_survey = _survey_target(target, question.target_type, proposals[0], library) if target else None
    draft_survey = _survey_draft(draft, question.draft_type, proposals[1], target_survey, library) if draft else None
    trial = _trial_of(target_survey, draft_survey, library)
    room = free_bytes(library.folder)
    found = PairSurvey(target_survey, draft_survey, free_bytes=room, moved_to=moved_to, trial=trial)
    return _with_pair(found, context_size, cache_type)


def _trial_of(target: ModelSurvey | None, draft: ModelSurvey | None, library: Library) -> TrialRecord | None:
    if target is None or draft is None or target.gguf is None or draft.gguf is None:
        return None
    return trial_with(library.folder, draft.gguf, target.gguf)


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
        seated = seats["target"]
        if arrival.seat == "draft" and seated is not None and may_draft_for(seated, entry):
            seat = "draft"
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


def _survey_target(entry: ModelEntry, output_type: str, proposal: TypeProposal | None, library: Library) -> ModelSurvey:
    error = _own_problem(entry)
    if error is None and entry.target is None:
        error = ReportedError("not_a_target", {"path": str(entry.path)})
    return _survey(entry, output_type, proposal, None, library, error or why_not_convertible(entry))


def _survey_draft(
    entry: ModelEntry,
    output_type: str,
    proposal: TypeProposal | None,
    target: ModelSurvey | None,
    library: Library,
) -> ModelSurvey:
    error = _own_problem(entry)
    if error is None:
        error = why_not_convertible(entry) if entry.draft is None else why_not_runnable(entry.draft)
    return _survey(entry, output_type, proposal, target.entry.path if target else None, library, error)


def _own_problem(entry: ModelEntry) -> AppError | None:
    if entry.problem is None:
        return None
    return ReportedError(entry.problem, dict(entry.problem_facts))


def _survey(
    entry: ModelEntry,
    output_type: str,
    proposal: TypeProposal | None,
    target: Path | None,
    library: Library,
    error: AppError | None,
) -> ModelSurvey:
    if error is not None:
        return ModelSurvey(entry, problem=_problem(error))
    if entry.form == "gguf":
        return ModelSurvey(entry, gguf=entry.path)
    kind = output_type or (proposal.output_type if proposal else own_output_type(entry))
    sizes = tuple((offered, converted_bytes(entry, offered)) for offered in OUTPUT_TYPES)
    known = library.converted(entry.path, target, kind)
    if known is not None:
        return ModelSurvey(entry, kind, known, sizes, proposal=proposal)
    return ModelSurvey(
        entry, kind, None, sizes, converted_bytes(entry, kind), intermediate_bytes(entry, kind), proposal
    )


def _with_pair(found: PairSurvey, context_size: int, cache_type: str) -> PairSurvey:
    target, draft = found.target, found.draft
    if target is None or target.problem or target.entry.target is None:
        return found
    facts = target.entry.target
    draft_facts = as_draft(draft.entry) if draft else None
    if draft is not None and (draft.problem or draft_facts is None):
        return replace(found, context_size=context_size)
    error = why_not(facts, draft_facts) if draft_facts else None
    sizes = None if error else _sizes(target, draft, draft_facts)
    memory = pair_memory(sizes, context_size, cache_type) if sizes else None
    is_doubtful = bool(draft and draft.entry.draft and is_hint_doubtful(draft.entry.draft, target.entry.name))
    mismatch = _problem(error) if error else None
    found = replace(found, mismatch=mismatch, is_hint_doubtful=is_doubtful, context_size=context_size)
    return replace(found, memory=memory, sizes=sizes)


def _sizes(target: ModelSurvey, draft: ModelSurvey | None, draft_facts: DraftFacts | None) -> PairSizes | None:
    own = own_draft(target.entry.target) if target.entry.target and draft is None else None
    facts = draft_facts or own
    try:
        return PairSizes(
            expected_sizes(target.entry, target.output_type),
            expected_sizes(draft.entry, draft.output_type) if draft else None,
            drafts_itself=own is not None,
            draft_max=facts.draft_max if facts else 0,
        )
    except AppError:
        # Only an estimate is lost: whoever loads or converts the model finds out and says why.
        return None


def _problem(error: AppError) -> Problem:
    return Problem(code_of(error), tuple(error.facts.items()))
