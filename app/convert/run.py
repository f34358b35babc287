"""Carries out a conversion: room first, a .part file that is checked before it takes its name, nothing left behind."""

from pathlib import Path

from app.convert.errors import WouldReplaceSource
from app.convert.plan import ConversionPlan
from app.convert.write import verify_gguf, write_gguf
from app.core.files import PART_SUFFIX, replacing, require_room, write_failure
from app.core.progress import Progress


def convert(plan: ConversionPlan, destination: Path, progress: Progress) -> Path:
    """Write the planned file to `destination`, reported as stages "write" and "verify".

    Memory does not grow with the model. Raises DiskFull before a byte is written or when the room runs out later,
    PathNotWritable, SourceChanged, PathNotReadable, WrittenFileWrong, WouldReplaceSource, Cancelled; after any of them,
    and after a kill at the next start, no part of the file is left.
    """
    _require_other_file(plan, destination)
    _remove_remains(destination)
    require_room(destination.parent, plan.output_bytes)
    with replacing(destination) as part:
        write_gguf(plan, part, progress)
        verify_gguf(plan, part, progress)
    return destination


def _require_other_file(plan: ConversionPlan, destination: Path) -> None:
    if destination.resolve() in {path.resolve() for path in plan.sources}:
        raise WouldReplaceSource(path=str(destination))


def _remove_remains(destination: Path) -> None:
    """A conversion that was killed left its part: its room is needed again."""
    part = destination.with_name(destination.name + PART_SUFFIX)
    try:
        part.unlink(missing_ok=True)
    except OSError as error:
        raise write_failure(error, destination) from error
