"""What each number among the sampling options may be."""

from collections.abc import Mapping

_WINDOW_MAX = 1 << 20

# By name, the lowest and the highest value.
BOUNDS: Mapping[str, tuple[float, float]] = {
    "temperature": (0.0, 100.0),
    "top_k": (0, 1 << 30),
    "top_p": (0.0, 1.0),
    "min_p": (0.0, 1.0),
    "repeat_penalty": (0.01, 100.0),
    "repeat_last_n": (0, _WINDOW_MAX),
    "frequency_penalty": (-100.0, 100.0),
    "presence_penalty": (-100.0, 100.0),
    "dry_multiplier": (0.0, 100.0),
    "dry_base": (1.0, 100.0),
    "dry_allowed_length": (0, _WINDOW_MAX),
    "dry_last_n": (-1, _WINDOW_MAX),
    "typical_p": (0.0, 1.0),
    "top_n_sigma": (0.0, 100.0),
    "xtc_probability": (0.0, 1.0),
    "xtc_threshold": (0.0, 1.0),
    "dynamic_range": (0.0, 100.0),
    "dynamic_exponent": (0.01, 100.0),
    "mirostat": (0, 2),
    "mirostat_tau": (0.0, 100.0),
    "mirostat_eta": (0.0, 1.0),
}
