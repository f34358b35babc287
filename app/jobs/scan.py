"""The job that looks through one of the user's own folders: its drive may be slow, or hang."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import Fact
from app.core.progress import Progress
from app.models.library.user_folders import look_through, read_user_folder


@dataclass(frozen=True, slots=True)
class Arguments:
    """`library` is the library's folder, which keeps what is seen; `folder` the one to look through."""

    library: Path
    folder: Path


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Look; the result tells "is_there", "models_n" of the folder, and "has_changed" since it was seen last."""
    before = read_user_folder(arguments.library, arguments.folder)
    now = look_through(arguments.library, arguments.folder, progress)
    return {"is_there": bool(now.is_there), "models_n": len(now.models), "has_changed": now != before}
