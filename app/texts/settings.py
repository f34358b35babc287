"""Words for the settings: what each does, and how its options are called."""

from collections.abc import Mapping
from typing import Any

from app.core.settings import TEXT_SIZES, Between, OneOf, Setting
from app.core.translation import later, tr
from app.engine.protocol import SAMPLER_ORDER
from app.texts.amounts import count
from app.texts.engine import SAMPLERS

TIPS: Mapping[str, str] = {
    "theme": "Light, dark, or whatever the system shows.",
    "text_size": "How large all text is, beside what the system asks for. Ctrl++ and Ctrl+- change it on every page.",
    "notify": "Where this window is not in front when a download, a conversion, a measurement or a long reply ends.",
    "language": "What the window speaks. Another language shows when Slipstream is opened again.",
    "tint_drafted": "Draft tokens that the target accepted are tinted and underlined with dots in every reply.",
    "device": "What the models run on. Automatic takes the fastest device that has room.",
    "gpu_layers": "How many layers of the target run on the device; the others run on the processor, more slowly. "
    "Automatic is as many as its memory has room for, and the draft first.",
    "context_size": "How many tokens of a conversation the model sees. More takes more memory.",
    "cache_type": "How exactly the target keeps what it has read. Less exact takes a half or a quarter of the memory, "
    "which leaves room for a longer context.",
    "drafting": "When the draft guesses ahead. Automatic goes by what is fastest at the moment, and pauses where plain "
    "decoding is faster. Always drafts as far as it can. Off shows how fast the target is alone.",
    "draft_method": "What guesses ahead. A look-up needs no draft: where the chat repeats itself, in changed code, "
    "quotes or lists, it goes on as it did before.",
    "draft_max": "The most tokens that the draft proposes at once. Automatic takes all that it was made for.",
    "thinking": "Whether the model thinks before it answers, where it lets one choose. That takes time, and helps with "
    "hard questions.",
    "effort": "How much it thinks, where the model lets one choose that.",
    "temperature": "How freely the target picks its words: 0 always takes the likeliest.",
    "top_k": "Pick among this many of the likeliest tokens.",
    "top_p": "Pick among the likeliest tokens that together reach this share; 1 is off.",
    "min_p": "Leave out tokens that are less likely than this share of the likeliest; 0 is off.",
    "repeat_penalty": "Above 1, words that were just used become less likely.",
    "frequency_penalty": "Takes this much off a word's chance for each time that it was just used; 0 is off.",
    "presence_penalty": "Takes this much off the chance of every word that was just used; 0 is off.",
    "repeat_last_n": "Over how many tokens the three penalties look back.",
    "dry_multiplier": "Makes it unlikely that the reply repeats whole passages; 0 is off, 0.8 is usual.",
    "dry_base": "How fast that grows with the length of what is repeated.",
    "dry_allowed_length": "Repetitions up to this many tokens are free.",
    "top_n_sigma": "Keep to tokens within this many standard deviations of the best; 0 is off, 1 is usual.",
    "typical_p": "Pick among tokens about as surprising as expected, which together reach this share; 1 is off.",
    "xtc_probability": "How often the likeliest tokens are left out, for less usual words; 0 is off, 0.5 is usual.",
    "xtc_threshold": "They are left out only where several tokens are likelier than this.",
    "dynamic_range": "The temperature is lower where the model is sure and higher where not, by up to this; 0 is off.",
    "dynamic_exponent": "How the temperature follows that.",
    "mirostat": "Keeps the surprise even, in place of everything that leaves tokens out.",
    "mirostat_tau": "The surprise to keep, in bits.",
    "mirostat_eta": "How fast Mirostat corrects itself.",
    "banned": "Texts that no reply may hold, with semicolons between them.",
    "output_type": "How exactly converted targets keep their numbers, unless you choose otherwise. Automatic goes by "
    "the model's size, the memory and the device.",
    "open_last_chat": "Otherwise Slipstream begins with a new chat.",
    "load_last": "A pair that came to a bad end the last time is not loaded by itself.",
    "check_release": "Asks the page of Slipstream's releases once at each start. Nothing is downloaded by itself.",
    "serve": "Programs that know OpenAI's API can ask the loaded model, in turn with your own chats.",
    "serve_port": "Where they ask. Change it if another program has this one.",
    "serve_origins": "Where chat pages in a browser come from, such as https://example.org or http://localhost:3000. "
    "Pages from elsewhere are refused.",
    "offline": "Nothing is asked of the Hub: no search, no downloads. What is on this machine works as always.",
}
"""By name of the setting, one sentence or two."""

