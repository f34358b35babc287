"""Where the models of a pair file are on this computer, and how a pair file tells of one."""

from dataclasses import dataclass
from pathlib import Path

from app.models.library.library import Library, LibraryModel
from app.models.library.manifest import Manifest
from app.models.pair_file import ModelPlace, PairFile, read_pair_file


@dataclass(frozen=True, slots=True)
class FoundPair:
    """What a pair file says, and where its models are; None for one that is not there or not asked for."""

    file: PairFile
    target: Path | None = None
    draft: Path | None = None

    @property
    def missing(self) -> tuple[ModelPlace, ...]:
        """The models that are not on this computer."""
        pairs = ((self.file.target, self.target), (self.file.draft, self.draft))
        return tuple(place for place, path in pairs if place is not None and path is None)


def find_pair(path: Path, library: Library) -> FoundPair:
    """Read a pair file and look for its models; raises what `read_pair_file` raises."""
    return find_models(read_pair_file(path), library)


def find_models(file: PairFile, library: Library) -> FoundPair:
    """Look for the models of a pair."""
    fetched = (*library.models(), *library.checkpoints()) if _names_hub(file) else ()
    return FoundPair(file, *(_find(place, fetched) for place in (file.target, file.draft)))


def place_of(path: Path, library: Library) -> ModelPlace:
    """A model at hand as a pair file tells of it: with the repository that it was fetched from, if any."""
    models = {model.entry.path: model for model in (*library.models(), *library.checkpoints())}
    model = models.get(path)
    source = model.origin.source if model and model.origin else path
    notes = (found.fetched for found in (model, models.get(source)) if found)
    note = next((note for note in notes if note is not None), None)
    return ModelPlace(path, note.repo, note.commit, note.name) if note else ModelPlace(path)


def _names_hub(file: PairFile) -> bool:
    return any(place is not None and place.repo for place in (file.target, file.draft))


def _find(place: ModelPlace | None, fetched: tuple[LibraryModel, ...]) -> Path | None:
    if place is None:
        return None
    if place.path is not None and _is_there(place.path):
        return place.path
    return next((model.entry.path for model in fetched if model.fetched and _is_of(model.fetched, place)), None)


def _is_of(note: Manifest, place: ModelPlace) -> bool:
    # Another revision of the same model fits the same partner, as a rule: the pair page says where it does not.
    return bool(place.repo) and note.repo == place.repo and place.file in ("", note.name)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
