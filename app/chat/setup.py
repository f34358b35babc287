"""What is set for one chat alone: sampler values, models and the characters that speak."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.chat.character import AuthorsNote, Character, Persona, WorldEntry
from app.core.settings import DECLARED, EFFORT, THINKING, SettingRejected

SamplingValue = str | int | float | bool


@dataclass(frozen=True, slots=True)
class ChatSetup:
    """Empty where the chat goes by the settings of the program.

    `sampling` has values by the names of declared settings (`is_sampling`), `preset` the name of where they came from;
    `target` and `draft` name the models that the chat was last used with.
    """

    preset: str = ""
    sampling: Mapping[str, SamplingValue] = field(default_factory=dict)
    target: str = ""
    draft: str = ""
    character: Character | None = None
    persona: Persona | None = None
    note: AuthorsNote | None = None
    world: tuple[WorldEntry, ...] = ()


def is_sampling(name: str) -> bool:
    """Whether a chat or a preset may have a value of its own for this setting."""
    return name in DECLARED and (DECLARED[name].section == "sampling" or name in (THINKING.name, EFFORT.name))


def sampling_of(values: Mapping[str, object]) -> dict[str, SamplingValue]:
    """Those of the values that are known and keep the rule of their setting, in its type."""
    kept: dict[str, SamplingValue] = {}
    for name in filter(is_sampling, values):
        try:
            kept[name] = DECLARED[name].checked(values[name])
        except SettingRejected:
            continue
    return kept
