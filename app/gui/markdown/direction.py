"""Which way a text runs."""

import unicodedata

# A paragraph that has no letter among its first characters runs from left to right.
_LOOKED_AT = 300


def is_right_to_left(text: str) -> bool:
    """Whether the first letter with a direction is one of Hebrew, Arabic and their like (Unicode's rules P2 and P3)."""
    for char in text[:_LOOKED_AT]:
        kind = unicodedata.bidirectional(char)
        if kind in ("L", "R", "AL"):
            return kind != "L"
    return False
