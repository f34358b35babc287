"""How the target picks a token: options, checked, as a chain of llama.cpp's samplers."""

import math
import secrets

from app.core.errors import AppError
from app.engine.bounds import BOUNDS
from app.engine.protocol import SamplingOptions
from app.engine.worker.native import Model
from app.engine.worker.native_sampler import Sampler

# Below this, logits divided by the temperature overflow; nothing but the best token has a chance long before.
_COLDEST = 1e-6
_SEED_MAX = (1 << 32) - 2
_BIASES_MAX = 10_000


class BadSamplingOption(AppError):
    """A sampling option lies outside what makes sense: name, value, lowest, highest."""

    code = "bad_sampling_option"


def check_options(options: SamplingOptions, vocabulary_n: int) -> None:
    """Raise BadSamplingOption for the first option that is not a number within its bounds."""
    for name, (lowest, highest) in BOUNDS.items():
        _check(name, getattr(options, name), lowest, highest)
    if options.seed is not None:
        # The highest seed of 32 bits means "any" to llama.cpp.
        _check("seed", options.seed, 0, _SEED_MAX)
    _check("logit_bias", len(options.logit_bias), 0, _BIASES_MAX)
    for entry in options.logit_bias:
        _check("logit_bias", entry.token, 0, vocabulary_n - 1)
        _check("logit_bias", entry.bias, -1000.0, 1000.0)


def _check(name: str, value: float, lowest: float, highest: float) -> None:
    if not lowest <= value <= highest:
        shown = value if math.isfinite(value) else str(value)
        raise BadSamplingOption(name=name, value=shown, lowest=lowest, highest=highest)


def is_best_token(options: SamplingOptions) -> bool:
    """Whether it is the token of the highest logit as the model gives it, nothing else."""
    return options.temperature == 0 and not (
        _has_penalties(options)
        or options.dry_multiplier
        or options.logit_bias
        or options.grammar
        or options.json_schema
        or options.banned
    )


def looks_back(options: SamplingOptions, context_size: int) -> int:
    """Over how many tokens of the text before the reply the samplers look."""
    penalties = options.repeat_last_n if _has_penalties(options) else 0
    return max(penalties, _dry_window(options, context_size) if options.dry_multiplier else 0)


def build_chain(options: SamplingOptions, model: Model, context_size: int) -> Sampler:
    """The chain in SAMPLER_ORDER up to the pick, for the caller to close.

    Without a seed, one is drawn (`Sampler.seed` tells it). Raises BadSamplingOption.
    """
    check_options(options, model.vocabulary_n)
    chain = Sampler()
    try:
        _add_by_text(chain, options, model, context_size)
        if options.temperature < _COLDEST:
            return chain.add_greedy()
        seed = secrets.randbelow(_SEED_MAX + 1) if options.seed is None else options.seed
        if options.mirostat:
            # It stands in for all that would cut candidates off.
            chain.add_temperature(options.temperature)
            version, tau, eta = options.mirostat, options.mirostat_tau, options.mirostat_eta
            return chain.add_mirostat(version, model.vocabulary_n, seed, tau, eta)
        _add_cuts(chain, options, seed)
        chain.add_temperature(options.temperature, options.dynamic_range, options.dynamic_exponent)
        return chain.add_dist(seed)
    except BaseException:
        chain.close()
        raise


def _add_by_text(chain: Sampler, options: SamplingOptions, model: Model, context_size: int) -> None:
    if options.logit_bias:
        chain.add_logit_bias(model.vocabulary_n, options.logit_bias)
    if _has_penalties(options):
        chain.add_penalties(
            model.vocabulary_n,
            options.repeat_last_n,
            options.repeat_penalty,
            options.frequency_penalty,
            options.presence_penalty,
        )
    window = _dry_window(options, context_size)
    if options.dry_multiplier and window:
        chain.add_dry(model, options.dry_multiplier, options.dry_base, options.dry_allowed_length, window)


def _add_cuts(chain: Sampler, options: SamplingOptions, seed: int) -> None:
    if options.top_n_sigma > 0:
        chain.add_top_n_sigma(options.top_n_sigma)
    if options.top_k > 0:
        chain.add_top_k(options.top_k)
    if options.typical_p < 1:
        chain.add_typical(options.typical_p)
    if options.top_p < 1:
        chain.add_top_p(options.top_p)
    if options.min_p > 0:
        chain.add_min_p(options.min_p)
    if options.xtc_probability > 0:
        # A stream of its own: what it drops must not go by the number that then picks.
        chain.add_xtc(options.xtc_probability, options.xtc_threshold, seed ^ 1)


def _has_penalties(options: SamplingOptions) -> bool:
    is_on = options.repeat_penalty != 1 or options.frequency_penalty or options.presence_penalty
    return bool(is_on and options.repeat_last_n > 0)


def _dry_window(options: SamplingOptions, context_size: int) -> int:
    return context_size if options.dry_last_n < 0 else min(options.dry_last_n, context_size)
