"""The presets that come with Slipstream; a person's own of the same name take their place. Names are `later` texts."""

from app.chat.presets import Preset
from app.core.settings import (
    DRY_MULTIPLIER,
    MIN_P,
    TEMPERATURE,
    TOP_K,
    TOP_P,
)
from app.core.translation import later

SHIPPED = (
    # By the settings of the program.
    Preset(later("Balanced")),
    Preset(
        later("Precise"),
        "Answer exactly and in few words. Where you are not sure, say so; where a question can be meant in several "
        "ways, ask.",
        {TEMPERATURE.name: 0.2, TOP_P.name: 0.9},
    ),
    Preset(
        later("Creative"),
        "Write vividly and with images of your own. Surprise, and do not repeat yourself.",
        # The unlikely is cut by the share of the best word alone, so that a high temperature stays readable.
        {TEMPERATURE.name: 1.15, TOP_P.name: 1.0, TOP_K.name: 0, MIN_P.name: 0.08, DRY_MULTIPLIER.name: 0.8},
    ),
    Preset(
        later("Code"),
        "You help with programming. Give whole code that runs, in fenced blocks that name the language, and explain "
        "only what is not plain from reading it. Say which versions you assume.",
        {TEMPERATURE.name: 0.15, TOP_K.name: 20, TOP_P.name: 0.9},
    ),
    Preset(
        later("Explain"),
        "Explain for somebody who is new to the matter: first the idea in a sentence, then step by step with an "
        "example, at last what is often got wrong.",
        {TEMPERATURE.name: 0.5},
    ),
)
