"""The settings as the options that the engine takes."""

from collections.abc import Mapping

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
    Settings,
)
from app.engine.protocol import CacheType, DraftOptions, Effort, LoadOptions, MethodChoice, SamplingOptions

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
        cache_type=_CACHE_TYPES[settings.get(CACHE_TYPE)],
    )


def sampling_options(settings: Settings) -> SamplingOptions:
    """How the target picks a token."""
    return SamplingOptions(
        temperature=settings.get(TEMPERATURE),
        top_k=settings.get(TOP_K),
        top_p=settings.get(TOP_P),
        min_p=settings.get(MIN_P),
        repeat_penalty=settings.get(REPEAT_PENALTY),
        repeat_last_n=settings.get(REPEAT_LAST_N),
        frequency_penalty=settings.get(FREQUENCY_PENALTY),
        presence_penalty=settings.get(PRESENCE_PENALTY),
        dry_multiplier=settings.get(DRY_MULTIPLIER),
        dry_base=settings.get(DRY_BASE),
        dry_allowed_length=settings.get(DRY_ALLOWED_LENGTH),
        top_n_sigma=settings.get(TOP_N_SIGMA),
        typical_p=settings.get(TYPICAL_P),
        xtc_probability=settings.get(XTC_PROBABILITY),
        xtc_threshold=settings.get(XTC_THRESHOLD),
        dynamic_range=settings.get(DYNAMIC_RANGE),
        dynamic_exponent=settings.get(DYNAMIC_EXPONENT),
        mirostat=_MIROSTAT[settings.get(MIROSTAT)],
        mirostat_tau=settings.get(MIROSTAT_TAU),
        mirostat_eta=settings.get(MIROSTAT_ETA),
        banned=tuple(text for part in settings.get(BANNED).split(";") if (text := part.strip())),
    )


def thinking_options(settings: Settings) -> tuple[bool | None, Effort | None]:
    """Whether to think before answering and with how much effort; None leaves it to the model's template."""
    return _THINK[settings.get(THINKING)], _EFFORTS[settings.get(EFFORT)]


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
