"""The job that gives a draft's GGUF file the head that its conversion lost."""

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps
from pathlib import Path

from app.convert.repair import repair_head
from app.core.errors import Fact
from app.core.progress import Progress
from app.models.library.library import Library
from app.models.library.place import new_place
from app.models.recognition.inspect import inspect_model


@dataclass(frozen=True, slots=True)
class Arguments:
    """`draft` is a GGUF file, `target` a GGUF or a checkpoint, `destination` the file to write or the library's folder.

    In the library the new file gets a name that no other has, and a note where it came from.
    """

    draft: Path
    target: Path
    destination: Path


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Repair; the result names the new file ("path"), and as "notes" what was changed: a JSON list of [code, facts]."""
    draft, target, destination = arguments.draft.absolute(), arguments.target.absolute(), arguments.destination
    entry = inspect_model(draft)
    is_library = destination.is_dir()
    place = new_place(destination, entry.name, entry.file_type) if is_library else destination
    repaired = repair_head(draft, target, place, progress)
    if is_library:
        Library(destination).add(place, draft, target, entry.file_type.lower())
    return {"path": str(repaired.path), "notes": dumps([[repaired.change, {}]])}
