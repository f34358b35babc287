"""The job that has a checkpoint converted into the library, unless it was before."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.convert.plan import Part
from app.core.errors import Fact
from app.core.files import write_failure
from app.core.progress import Progress
from app.jobs import convert
from app.models.library.library import Library
from app.models.library.origin import origin_path, read_origin
from app.models.library.place import name_of_part, new_place
from app.models.output_types import OutputType


@dataclass(frozen=True, slots=True)
class Arguments:
    """`library` is its folder, `name` what the file is called after; `target` and `part` as for `convert`.

    A part has a target as well: that tells it from the whole.
    """

    source: Path
    library: Path
    name: str
    output_type: OutputType
    target: Path | None = None
    part: Part = "whole"


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Convert and note where it came from; the result as that of `convert`, with "was_there"."""
    library = Library(arguments.library)
    library.remove_remains()
    source, target, output_type = arguments.source, arguments.target, arguments.output_type
    known = library.converted(source, target, output_type)
    if known is not None:
        return {"path": str(known), "was_there": True}
    try:
        library.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise write_failure(error, library.folder) from error
    place = new_place(library.folder, name_of_part(arguments.name, arguments.part), output_type)
    # Before the file, so that one that is whole is known for what it is even if this is killed right after.
    library.add(place, source, target, output_type)
    try:
        result = convert.run(convert.Arguments(source, place, target, output_type, arguments.part), progress)
    except BaseException:
        with suppress(OSError):
            origin_path(place).unlink()
        raise
    if read_origin(place) is None:
        # Taken for a killed one's before the file was begun.
        library.add(place, source, target, output_type)
    return {**result, "was_there": False}
