"""What the page for a pair says of it: each model, whether they fit, what it takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from app.core.translation import later, tr
from app.engine.machine import rooms_of, wish_of
from app.engine.protocol import DeviceFacts, LoadOptions
from app.gui.view_models.memory import device_names
from app.models.errors import DraftHeadLost
from app.models.expected import keeps_own_quantization, own_output_type
from app.models.offload import DRAFT_LEFT_OUT, OffloadPlan, plan_offload
from app.models.output_types import WRITTEN_TYPES
from app.models.placing import Share
from app.models.proposal import OFFERED_TYPES, TypeProposal
from app.models.survey import ModelSurvey, PairSurvey, Problem, Seat
from app.models.trial import TrialRecord
from app.texts import Text, count, notice, sentence, size
from app.texts.description import description, file_facts, other_drafts_words
from app.texts.devices import place_words, reason_words
from app.texts.trials import trial_text, trial_words

Mark = Literal["good", "warning", "bad", ""]

# A share of the free memory that is left for what a device needs besides.
_TIGHT_SHARE = 0.9
_REPAIR_HINT = later("A repaired file gets the target's output head and lands in the library; this one stays as it is.")


@dataclass(frozen=True, slots=True)
class TypeChoice:
    """An output type as a line of its list."""

    output_type: str
    words: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """One of the two models in words; `types` is empty where nothing is converted.

    `reason` tells what is proposed and why, empty where nothing is.
    """

    name: str
    description: str
    facts: str
    path: str
    problem: Text | None = None
    types: tuple[TypeChoice, ...] = ()
    output_type: str = ""
    reason: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with a mark before it; the tip explains, `action` is the word on a button that helps."""

    mark: Mark
    text: str
    hint: str = ""
    tip: str = ""
    action: str = ""


_MOVED: Mapping[Seat, str] = later(
    {
        "target": "That is a target, so it was put in the target's place.",
        "draft": "That is a draft, so it was put in the draft's place.",
    }
)


def seat_view(model: ModelSurvey) -> SeatView:
    """What to say of a model."""
    entry = model.entry
    problem = _text(model.problem) if model.problem else None
    if problem and model.other_drafts:
        problem = replace(problem, hint=other_drafts_words(model.other_drafts))
    words = description(entry)
    return SeatView(
        name=entry.name,
        description="" if problem and not (entry.target or entry.draft) else words[:1].upper() + words[1:],
        facts=file_facts(entry),
        path=str(entry.path),
        problem=problem,
        types=_types(model) if model.output_type else (),
        output_type=model.output_type,
        reason=_reason(model.proposal, model.output_type) if model.proposal else "",
        state=_state(model),
    )


def _state(model: ModelSurvey) -> str:
    if model.problem:
        return ""
    if not model.output_type:
        return tr("Ready to load")
    if model.gguf:
        return tr("Converted before: ready to load")
    return tr("Will be converted: about {new}", new=size(model.new_bytes))


def _types(model: ModelSurvey) -> tuple[TypeChoice, ...]:
    """What is offered; what was chosen elsewhere is among it."""
    entry, own, sizes = model.entry, own_output_type(model.entry), dict(model.sizes)
    offered = WRITTEN_TYPES if keeps_own_quantization(entry) else OFFERED_TYPES
    proposed = model.proposal.output_type if model.proposal else None
    kinds = offered if model.output_type in offered else (*offered, model.output_type)

    def words(kind: str) -> str:
        remarks = [*([tr("as it is")] if kind == own else []), *([tr("proposed")] if kind == proposed else [])]
        return f"{', '.join((kind.upper(), *remarks))} · {size(sizes[kind])}"

    return tuple(TypeChoice(kind, words(kind)) for kind in kinds)


def _reason(proposal: TypeProposal, chosen: str) -> str:
    told = notice(proposal.reason, dict(proposal.facts))
    words = " ".join(filter(None, (told.sentence, told.hint)))
    if not proposal.fits or chosen == proposal.output_type:
        return words
    return tr("Proposed here is {type}. {words}", type=proposal.output_type.upper(), words=words)


def plan_for(
    survey: PairSurvey,
    devices: Sequence[DeviceFacts],
    options: LoadOptions,
    loaded: OffloadPlan | None,
    left_out: Sequence[str] = (),
) -> OffloadPlan | None:
    """Where the two would go; what is `loaded` now is unloaded first. None while there is nothing to plan.

    Devices that are `left_out` failed before.
    """
    target = survey.target.entry.target if survey.target else None
    if survey.sizes is None or target is None or not devices:
        return None
    wish = replace(wish_of(options, target.context_trained), less=0)
    return plan_offload(survey.sizes, wish, rooms_of(devices, loaded), left_out)


