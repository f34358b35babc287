"""Where a new file of the library goes."""

import re
from pathlib import Path

_LONGEST_NAME_BYTES = 150
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\ud800-\udfff]+')
# Windows keeps these for devices, whatever follows a dot.
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)


def new_place(folder: Path, name: str, output_type: str) -> Path:
    """A path in `folder` that no file has yet, from a model's name and output type: "Qwen3-4B-BF16.gguf"."""
    stem = f"{file_name_of(name)}-{output_type.upper()}"
    place, number = folder / f"{stem}.gguf", 1
    while place.exists():
        number += 1
        place = folder / f"{stem}-{number}.gguf"
    return place


def name_of_part(name: str, part: str) -> str:
    """What a part of a model is called after it: "Qwen3.5-4B-MTP"."""
    return name if part == "whole" else f"{name}-{part.upper()}"


def file_name_of(name: str) -> str:
    """The name in a form that every file system takes, never empty; other scripts and emoji stay."""
    plain = _FORBIDDEN.sub("-", name)
    plain = plain.encode("utf-8")[:_LONGEST_NAME_BYTES].decode("utf-8", "ignore").strip(" .-")
    return f"model-{plain}".rstrip("-") if not plain or _DEVICES.match(plain) else plain
