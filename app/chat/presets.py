"""Named system prompts with sampler values, and the file in which they go from one person to another."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.chat.errors import PresetUnreadable
from app.chat.setup import SamplingValue, sampling_of

KIND = "slipstream-presets"
_LONGEST_NAME = 200
_LONGEST_FILE = 4 << 20


@dataclass(frozen=True, slots=True)
class Preset:
    """What a chat can be set to; `sampling` as in ChatSetup."""

    name: str
    system_prompt: str = ""
    sampling: Mapping[str, SamplingValue] = field(default_factory=dict)


def presets_json(presets: Iterable[Preset]) -> str:
    """The presets as text for a file."""
    contents = [
        {"name": preset.name, "system_prompt": preset.system_prompt, "sampling": dict(preset.sampling)}
        for preset in presets
    ]
    return json.dumps({"kind": KIND, "version": 1, "presets": contents}, indent=2, ensure_ascii=False) + "\n"


def presets_of(content: bytes) -> tuple[Preset, ...]:
    """The presets in a file of `presets_json`, without values that no setting here takes; raises PresetUnreadable."""
    if len(content) > _LONGEST_FILE:
        raise PresetUnreadable(detail=f"{len(content)} bytes")
    try:
        whole = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise PresetUnreadable(detail=f"not JSON: {error}") from error
    if not isinstance(whole, dict) or whole.get("kind") != KIND or not isinstance(whole.get("presets"), list):
        raise PresetUnreadable(detail=f"no {KIND}")
    return tuple(map(_preset, whole["presets"]))


def _preset(content: Any) -> Preset:
    if not isinstance(content, dict):
        raise PresetUnreadable(detail="a preset is no object")
    name, system_prompt, sampling = (content.get(key, usual) for key, usual in _FIELDS)
    if not isinstance(name, str) or not name.strip() or len(name) > _LONGEST_NAME:
        raise PresetUnreadable(detail="a preset without a name")
    if not isinstance(system_prompt, str) or not isinstance(sampling, dict):
        raise PresetUnreadable(detail=f"the preset {name}")
    return Preset(name.strip(), system_prompt, sampling_of(sampling))


_FIELDS: tuple[tuple[str, Any], ...] = (("name", ""), ("system_prompt", ""), ("sampling", {}))
