"""The models at hand: what was converted into the library's folder, and files elsewhere that the user pointed at."""

from collections.abc import Iterator
from dataclasses import dataclass
from json import dumps
from pathlib import Path

from app.core.errors import AppError, PathMissing, ReportedError
from app.core.files import PART_SUFFIX, remove_abandoned, write_bytes, write_failure
from app.formats.errors import ShardMissing
from app.formats.gguf import part_paths
from app.formats.json_file import read_json_object
from app.models.entry import ModelEntry
from app.models.errors import NotAModel
from app.models.inspect import inspect_model, problem_entry
from app.models.origin import Origin, origin_path, read_origin, source_stamp, write_origin
from app.models.pairing import why_not, why_not_runnable

_OUTSIDE_NAME = "outside.json"


@dataclass(frozen=True, slots=True)
class LibraryModel:
    """A model at hand; `origin` is None for what was not converted here; `is_outside` says that it lies elsewhere."""

    entry: ModelEntry
    origin: Origin | None
    is_outside: bool


@dataclass(frozen=True, slots=True)
class DraftChoice:
    """A draft and the reason why it does not fit the target at hand, None when it does."""

    model: LibraryModel
    reason: AppError | None


class Library:
    """Lists and keeps models; reads headers only, and each again only after its file has changed.

    Listing never fails for a file: what cannot be used is listed with its problem. Writing raises DiskFull or
    PathNotWritable.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self._seen: dict[Path, tuple[tuple[int, int], ModelEntry]] = {}

    def models(self) -> tuple[LibraryModel, ...]:
        """All models by name; files still being written (.part) are not among them."""
        inside = {path: LibraryModel(self._entry(path), read_origin(path), False) for path in self._files()}
        outside = [LibraryModel(self._entry(path), None, True) for path in self._outside() if path not in inside]
        return tuple(sorted((*inside.values(), *outside), key=lambda model: model.entry.name.casefold()))

    def targets(self) -> tuple[LibraryModel, ...]:
        """The models to chat with; drafts are not among them."""
        return tuple(model for model in self.models() if model.entry.target is not None)

    def drafts_for(self, target: ModelEntry) -> tuple[DraftChoice, ...]:
        """Every draft at hand: first those that fit, and among them those that were converted for this very target."""
        choices = [
            DraftChoice(model, _reason(target, model.entry)) for model in self.models() if _is_draft(model.entry)
        ]
        return tuple(sorted(choices, key=lambda choice: (choice.reason is not None, not _is_made_for(choice, target))))

    def add(self, path: Path, source: Path, target: Path | None, output_type: str) -> None:
        """Note beside the converted file `path` where it came from."""
        write_origin(path, source, target, output_type)

    def converted(self, source: Path, target: Path | None, output_type: str) -> Path | None:
        """The file that this conversion gave before; None if there is none or its checkpoint has changed since."""
        wanted = (source.absolute(), target.absolute() if target else None, output_type)
        stamp = source_stamp(source)
        for path in self._files():
            origin = read_origin(path)
            is_same = origin and (origin.source, origin.target, origin.output_type) == wanted
            if origin and is_same and origin.source_stamp == stamp and self._entry(path).problem is None:
                return path
        return None

    def remove_remains(self) -> None:
        """Delete what conversions that were killed left half-written."""
        remove_abandoned(self.folder, "*.gguf")

    def remember(self, path: Path) -> None:
        """Keep a model that lies elsewhere in the list."""
        self._write_outside((*(known for known in self._outside() if known != path.absolute()), path.absolute()))

    def forget(self, path: Path) -> None:
        """Take a model that lies elsewhere out of the list; its file stays."""
        self._write_outside(tuple(known for known in self._outside() if known != path.absolute()))

    def remove(self, path: Path) -> None:
        """Delete a model of the library's folder with all its parts; one that lies elsewhere is only forgotten."""
        if not path.is_relative_to(self.folder):
            self.forget(path)
            return
        try:
            parts = part_paths(path)
        except ShardMissing:
            parts = (path,)
        try:
            for part in parts:
                part.unlink(missing_ok=True)
            origin_path(path).unlink(missing_ok=True)
        except OSError as error:
            raise write_failure(error, path) from error

    def _files(self) -> Iterator[Path]:
        for path in sorted(self.folder.rglob("*.gguf")):
            if path.is_file() and not self._is_arriving(path) and _is_first_part(path):
                yield path

    def _is_arriving(self, path: Path) -> bool:
        """Whether it waits in a .part folder for the rest of what is being fetched with it."""
        return any(parent.endswith(PART_SUFFIX) for parent in path.relative_to(self.folder).parts[:-1])

    def _outside(self) -> tuple[Path, ...]:
        try:
            paths = read_json_object(self.folder / _OUTSIDE_NAME).get("paths")
        except AppError:
            return ()
        return tuple(Path(path) for path in paths if isinstance(path, str)) if isinstance(paths, list) else ()

    def _write_outside(self, paths: tuple[Path, ...]) -> None:
        # In ASCII, for a path may hold bytes that are no text.
        write_bytes(self.folder / _OUTSIDE_NAME, dumps({"paths": [str(path) for path in paths]}, indent=1).encode())

    def _entry(self, path: Path) -> ModelEntry:
        try:
            status = path.stat()
        except (OSError, ValueError):
            return problem_entry(path, PathMissing(path=str(path)))
        version = (status.st_size, status.st_mtime_ns)
        if path not in self._seen or self._seen[path][0] != version:
            try:
                self._seen[path] = (version, inspect_model(path))
            except AppError as error:
                return problem_entry(path, error)
        return self._seen[path][1]


def _is_first_part(path: Path) -> bool:
    """Whether a file stands for its model; of one that lacks a part, every file does, to be seen."""
    try:
        return part_paths(path)[0] == path
    except ShardMissing:
        return True


def _is_draft(entry: ModelEntry) -> bool:
    """Whether it is a draft, be it one that cannot be used."""
    return entry.draft is not None or (entry.problem or "").startswith("draft_")


def _reason(target: ModelEntry, draft: ModelEntry) -> AppError | None:
    if draft.draft is None or target.target is None:
        unusable = target if draft.draft else draft
        return ReportedError(unusable.problem or NotAModel.code, dict(unusable.problem_facts))
    return why_not(target.target, draft.draft) or why_not_runnable(draft.draft)


def _is_made_for(choice: DraftChoice, target: ModelEntry) -> bool:
    origin = choice.model.origin
    if origin is None or origin.target is None:
        return False
    made_from = read_origin(target.path)
    return origin.target in (target.path.absolute(), made_from.source if made_from else None)
