"""Repairs of drafts' GGUF files from the command line, as a job of their own."""

from json import loads
from pathlib import Path

from app.cli.console import Console
from app.cli.converting import Converted
from app.cli.errors import FileThere
from app.cli.running import run_job
from app.convert.blueprint import Note
from app.convert.run import remove_remains
from app.core.files import write_failure
from app.core.paths import library_folder
from app.models.library.library import Library
from app.models.library.place import new_place
from app.models.library.unfinished import noted_as_unfinished
from app.models.recognition.inspect import inspect_model
from app.texts import notice


def is_repair(source: Path, output_type: str) -> bool:
    """Whether what was named together with a target is a draft's GGUF file that shall keep its number format."""
    entry = inspect_model(source)
    return output_type == "bf16" and entry.form == "gguf" and entry.draft is not None


def repair(out: Path | None, draft: Path, target: Path, console: Console, *, may_replace: bool) -> Converted:
    """Give a draft's file its head back, in the file or folder `out`, else in the library.

    Raises what the repair raises, as ReportedError, FileThere, and Cancelled on Ctrl-C.
    """
    library = Library(library_folder())
    entry = inspect_model(draft)
    destination = _made(library.folder) if out is None else out
    if destination.is_file() and not may_replace:
        raise FileThere(path=str(destination))
    is_library = destination.absolute() == library.folder
    if destination.is_dir() and not is_library:
        destination = new_place(destination, entry.name, entry.file_type)
    console.note(f"Repairing {draft}, into {destination}")
    arguments = {"draft": str(draft.absolute()), "target": str(target.absolute()), "destination": str(destination)}
    with noted_as_unfinished(library.folder, destination):
        try:
            result = run_job("repair", arguments, console)
        finally:
            # A process that had to be killed could not take its part along.
            library.remove_remains() if is_library else remove_remains(destination)
    notes = tuple(Note(code, tuple(facts.items())) for code, facts in loads(str(result["notes"])))
    for note in notes:
        console.text(notice(note.code, dict(note.facts)))
    return Converted(Path(str(result["path"])), notes, was_there=False)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise write_failure(error, folder) from error
    return folder
