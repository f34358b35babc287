"""The models at hand: converted or fetched into the library's folder, and lying elsewhere where the user pointed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from json import dumps
from pathlib import Path

from app.core.errors import AppError, PathMissing, ReportedError
from app.core.files import PART_SUFFIX, remove_abandoned, write_bytes
from app.formats.checkpoint import weight_format
from app.formats.errors import ShardMissing
from app.formats.gguf import part_paths
from app.formats.json_file import read_json_object
from app.models.entry import ModelEntry
from app.models.errors import NotAModel
from app.models.library.last_used import last_used
from app.models.library.manifest import MANIFEST_NAME, Manifest, read_manifest
from app.models.library.origin import Origin, read_origin, source_stamp, write_origin
from app.models.library.removal import plan_removal, remove
from app.models.library.seen import SeenModels
from app.models.library.trial_notes import forget_trials, trials_of
from app.models.library.user_folders import UserFolder, forget_user_folder, read_user_folder
from app.models.pairing import why_not, why_not_runnable
from app.models.recognition.inspect import inspect_model, problem_entry
from app.models.trial import TrialRecord

_OUTSIDE_NAME = "outside.json"


@dataclass(frozen=True, slots=True)
class LibraryModel:
    """A model at hand; `origin` is None for what was not converted here; `is_outside` says that it lies elsewhere.

    `fetched` tells where it came from, if that is the Hub, and by which `name` this very model is asked for again;
    `folder` is the user's own that it was found in. `last_used` is ISO 8601 in UTC, empty where it never was. `trials`
    tells of a draft how it worked with the targets that it was tried with, newest first.
    """

    entry: ModelEntry
    origin: Origin | None
    is_outside: bool
    fetched: Manifest | None = None
    folder: Path | None = None
    last_used: str = ""
    trials: tuple[TrialRecord, ...] = ()

    @property
    def trial(self) -> TrialRecord | None:
        """The last time that it was tried with a target; of the two files still being as they were then."""
        return next(iter(self.trials), None)

    def trial_with(self, target: Path) -> TrialRecord | None:
        """How it worked with this target, None where it was not tried."""
        return next((trial for trial in self.trials if trial.target == target), None)


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
        self._seen = SeenModels(self.folder)

    def models(self) -> tuple[LibraryModel, ...]:
        """All GGUF models by name; files still being written (.part) are not among them."""
        used, fetched = last_used(self.folder), self._fetched()
        models: dict[Path, LibraryModel] = {}
        for path in self._files():
            note = _note_of(path, fetched)
            models[path] = LibraryModel(self._entry(path), read_origin(path), False, note, None, used.get(path, ""))
        for folder in self.folders():
            for entry in folder.entries:
                if entry.form == "gguf" and entry.path not in models:
                    time = used.get(entry.path, "")
                    models[entry.path] = LibraryModel(entry, None, True, None, folder.path, time)
        for path in self._outside():
            if path not in models:
                models[path] = LibraryModel(self._entry(path), None, True, last_used=used.get(path, ""))
        self._seen.save()
        return _by_name(self._with_trials(models.values()))

    def checkpoints(self) -> tuple[LibraryModel, ...]:
        """Checkpoints that were fetched or lie in the user's folders, by name: to be converted, not to chat with."""
        fetched = self._fetched()
        found = {
            path: LibraryModel(self._entry(path), None, False, note)
            for path, note in self._fetched_checkpoints(fetched).items()
        }
        self._seen.save()
        for folder in self.folders():
            for entry in folder.entries:
                if entry.form == "checkpoint" and entry.path not in found:
                    found[entry.path] = LibraryModel(entry, None, True, folder=folder.path)
        return _by_name(found.values())

    def fetched(self) -> tuple[Manifest, ...]:
        """The notes of all models that were fetched from the Hub."""
        return tuple(model.fetched for model in (*self.models(), *self.checkpoints()) if model.fetched is not None)

    def folders(self) -> tuple[UserFolder, ...]:
        """The user's own folders as they were seen last; their drives are not asked."""
        return tuple(read_user_folder(self.folder, Path(path)) for path in self._listed("folders"))

    def add_folder(self, path: Path) -> None:
        """Take a folder of the user's own into the list; what is in it shows once somebody has looked through it."""
        folders, place = self._listed("folders"), str(path.resolve())
        if place not in folders:
            self._write_outside(self._outside(), (*folders, place))

    def remove_folder(self, path: Path) -> None:
        """Take a folder out of the list; everything in it stays."""
        self._write_outside(self._outside(), tuple(known for known in self._listed("folders") if known != str(path)))
        forget_user_folder(self.folder, path)

    def targets(self) -> tuple[LibraryModel, ...]:
        """The models to chat with; drafts are not among them."""
        return tuple(filter(_is_target, self.models()))

    def drafts_for(self, target: ModelEntry) -> tuple[DraftChoice, ...]:
        """Every draft at hand: first those that fit, and among them those that were converted for this very target."""
        return _drafts_for(
            target, [model for model in self.models() if _is_draft(model.entry)], read_origin(target.path)
        )

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
        """Delete what conversions that were killed left half-written, and notes of files that never came to be."""
        remove_abandoned(self.folder, "*.gguf")
        for note in self.folder.glob("*.gguf.json"):
            file = note.with_suffix("")
            if not file.exists() and not file.with_name(file.name + PART_SUFFIX).exists():
                with suppress(OSError):
                    note.unlink(missing_ok=True)

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
        forget_trials(self.folder, path)
        remove(self.folder, plan_removal(self.folder, (path,)))

    def _with_trials(self, models: Iterable[LibraryModel]) -> Iterator[LibraryModel]:
        stamps = {seen.entry.path: seen.stamp for folder in self.folders() for seen in folder.models}
        for model in models:
            is_draft = model.entry.draft is not None
            yield replace(model, trials=trials_of(self.folder, model.entry.path, stamps)) if is_draft else model

    def _files(self) -> Iterator[Path]:
        for path in sorted(self.folder.rglob("*.gguf")):
            if path.is_file() and not self._is_arriving(path) and _is_first_part(path):
                yield path

    def _is_arriving(self, path: Path) -> bool:
        """Whether it waits in a .part folder for the rest of what is being fetched with it."""
        return any(parent.endswith(PART_SUFFIX) for parent in path.relative_to(self.folder).parts[:-1])

    def _fetched(self) -> Mapping[Path, Manifest]:
        """The folders of what was fetched from the Hub, with the note in each."""
        folders = [path.parent for path in sorted(self.folder.glob(f"*/*/*/{MANIFEST_NAME}"))]
        notes = ((folder, read_manifest(folder)) for folder in folders if folder.suffix != PART_SUFFIX)
        return {folder: note for folder, note in notes if note is not None}

    def _fetched_checkpoints(self, fetched: Mapping[Path, Manifest]) -> Mapping[Path, Manifest]:
        found = {}
        for folder, note in fetched.items():
            for config in (Path(file.name) for file in note.files if Path(file.name).name == "config.json"):
                beside = [Path(file.name).name for file in note.files if Path(file.name).parent == config.parent]
                if weight_format(beside) is not None and (folder / config).is_file():
                    found[folder / config.parent] = note
        return found

    def _outside(self) -> tuple[Path, ...]:
        return tuple(map(Path, self._listed("paths")))

    def _listed(self, name: str) -> tuple[str, ...]:
        try:
            paths = read_json_object(self.folder / _OUTSIDE_NAME).get(name)
        except AppError:
            return ()
        return tuple(path for path in paths if isinstance(path, str)) if isinstance(paths, list) else ()

    def _write_outside(self, paths: Sequence[Path], folders: Sequence[str] | None = None) -> None:
        kept = self._listed("folders") if folders is None else folders
        content = {"paths": [str(path) for path in paths], "folders": list(kept)}
        # In ASCII, for a path may hold bytes that are no text.
        write_bytes(self.folder / _OUTSIDE_NAME, dumps(content, indent=1).encode())

    def _entry(self, path: Path) -> ModelEntry:
        stamp = source_stamp(path)
        if not stamp:
            return problem_entry(path, PathMissing(path=str(path)))
        known = self._seen.entry(path, stamp)
        if known is not None:
            return known
        try:
            entry = inspect_model(path)
        except AppError as error:
            return problem_entry(path, error)
        self._seen.note(path, stamp, entry)
        return entry


