"""Conversions from the command line: planned, told, run, noted in the library."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.cli.console import Console
from app.convert.blueprint import Note
from app.convert.matching import OutputType
from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.files import write_failure
from app.core.paths import library_folder
from app.core.progress import Progress
from app.models.library import Library
from app.models.pairing import why_not_runnable
from app.models.place import new_place
from app.texts import notice, sentence_of


@dataclass(frozen=True, slots=True)
class Converted:
    """A finished conversion; `notes` is empty for one that was there before."""

    path: Path
    notes: tuple[Note, ...]
    was_there: bool


def convert_into_library(
    source: Path, target: Path | None, output_type: OutputType, console: Console, is_cancelled: Callable[[], bool]
) -> Converted:
    """The library's file of this checkpoint, converted now unless it was before and nothing changed since."""
    library = Library(library_folder())
    library.remove_remains()
    if (known := library.converted(source, target, output_type)) is not None:
        return Converted(known, (), was_there=True)
    try:
        library.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise write_failure(error, library.folder) from error
    converted = convert_to(library.folder, source, target, output_type, console, is_cancelled)
    library.add(converted.path, source, target, output_type)
    return converted


def convert_to(
    destination: Path,
    source: Path,
    target: Path | None,
    output_type: OutputType,
    console: Console,
    is_cancelled: Callable[[], bool],
) -> Converted:
    """Convert to a file, or into a folder that is there under the model's name; raises what the conversion raises."""
    progress = Progress(console.progress, is_cancelled)
    plan = plan_conversion(source, target=target, output_type=output_type, progress=progress)
    for note in plan.notes:
        console.text(notice(note.code, dict(note.facts)))
    if plan.entry.draft is not None and (reason := why_not_runnable(plan.entry.draft)) is not None:
        console.text(sentence_of(reason))
    if destination.is_dir():
        destination = new_place(destination, plan.entry.name, output_type)
    console.note(f"Converting {source} to {destination}")
    return Converted(convert(plan, destination, progress), plan.notes, was_there=False)
