"""Frozen dataclasses to JSON bytes and back, every field checked: how processes talk to each other."""

import json
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from app.core.errors import AppError

MAX_MESSAGE_BYTES = 64 << 20
# Between the messages of one frame; JSON text has no raw line feed in it.
FRAME_SEPARATOR = b"\n"
_EXACT_INT_MAX = 1 << 53


class ProtocolError(AppError):
    """A message from another process is not one of the agreed kinds: detail."""

    code = "protocol"


class Codec:
    """Encodes the given dataclasses; decodes only those, named by a `kind` of their class name.

    Field types may be str, int, float, bool, None, Path, Literal, unions of these, tuples, mappings with string keys,
    and frozen dataclasses of the same. An unknown kind, a missing or extra field or a value of another type raises
    ProtocolError.
    """

    def __init__(self, *kinds: type) -> None:
        self._kinds = {kind.__name__: kind for kind in kinds}

    def encode(self, message: Any) -> bytes:
        """The message as UTF-8 JSON; raises ProtocolError for what the other side would refuse."""
        kind = type(message).__name__
        if self._kinds.get(kind) is not type(message):
            raise ProtocolError(detail=f"{kind} is not a message")
        try:
            text = _ENCODER.encode({"kind": kind, **_fields_of(message)})
        except ValueError as error:
            raise ProtocolError(detail=f"{kind}: {error}") from error
        # A file name on Linux may hold bytes that are no UTF-8; Python carries them as lone surrogates.
        frame = text.encode("utf-8", "surrogatepass")
        if len(frame) > MAX_MESSAGE_BYTES:
            raise ProtocolError(detail=f"a {kind} of {len(frame)} bytes")
        return frame

    def decode(self, frame: bytes) -> Any:
        """The message in `frame`; raises ProtocolError for anything that is not exactly one of the kinds."""
        if len(frame) > MAX_MESSAGE_BYTES:
            raise ProtocolError(detail=f"a message of {len(frame)} bytes")
        try:
            content = json.loads(frame, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise ProtocolError(detail=f"not JSON: {error}") from error
        if not isinstance(content, dict):
            raise ProtocolError(detail="not an object")
        kind = self._kinds.get(str(content.pop("kind", None)))
        if kind is None:
            raise ProtocolError(detail="unknown kind of message")
        return from_json(kind, content)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _fields_of(message: Any) -> dict[str, Any]:
    return {name: getattr(message, name) for name in _names(message.__class__)}


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _plain(value: Any) -> Any:
    """What the JSON encoder does not know by itself, as something that it does."""
    if is_dataclass(value):
        return _fields_of(value)
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): item for key, item in value.items()}
    if isinstance(value, Sequence):
        return list(value)
    raise ValueError(f"{type(value).__name__} cannot be sent")


# Made once: json.dumps would make one for every message.
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=_plain)


def to_json(message: Any) -> Any:
    """A dataclass (or a tuple or mapping of them) as plain JSON values."""
    return json.loads(_ENCODER.encode(message))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def from_json(kind: Any, value: Any) -> Any:
    """The plain JSON value as a `kind`, checked all the way down; raises ProtocolError."""
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass_from_json(kind, value)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _union_from_json(kind, value)
    if origin is tuple:
        return _tuple_from_json(kind, value)
    if origin is Literal:
        if value in get_args(kind):
            return value
    elif origin is not None and issubclass(origin, Mapping):
        if isinstance(value, dict):
            item = get_args(kind)[1]
            return {key: from_json(item, content) for key, content in value.items()}
    elif kind is Path:
        if isinstance(value, str):
            return Path(value)
    elif kind is float:
        if (type(value) is float and isfinite(value)) or (type(value) is int and abs(value) <= _EXACT_INT_MAX):
            return float(value)
    elif kind is type(None) or kind is None:
        if value is None:
            return None
    elif type(value) is kind:
        return value
    raise ProtocolError(detail=f"{value!r:.80} is not {kind}")


def _dataclass_from_json(kind: type, value: Any) -> Any:
    if not isinstance(value, dict):
        raise ProtocolError(detail=f"{value!r:.80} is not a {kind.__name__}")
    hints = _hints(kind)
    known = {field.name: field for field in fields(kind)}
    if extra := value.keys() - known.keys():
        raise ProtocolError(detail=f"{kind.__name__} has no {sorted(extra)[0]}")
    for name, field in known.items():
        if name not in value and field.default is MISSING and field.default_factory is MISSING:
            raise ProtocolError(detail=f"{kind.__name__} lacks {name}")
    return kind(**{name: from_json(hints[name], content) for name, content in value.items()})


def _union_from_json(kind: Any, value: Any) -> Any:
    for option in get_args(kind):
        try:
            return from_json(option, value)
        except ProtocolError:
            continue
    raise ProtocolError(detail=f"{value!r:.80} is not {kind}")


def _tuple_from_json(kind: Any, value: Any) -> Any:
    if not isinstance(value, list):
        raise ProtocolError(detail=f"{value!r:.80} is not a list")
    items = get_args(kind)
    if len(items) == 2 and items[1] is Ellipsis:
        return tuple(from_json(items[0], item) for item in value)
    if len(items) != len(value):
        raise ProtocolError(detail=f"{len(value)} items instead of {len(items)}")
    return tuple(from_json(item, content) for item, content in zip(items, value, strict=True))
