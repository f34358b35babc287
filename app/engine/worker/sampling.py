"""How the target picks a token: options, checked, as a chain of llama.cpp's samplers."""

import math
import secrets

from app.core.errors import AppError
from app.engine.protocol import SamplingOptions
from app.engine.worker.native import Sampler

# Below this, logits divided by the temperature overflow; nothing but the best token has a chance long before.
_COLDEST = 1e-6
_SEED_MAX = (1 << 32) - 2
_WINDOW_MAX = 1 << 20
_TOP_K_MAX = 1 << 30


class BadSamplingOption(AppError):
    """A sampling option lies outside what makes sense: name, value, lowest, highest."""

    code = "bad_sampling_option"


def check_options(options: SamplingOptions) -> None:
    """Raise BadSamplingOption for the first option that is not a number within its bounds."""
    _check("temperature", options.temperature, 0.0, 100.0)
    _check("top_k", options.top_k, 0, _TOP_K_MAX)
    _check("top_p", options.top_p, 0.0, 1.0)
    _check("min_p", options.min_p, 0.0, 1.0)
    _check("repeat_penalty", options.repeat_penalty, 0.01, 100.0)
    _check("repeat_last_n", options.repeat_last_n, 0, _WINDOW_MAX)
    if options.seed is not None:
        # The highest seed of 32 bits means "any" to llama.cpp.
        _check("seed", options.seed, 0, _SEED_MAX)


def _check(name: str, value: float, lowest: float, highest: float) -> None:
    if not lowest <= value <= highest:
        shown = value if math.isfinite(value) else str(value)
        raise BadSamplingOption(name=name, value=shown, lowest=lowest, highest=highest)


def build_chain(options: SamplingOptions, vocabulary_n: int) -> Sampler:
    """The chain in llama.cpp's usual order: penalties, top-k, top-p, min-p, temperature, pick; for the caller to close.

    Without a seed, one is drawn (`Sampler.seed` tells it). Raises BadSamplingOption.
    """
    check_options(options)
    chain = Sampler()
    try:
        if options.repeat_penalty != 1 and options.repeat_last_n > 0:
            chain.add_penalties(vocabulary_n, options.repeat_last_n, options.repeat_penalty)
        if options.temperature < _COLDEST:
            return chain.add_greedy()
        if options.top_k > 0:
            chain.add_top_k(options.top_k)
        if options.top_p < 1:
            chain.add_top_p(options.top_p)
        if options.min_p > 0:
            chain.add_min_p(options.min_p)
        chain.add_temperature(options.temperature)
        return chain.add_dist(secrets.randbelow(_SEED_MAX + 1) if options.seed is None else options.seed)
    except BaseException:
        chain.close()
        raise
