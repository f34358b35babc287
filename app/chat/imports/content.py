"""What a file of unknown origin holds as JSON: a value, values line by line, or those in a picture or an archive."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.chat.errors import ImportInvalid, ImportUnknown
from app.chat.imports import charx, png, webp
from app.formats.opening import open_unknown

_MOST_BYTES = 64 << 20
_MOST_LINES = 200_000
_HEAD_BYTES = 12


@dataclass(frozen=True, slots=True)
class Content:
    """`value` is any JSON value, of a file of JSON lines the list of theirs; `name` is the file's, without suffix."""

    name: str
    value: Any
    is_lines: bool = False


def read_content(path: Path) -> Content:
    """The JSON in a file; raises ImportUnknown, ImportInvalid and what `open_unknown` raises."""
    with open_unknown(path) as (stream, size):
        head = stream.read(_HEAD_BYTES)
        if head.startswith(charx.SIGNATURES):
            return Content(path.stem, _parsed(charx.card_in_archive(stream, path), path))
        stream.seek(0)
        if size > _MOST_BYTES:
            raise ImportInvalid(path=str(path), detail=f"it has {size} bytes, more than is read of such a file")
        raw = stream.read(_MOST_BYTES)
    if head.startswith(png.SIGNATURE):
        return Content(path.stem, _parsed(png.card_in_png(raw, path), path))
    if webp.is_webp(head):
        return Content(path.stem, _parsed(webp.card_in_webp(raw, path), path))
    text = _text(raw, path)
    if not text.lstrip().startswith(("{", "[")):
        raise ImportUnknown(path=str(path))
    try:
        return Content(path.stem, json.loads(text))
    except json.JSONDecodeError as error:
        if not error.msg.startswith("Extra data"):
            raise ImportInvalid(path=str(path), detail=f"it is not valid JSON ({error})") from error
    except (ValueError, RecursionError) as error:
        raise _invalid(path, error) from error
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > _MOST_LINES:
        raise ImportInvalid(path=str(path), detail=f"it has {len(lines)} lines, more than is read of such a file")
    return Content(path.stem, [_parsed(line, path) for line in lines], is_lines=True)


def _text(raw: bytes, path: Path) -> str:
    is_wide = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return raw.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise ImportUnknown(path=str(path)) from error


def _parsed(text: str | bytes, path: Path) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _invalid(path, error) from error


def _invalid(path: Path, error: Exception) -> ImportInvalid:
    detail = "its JSON is nested too deeply" if isinstance(error, RecursionError) else f"it is not valid JSON ({error})"
    return ImportInvalid(path=str(path), detail=detail)
