"""What is being written outside the library, noted so that the remains of a killed conversion are found again."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from json import dumps
from pathlib import Path

from app.core.errors import AppError
from app.core.files import PART_SUFFIX, remove_abandoned, write_bytes
from app.formats.json_file import read_json_object

_NAME = "unfinished.json"


@contextmanager
def noted_as_unfinished(folder: Path, destination: Path) -> Iterator[None]:
    """Keep `destination` in the list in `folder` while it is written; without a list the writing goes on."""
    with suppress(AppError):
        _write(folder, {*_read(folder), destination.absolute()})
    try:
        yield
    finally:
        with suppress(AppError):
            _write(folder, _read(folder) - {destination.absolute()})


def remove_unfinished(folder: Path) -> None:
    """Delete what killed writers left half-written of the files in the list; what is being written now stays."""
    known = _read(folder)
    for destination in known:
        # Only what begins with the whole name of a file of ours: other programs leave .part files in such folders, too.
        remove_abandoned(destination.parent, escape(destination.name) + "*")
    gone = {path for path in known if not any(path.parent.glob(escape(path.name) + "*" + PART_SUFFIX))}
    if gone:
        with suppress(AppError):
            _write(folder, _read(folder) - gone)


def _read(folder: Path) -> set[Path]:
    try:
        paths = read_json_object(folder / _NAME).get("paths")
    except AppError:
        return set()
    if not isinstance(paths, list):
        return set()
    return {Path(path) for path in paths if isinstance(path, str) and "\0" not in path}


def _write(folder: Path, paths: set[Path]) -> None:
    # In ASCII, for a path may hold bytes that are no text.
    write_bytes(folder / _NAME, dumps({"paths": sorted(map(str, paths))}, indent=1).encode())
