"""What the lists of the model bar offer: models and devices, with the reason where one cannot be chosen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from app.core.translation import later, tr
from app.engine.machine import rooms_of, wish_of
from app.engine.protocol import DeviceFacts, LoadOptions, LoadResult, Notice
from app.gui.view_models.memory import MemoryView, device_names, idle_view, memory_views
from app.models.offload import DRAFT_LEFT_OUT, OffloadPlan, plan_offload
from app.texts import notice, size
from app.texts.devices import place_words, reason_words


@dataclass(frozen=True, slots=True)
class Choice:
    """One line: `value` is what choosing it means; `problem` is a sentence that says why it cannot be chosen.

    `short` is what the bar says once it is chosen, where that is not the title. `warning` is a sentence about what can
    be chosen and should not be, or about what is only listed to be read. `bars` show what it would take of which
    memory.
    """

    value: Path | str | None
    title: str
    detail: str = ""
    problem: str = ""
    short: str = ""
    warning: str = ""
    bars: tuple[MemoryView, ...] = ()
    is_to_read: bool = False


class ModelChoices(Protocol):
    """Who knows the models of the library."""

    def targets(self) -> Sequence[Choice]:
        """All targets; values are paths."""

    def drafts(self, target: Path) -> Sequence[Choice]:
        """All drafts, those that fit `target` first, the others with the reason; values are paths."""

    def small_models(self, target: Path) -> Sequence[Choice]:
        """Models that were not made to draft, and are small enough to do so for `target`; values are paths."""


OPEN_PAIR = "open-pair"
LOOK_UP = "look-up"
"""Values of choices that are no models."""
_FAILED = later("It failed when models were loaded onto it, so it is left out for now. Choose it to try it again.")
_NO_LAYER = later("It has no room for a single layer: all would run on the processor")


def open_pair() -> Choice:
    """To go and open one that the library does not have."""
    hint = tr("A checkpoint folder or a .gguf file, with the draft made for it")
    return Choice(OPEN_PAIR, tr("Open a pair…"), hint)


def no_draft() -> Choice:
    """The target without anything that guesses."""
    return Choice(None, tr("No draft"), tr("Plain decoding: the target writes alone"))


def look_up() -> Choice:
    """The target with what needs no model to guess."""
    hint = tr("No draft: where the chat repeats itself, it goes on as it did before")
    return Choice(LOOK_UP, tr("Look-up"), hint)


def draft_lines(choices: ModelChoices, target: Path) -> tuple[Choice, ...]:
    """The list behind the draft chip."""
    return (no_draft(), *choices.drafts(target), *choices.small_models(target), look_up())


def best_draft(choices: ModelChoices, target: Path) -> Path | None:
    """The draft to load with a target that was chosen alone: the first that fits and is not known to fail."""
    for choice in choices.drafts(target):
        if not (choice.problem or choice.warning) and isinstance(choice.value, Path):
            return choice.value
    return None


def chip_words(lines: Sequence[Choice], path: Path) -> str:
    """What the bar says of a model that is not loaded yet."""
    return next((line.short or line.title for line in lines if line.value == path), path.stem)


def device_lines(
    devices: Sequence[DeviceFacts],
    loaded: LoadResult | None = None,
    options: LoadOptions | None = None,
    left_out: Sequence[str] = (),
) -> tuple[Choice, ...]:
    """The list behind the device chip; values are names as the engine gives them.

    Of a pair that is loaded it says where it would run, and what it would take there. Those that are `left_out` failed.
    """
    return tuple(
        replace(line, detail="", warning=tr(_FAILED)) if line.value in left_out else line
        for line in _device_lines(devices, loaded, options, left_out)
    )


def _device_lines(
    devices: Sequence[DeviceFacts], loaded: LoadResult | None, options: LoadOptions | None, left_out: Sequence[str]
) -> tuple[Choice, ...]:
    if loaded is None or loaded.sizes is None:
        unplanned = Choice("auto", tr("Automatic"), tr("The fastest device that has room"))
        titles = device_names(devices)
        return (unplanned, *(_idle_line(device, titles[device.name]) for device in devices))
    sizes, rooms = loaded.sizes, rooms_of(devices, loaded.plan)
    wish = replace(wish_of(options or LoadOptions(), loaded.target.context_trained), less=0)

    def planned(name: str) -> OffloadPlan:
        return plan_offload(sizes, replace(wish, device=name), rooms)

    automatic, names = plan_offload(sizes, replace(wish, device="auto"), rooms, left_out), device_names(devices)
    detail = tr(
        "Would be {device}: {reason}",
        device=names.get(automatic.device, automatic.device),
        reason=reason_words(automatic),
    )
    first = Choice("auto", tr("Automatic"), detail, bars=memory_views(automatic, devices))
    # Accelerators compute for the processor, and hold nothing.
    places = (device for device in devices if device.kind != "accelerator")
    return (first, *(_planned_line(device, planned(device.name), devices) for device in places))


def unused_lines(notices: Sequence[Notice]) -> Iterator[Choice]:
    """Backends that are there and not used, with the reason, for the end of that list."""
    for told in notices:
        text, backend = notice(told.code, told.facts), told.facts.get("backend")
        title, words = (
            tr("Backend {backend}", backend=backend) if backend else tr("Added backends"),
            f"{text.sentence} {text.hint}",
        )
        yield Choice(None, title, warning=words, is_to_read=True)


def _idle_line(device: DeviceFacts, title: str) -> Choice:
    view = idle_view(device, title)
    return Choice(device.name, title, memory_words(device), bars=(view,) if view else ())


def _planned_line(device: DeviceFacts, plan: OffloadPlan, devices: Sequence[DeviceFacts]) -> Choice:
    names, bars = device_names(devices), memory_views(plan, devices)
    title = names[device.name]
    if device.kind != "cpu" and not plan.devices:
        return Choice(device.name, title, warning=tr(_NO_LAYER), bars=bars)
    left_out = next((change for change in plan.changes if change.code in DRAFT_LEFT_OUT), None)
    words = f"{place_words(plan, names)}."
    if left_out is not None:
        told = notice(left_out.code, dict(left_out.facts)).sentence
        return Choice(device.name, title, warning=f"{words} {told}", bars=bars)
    if not plan.fits:
        return Choice(
            device.name, title, warning=tr("{words} There is less room than it needs.", words=words), bars=bars
        )
    return Choice(device.name, title, words, bars=bars)


def memory_words(device: DeviceFacts) -> str:
    """How much of a device's memory is in use: "9.1 of 16 GB in use"; empty where the device does not tell."""
    total, free = device.memory_total_bytes, device.memory_free_bytes
    if not total:
        return ""
    if free is None:
        return tr("{total} of memory", total=size(total))
    return tr("{used} of {total} in use", used=size(max(0, total - free)), total=size(total))
