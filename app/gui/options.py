"""The settings as the options that the engine takes."""

from app.core.settings import (
    CONTEXT_SIZE,
    DEVICE,
    DRAFT_MAX,
    DRAFT_METHOD,
    MIN_P,
    REPEAT_PENALTY,
    TEMPERATURE,
    TOP_K,
    TOP_P,
    Settings,
)
from app.engine.protocol import DraftOptions, LoadOptions, SamplingOptions


def load_options(settings: Settings) -> LoadOptions:
    """How to load."""
    return LoadOptions(context_size=settings.get(CONTEXT_SIZE), device=settings.get(DEVICE))


def sampling_options(settings: Settings) -> SamplingOptions:
    """How the target picks a token."""
    return SamplingOptions(
        temperature=settings.get(TEMPERATURE),
        top_k=settings.get(TOP_K),
        top_p=settings.get(TOP_P),
        min_p=settings.get(MIN_P),
        repeat_penalty=settings.get(REPEAT_PENALTY),
    )


def draft_options(settings: Settings) -> DraftOptions:
    """Whether and how far to draft."""
    return DraftOptions(
        method="none" if settings.get(DRAFT_METHOD) == "none" else "auto", max_tokens=settings.get(DRAFT_MAX)
    )
