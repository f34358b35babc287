"""Reads JSON of unknown origin, bounded in size and depth."""

import json
from pathlib import Path
from typing import Any

from app.formats.errors import FormatError
from app.formats.opening import open_unknown

MAX_JSON_BYTES = 16 << 20


def read_json_object(path: Path, max_bytes: int = MAX_JSON_BYTES) -> dict[str, Any]:
    """The object that a JSON file holds; raises FormatError for anything else, and what `open_unknown` raises.

    Infinity and NaN are let through: published configs hold them, so whoever takes a number checks it.
    """
    with open_unknown(path) as (stream, size):
        if size > max_bytes:
            raise FormatError(path=str(path), detail=f"it has {size} bytes, more than such a file can have")
        return parse_json_object(stream.read(), path)


def parse_json_object(content: bytes, path: Path) -> dict[str, Any]:
    """The object in `content`, a part of `path`; a name given twice, or anything but an object, raises FormatError."""
    try:
        value = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_unique)
    except RecursionError as error:
        raise FormatError(path=str(path), detail="its JSON is nested too deeply") from error
    except ValueError as error:
        raise FormatError(path=str(path), detail=f"it is not valid JSON ({str(error)[:120]})") from error
    if not isinstance(value, dict):
        raise FormatError(path=str(path), detail="its JSON is not an object")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content: dict[str, Any] = {}
    for name, value in pairs:
        if name in content:
            raise ValueError(f"the name {name[:60]!r} stands there twice")
        content[name] = value
    return content
