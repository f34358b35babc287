"""Reads a pickle of plain values without Python's unpickler: nothing in it is ever imported or called.

A pickle is a program for a small stack machine; Python's own machine imports what the program names and calls it. This
one is another machine. It takes the opcodes apart with `pickletools.genops`, which only decodes, and follows none but
those that push numbers and texts, build lists, dicts and tuples, and fetch what was built before. A name (GLOBAL)
becomes an inert `Name`, and only if the caller lists it. A call (REDUCE) on a `Name` calls a function of ours that the
caller's table gives for it, never what the name stands for; a persistent id calls the caller's function. BUILD, which
would set attributes, may follow an empty class of ours alone and is dropped. Every other opcode is refused by name, so
that no way leads from the file to an import, a call or an attribute. Steps are counted, values are never copied,
compared, hashed or printed except for texts and whole numbers, and no value holds more than what the file spelled out:
a pickle can neither loop nor grow beyond its own length.
"""

import pickletools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from app.formats.errors import FormatError, PickleRefused, plain_name

# A list of 20,000 tensors takes some 700,000 steps.
MOST_STEPS = 1_000_000


@dataclass(frozen=True, slots=True)
class Name:
    """A name that a pickle mentions, standing for nothing but itself: "torch.FloatStorage"."""

    full: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a pickle may mention: `calls` by the functions that stand in for them, `names` that it may only pass on.

    `persistent` makes a value of a persistent id. The functions get values that nobody has checked, and raise
    FormatError for those that they cannot use.
    """

    calls: Mapping[str, Callable[[tuple[Any, ...]], object]]
    names: frozenset[str]
    persistent: Callable[[object], object]


def read_values(stream: BytesIO, vocabulary: Vocabulary, path: Path) -> object:
    """The value of the pickle at the stream's place, which afterwards stands behind it.

    Raises PickleRefused for what the vocabulary does not hold, FormatError for what is no pickle.
    """
    return _Machine(vocabulary, path).run(stream)


class _Machine:
    def __init__(self, vocabulary: Vocabulary, path: Path) -> None:
        self._vocabulary = vocabulary
        self._path = path
        self._stack: list[Any] = []
        self._marked: list[list[Any]] = []
        self._memo: dict[int, Any] = {}

    def run(self, stream: BytesIO) -> object:
        steps = 0
        try:
            for opcode, argument, _ in pickletools.genops(stream):
                steps += 1
                if steps > MOST_STEPS:
                    raise self._broken("it takes more steps than a list of tensors")
                if opcode.name in _CONSTANTS:
                    self._stack.append(_CONSTANTS[opcode.name])
                elif opcode.name in _PUSHED:
                    self._stack.append(argument)
                elif opcode.name not in _SKIPPED:
                    self._step(opcode.name, argument)
            value = self._stack.pop()
        except (ValueError, IndexError, KeyError) as error:
            raise self._broken(f"its list of tensors is broken ({str(error)[:80]})") from error
        if self._stack or self._marked:
            raise self._broken("its list of tensors is broken (values are left over)")
        return value

    def _step(self, opcode: str, argument: Any) -> None:
        handler = _HANDLERS.get(opcode)
        if handler is None:
            raise PickleRefused(path=str(self._path), name=f"the instruction {opcode}")
        handler(self, argument)

    def _broken(self, detail: str) -> FormatError:
        return FormatError(path=str(self._path), detail=plain_name(detail))

    def _refused(self, name: object) -> PickleRefused:
        return PickleRefused(path=str(self._path), name=plain_name(name.full if isinstance(name, Name) else "a value"))

    def _mark(self, _: Any) -> None:
        self._marked.append(self._stack)
        self._stack = []

    def _since_mark(self) -> list[Any]:
        items, self._stack = self._stack, self._marked.pop()
        return items

    def _list(self, _: Any) -> None:
        self._stack.append([])

    def _dict(self, _: Any) -> None:
        self._stack.append({})

    def _tuple(self, _: Any) -> None:
        items = self._since_mark()
        self._stack.append(tuple(items))

    def _small_tuple(self, count: int) -> None:
        if len(self._stack) < count:
            raise IndexError("too few values")
        items = tuple(self._stack[-count:])
        del self._stack[-count:]
        self._stack.append(items)

    def _append(self, _: Any) -> None:
        self._extend([self._stack.pop()])

    def _appends(self, _: Any) -> None:
        self._extend(self._since_mark())

    def _extend(self, items: list[Any]) -> None:
        target = self._stack[-1]
        if not isinstance(target, list):
            raise ValueError("items for what is no list")
        target.extend(items)

    def _set_item(self, _: Any) -> None:
        value, key = self._stack.pop(), self._stack.pop()
        self._update([key, value])

    def _set_items(self, _: Any) -> None:
        self._update(self._since_mark())

    def _update(self, items: list[Any]) -> None:
        target = self._stack[-1]
        if not isinstance(target, dict) or len(items) % 2:
            raise ValueError("entries for what is no dict")
        for key, value in zip(items[::2], items[1::2], strict=True):
            # Other keys can take long to hash.
            if type(key) not in (str, int):
                raise ValueError("a key that is no text")
            target[key] = value

    def _put(self, index: int) -> None:
        self._memo[index] = self._stack[-1]

    def _memoize(self, _: Any) -> None:
        self._memo[len(self._memo)] = self._stack[-1]

    def _get(self, index: int) -> None:
        self._stack.append(self._memo[index])

    def _global(self, argument: str) -> None:
        module, _, name = argument.partition(" ")
        self._name(f"{module}.{name}")

    def _stack_global(self, _: Any) -> None:
        name, module = self._stack.pop(), self._stack.pop()
        if not isinstance(name, str) or not isinstance(module, str):
            raise ValueError("a name that is no text")
        self._name(f"{module}.{name}")

    def _name(self, full: str) -> None:
        if full not in self._vocabulary.calls and full not in self._vocabulary.names:
            raise self._refused(Name(full))
        self._stack.append(Name(full))

    def _reduce(self, _: Any) -> None:
        arguments, callee = self._stack.pop(), self._stack.pop()
        if not isinstance(callee, Name) or callee.full not in self._vocabulary.calls:
            raise self._refused(callee)
        if not isinstance(arguments, tuple):
            raise ValueError("arguments that are no tuple")
        self._stack.append(self._vocabulary.calls[callee.full](arguments))

    def _build(self, _: Any) -> None:
        self._stack.pop()
        if type(self._stack[-1]) is not dict:
            raise self._refused(self._stack[-1])

    def _persistent(self, _: Any) -> None:
        self._stack.append(self._vocabulary.persistent(self._stack.pop()))


_SKIPPED = frozenset({"PROTO", "FRAME", "STOP"})
_CONSTANTS: Mapping[str, object] = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False, "EMPTY_TUPLE": ()}
_PUSHED = frozenset(
    {
        *("INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4", "FLOAT", "BINFLOAT"),
        *("UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8"),
        *("STRING", "BINSTRING", "SHORT_BINSTRING"),
    }
)
_HANDLERS: Mapping[str, Callable[[_Machine, Any], None]] = {
    "MARK": _Machine._mark,
    "EMPTY_LIST": _Machine._list,
    "EMPTY_DICT": _Machine._dict,
    "TUPLE": _Machine._tuple,
    "TUPLE1": lambda machine, _: machine._small_tuple(1),
    "TUPLE2": lambda machine, _: machine._small_tuple(2),
    "TUPLE3": lambda machine, _: machine._small_tuple(3),
    "APPEND": _Machine._append,
    "APPENDS": _Machine._appends,
    "SETITEM": _Machine._set_item,
    "SETITEMS": _Machine._set_items,
    "PUT": _Machine._put,
    "BINPUT": _Machine._put,
    "LONG_BINPUT": _Machine._put,
    "MEMOIZE": _Machine._memoize,
    "GET": _Machine._get,
    "BINGET": _Machine._get,
    "LONG_BINGET": _Machine._get,
    "GLOBAL": _Machine._global,
    "STACK_GLOBAL": _Machine._stack_global,
    "REDUCE": _Machine._reduce,
    "BUILD": _Machine._build,
    "BINPERSID": _Machine._persistent,
}