def pair_lines(
    survey: PairSurvey, plan: OffloadPlan | None = None, devices: Sequence[DeviceFacts] = ()
) -> tuple[Line, ...]:
    """Whether they fit, and the room on disk and in memory, where the `plan` puts them."""
    lines: list[Line | None] = [Line("", tr(_MOVED[survey.moved_to]))] if survey.moved_to else []
    lines.append(_fit_line(survey))
    problems = [survey.mismatch, *(model.problem for model in (survey.target, survey.draft) if model)]
    if survey.new_bytes and not any(problems):
        lines.append(_disk_line(survey))
    if survey.memory is not None:
        lines.append(_memory_line(survey, plan, device_names(devices)))
    return tuple(line for line in lines if line is not None)


def _fit_line(survey: PairSurvey) -> Line | None:
    target, draft = survey.target, survey.draft
    if survey.mismatch is not None:
        text = _text(survey.mismatch)
        if survey.mismatch.code == DraftHeadLost.code:
            return Line("bad", text.sentence, tr(_REPAIR_HINT), action=tr("Repair the draft"))
        return Line("bad", text.sentence, text.hint)
    if target is None:
        return Line("", tr("Choose the target that this draft was made for.")) if draft else None
    if target.problem or (draft and draft.problem):
        return None
    if draft is None:
        return Line("", tr("Without a draft the target writes alone, one token at a time."))
    if survey.trial is not None:
        return _trial_line(survey.trial, draft.entry.path)
    if survey.is_hint_doubtful and draft.entry.draft:
        hint = tr(
            "It names {target_hint} as its target; if few guesses come true, that is why.",
            target_hint=draft.entry.draft.target_hint,
        )
        return Line("warning", tr("They fit, though the draft may have been made for another target."), hint)
    return Line("good", tr("They fit."), tip=tr("Sizes, layers and tokens of the two agree."))


def _trial_line(trial: TrialRecord, draft: Path) -> Line:
    text = trial_text(trial)
    is_sound = trial.verdict in ("works", "repaired") and not trial.repairs(draft)
    return Line("good" if is_sound else "warning", f"{trial_words(trial, draft)}.", "" if is_sound else text.hint)


def _disk_line(survey: PairSurvey) -> Line:
    needed, free = size(survey.needed_bytes), size(survey.free_bytes)
    words = tr("Disk: about {needed} needed; {free} free.", needed=needed, free=free)
    if survey.needed_bytes > survey.new_bytes:
        words = tr(
            "Disk: about {needed} needed while it is converted, {new} in the end; {free} free.",
            needed=needed,
            new=size(survey.new_bytes),
            free=free,
        )
    if survey.has_room:
        return Line("good", words)
    return Line("bad", words, tr("Free some space, or choose a smaller number format."))


def _memory_line(survey: PairSurvey, plan: OffloadPlan | None, names: Mapping[str, str]) -> Line:
    memory = survey.memory
    assert memory is not None
    parts = [
        tr("Target {size}", size=size(memory.weights_bytes)),
        tr("context of {tokens} tokens {size}", tokens=count(survey.context_size), size=size(memory.cache_bytes)),
        tr("working room {size}", size=size(memory.work_bytes)),
    ]
    if memory.draft_bytes:
        parts.append(tr("draft {size}", size=size(memory.draft_bytes)))
    tip = tr(
        "{parts}; up to {kept} besides for chats that you come back to. An estimate; the device rounds up.",
        parts=", ".join(parts),
        kept=size(memory.kept_bytes),
    )
    if plan is None:
        return Line("", tr("Memory: about {total} needed.", total=size(memory.total_bytes)), tip=tip)
    needed = tr("Memory: about {needed} needed", needed=size(plan.needed_bytes))
    where = f"{place_words(plan, names)}: {reason_words(plan)}."
    left_out = next((change for change in plan.changes if change.code in DRAFT_LEFT_OUT), None)
    if left_out is not None:
        told = notice(left_out.code, dict(left_out.facts))
        return Line("warning", told.sentence, told.hint, tip)
    if not plan.fits:
        return Line(
            "warning",
            tr("{needed}: too large.", needed=needed),
            tr("Choose a smaller number format or a shorter context."),
            tip,
        )
    if any(_is_tight(share) for share in plan.shares):
        return Line(
            "warning",
            tr("{needed}: tight. {where}", needed=needed, where=where),
            tr("Close other programs if loading fails."),
            tip,
        )
    is_split = plan.devices and plan.target_layers < plan.target_layers_all
    return Line("" if is_split else "good", tr("{needed}: fits. {where}", needed=needed, where=where), tip=tip)


def _is_tight(share: Share) -> bool:
    """Whether hardly anything of main memory stays free; of a device's own the plan leaves some free anyway."""
    return share.room.kind == "cpu" and share.needed_bytes > share.room.usable_bytes * _TIGHT_SHARE


def button_words(survey: PairSurvey) -> str:
    """What the one button does."""
    return tr("Convert and chat") if survey.new_bytes else tr("Chat")


def _text(problem: Problem) -> Text:
    return sentence(problem.code, dict(problem.facts))
