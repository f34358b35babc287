"""Reads GBNF, llama.cpp's notation for grammars (its grammars/README.md), into rules."""

from dataclasses import dataclass, field

from app.engine.worker.grammar.rules import Alternative, BadGrammar, Characters, Symbol, check_rules

ROOT = "root"

_LONGEST = 256 << 10
_DEEPEST = 64
_MOST_SYMBOLS = 50_000
_MOST_REPEATS = 2_000
_LAST_CHARACTER = 0x10FFFF
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}
_ANY = Characters((), is_negated=True)


@dataclass(frozen=True, slots=True)
class Grammar:
    """Rules by number, each a choice of alternatives; `root` is the whole text's."""

    rules: tuple[tuple[Alternative, ...], ...]
    root: int


def read_grammar(text: str) -> Grammar:
    """The grammar in GBNF; raises BadGrammar, however wild the text is."""
    if len(text) > _LONGEST:
        raise BadGrammar(detail=f"it is longer than {_LONGEST:,} characters")
    return _Reader(text).read()


@dataclass(slots=True)
class _Reader:
    _text: str
    _at: int = 0
    _names: list[str] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)
    _rules: list[tuple[Alternative, ...] | None] = field(default_factory=list)
    _symbols_n: int = 0

    def read(self) -> Grammar:
        self._skip(lines=True)
        while self._at < len(self._text):
            name = self._name()
            self._skip(lines=True)
            self._expect("::=")
            number = self._number(name)
            if self._rules[number] is not None:
                raise self._failure(f"the rule “{name}” is there twice")
            self._skip(lines=True)
            self._rules[number] = self._alternatives(depth=0)
            if self._at < len(self._text) and self._text[self._at] not in "\r\n":
                raise self._failure("a new line is missing before it")
            self._skip(lines=True)
        return self._whole()

    def _whole(self) -> Grammar:
        if ROOT not in self._numbers:
            raise BadGrammar(detail=f"there is no rule “{ROOT}”")
        rules: list[tuple[Alternative, ...]] = []
        for name, rule in zip(self._names, self._rules, strict=True):
            if rule is None:
                raise BadGrammar(detail=f"the rule “{name}” is used but not there")
            rules.append(rule)
        check_rules(rules, self._names)
        return Grammar(tuple(rules), self._numbers[ROOT])

    def _alternatives(self, depth: int) -> tuple[Alternative, ...]:
        if depth > _DEEPEST:
            raise self._failure("there are too many parentheses within each other")
        found = [self._sequence(depth)]
        while self._peek() == "|":
            self._at += 1
            self._skip(lines=True)
            found.append(self._sequence(depth))
        return tuple(found)

    def _sequence(self, depth: int) -> Alternative:
        symbols: list[Symbol] = []
        while (item := self._item(depth)) is not None:
            self._skip(lines=depth > 0)
            symbols += self._repeated(item, depth)
        return tuple(symbols)

    def _item(self, depth: int) -> list[Symbol] | None:
        """What one thing stands for, which `_repeated` may repeat; None where the sequence ends."""
        begins = self._peek()
        if begins == '"':
            return list(self._literal())
        if begins == "[":
            return [self._class()]
        if begins == ".":
            self._at += 1
            return [_ANY]
        if begins == "(":
            self._at += 1
            self._skip(lines=True)
            inner = self._alternatives(depth + 1)
            self._expect(")")
            return [self._new_rule(inner)]
        if _is_word(begins):
            return [self._number(self._name())]
        return None

    def _repeated(self, item: list[Symbol], depth: int) -> list[Symbol]:
        least, most = 1, 1
        sign = self._peek()
        if sign and sign in "*+?":
            self._at += 1
            least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]  # type: ignore[assignment]
        elif sign == "{":
            least, most = self._bounds()  # type: ignore[assignment]
        else:
            return self._counted(item)
        self._skip(lines=depth > 0)
        if self._peek() and self._peek() in "*+?{":
            raise self._failure("something is repeated twice")
        return self._counted(self._copies(item, least, most))

    def _copies(self, item: list[Symbol], least: int, most: int | None) -> list[Symbol]:
        if len(item) > 1:
            item = [self._new_rule((tuple(item),))]
        tail: list[Symbol] = []
        if most is None:
            again = self._new_rule(())
            self._rules[again] = ((*item, again), ())
            tail = [again]
        for _ in range(0 if most is None else most - least):
            tail = [self._new_rule(((*item, *tail), ()))]
        return item * least + tail

    def _bounds(self) -> tuple[int, int | None]:
        self._expect("{")
        least = self._count()
        most: int | None = least
        if self._peek() == ",":
            self._at += 1
            self._skip(lines=False)
            most = None if self._peek() == "}" else self._count()
        self._expect("}")
        if most is not None and most < least:
            raise self._failure("the most repeats are fewer than the least")
        return least, most

    def _count(self) -> int:
        start = self._at
        while self._peek() and self._peek() in "0123456789":
            self._at += 1
        digits = self._text[start : self._at]
        self._skip(lines=False)
        if not digits:
            raise self._failure("a number is missing")
        if len(digits) > 6 or int(digits) > _MOST_REPEATS:
            raise self._failure(f"something is repeated more than {_MOST_REPEATS:,} times")
        return int(digits)

    def _literal(self) -> list[Characters]:
        self._expect('"')
        characters: list[Characters] = []
        while self._peek() != '"':
            code = self._character()
            characters.append(Characters(((code, code),)))
        self._at += 1
        return characters

    def _class(self) -> Characters:
        self._expect("[")
        is_negated = self._peek() == "^"
        self._at += is_negated
        ranges: list[tuple[int, int]] = []
        while self._peek() != "]":
            low = high = self._character()
            if self._peek() == "-" and self._text[self._at + 1 : self._at + 2] != "]":
                self._at += 1
                high = self._character()
            if high < low:
                raise self._failure("a range of characters ends before it begins")
            ranges.append((low, high))
        self._at += 1
        return Characters(tuple(ranges), is_negated)

    def _character(self) -> int:
        character = self._peek()
        if not character or character in "\r\n":
            raise self._failure("a quote or bracket is not closed")
        self._at += 1
        if character != "\\":
            return ord(character)
        kind = self._peek()
        self._at += 1
        if kind in _HEX_DIGITS:
            digits = self._text[self._at : self._at + _HEX_DIGITS[kind]]
            self._at += len(digits)
            is_hex = len(digits) == _HEX_DIGITS[kind] and all(digit in "0123456789abcdefABCDEF" for digit in digits)
            if is_hex and int(digits, 16) <= _LAST_CHARACTER:
                return int(digits, 16)
        elif kind and kind in '"[]\\-^':
            return ord(kind)
        elif kind in _ESCAPES:
            return ord(_ESCAPES[kind])
        raise self._failure("there is no such escape")

    def _name(self) -> str:
        start = self._at
        while _is_word(self._peek()):
            self._at += 1
        if start == self._at:
            raise self._failure("the name of a rule is missing")
        return self._text[start : self._at]

    def _number(self, name: str) -> int:
        if name not in self._numbers:
            self._numbers[name] = len(self._rules)
            self._names.append(name)
            self._rules.append(None)
        return self._numbers[name]

    def _new_rule(self, alternatives: tuple[Alternative, ...]) -> int:
        self._names.append("(…)")
        self._rules.append(alternatives)
        self._counted([0])
        return len(self._rules) - 1

    def _counted(self, symbols: list[Symbol]) -> list[Symbol]:
        self._symbols_n += len(symbols)
        if self._symbols_n > _MOST_SYMBOLS:
            raise BadGrammar(detail="it is too large")
        return symbols

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _expect(self, sign: str) -> None:
        if not self._text.startswith(sign, self._at):
            raise self._failure(f"“{sign}” is missing")
        self._at += len(sign)
        if sign not in '"[':
            self._skip(lines=False)

    def _skip(self, *, lines: bool) -> None:
        """Past spaces and comments, and over the ends of lines where a rule goes on."""
        blank = " \t\r\n" if lines else " \t"
        while self._at < len(self._text):
            if self._text[self._at] == "#":
                end = self._text.find("\n", self._at)
                self._at = len(self._text) if end < 0 else end
            elif self._text[self._at] in blank:
                self._at += 1
            else:
                return

    def _failure(self, detail: str) -> BadGrammar:
        line = self._text.count("\n", 0, self._at) + 1
        near = self._text[self._at : self._at + 20].split("\n")[0]
        place = f"before “{near}”" if near.strip() else "at the end"
        return BadGrammar(detail=f"line {line}, {place}: {detail}")


def _is_word(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character in ("-", "_")) if character else False
