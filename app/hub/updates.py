"""Whether the Hub has something newer than what was fetched: other files of the same model, not just another commit."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.errors import AppError, Fact, code_of
from app.core.progress import Progress
from app.hub.errors import (
    HubAccessDenied,
    HubFileMissing,
    HubLicenceNotAccepted,
    HubNoWeights,
    HubRepoDisabled,
    HubRepoMissing,
    HubRevisionMissing,
    HubSeveralFiles,
    HubShardMissing,
    HubTokenNeeded,
)
from app.hub.files import choose
from app.models.library.manifest import Manifest

if TYPE_CHECKING:
    from app.hub.client import HubClient

# What concerns one repository alone: the others are asked all the same.
_OF_ONE = (
    HubAccessDenied,
    HubFileMissing,
    HubLicenceNotAccepted,
    HubNoWeights,
    HubRepoDisabled,
    HubRepoMissing,
    HubRevisionMissing,
    HubSeveralFiles,
    HubShardMissing,
    HubTokenNeeded,
)


@dataclass(frozen=True, slots=True)
class Update:
    """What the Hub says of a fetched model.

    `commit` is the newer one, "" where there is nothing newer; `fetch_bytes` are those of the files that differ. A
    `problem` with its facts says why it could not be found out.
    """

    repo: str
    name: str
    commit: str = ""
    fetch_bytes: int = 0
    problem: str = ""
    problem_facts: tuple[tuple[str, Fact], ...] = ()


def check_updates(client: "HubClient", fetched: Iterable[Manifest], progress: Progress) -> tuple[Update, ...]:
    """Ask for each model; one fetched by its very commit cannot change. Raises what concerns the Hub as a whole."""
    return tuple(_check(client, note, progress) for note in fetched)


def _check(client: "HubClient", note: Manifest, progress: Progress) -> Update:
    if re.fullmatch(r"[0-9a-f]{40}", note.revision):
        return Update(note.repo, note.name)
    try:
        listing = client.listing(note.repo, note.revision, progress)
        files = choose(listing, note.name or None).files
    except _OF_ONE as error:
        return _failed(note, error)
    newer = [file for file in files if file not in note.files] if listing.commit != note.commit else []
    if not newer:
        return Update(note.repo, note.name)
    known = {file.digest for file in note.files if file.digest}
    return Update(
        note.repo, note.name, listing.commit, sum(file.size_bytes for file in newer if file.digest not in known)
    )


def _failed(note: Manifest, error: AppError) -> Update:
    return Update(note.repo, note.name, problem=code_of(error), problem_facts=tuple(error.facts.items()))
