"""Where a converted file came from, kept as JSON beside it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from json import dumps
from pathlib import Path

from app.core.errors import AppError
from app.core.files import write_bytes
from app.core.messages import from_json, to_json
from app.formats.checkpoint import SAFETENSORS, TORCH
from app.formats.json_file import read_json_object

_STAMPED = (*SAFETENSORS.suffixes, *TORCH.suffixes, ".json", ".jinja", ".gguf", ".model")


@dataclass(frozen=True, slots=True)
class Origin:
    """A conversion: the checkpoint, the target it was made for (drafts only), the output type and the time.

    `source_stamp` tells whether the checkpoint has changed since; `converted_at` is ISO 8601 in UTC.
    """

    source: Path
    target: Path | None
    output_type: str
    source_stamp: str
    converted_at: str


def read_origin(path: Path) -> Origin | None:
    """The origin of the file `path`, None when nothing readable is beside it."""
    try:
        origin = from_json(Origin, read_json_object(origin_path(path)))
    except AppError:
        return None
    return origin if isinstance(origin, Origin) else None


def write_origin(path: Path, source: Path, target: Path | None, output_type: str) -> None:
    """Write the origin of the file `path` beside it; raises DiskFull or PathNotWritable."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    origin = Origin(source.absolute(), target.absolute() if target else None, output_type, source_stamp(source), now)
    # In ASCII, for a path may hold bytes that are no text.
    write_bytes(origin_path(path), dumps(to_json(origin), indent=1).encode())


def source_stamp(source: Path) -> str:
    """A digest over names, sizes and times of a checkpoint's files: another one means that it has changed."""
    try:
        files = [source]
        if source.is_dir():
            files = sorted(file for file in source.iterdir() if file.suffix in _STAMPED)
        told = [(file.name, status.st_size, status.st_mtime_ns) for file in files if (status := file.stat())]
    except (OSError, ValueError):
        return ""
    return sha256(repr(told).encode("utf-8", "surrogateescape")).hexdigest()


def origin_path(path: Path) -> Path:
    """The note beside the file `path`."""
    return path.with_name(path.name + ".json")
