"""Settings of KoboldCpp (.kcpps): which models it loads and how, and the samplers that it begins with.

The names are those of its command line: https://github.com/LostRuins/koboldcpp/wiki.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.chat.imports.content import Content
from app.chat.imports.fields import text_of, whole_of
from app.chat.imports.imported import Imported, LeftOut
from app.chat.imports.samplers import sampling_values
from app.chat.presets import Preset
from app.core.settings import CACHE_TYPE, CONTEXT_SIZE, GPU_LAYERS
from app.models.pair_file import ModelPlace, PairFile, SettingValue

_MODEL_NAMES = ("model_param", "model")
_TELLING = {"model_param", "model", "contextsize", "gpulayers", "draftmodel", "usecublas", "usevulkan", "quantkv"}
_CACHE_TYPES = {0: "f16", 1: "q8_0", 2: "q4_0"}
_MOST_LAYERS = 10_000
_LONGEST_PATH = 4096
# What Slipstream decides by itself, or has no use for and nobody misses.
_UNTOLD = {
    *(
        "model",
        "model_param",
        "draftmodel",
        "contextsize",
        "gpulayers",
        "quantkv",
        "gendefaults",
        "gendefaultsoverwrite",
    ),
    *("threads", "blasthreads", "usecublas", "usevulkan", "useclblast", "usecpu", "maingpu", "tensor_split", "lowvram"),
    *(
        "draftgpulayers",
        "draftgpusplit",
        "flashattention",
        "batchsize",
        "blasbatchsize",
        "usemmap",
        "nommap",
        "usemlock",
    ),
    *("noavx2", "noblas", "failsafe", "highpriority", "launch", "showgui", "skiplauncher", "quiet", "debugmode"),
    *("config", "exportconfig", "istemplate", "version", "benchmark", "cli"),
}


def recognises(content: Content) -> bool:
    """Whether it names a model and has others of the usual fields."""
    value = content.value
    return isinstance(value, dict) and len(_TELLING & value.keys()) >= 3


def read(content: Content) -> Imported:
    """A pair with how it is loaded, and a preset where it has samplers."""
    config: Mapping[str, Any] = content.value
    left_out = []
    target, draft = _place(_model(config)), _place(_draft(config))
    if _model(config) and target is None:
        left_out.append(LeftOut("model_addresses", _model(config)))
    used = {name for name, value in config.items() if name not in _UNTOLD and value not in _OFF}
    if used:
        left_out.append(LeftOut("program_settings", ", ".join(sorted(used)[:40])))
    sampling, lost = sampling_values(_defaults(config))
    presets = (Preset(content.name, "", sampling),) if sampling else ()
    pair = PairFile(target, draft, load=_load(config)) if target is not None else None
    return Imported("kcpps", presets=presets, pair=pair, left_out=(*left_out, *lost))


_OFF: tuple[Any, ...] = (None, False, "", 0, -1, [], {}, "auto")


def _model(config: Mapping[str, Any]) -> str:
    for name in _MODEL_NAMES:
        value = config.get(name)
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, str) and first:
            return first
    return ""


def _draft(config: Mapping[str, Any]) -> str:
    return text_of(config, "draftmodel")


def _place(path: str) -> ModelPlace | None:
    # Only to look at a place on the network tells its owner who asks.
    is_elsewhere = path.startswith(("\\\\", "//")) or "://" in path or "\0" in path or len(path) > _LONGEST_PATH
    return ModelPlace(Path(path)) if path and not is_elsewhere and Path(path).is_absolute() else None


def _load(config: Mapping[str, Any]) -> dict[str, SettingValue]:
    load: dict[str, SettingValue] = {}
    context_size = whole_of(config, "contextsize", 256, 1 << 24)
    if context_size is not None:
        load[CONTEXT_SIZE.name] = context_size
    layers = whole_of(config, "gpulayers", -1, _MOST_LAYERS)
    if layers is not None:
        load[GPU_LAYERS.name] = layers
    kind = whole_of(config, "quantkv", 0, 2)
    if kind:
        load[CACHE_TYPE.name] = _CACHE_TYPES[kind]
    return load


def _defaults(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """The samplers it begins with, which stand in the file as JSON text."""
    told = config.get("gendefaults")
    if isinstance(told, dict):
        return told
    try:
        value = json.loads(text_of(config, "gendefaults") or "{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
