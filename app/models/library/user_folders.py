"""Folders of the user's own with models in them, looked through now and then; their drive may be away."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from json import dumps
from pathlib import Path

from app.core.errors import AppError
from app.core.files import write_bytes
from app.core.messages import from_json, to_json
from app.core.progress import Progress
from app.formats.checkpoint import weight_format
from app.formats.errors import ShardMissing
from app.formats.gguf import part_paths
from app.formats.json_file import read_json_object
from app.models.entry import ModelEntry
from app.models.library.origin import source_stamp
from app.models.library.seen import Seen, reader_stamp
from app.models.recognition.inspect import inspect_model, problem_entry

_LISTS = "folders"
# More than anybody keeps by hand, and an end for a folder that holds a whole disk.
_MOST_MODELS = 5_000
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class UserFolder:
    """A folder as it was seen last: its models, and whether it was there (None before anybody looked).

    What an absent folder held is remembered. `is_cut` says that it holds more than was looked at.
    """

    path: Path
    is_there: bool | None = None
    models: tuple[Seen, ...] = ()
    is_cut: bool = False
    reader: str = ""

    @property
    def entries(self) -> tuple[ModelEntry, ...]:
        """The models that can be used now."""
        return tuple(seen.entry for seen in self.models) if self.is_there else ()


def read_user_folder(library: Path, folder: Path) -> UserFolder:
    """How a folder was seen last, as noted in the folder of the library; asks nothing of its drive."""
    try:
        seen = from_json(UserFolder, read_json_object(_list_path(library, folder)))
    except AppError:
        seen = None
    return seen if isinstance(seen, UserFolder) and seen.path == folder else UserFolder(folder)


def forget_user_folder(library: Path, folder: Path) -> None:
    """Drop what was noted of a folder."""
    with suppress(OSError):
        _list_path(library, folder).unlink(missing_ok=True)


def look_through(library: Path, folder: Path, progress: Progress) -> UserFolder:
    """Look through a folder and note what it holds; headers that were read before are not read again.

    Raises DiskFull or PathNotWritable, and Cancelled.
    """
    before = read_user_folder(library, folder)
    if _is_there(folder, before):
        known = {seen.entry.path: seen for seen in before.models if before.reader == reader_stamp()}
        models: list[Seen] = []
        for path in _model_paths(folder, library, progress):
            models.append(_seen(path, known.get(path)))
            if len(models) == _MOST_MODELS:
                break
        now = UserFolder(folder, True, tuple(models), len(models) == _MOST_MODELS, reader_stamp())
    else:
        now = UserFolder(folder, False, before.models, before.is_cut, before.reader)
    if now != before:
        # In ASCII, for a path may hold bytes that are no text.
        write_bytes(_list_path(library, folder), dumps(to_json(now)).encode())
    return now


def _list_path(library: Path, folder: Path) -> Path:
    return library / _LISTS / f"{sha256(os.fsencode(folder)).hexdigest()[:16]}.json"


def _is_there(folder: Path, before: UserFolder) -> bool:
    try:
        # Where a drive was mounted, an empty folder often stays behind.
        return any(folder.iterdir()) or not before.models
    except (OSError, ValueError):
        return False


def _seen(path: Path, before: Seen | None) -> Seen:
    stamp = source_stamp(path)
    if before is not None and before.stamp == stamp:
        return before
    try:
        return Seen(stamp, inspect_model(path))
    except AppError as error:
        return Seen(stamp, problem_entry(path, error))


def _model_paths(folder: Path, library: Path, progress: Progress) -> Iterator[Path]:
    """Checkpoint folders and GGUF files, of one in parts the first; hidden folders and the library are left out."""
    for looked_n, (name, folders, files) in enumerate(os.walk(folder)):
        progress.update("folder_scan", looked_n)
        here = Path(name)
        depth = len(here.relative_to(folder).parts)
        if "config.json" in files and weight_format(files) is not None:
            yield here
            folders.clear()
        yield from (here / file for file in sorted(files) if file.lower().endswith(".gguf") and _is_first(here / file))
        inside = [child for child in sorted(folders) if not child.startswith(".") and here / child != library]
        folders[:] = inside if depth < _DEEPEST else []


def _is_first(path: Path) -> bool:
    try:
        return part_paths(path)[0] == path
    except ShardMissing:
        return True