_TERMINAL_ALONE = ("logit_bias", "grammar")
SECTIONS: Mapping[str, tuple[str, str]] = later(
    {
        "appearance": ("Appearance", ""),
        "behaviour": ("Behaviour", ""),
        "models": ("Models and memory", "Where models run, and how much of the device's memory they may take."),
        "drafting": ("Drafting", "What guesses ahead of the target, and when."),
        "thinking": ("Thinking", "For models that can think before they answer."),
        "sampling": (
            "Sampling",
            "How the target picks each token, drafted or not. The order: {samplers}. "
            "The command line has logit bias, grammars, JSON schemas and a seed as well.",
        ),
        "hub": ("Hugging Face Hub", "Where models are found and downloaded."),
        "server": (
            "Local API",
            "Other programs on this computer can use the loaded model. Other computers cannot reach it, and web pages "
            "only if you name them.",
        ),
        "about": ("About Slipstream", ""),
    }
)
"""By name of the section, its title and what it holds, in the order in which they are shown."""
FOLDED_SECTIONS = frozenset({"sampling"})
"""Those that few people need."""

_OPTIONS: Mapping[str, Mapping[str, str]] = {
    "thinking": {"auto": "Model default", "on": "Yes", "off": "No"},
    "effort": {"auto": "Model default", "low": "Low", "medium": "Medium", "high": "High"},
    "mirostat": {"off": "Off", "1": "Version 1", "2": "Version 2"},
    "cache_type": {"f16": "F16: exact", "q8_0": "Q8_0: half of it", "q4_0": "Q4_0: a quarter"},
    "text_size": {percent: f"{percent} %" for percent in TEXT_SIZES},
    "theme": {"system": "As the system", "light": "Light", "dark": "Dark"},
    "drafting": {"auto": "Automatic", "always": "Always", "none": "Off: plain decoding"},
    "draft_method": {
        "auto": "The draft",
        "ngram_first": "Look-up, else the draft",
        "ngram": "Look-up alone",
        "ngram_map": "Look-up in all chats",
    },
    "output_type": {"auto": "Automatic"},
    "device": {"auto": "Automatic"},
}
_LEAST: Mapping[str, str] = {
    "gpu_layers": "Automatic",
    "context_size": "Automatic",
    "draft_max": "Automatic",
    "top_k": "Off",
}


def section_title(name: str) -> str:
    """How a section is called."""
    return tr(SECTIONS[name][0])


def section_hint(name: str) -> str:
    """What a section is about; empty where its title tells it."""
    hint = SECTIONS[name][1]
    samplers = ", ".join(tr(SAMPLERS[name]) for name in SAMPLER_ORDER if name not in _TERMINAL_ALONE)
    return tr(hint, samplers=samplers) if hint else ""


def words_of(setting: Setting[Any]) -> str:
    """What a setting is found by, in small letters: its name, what it does, and what can be chosen."""
    options = setting.rule.options if isinstance(setting.rule, OneOf) else ()
    name = setting.name.replace("_", " ")
    words = (name, tr(setting.label), tip(setting.name), *(option(setting.name, value) for value in options))
    return " ".join(words).casefold()


def option(name: str, value: str) -> str:
    """How an option of a setting is called."""
    if name == "output_type" and value != "auto":
        return value.upper()
    options = _OPTIONS.get(name, {})
    return tr(options[value]) if value in options else value


def value_words(setting: Setting[Any], value: str | int | float | bool) -> str:
    """A value of a setting in words."""
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    if isinstance(value, str):
        # What stands behind the colon helps to choose.
        return option(setting.name, value).partition(":")[0]
    is_least = isinstance(setting.rule, Between) and value == setting.rule.lowest
    return (is_least and zero(setting.name)) or (count(value) if isinstance(value, int) else f"{value:g}")


def zero(name: str) -> str:
    """What the least value means, where it is no number like the others; empty else."""
    return tr(_LEAST[name]) if name in _LEAST else ""


def tip(name: str) -> str:
    """What a setting does."""
    return tr(TIPS[name]) if name in TIPS else ""
