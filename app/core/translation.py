"""Texts in the language of whoever reads them: marked where they stand, translated where they are shown."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Lookup = Callable[[str, int], str]
"""The translation of a text for a number of things (-1 where none are counted), else the text itself."""

T = TypeVar("T")


def _as_written(text: str, number: int) -> str:
    return text


_lookup: Lookup = _as_written
_separators: dict[int, str] = {}
_stays_english: ContextVar[bool] = ContextVar("stays_english", default=False)


def use(lookup: Lookup = _as_written, *, group: str = ",", decimal: str = ".") -> None:
    """Have every text looked up there from now on, and figures written with these separators; without, in English."""
    global _lookup, _separators
    _lookup, _separators = lookup, str.maketrans({",": group, ".": decimal})


@contextmanager
def in_english() -> Iterator[None]:
    """Have texts and figures in English for as long as it holds, in this thread alone: for programs that read them."""
    token = _stays_english.set(True)
    try:
        yield
    finally:
        _stays_english.reset(token)


def tr(text: str, /, **fields: object) -> str:
    """A text in the language of the window. With `fields`, it names each of them in braces.

    Translators see a text as a whole and may turn its fields around: nothing is glued together from pieces.
    """
    found = _looked_up(text, -1) if text else text
    return found.format(**fields) if fields else found


def tr_n(one: str, many: str, number: int, /, **fields: object) -> str:
    """A text about a number of things, which it names as `{n}`; other languages have as many forms as they need."""
    found = _looked_up(many, number)
    if found == many and number == 1:
        found = one
    return found.format(n=figures(f"{number:,}"), **fields)


def later(texts: T) -> T:
    """Mark a text, or every text in a table (its keys are none), to be given to `tr` where it is shown."""
    return texts


def figures(written: str) -> str:
    """A number that is written as in English ("1,234.5"), as the language writes it."""
    return written if _stays_english.get() else written.translate(_separators)


def _looked_up(text: str, number: int) -> str:
    return text if _stays_english.get() else _lookup(text, number)
