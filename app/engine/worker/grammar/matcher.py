"""Follows a grammar through a text, byte by byte, in all ways that it can still be read."""

from collections.abc import Iterable

from app.engine.worker.grammar.gbnf import Grammar
from app.engine.worker.grammar.rules import Alternative, BadGrammar, Characters

# Real grammars have a handful of readings at a time; some made ones double them with every character.
_MOST_READINGS = 2_000
_MOST_STEPS_KEPT = 50_000


class _Frame:
    """A place in an alternative, and where it goes on behind it; each such pair exists once."""

    __slots__ = ("alternative", "index", "parent")

    def __init__(self, alternative: Alternative, index: int, parent: "_Frame | None") -> None:
        self.alternative = alternative
        self.index = index
        self.parent = parent


class Matcher:
    """Where a text stands in a grammar. `state` is a value: taking it back takes the text back."""

    def __init__(self, grammar: Grammar) -> None:
        self._rules = grammar.rules
        self._frames: dict[tuple[int, int, int], _Frame] = {}
        # Thousands of tokens are tried from one place, and most begin alike.
        self._steps: dict[tuple[frozenset[_Frame], str], tuple[frozenset[_Frame], bool]] = {}
        self._start: Alternative = (grammar.root,)
        self.state: State = State(*self._expanded([self._frame(self._start, 0, None)]), b"")

    def after(self, content: bytes) -> "State | None":
        """The state that these bytes lead to; None where they do not fit. Raises BadGrammar for too many readings."""
        state = self.state
        readings, can_end = state.readings, state.can_end
        text, rest = _cut(state.begun + content)
        if text is None:
            return None
        for character in text:
            key = (readings, character)
            step = self._steps.get(key)
            if step is None:
                step = self._stepped(readings, ord(character))
                if len(self._steps) >= _MOST_STEPS_KEPT:
                    self._steps.clear()
                self._steps[key] = step
            readings, can_end = step
            if not readings and not can_end:
                return None
        if rest and not _may_begin(readings, rest):
            return None
        return State(readings, can_end, rest)

    def _stepped(self, readings: frozenset[_Frame], character: int) -> tuple[frozenset[_Frame], bool]:
        """Readings behind a character, and whether the text may end there; none and False where it does not fit."""
        fitting = [reading for reading in readings if _characters_of(reading).holds(character)]
        return self._expanded([self._frame(at.alternative, at.index + 1, at.parent) for at in fitting])

    @property
    def can_end(self) -> bool:
        """Whether the text may end here."""
        return self.state.can_end and not self.state.begun

    def first_characters(self) -> tuple[Characters, ...]:
        """What the next character may be, where none is begun."""
        return tuple({_characters_of(reading) for reading in self.state.readings})

    def _frame(self, alternative: Alternative, index: int, parent: _Frame | None) -> _Frame | None:
        """The place, or where it goes on if the alternative ends there; None at the end of everything."""
        while index == len(alternative):
            if parent is None:
                return None
            alternative, index, parent = parent.alternative, parent.index, parent.parent
        key = (id(alternative), index, id(parent))
        frame = self._frames.get(key)
        if frame is None:
            frame = self._frames[key] = _Frame(alternative, index, parent)
        return frame

    def _expanded(self, frames: Iterable[_Frame | None]) -> tuple[frozenset[_Frame], bool]:
        """Places before a character that these lead to, and whether one of them leads to the end."""
        found: set[_Frame] = set()
        seen: set[_Frame] = set()
        can_end = False
        waiting = list(frames)
        while waiting:
            frame = waiting.pop()
            if frame is None:
                can_end = True
                continue
            if frame in seen:
                continue
            seen.add(frame)
            if len(seen) > _MOST_READINGS:
                raise BadGrammar(detail="it can be read in too many ways at once")
            symbol = frame.alternative[frame.index]
            if isinstance(symbol, Characters):
                found.add(frame)
                continue
            behind = self._frame(frame.alternative, frame.index + 1, frame.parent)
            waiting += (self._frame(alternative, 0, behind) for alternative in self._rules[symbol])
        return frozenset(found), can_end


class State:
    """The ways in which a text can be read; `begun` are the first bytes of a character that is not whole yet."""

    __slots__ = ("begun", "can_end", "readings")

    def __init__(self, readings: frozenset[_Frame], can_end: bool, begun: bytes) -> None:
        self.readings = readings
        self.can_end = can_end
        self.begun = begun


def _characters_of(reading: _Frame) -> Characters:
    symbol = reading.alternative[reading.index]
    assert isinstance(symbol, Characters)
    return symbol


def _cut(content: bytes) -> tuple[str | None, bytes]:
    """Whole characters and the begun one behind them; None for bytes that are no UTF-8."""
    try:
        return content.decode(), b""
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            return None, b""
        return content[: error.start].decode(), content[error.start :]


def _may_begin(readings: frozenset[_Frame], begun: bytes) -> bool:
    """Whether any character that begins with these bytes would fit."""
    lead = begun[0]
    length, low_bits = (2, lead & 0x1F) if lead < 0xE0 else (3, lead & 0x0F) if lead < 0xF0 else (4, lead & 0x07)
    for byte in begun[1:]:
        low_bits = low_bits << 6 | byte & 0x3F
    missing = 6 * (length - len(begun))
    lowest = max(low_bits << missing, {2: 0x80, 3: 0x800, 4: 0x10000}[length])
    highest = (low_bits << missing) | ((1 << missing) - 1)
    return any(_characters_of(reading).meets(lowest, min(highest, 0x10FFFF)) for reading in readings)
