"""What was read of models' headers, kept between runs: a header with a large vocabulary takes a while to read."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from json import dumps
from pathlib import Path

from app import __version__
from app.core.errors import AppError
from app.core.files import write_bytes
from app.core.messages import from_json, to_json
from app.formats.json_file import read_json_object
from app.models.entry import ModelEntry

_NAME = "seen.json"
_MOST_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class Seen:
    """An entry, and the stamp that its files had when they were read."""

    stamp: str
    entry: ModelEntry


@dataclass(frozen=True, slots=True)
class SeenFile:
    """What a file of entries holds; `reader` names the program that read them, as another may see more in them."""

    reader: str
    models: tuple[Seen, ...]


class SeenModels:
    """Entries by path in one file of a folder, read at the first question and written by `save` where it changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / _NAME
        self._known: dict[Path, Seen] | None = None
        self._has_changed = False

    def entry(self, path: Path, stamp: str) -> ModelEntry | None:
        """What was read at this stamp."""
        seen = self._all().get(path)
        return seen.entry if seen is not None and seen.stamp == stamp else None

    def note(self, path: Path, stamp: str, entry: ModelEntry) -> None:
        """Remember what was read."""
        self._all()[path] = Seen(stamp, entry)
        self._has_changed = True

    def save(self) -> None:
        """Write what has changed; where nothing can be written, the next run reads the headers anew."""
        if not self._has_changed or not self._folder.is_dir():
            return
        self._has_changed = False
        known = [seen for path, seen in self._all().items() if not path.is_relative_to(self._folder) or path.exists()]
        with suppress(AppError):
            write_seen(self._path, tuple(known[-_MOST_KEPT:]))

    def _all(self) -> dict[Path, Seen]:
        if self._known is None:
            self._known = {seen.entry.path: seen for seen in read_seen(self._path)}
        return self._known


def read_seen(path: Path) -> tuple[Seen, ...]:
    """The entries in a file; nothing where it cannot be read, or another version of the program wrote it."""
    try:
        content = from_json(SeenFile, read_json_object(path))
    except AppError:
        return ()
    return content.models if isinstance(content, SeenFile) and content.reader == reader_stamp() else ()


def write_seen(path: Path, models: tuple[Seen, ...]) -> None:
    """Write entries into a file; raises DiskFull or PathNotWritable."""
    # In ASCII, for a path may hold bytes that are no text.
    write_bytes(path, dumps(to_json(SeenFile(reader_stamp(), models))).encode())


@cache
def reader_stamp() -> str:
    """The version of the program and, where it runs from its sources, of the modules that read headers."""
    app = Path(__file__).resolve().parents[1]
    modules = [path for room in ("models", "formats") for path in (app / room).glob("*.py")]
    return f"{__version__} {max((path.stat().st_mtime_ns for path in modules), default=0)}"
