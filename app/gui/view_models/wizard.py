"""What the page for a pair says of it: each model, whether they fit, what it takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.engine.protocol import DeviceFacts
from app.gui.view_models.choices import free_bytes
from app.models.entry import ModelEntry
from app.models.expected import converted_bytes, own_output_type
from app.models.survey import ModelSurvey, PairSurvey, Problem, Seat
from app.texts import Text, count, sentence, size
from app.texts.description import description, file_facts

Mark = Literal["good", "warning", "bad", ""]

# A share of the free memory that is left for what a device needs besides.
_TIGHT_SHARE = 0.9
_TYPE_WORDS: Mapping[str, str] = {"q8_0": "Q8_0", "bf16": "BF16", "f16": "F16", "f32": "F32"}


@dataclass(frozen=True, slots=True)
class TypeChoice:
    """An output type as a line of its list."""

    output_type: str
    words: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """One of the two models in words; `types` is empty where nothing is converted."""

    name: str
    description: str
    facts: str
    path: str
    problem: Text | None = None
    types: tuple[TypeChoice, ...] = ()
    output_type: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with a mark before it; the tip explains."""

    mark: Mark
    text: str
    hint: str = ""
    tip: str = ""


_MOVED_LINES: Mapping[Seat, Line] = {
    "target": Line("", "That is a target, so it was put in the target's place."),
    "draft": Line("", "That is a draft, so it was put in the draft's place."),
}


def seat_view(model: ModelSurvey) -> SeatView:
    """What to say of a model."""
    entry = model.entry
    problem = _text(model.problem) if model.problem else None
    words = description(entry)
    return SeatView(
        name=entry.name,
        description="" if problem and not (entry.target or entry.draft) else words[:1].upper() + words[1:],
        facts=file_facts(entry),
        path=str(entry.path),
        problem=problem,
        types=_types(entry) if model.output_type else (),
        output_type=model.output_type,
        state=_state(model),
    )


def _state(model: ModelSurvey) -> str:
    if model.problem:
        return ""
    if not model.output_type:
        return "Ready to load"
    if model.gguf:
        return "Converted before: ready to load"
    return f"Will be converted: about {size(model.new_bytes)}"


def _types(entry: ModelEntry) -> tuple[TypeChoice, ...]:
    own = own_output_type(entry)
    return tuple(
        TypeChoice(kind, f"{words}{', as it is' if kind == own else ''} · {size(converted_bytes(entry, kind))}")
        for kind, words in _TYPE_WORDS.items()
    )


def pair_lines(survey: PairSurvey, devices: Sequence[DeviceFacts], device: str, loaded_bytes: int) -> tuple[Line, ...]:
    """Whether they fit, and the room on disk and in memory; `loaded_bytes` is what unloading first gives back."""
    lines: list[Line | None] = [_MOVED_LINES[survey.moved_to]] if survey.moved_to else []
    lines.append(_fit_line(survey))
    problems = [survey.mismatch, *(model.problem for model in (survey.target, survey.draft) if model)]
    if survey.new_bytes and not any(problems):
        lines.append(_disk_line(survey))
    if survey.memory is not None:
        lines.append(_memory_line(survey, device_for(devices, device), loaded_bytes))
    return tuple(line for line in lines if line is not None)


def _fit_line(survey: PairSurvey) -> Line | None:
    target, draft = survey.target, survey.draft
    if survey.mismatch is not None:
        text = _text(survey.mismatch)
        return Line("bad", text.sentence, text.hint)
    if target is None:
        return Line("", "Choose the target that this draft was made for.") if draft else None
    if target.problem or (draft and draft.problem):
        return None
    if draft is None:
        return Line("", "Without a draft the target writes alone, one token at a time.")
    if survey.is_hint_doubtful and draft.entry.draft:
        hint = f"It names {draft.entry.draft.target_hint} as its target; if few guesses come true, that is why."
        return Line("warning", "They fit, though the draft may have been made for another target.", hint)
    return Line("good", "They fit.", tip="Sizes, layers and tokens of the two agree.")


def _disk_line(survey: PairSurvey) -> Line:
    words = f"Disk: about {size(survey.new_bytes)} needed, {size(survey.free_bytes)} free."
    if survey.has_room:
        return Line("good", words)
    return Line("bad", words, "Free some space, or choose a smaller number format.")


def _memory_line(survey: PairSurvey, device: DeviceFacts | None, loaded_bytes: int) -> Line:
    memory = survey.memory
    assert memory is not None
    tip = (
        f"Target {size(memory.weights_bytes)}, context of {count(survey.context_size)} tokens "
        f"{size(memory.cache_bytes)}, working room {size(memory.work_bytes)}"
        + (f", draft {size(memory.draft_bytes)}" if memory.draft_bytes else "")
        + ". An estimate; the device rounds up."
    )
    needed = f"Memory: about {size(memory.total_bytes)} needed"
    room = _room(device, loaded_bytes) if device else None
    if device is None or room is None:
        return Line("", f"{needed}.", tip=tip)
    free, is_all = room
    words = f"{needed}, {size(free)} {'in all' if is_all else 'free'} on {device.description or device.name}"
    if memory.total_bytes <= free * _TIGHT_SHARE:
        return Line("good", f"{words}: fits.", tip=tip)
    if memory.total_bytes <= free:
        return Line("warning", f"{words}: tight.", "Close other programs if loading fails.", tip)
    return Line("warning", f"{words}: too large.", "Choose a smaller number format or a shorter context.", tip)


def _room(device: DeviceFacts, loaded_bytes: int) -> tuple[int, bool] | None:
    """Bytes that the pair may take, and whether that is all the memory for want of knowing what is free of it."""
    free = free_bytes(device)
    if free is not None:
        return free + loaded_bytes, False
    return (device.memory_total_bytes, True) if device.memory_total_bytes else None


def device_for(devices: Sequence[DeviceFacts], name: str) -> DeviceFacts | None:
    """The device of that name; for "auto" the first that is no CPU, where there is one."""
    named = next((device for device in devices if device.name == name), None)
    if named is not None:
        return named
    fast = (device for device in devices if device.kind != "cpu") if name == "auto" else iter(())
    return next(fast, next((device for device in devices if device.kind == "cpu"), None))


def button_words(survey: PairSurvey) -> str:
    """What the one button does."""
    return "Convert and chat" if survey.new_bytes else "Chat"


def _text(problem: Problem) -> Text:
    return sentence(problem.code, dict(problem.facts))
