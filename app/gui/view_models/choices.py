"""What the lists of the model bar offer: models and devices, with the reason where one cannot be chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.engine.protocol import DeviceFacts
from app.texts import size


@dataclass(frozen=True, slots=True)
class Choice:
    """One line: `value` is what choosing it means; `problem` is a sentence that says why it cannot be chosen.

    `short` is what the bar says once it is chosen, where that is not the title. `warning` is a sentence about what can
    be chosen and should not be.
    """

    value: Path | str | None
    title: str
    detail: str = ""
    problem: str = ""
    short: str = ""
    warning: str = ""


class ModelChoices(Protocol):
    """Who knows the models of the library."""

    def targets(self) -> Sequence[Choice]:
        """All targets; values are paths."""

    def drafts(self, target: Path) -> Sequence[Choice]:
        """All drafts, those that fit `target` first, the others with the reason; values are paths."""

    def small_models(self, target: Path) -> Sequence[Choice]:
        """Models that were not made to draft, and are small enough to do so for `target`; values are paths."""


OPEN_PAIR = Choice("open-pair", "Open a pair…", "A checkpoint folder or a .gguf file, with the draft made for it")
NO_DRAFT = Choice(None, "No draft", "Plain decoding: the target writes alone")
LOOK_UP = Choice("look-up", "Look-up", "No draft: where the chat repeats itself, it goes on as it did before")


def draft_lines(choices: ModelChoices, target: Path) -> tuple[Choice, ...]:
    """The list behind the draft chip."""
    return (NO_DRAFT, *choices.drafts(target), *choices.small_models(target), LOOK_UP)


def best_draft(choices: ModelChoices, target: Path) -> Path | None:
    """The draft to load with a target that was chosen alone: the first that fits and is not known to fail."""
    for choice in choices.drafts(target):
        if not (choice.problem or choice.warning) and isinstance(choice.value, Path):
            return choice.value
    return None


def chip_words(lines: Sequence[Choice], path: Path) -> str:
    """What the bar says of a model that is not loaded yet."""
    return next((line.short or line.title for line in lines if line.value == path), path.stem)


def device_lines(devices: Sequence[DeviceFacts]) -> tuple[Choice, ...]:
    """The list behind the device chip; values are names as the engine gives them."""
    automatic = Choice("auto", "Automatic", "The fastest device that has room")
    named = (Choice(device.name, device.description or device.name, memory_words(device)) for device in devices)
    return (automatic, *named)


def memory_words(device: DeviceFacts) -> str:
    """How much of a device's memory is in use: "9.1 of 16 GB in use"; empty where the device does not tell."""
    total, free = device.memory_total_bytes, free_bytes(device)
    if not total:
        return ""
    if free is None:
        return f"{size(total)} of memory"
    return f"{size(max(0, total - free))} of {size(total)} in use"


def free_bytes(device: DeviceFacts) -> int | None:
    """The free memory of a device; None where it does not tell.

    Of a processor llama.cpp reports all its memory as free, whatever is in use, on every system but Windows.
    """
    return None if device.kind == "cpu" else device.memory_free_bytes
