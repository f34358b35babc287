"""Fields of JSON objects of unknown origin: what is not of the wanted type counts as not given."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from math import isfinite
from typing import Any

from app.chat.rows import storable

_LONGEST_NAME = 200


def text_of(holder: Mapping[str, Any], *names: str) -> str:
    """The first of the named fields that is a text."""
    return next((storable(holder[name]) for name in names if isinstance(holder.get(name), str)), "")


def name_of(holder: Mapping[str, Any], *names: str) -> str:
    """The same, in one line that is no longer than names are."""
    return " ".join(text_of(holder, *names).split())[:_LONGEST_NAME]


def texts_of(holder: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The texts in a list."""
    return tuple(storable(item) for item in list_of(holder, name) if isinstance(item, str))


def list_of(holder: Mapping[str, Any], name: str) -> Sequence[Any]:
    """A list, empty where there is none."""
    value = holder.get(name)
    return value if isinstance(value, list) else ()


def object_of(holder: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """An object, empty where there is none."""
    value = holder.get(name)
    return value if isinstance(value, dict) else {}


def number_of(holder: Mapping[str, Any], name: str) -> float | None:
    """A finite number, also one that is written as text."""
    value = holder.get(name)
    try:
        number = float(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else None
    except (ValueError, OverflowError):
        return None
    return number if number is not None and isfinite(number) else None


def whole_of(holder: Mapping[str, Any], name: str, lowest: int, highest: int) -> int | None:
    """A whole number within bounds."""
    number = number_of(holder, name)
    return int(number) if number is not None and lowest <= number <= highest else None


def time_of(holder: Mapping[str, Any], *names: str) -> float:
    """Seconds since 1970 of a moment told in seconds, milliseconds or as ISO 8601 tells it; 0 where it is not told."""
    for name in names:
        number = number_of(holder, name)
        if number is not None and 0 < number < 1e14:
            return number / 1000 if number > 1e11 else number
        try:
            return datetime.fromisoformat(text_of(holder, name)).timestamp()
        except (ValueError, OverflowError, OSError):
            continue
    return 0.0
