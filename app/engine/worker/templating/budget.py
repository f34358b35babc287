"""How much time and memory the rendering of one chat template may take."""

import time
from collections.abc import Iterable
from typing import Any

from jinja2 import Undefined
from jinja2.exceptions import SecurityError

DEADLINE_S = 5.0
UNITS = 64 << 20
UNITS_PER_CHARACTER = 64
ITEM_COST = 8
DEPTH_MAX = 64
_INT_BITS_MAX = 4096
_COMPARED_PER_UNIT = 16
# What a character may become when a list is written out: "\U0010ffff".
_ESCAPED_COST = 12

CONTAINERS = (list, tuple, dict, set, frozenset)


class TemplateTooCostly(SecurityError):
    """The template took more time or memory than any conversation needs."""


class Budget:
    """Charged for every value that a template makes: a unit is a character or an eighth of a list item.

    All raise TemplateTooCostly when the units or the time have run out.
    """

    def __init__(self) -> None:
        self.renew(0)

    def renew(self, characters: int) -> None:
        """Start the clock of a rendering whose messages have so many characters."""
        self._left = UNITS + UNITS_PER_CHARACTER * characters
        self._deadline_s = time.monotonic() + DEADLINE_S

    def spend(self, units: int) -> None:
        """Take from the budget before something of that size is made."""
        self._left -= units
        if self._left < 0:
            raise TemplateTooCostly("it makes too much text")
        if time.monotonic() > self._deadline_s:
            raise TemplateTooCostly("it takes too long")

    def own(self, value: Any, depth: int = 0) -> Any:
        """Charge a value that was made just now, and give it back.

        Lists are counted as deep as they go: one that holds the same list twice over doubles with every level.
        """
        if isinstance(value, str):
            self.spend(len(value))
        elif isinstance(value, CONTAINERS):
            if depth > DEPTH_MAX:
                raise TemplateTooCostly("it makes lists in lists without end")
            self.spend(ITEM_COST * (len(value) + 1))
            for item in value.values() if isinstance(value, dict) else value:
                if isinstance(item, CONTAINERS):
                    self.own(item, depth + 1)
        elif isinstance(value, int):
            self.allow_bits(value.bit_length())
        return value

    def compared(self, value: Any, depth: int = 0) -> Any:
        """Charge the most that comparing a value with others takes, before it is compared, and give it back."""
        if isinstance(value, str):
            self.spend(1 + len(value) // _COMPARED_PER_UNIT)
        elif isinstance(value, CONTAINERS):
            if depth > DEPTH_MAX:
                raise TemplateTooCostly("it compares lists in lists without end")
            self.spend(1)
            for item in (*value.keys(), *value.values()) if isinstance(value, dict) else value:
                self.compared(item, depth + 1)
        return value

    def allow_bits(self, bits: int) -> None:
        """Refuse whole numbers that are longer than any use of them."""
        if bits > _INT_BITS_MAX:
            raise TemplateTooCostly("it makes endless numbers")

    def text(self, value: object) -> str:
        """The value as it is written out; raises SecurityError for what is no plain data."""
        if isinstance(value, str):
            return value
        self.spend(self.written_size(value))
        return str(value)

    def join(self, values: Iterable[object], separator: str = "") -> str:
        """The values one after another, as text."""
        parts = [self.text(value) for value in values]
        self.spend(sum(map(len, parts)) + len(separator) * len(parts))
        return separator.join(parts)

    def written_size(self, value: object, per_item: int = ITEM_COST, depth: int = 0) -> int:
        """Characters at most when `value` is written out, with `per_item` around each item of a list."""
        if isinstance(value, str):
            return len(value) if depth == 0 else len(value) * _ESCAPED_COST
        if isinstance(value, int):
            return value.bit_length() + 8
        if value is None or isinstance(value, float | Undefined):
            return 32
        if not isinstance(value, CONTAINERS) or depth > DEPTH_MAX:
            raise SecurityError(f"a {type(value).__name__} is not text")
        size = 0
        for item in (*value.keys(), *value.values()) if isinstance(value, dict) else value:
            size += per_item + self.written_size(item, per_item, depth + 1)
            if size > self._left:
                raise TemplateTooCostly("it writes out too long a list")
        return size

    def spend_replace(self, text: str, old: str, new: str) -> None:
        """Charge `text.replace(old, new)` beforehand."""
        self.spend(len(text) + text.count(old) * max(0, len(new) - len(old)))

    def spend_repeat(self, repeated: object, times: object) -> None:
        """Charge `repeated * times` beforehand, if that is what these two make."""
        if isinstance(repeated, str | list | tuple) and isinstance(times, int):
            self.spend(len(repeated) * max(times, 0) * (1 if isinstance(repeated, str) else ITEM_COST))
