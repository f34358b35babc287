"""Kinds of command line arguments; what breaks their rule is wrong use."""

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path

from app.core.origins import origins_in


def path_or_repo(text: str) -> Path | str:
    """A path, or OWNER/NAME on the Hub where nothing of that name can lie on the disk: that stays a text."""
    is_name = re.fullmatch(r"[\w-][\w.-]*/[\w-][\w.-]*", text, re.ASCII) is not None
    return text if is_name and not Path(text).parent.exists() else path(text)


def number(lowest: float, highest: float) -> Callable[[str], float]:
    """A finite number from `lowest` to `highest`."""

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        # A comparison with nan is false.
        if not lowest <= value <= highest:
            raise argparse.ArgumentTypeError(f"“{text}” is not a number from {lowest:g} to {highest:g}")
        return value

    return parse


def whole_number(lowest: int, highest: int) -> Callable[[str], int]:
    """A whole number from `lowest` to `highest`."""

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = lowest - 1
        if not lowest <= value <= highest:
            raise argparse.ArgumentTypeError(f"“{text}” is not a whole number from {lowest} to {highest}")
        return value

    return parse


def layers(text: str) -> int:
    """A number of layers, -1 for "auto"."""
    return -1 if text == "auto" else whole_number(0, 10_000)(text)


def path(text: str) -> Path:
    """A path, `~` being the home folder."""
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("a path is missing")
    return Path(text).expanduser()


def words(text: str) -> str:
    """Text as it was typed; bytes that are no UTF-8 become U+FFFD."""
    return os.fsencode(text).decode("utf-8", "replace") if _has_surrogates(text) else text


def origin(text: str) -> str:
    """The origin of a web page, as browsers spell it."""
    try:
        (named,) = origins_in(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is not an origin such as http://localhost:3000") from None
    return named


def stop_string(text: str) -> str:
    """Text that ends a reply."""
    if not text:
        raise argparse.ArgumentTypeError("a stop string is empty")
    return words(text)


def _has_surrogates(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)
