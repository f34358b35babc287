"""A grammar as rules of alternatives, checked to be one that can be followed from left to right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.core.errors import AppError


class BadGrammar(AppError):
    """A grammar cannot be read or followed: detail (what is wrong with it)."""

    code = "bad_grammar"


@dataclass(frozen=True, slots=True)
class Characters:
    """One character in one of the ranges (both ends included), or in none of them."""

    ranges: tuple[tuple[int, int], ...]
    is_negated: bool = False

    def holds(self, character: int) -> bool:
        """Whether the code point is one of them."""
        return any(low <= character <= high for low, high in self.ranges) != self.is_negated

    def meets(self, lowest: int, highest: int) -> bool:
        """Whether any code point of a range is one of them."""
        if not self.is_negated:
            return any(low <= highest and lowest <= high for low, high in self.ranges)
        at = lowest
        for low, high in sorted(self.ranges):
            if low > at:
                break
            at = max(at, high + 1)
        return at <= highest


# A rule by its number, or one character.
Symbol = int | Characters
Alternative = tuple[Symbol, ...]
Rules = Sequence[Sequence[Alternative]]


def check_rules(rules: Rules, names: Sequence[str]) -> None:
    """Raise BadGrammar for a rule that begins with itself: it could be read forever without a character."""
    nullable = _nullable(rules)
    state = bytearray(len(rules))
    for start in range(len(rules)):
        if state[start] == 0:
            _search(start, rules, nullable, state, names)


def _search(start: int, rules: Rules, nullable: set[int], state: bytearray, names: Sequence[str]) -> None:
    state[start] = 1
    path: list[tuple[int, Iterator[int]]] = [(start, _firsts(rules[start], nullable))]
    while path:
        rule, firsts = path[-1]
        following = next(firsts, None)
        if following is None:
            state[rule] = 2
            path.pop()
        elif state[following] == 1:
            raise BadGrammar(detail=f"the rule “{names[following]}” begins with itself")
        elif state[following] == 0:
            state[following] = 1
            path.append((following, _firsts(rules[following], nullable)))


def _firsts(alternatives: Sequence[Alternative], nullable: set[int]) -> Iterator[int]:
    """Rules that may stand at the beginning."""
    for alternative in alternatives:
        for symbol in alternative:
            if not isinstance(symbol, int):
                break
            yield symbol
            if symbol not in nullable:
                break


def _nullable(rules: Rules) -> set[int]:
    """Rules that may be empty."""
    users: dict[int, set[int]] = {}
    for number, alternatives in enumerate(rules):
        for alternative in alternatives:
            for symbol in alternative:
                if isinstance(symbol, int):
                    users.setdefault(symbol, set()).add(number)
    found: set[int] = set()
    waiting = list(range(len(rules)))
    while waiting:
        number = waiting.pop()
        if number in found:
            continue
        if any(all(symbol in found for symbol in alternative) for alternative in rules[number]):
            found.add(number)
            waiting += users.get(number, ())
    return found