def targets_with_drafts(models: Sequence[LibraryModel]) -> tuple[tuple[LibraryModel, tuple[DraftChoice, ...]], ...]:
    """The targets of a list of models, each with every draft of the list in the order of `Library.drafts_for`."""
    drafts = [model for model in models if _is_draft(model.entry)]
    targets = filter(_is_target, models)
    return tuple((target, _drafts_for(target.entry, drafts, target.origin)) for target in targets)


def _is_target(model: LibraryModel) -> bool:
    """Whether it can be chatted with as it is: no draft, and no checkpoint that is still to be converted."""
    return model.entry.target is not None and model.entry.form == "gguf"


def _drafts_for(target: ModelEntry, drafts: Sequence[LibraryModel], origin: Origin | None) -> tuple[DraftChoice, ...]:
    made_from = (target.path.absolute(), origin.source if origin else None)
    choices = [DraftChoice(draft, _reason(target, draft.entry)) for draft in drafts]
    return tuple(sorted(choices, key=lambda choice: (choice.reason is not None, not _is_made_for(choice, made_from))))


def _note_of(path: Path, fetched: Mapping[Path, Manifest]) -> Manifest | None:
    folder = next((parent for parent in path.parents if parent in fetched), None)
    if folder is None:
        return None
    note = fetched[folder]
    # Several files may have been fetched into one folder, one after another; its note names the last.
    return replace(note, name=path.relative_to(folder).as_posix()) if note.name else note


def _by_name(models: Iterable[LibraryModel]) -> tuple[LibraryModel, ...]:
    return tuple(sorted(models, key=lambda model: model.entry.name.casefold()))


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


def _is_made_for(choice: DraftChoice, sources: tuple[Path | None, ...]) -> bool:
    origin = choice.model.origin
    return origin is not None and origin.target is not None and origin.target in sources
