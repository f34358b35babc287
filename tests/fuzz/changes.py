"""Changes to the fields of a file and to JSON values, each spelled out by a few whole numbers."""

import json
import struct
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

Step = tuple[int, int, int]
"""What to do, where, and with what; every number has a meaning, whatever it is."""

_NUMBERS = (
    *(0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 32, 33, 64, 127, 128, 255, 256, 1023, 1024, 4096, 32767, 32768, 65535, 65536),
    *((1 << 20), (1 << 26), (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 40, 1 << 53, 1 << 62),
    *((1 << 63) - 1, 1 << 63, (1 << 64) - 8, (1 << 64) - 1),
)
_NAMES = (
    *(
        b"",
        b"\0",
        b"a\0b",
        b".",
        b"..",
        b"../x",
        b"/etc/passwd",
        b"C:\\x",
        b"con",
        b"a/b",
        b"\xff\xfe\xfd",
        b"\xed\xa0\x80",
    ),
    *(b"a" * 300, "\u00e9\U0001f600".encode(), b"{", b"[", b'"', b"GGUF", b"\x80\x02", b"c__builtin__\neval\n"),
)
_VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        2,
        3,
        7,
        1 << 31,
        1 << 40,
        1 << 63,
        1 << 70,
        10**400,
        -(10**400),
        0.5,
        -0.5,
        1e308,
        1e-320,
    ),
    *(float("nan"), float("inf"), "", "x", "..", "../../x", "a\0b", "\ud83d", "a" * 5000, "@deep@", "@huge@"),
    *([], [1], ["a"], [None], [-1], [1] * 3, [[1, 2]], [1 << 62] * 8, [float("nan")], {}, {"a": 1}, {"content": 3}),
    *(
        {"Regex": 3},
        [{"id": 1}],
        {"type": "Sequence"},
        {"type": "ByteLevel"},
        {"rope_type": "yarn"},
        ["sliding_attention"],
    ),
)
_PLACEHOLDERS = {'"@deep@"': "[" * 60_000 + "]" * 60_000, '"@huge@"': "9" * 6000}


@dataclass(frozen=True, slots=True)
class Field:
    """Bytes that belong together; `form` is how `struct` reads them where they are one number."""

    content: bytes
    form: str = ""


def number(form: str, value: int) -> Field:
    """A number in the file."""
    return Field(struct.pack(form, value), form)


def joined(fields: Sequence[Field]) -> bytes:
    """The file."""
    return b"".join(field.content for field in fields)


def changed_fields(fields: Sequence[Field], steps: Sequence[Step]) -> list[Field]:
    """Fields with other numbers and texts, some twice, some gone, some in another place."""
    found = list(fields)
    for what, where, value in steps:
        if not found:
            break
        i = where % len(found)
        match what % 9:
            case 0 | 1 | 2:
                found[i] = _other(found[i], what // 9, value)
            case 3:
                found[i] = Field(_with_byte(found[i].content, value), found[i].form)
            case 4:
                found[i] = Field(_NAMES[value % len(_NAMES)])
            case 5:
                del found[i : i + 1 + value % 3]
            case 6:
                found[i:i] = found[i : i + 1 + value % 5]
            case 7:
                j = value % len(found)
                found[i], found[j] = found[j], found[i]
            case _:
                found[i:] = [Field(found[i].content[: value % (len(found[i].content) + 1)])]
    return found


def _other(field: Field, kind: int, value: int) -> Field:
    if not field.form:
        return Field(_NAMES[value % len(_NAMES)])
    size = struct.calcsize(field.form)
    before = int.from_bytes(field.content, "little")
    told = before + value % 17 - 8 if kind % 2 else _NUMBERS[value % len(_NUMBERS)]
    return Field((told % (1 << (8 * size))).to_bytes(size, "little"), field.form)


def _with_byte(content: bytes, value: int) -> bytes:
    if not content:
        return bytes([value % 256])
    place = value // 256 % len(content)
    return content[:place] + bytes([value % 256]) + content[place + 1 :]


def changed_json(value: dict[str, Any], steps: Sequence[Step]) -> bytes:
    """The text of an object with other values in it, missing, renamed and doubled keys."""
    found = deepcopy(value)
    doubled = ""
    for what, where, chosen in steps:
        place, key = _place(found, where)
        if key is None:
            continue
        other = _VALUES[chosen % len(_VALUES)]
        match what % 6:
            case 0 | 1 | 2:
                place[key] = deepcopy(other)
            case 3:
                del place[key]
            case 4 if isinstance(place, dict):
                place[_NAMES[chosen % len(_NAMES)].decode("utf-8", "surrogatepass" if chosen % 2 else "replace")] = (
                    place.pop(key)
                )
            case _:
                doubled = json.dumps(key) + ": 1, " if isinstance(key, str) else ""
    text = json.dumps(found)
    for placeholder, meant in _PLACEHOLDERS.items():
        text = text.replace(placeholder, meant)
    return ("{" + doubled + text[1:]).encode()


def _place(value: Any, where: int) -> tuple[Any, Any]:
    """(what holds it, its key) of a value somewhere inside; (…, None) where there is none."""
    place, key = value, None
    inner = value
    while isinstance(inner, dict | list) and inner:
        keys = list(inner) if isinstance(inner, dict) else range(len(inner))
        place, key = inner, keys[where % len(keys)]
        inner, where = inner[key], where // len(keys)
        if where % 3 == 0:
            break
        where //= 3
    return place, key
