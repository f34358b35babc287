"""Sampler values by the names that KoboldAI and KoboldCpp use, as values of our settings."""

from collections.abc import Mapping
from typing import Any

from app.chat.imports.fields import number_of, text_of
from app.chat.imports.imported import LeftOut
from app.chat.setup import SamplingValue, sampling_of
from app.core.settings import (
    DRY_ALLOWED_LENGTH,
    DRY_BASE,
    DRY_MULTIPLIER,
    DYNAMIC_EXPONENT,
    DYNAMIC_RANGE,
    MIN_P,
    MIROSTAT,
    MIROSTAT_ETA,
    MIROSTAT_TAU,
    PRESENCE_PENALTY,
    REPEAT_LAST_N,
    REPEAT_PENALTY,
    TEMPERATURE,
    TOP_K,
    TOP_N_SIGMA,
    TOP_P,
    TYPICAL_P,
    XTC_PROBABILITY,
    XTC_THRESHOLD,
    Setting,
)

_NAMES: Mapping[str, Setting[Any]] = {
    "temperature": TEMPERATURE,
    "top_k": TOP_K,
    "top_p": TOP_P,
    "min_p": MIN_P,
    "typical": TYPICAL_P,
    "rep_pen": REPEAT_PENALTY,
    "rep_pen_range": REPEAT_LAST_N,
    "presence_penalty": PRESENCE_PENALTY,
    "dry_multiplier": DRY_MULTIPLIER,
    "dry_base": DRY_BASE,
    "dry_allowed_length": DRY_ALLOWED_LENGTH,
    "xtc_probability": XTC_PROBABILITY,
    "xtc_threshold": XTC_THRESHOLD,
    "dynatemp_range": DYNAMIC_RANGE,
    "dynatemp_exponent": DYNAMIC_EXPONENT,
    "nsigma": TOP_N_SIGMA,
    "mirostat_tau": MIROSTAT_TAU,
    "mirostat_eta": MIROSTAT_ETA,
}
_MIROSTAT_NAMES = ("mirostat", "miro_type")
# Samplers that there are none of here, with the value that has them off.
_MISSING = {"top_a": 0, "tfs": 1, "smoothing_factor": 0, "adaptive_target": -1, "smoothing_curve": 1}


def sampling_values(values: Mapping[str, Any]) -> tuple[dict[str, SamplingValue], tuple[LeftOut, ...]]:
    """The values that a chat can have, and those that it cannot."""
    found: dict[str, object] = {}
    for name, setting in _NAMES.items():
        number = number_of(values, name)
        if number is not None:
            found[setting.name] = int(number) if type(setting.default) is int else number
    for name in _MIROSTAT_NAMES:
        kind = number_of(values, name)
        if kind is not None:
            found[MIROSTAT.name] = {1: "1", 2: "2"}.get(int(kind), "off")
    kept = sampling_of(found)
    lost = [name for name, off in _MISSING.items() if number_of(values, name) not in (None, off)]
    lost += sorted(found.keys() - kept.keys())
    if text_of(values, "grammar"):
        lost.append("grammar")
    return kept, (LeftOut("samplers", ", ".join(lost)),) if lost else ()
