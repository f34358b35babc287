"""The placeholders of character cards: {{char}}, {{user}} and the few others that most cards use."""

import re
from collections.abc import Mapping
from zlib import crc32

# Longer ones are no placeholders; the bound also keeps the search linear.
_MACRO = re.compile(r"\{\{([^{}]{1,2000})\}\}")
_OLD = re.compile(r"<(user|char|bot)>", re.IGNORECASE)
_TRIM = "\0trim\0"
_TRIMMED = re.compile(rf"\n*{_TRIM}\n*")
_OLD_NAMES = {"user": "user", "char": "char", "bot": "char"}
# What placeholders may add to a text: a card that repeats its own description for ever ends here.
_MOST_ADDED = 1 << 16


def fill_in(text: str, values: Mapping[str, str]) -> str:
    """The text with placeholders replaced by `values`; what is not among them stays as it is.

    {{random:a,b}} and {{pick:a,b}} choose by the text they stand in, so that a prompt stays the same from one reply to
    the next; {{// remarks}} vanish.
    """
    if "{{" not in text and "<" not in text:
        return text
    seed = crc32(text.encode("utf-8", "replace"))
    added = 0

    def replaced(found: re.Match[str]) -> str:
        nonlocal added
        name, _, argument = found[1].partition(":")
        key = name.strip().casefold()
        if found[1].lstrip().startswith("//"):
            return ""
        if key in ("random", "pick") and argument:
            options = argument.removeprefix(":").split("::" if "::" in argument else ",")
            return options[(seed + found.start()) % len(options)].strip()
        if key == "newline":
            return "\n"
        if key == "trim":
            return _TRIM
        value = values.get(key, found[0])
        added += len(value)
        return value if added <= _MOST_ADDED else found[0]

    filled = _OLD.sub(lambda found: values.get(_OLD_NAMES[found[1].casefold()], found[0]), text)
    # Twice: what a character is described with may name the user.
    filled = _MACRO.sub(replaced, _MACRO.sub(replaced, filled))
    return _TRIMMED.sub("", filled)
