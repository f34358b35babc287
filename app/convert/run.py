"""Carries out a conversion: room first, a .part file that is checked before it takes its name, nothing left behind."""

import os
from pathlib import Path

from app.convert.errors import WouldReplaceOther, WouldReplaceSource
from app.convert.plan import ConversionPlan
from app.convert.write import verify_gguf, write_gguf
from app.core.errors import PathNotReadable
from app.core.files import replacing, require_room, sole_writer
from app.core.progress import Progress


def convert(plan: ConversionPlan, destination: Path, progress: Progress) -> Path:
    """Write the planned file to `destination`, reported as stages "write" and "verify".

    Memory does not grow with the model. Raises DiskFull before a byte is written or when the room runs out later,
    PathNotWritable, SourceChanged, PathNotReadable, WrittenFileWrong, WouldReplaceSource, WouldReplaceOther,
    BeingWritten, Cancelled; after any of them, and after a kill at the next start, no part of the file is left.
    """
    _require_other_file(plan, destination)
    with sole_writer(destination), replacing(destination) as part:
        require_room(destination.parent, plan.output_bytes)
        write_gguf(plan, part, progress)
        verify_gguf(plan, part, progress)
    return destination


def _require_other_file(plan: ConversionPlan, destination: Path) -> None:
    if os.path.realpath(destination) in map(os.path.realpath, plan.sources):
        raise WouldReplaceSource(path=str(destination))
    if destination.exists() and not destination.is_dir() and not _is_gguf(destination):
        raise WouldReplaceOther(path=str(destination))


def _is_gguf(path: Path) -> bool:
    """Whether it is a GGUF file by its first bytes, or an empty one."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as stream:
            return stream.read(4) in (b"GGUF", b"")
    except OSError as error:
        raise PathNotReadable(path=str(path), detail=error.strerror or str(error)) from error
