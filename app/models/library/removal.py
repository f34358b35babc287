"""Deleting models of the library's folder: what goes, what room it really frees, and nothing left behind."""

import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from app.core.files import write_failure
from app.formats.checkpoint import weight_format
from app.formats.errors import ShardMissing
from app.formats.gguf import part_paths
from app.models.library.manifest import MANIFEST_NAME, read_manifest, write_manifest
from app.models.library.origin import origin_path


@dataclass(frozen=True, slots=True)
class Removal:
    """Files to delete; `freed_bytes` leaves out what another name of the same file keeps on the disk."""

    files: tuple[Path, ...]
    freed_bytes: int


def plan_removal(library: Path, models: Iterable[Path]) -> Removal:
    """What deleting these models means; those that lie outside the library's folder are left alone."""
    files = {file: None for model in models if model.is_relative_to(library) for file in _files_of(library, model)}
    links: Counter[tuple[int, int]] = Counter()
    found: dict[tuple[int, int], os.stat_result] = {}
    for file in files:
        with suppress(OSError):
            status = file.lstat()
            key = (status.st_dev, status.st_ino)
            links[key] += 1
            found[key] = status
    freed = sum(status.st_size for key, status in found.items() if links[key] >= status.st_nlink)
    return Removal(tuple(files), freed)


def remove(library: Path, removal: Removal) -> None:
    """Delete the files, then the notes and folders that nothing needs any more; raises PathNotWritable."""
    try:
        for file in removal.files:
            file.unlink(missing_ok=True)
        for folder in {folder for file in removal.files if (folder := _fetched_folder(library, file))}:
            _tidy(folder)
    except OSError as error:
        raise write_failure(error, removal.files[0]) from error


def _files_of(library: Path, model: Path) -> Iterator[Path]:
    if model.is_dir():
        yield from (file for file in sorted(model.rglob("*")) if not file.is_dir() and file.name != MANIFEST_NAME)
        return
    try:
        yield from part_paths(model)
    except ShardMissing:
        yield model
    yield origin_path(model)


def _fetched_folder(library: Path, path: Path) -> Path | None:
    """The folder of fetched files that a path lies in."""
    parents = [parent for parent in path.parents if parent.is_relative_to(library) and parent != library]
    return next((parent for parent in (path, *parents) if (parent / MANIFEST_NAME).is_file()), None)


def _tidy(folder: Path) -> None:
    """Bring the note in line with what is left; without a model left, the folder goes."""
    manifest = read_manifest(folder)
    left = tuple(file for file in manifest.files if (folder / file.name).is_file()) if manifest else ()
    if manifest is not None and any(_is_weights(file.name) for file in left):
        if left != manifest.files:
            write_manifest(folder, replace(manifest, files=left))
        return
    shutil.rmtree(folder)
    repository = folder.parent
    if not any(child.name != ".lock" for child in repository.iterdir()):
        (repository / ".lock").unlink(missing_ok=True)
        repository.rmdir()


def _is_weights(name: str) -> bool:
    return name.endswith(".gguf") or weight_format([name.rpartition("/")[2]]) is not None
