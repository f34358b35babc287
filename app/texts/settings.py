"""Words for the settings: what each does, and how its options are called."""

from collections.abc import Mapping

TIPS: Mapping[str, str] = {
    "theme": "Light, dark, or whatever the system shows.",
    "tint_drafted": "Draft tokens that the target accepted are tinted and underlined with dots in every reply.",
    "device": "What the models run on. Automatic takes the fastest device that has room.",
    "context_size": "How many tokens of a conversation the model sees. More takes more memory.",
    "draft_method": "Whether the draft guesses ahead. Off shows how fast the target is alone.",
    "draft_max": "The most tokens that the draft proposes at once. Automatic takes all that it was made for.",
    "temperature": "How freely the target picks its words: 0 always takes the likeliest.",
    "top_k": "Pick among this many of the likeliest tokens.",
    "top_p": "Pick among the likeliest tokens that together reach this share; 1 is off.",
    "min_p": "Leave out tokens that are less likely than this share of the likeliest; 0 is off.",
    "repeat_penalty": "Above 1, words that were just used become less likely.",
    "output_type": "How exactly converted targets keep their numbers, unless you choose otherwise. Q8_0 takes half the "
    "room of BF16 and answers practically the same.",
}
"""By name of the setting, one sentence or two."""

_OPTIONS: Mapping[str, Mapping[str, str]] = {
    "theme": {"system": "As the system", "light": "Light", "dark": "Dark"},
    "draft_method": {"auto": "On", "none": "Off: plain decoding"},
    "output_type": {"q8_0": "Q8_0", "bf16": "BF16", "f16": "F16", "f32": "F32"},
    "device": {"auto": "Automatic"},
}
_ZEROS: Mapping[str, str] = {"context_size": "Automatic", "draft_max": "Automatic", "top_k": "Off"}


def option(name: str, value: str) -> str:
    """How an option of a setting is called."""
    return _OPTIONS.get(name, {}).get(value, value)


def zero(name: str) -> str:
    """What 0 means, where it is no number like the others; empty else."""
    return _ZEROS.get(name, "")


def tip(name: str) -> str:
    """What a setting does."""
    return TIPS.get(name, "")
