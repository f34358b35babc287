"""Which pair an engine is loading or running, kept on disk: still there at the next start, it came to a bad end."""

from contextlib import suppress
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from typing import Literal

from app.core.errors import AppError
from app.core.files import write_bytes, write_failure
from app.core.messages import from_json, to_json
from app.formats.json_file import read_json_object

_NAME = "last-load.json"

Reached = Literal["loading", "loaded", "crashed"]


@dataclass(frozen=True, slots=True)
class LastLoad:
    """GGUF files that were loaded together, and how far that came.

    "loading" and "loaded" are found later only where the program itself ended without a word: killed, or with the
    whole machine; "crashed" where the engine ended, and nothing was loaded well since.
    """

    target: Path
    draft: Path | None = None
    reached: Reached = "loading"


def record(folder: Path, load: LastLoad) -> None:
    """Note in `folder` what is loaded now, in place of what was; raises DiskFull or PathNotWritable."""
    # In ASCII, for a path may hold bytes that are no text.
    write_bytes(folder / _NAME, dumps(to_json(load), indent=1).encode())


def clear(folder: Path) -> None:
    """Note that it came to a good end; raises PathNotWritable."""
    path = folder / _NAME
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise write_failure(error, path) from error


def suspect(folder: Path) -> LastLoad | None:
    """What came to no good end the last time: ask before the engine starts. None where nothing is known."""
    with suppress(AppError):
        found = from_json(LastLoad, read_json_object(folder / _NAME))
        return found if isinstance(found, LastLoad) else None
    return None
