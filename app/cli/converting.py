"""Conversions from the command line: told, run as a job of their own, noted in the library."""

from collections.abc import Mapping
from dataclasses import dataclass
from json import loads
from pathlib import Path

from app.cli.console import Console
from app.cli.errors import FileThere
from app.cli.running import run_job
from app.convert.blueprint import Note
from app.convert.plan import Part
from app.convert.quantizing import plan_quantizing
from app.convert.run import remove_remains
from app.core.errors import Fact, ReportedError
from app.core.files import free_bytes
from app.core.paths import library_folder
from app.models.entry import ModelEntry
from app.models.expected import needed_bytes
from app.models.library.library import Library
from app.models.library.place import name_of_part, new_place
from app.models.library.unfinished import noted_as_unfinished, remove_unfinished
from app.models.output_types import OutputType
from app.models.pairing import why_not_runnable
from app.models.recognition.inspect import inspect_model
from app.texts import notice, sentence_of, size


@dataclass(frozen=True, slots=True)
class Converted:
    """A finished conversion; `notes` is empty for one that was there before."""

    path: Path
    notes: tuple[Note, ...]
    was_there: bool


def convert_into_library(
    source: Path, target: Path | None, output_type: OutputType, console: Console, *, part: Part = "whole"
) -> Converted:
    """The library's file of this model, converted now unless it was before and nothing changed since.

    Raises what the conversion raises, as ReportedError, and Cancelled on Ctrl-C.
    """
    library = Library(library_folder())
    if (known := library.converted(source, target, output_type)) is not None:
        return Converted(known, (), was_there=True)
    entry = _usable(source, output_type)
    _announce(entry, library.folder, output_type, console)
    named = {"library": str(library.folder), "name": entry.name}
    arguments = {**_arguments(source, target, output_type, part), **named}
    try:
        return _told(run_job("library_convert", arguments, console), console)
    finally:
        # A process that had to be killed could not take its parts along.
        library.remove_remains()


def convert_to(
    destination: Path,
    source: Path,
    target: Path | None,
    output_type: OutputType,
    console: Console,
    *,
    part: Part = "whole",
    may_replace: bool = False,
) -> Converted:
    """Convert to a file, or into a folder that is there under the model's name; raises as `convert_into_library` does.

    A GGUF file that is there is replaced only if `may_replace`; otherwise FileThere is raised.
    """
    if destination.is_file() and not may_replace:
        raise FileThere(path=str(destination))
    remove_unfinished(library_folder())
    entry = _usable(source, output_type)
    if destination.is_dir():
        destination = new_place(destination, name_of_part(entry.name, part), output_type)
    _announce(entry, destination, output_type, console)
    arguments = {**_arguments(source, target, output_type, part), "destination": str(destination)}
    with noted_as_unfinished(library_folder(), destination):
        try:
            return _told(run_job("convert", arguments, console), console)
        finally:
            remove_remains(destination)


def _usable(source: Path, output_type: OutputType) -> ModelEntry:
    """What lies there; raises what is known to be in the way before a job is started."""
    entry = inspect_model(source, tells_tokens=False)
    if entry.problem is not None:
        raise ReportedError(entry.problem, dict(entry.problem_facts))
    if entry.form == "gguf":
        plan_quantizing(entry.path, output_type)
    return entry


def _arguments(source: Path, target: Path | None, output_type: OutputType, part: Part) -> dict[str, Fact]:
    named: dict[str, Fact] = {} if target is None else {"target": str(target)}
    return {"source": str(source), "output_type": output_type, "part": part, **named}


def _announce(entry: ModelEntry, destination: Path, output_type: OutputType, console: Console) -> None:
    """Say what will be done and what room it takes, before anything is written."""
    if entry.draft is not None and (reason := why_not_runnable(entry.draft)) is not None:
        console.text(sentence_of(reason))
    room = f"about {size(needed_bytes(entry, output_type))} of disk needed, {size(free_bytes(destination))} free"
    console.note(f"Converting {entry.path} to {destination}: {room}")


def _told(result: Mapping[str, Fact], console: Console) -> Converted:
    """What a job's result says, its notes told."""
    notes = tuple(Note(code, tuple(facts.items())) for code, facts in loads(str(result.get("notes", "[]"))))
    for note in notes:
        console.text(notice(note.code, dict(note.facts)))
    return Converted(Path(str(result["path"])), notes, was_there=bool(result.get("was_there", False)))
