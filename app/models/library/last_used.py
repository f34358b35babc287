"""When each model was used last, kept beside the library."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from json import dumps
from pathlib import Path

from app.core.errors import AppError
from app.core.files import write_bytes
from app.core.messages import from_json, to_json
from app.formats.json_file import read_json_object

_NAME = "used.json"
_MOST_KEPT = 1_000


@dataclass(frozen=True, slots=True)
class _Content:
    used: Mapping[str, str]


def last_used(folder: Path) -> Mapping[Path, str]:
    """By path the time in ISO 8601, UTC; nothing where the list cannot be read."""
    return {Path(path): time for path, time in _read(folder).items()}


def note_used(folder: Path, *paths: Path) -> None:
    """Note in the list of `folder` that models are used now; raises DiskFull or PathNotWritable."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    used = {**_read(folder), **{str(path): now for path in paths}}
    newest = sorted(used.items(), key=lambda item: item[1], reverse=True)[:_MOST_KEPT]
    # In ASCII, for a path may hold bytes that are no text.
    write_bytes(folder / _NAME, dumps(to_json(_Content(dict(newest))), indent=1).encode())


def _read(folder: Path) -> Mapping[str, str]:
    try:
        content = from_json(_Content, read_json_object(folder / _NAME))
    except AppError:
        return {}
    return content.used if isinstance(content, _Content) else {}
