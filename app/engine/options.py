"""The settings as the options that the engine takes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from app.core.settings import (
    BANNED,
    CACHE_TYPE,
    CONTEXT_SIZE,
    DEVICE,
    DRAFT_MAX,
    DRAFT_METHOD,
    DRAFTING,
    DRY_ALLOWED_LENGTH,
    DRY_BASE,
    DRY_MULTIPLIER,
    DYNAMIC_EXPONENT,
    DYNAMIC_RANGE,
    EFFORT,
    FREQUENCY_PENALTY,
    GPU_LAYERS,
    MIN_P,
    MIROSTAT,
    MIROSTAT_ETA,
    MIROSTAT_TAU,
    PRESENCE_PENALTY,
    REPEAT_LAST_N,
    REPEAT_PENALTY,
    TEMPERATURE,
    THINKING,
    TOP_K,
    TOP_N_SIGMA,
    TOP_P,
    TYPICAL_P,
    XTC_PROBABILITY,
    XTC_THRESHOLD,
    Setting,
    Settings,
)
from app.engine.protocol import CacheType, DraftOptions, Effort, LoadOptions, MethodChoice, SamplingOptions

T = TypeVar("T", str, int, float, bool)
# By name of a setting, the value that goes before it.
Chosen = Mapping[str, str | int | float | bool]

NOTHING_CHOSEN: Chosen = MappingProxyType({})
_METHODS: Mapping[str, MethodChoice] = {
    "auto": "auto",
    "ngram_first": "ngram_first",
    "ngram": "ngram",
    "ngram_map": "ngram_map",
}
_CACHE_TYPES: Mapping[str, CacheType] = {"f16": "f16", "q8_0": "q8_0", "q4_0": "q4_0"}
_THINK: Mapping[str, bool | None] = {"auto": None, "on": True, "off": False}
_EFFORTS: Mapping[str, Effort | None] = {"auto": None, "low": "low", "medium": "medium", "high": "high"}
_MIROSTAT: Mapping[str, int] = {"off": 0, "1": 1, "2": 2}


def load_options(settings: Settings) -> LoadOptions:
    """How to load."""
    return LoadOptions(
        context_size=settings.get(CONTEXT_SIZE),
        device=settings.get(DEVICE),
        gpu_layers=settings.get(GPU_LAYERS),
        cache_type=_CACHE_TYPES[settings.get(CACHE_TYPE)],
    )


def sampling_options(settings: Settings, chosen: Chosen = NOTHING_CHOSEN) -> SamplingOptions:
    """How the target picks a token; values `chosen` for a chat, by name of their setting, go first."""

    def get(setting: Setting[T]) -> T:
        return _value(settings, chosen, setting)

    return SamplingOptions(
        temperature=get(TEMPERATURE),
        top_k=get(TOP_K),
        top_p=get(TOP_P),
        min_p=get(MIN_P),
        repeat_penalty=get(REPEAT_PENALTY),
        repeat_last_n=get(REPEAT_LAST_N),
        frequency_penalty=get(FREQUENCY_PENALTY),
        presence_penalty=get(PRESENCE_PENALTY),
        dry_multiplier=get(DRY_MULTIPLIER),
        dry_base=get(DRY_BASE),
        dry_allowed_length=get(DRY_ALLOWED_LENGTH),
        top_n_sigma=get(TOP_N_SIGMA),
        typical_p=get(TYPICAL_P),
        xtc_probability=get(XTC_PROBABILITY),
        xtc_threshold=get(XTC_THRESHOLD),
        dynamic_range=get(DYNAMIC_RANGE),
        dynamic_exponent=get(DYNAMIC_EXPONENT),
        mirostat=_MIROSTAT[get(MIROSTAT)],
        mirostat_tau=get(MIROSTAT_TAU),
        mirostat_eta=get(MIROSTAT_ETA),
        banned=tuple(text for part in get(BANNED).split(";") if (text := part.strip())),
    )


def thinking_options(settings: Settings, chosen: Chosen = NOTHING_CHOSEN) -> tuple[bool | None, Effort | None]:
    """Whether to think before answering and with how much effort; None leaves it to the model's template."""
    return _THINK[_value(settings, chosen, THINKING)], _EFFORTS[_value(settings, chosen, EFFORT)]


def _value(settings: Settings, chosen: Chosen, setting: Setting[T]) -> T:
    return setting.checked(chosen[setting.name]) if setting.name in chosen else settings.get(setting)


def draft_method(settings: Settings) -> MethodChoice:
    """What guesses, whether drafting is on or not."""
    return _METHODS[settings.get(DRAFT_METHOD)]


def draft_options(settings: Settings, *, is_demo: bool = False) -> DraftOptions:
    """Whether and how far to draft; the demo drafts always: its target is so small that nothing is gained."""
    drafting = settings.get(DRAFTING)
    return DraftOptions(
        method="none" if drafting == "none" else draft_method(settings),
        max_tokens=settings.get(DRAFT_MAX),
        pacing="always" if is_demo or drafting == "always" else "auto",
    )
