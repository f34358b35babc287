"""What was asked for on the command line and cannot be had with what is loaded: that is said, not passed over."""

from collections.abc import Iterator

from app.engine.protocol import Generate, LoadResult, Notice

# What guesses without a model, or does not guess, is always there.
_ALWAYS_THERE = ("auto", "none", "ngram", "ngram_map", "ngram_first")


def unavailable(request: Generate, loaded: LoadResult) -> Iterator[Notice]:
    """A notice for each wish that comes to nothing; `request` is a reply that is asked for."""
    method, offer = request.drafting.method, loaded.thinking
    if method not in _ALWAYS_THERE and (loaded.draft is None or loaded.draft.method != method):
        yield Notice("method_not_there", {"method": method})
    is_offered = request.raw_prompt is None
    if request.think is not None and not (offer.has_switch and is_offered):
        yield Notice("think_not_offered")
    if request.effort is not None and not (request.effort in offer.efforts and is_offered):
        yield Notice("effort_not_offered", {"effort": request.effort})
