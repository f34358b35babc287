"""What of an offer is on this disk already: fetched, and converted."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.hub.costs import Pick
from app.models.library.library import Library


@dataclass(frozen=True, slots=True)
class AtHand:
    """`fetched` by (repository, file in it, "" for its checkpoint), `made` by (checkpoint, its target, output type)."""

    fetched: Mapping[tuple[str, str], Path] = field(default_factory=dict)
    made: Mapping[tuple[Path, Path | None, str], Path] = field(default_factory=dict)

    def source(self, pick: Pick) -> Path | None:
        """The model as it is fetched, None where it is not here."""
        return self.fetched.get((pick.form.repo, pick.form.file))

    def gguf(self, pick: Pick, target: Pick | None = None) -> Path | None:
        """The file to load, None where it is not here; of a draft the one that was made for `target`."""
        source = self.source(pick)
        if source is None or pick.form.kind == "gguf":
            return source
        return self.made.get((source, self.source(target) if target else None, pick.output_type))


def read_at_hand(library: Library) -> AtHand:
    """Look through the library; takes as long as its files take to read."""
    models = library.models()
    fetched: dict[tuple[str, str], Path] = {}
    for model in (*models, *library.checkpoints()):
        if model.fetched is not None:
            path, repo = model.entry.path, model.fetched.repo
            fetched[repo, model.fetched.name] = path
            if model.entry.form == "gguf":
                fetched[repo, path.name] = path
    origins = [model.origin for model in models if model.origin is not None]
    keys = {(origin.source, origin.target, origin.output_type) for origin in origins if origin.source.exists()}
    made = {key: gguf for key in keys if (gguf := library.converted(*key)) is not None}
    return AtHand(fetched, made)
