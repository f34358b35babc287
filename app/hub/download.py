"""Fetches a model whole: planned, resumed, verified, and put in its place all at once."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from errno import EDQUOT, ENOSPC
from pathlib import Path

from app.core.errors import AppError, Fact
from app.core.files import free_bytes, sync_folder, write_failure
from app.core.progress import Progress
from app.hub.account import tokens_page
from app.hub.at_hand import copies, listings_at_hand, take
from app.hub.client import HubClient
from app.hub.errors import (
    HubConnectionLost,
    HubDiskFull,
    HubFileDamaged,
    HubOffline,
    HubSilent,
    HubUnreachable,
)
from app.hub.files import Choice, check_index, choose
from app.hub.listing import Listing, RemoteFile
from app.hub.shelf import Manifest, Shelf, discard_incomplete
from app.hub.transfer import fetch
from app.hub.verify import found_digest

_DAMAGED_SUFFIX = ".damaged"
_INDEX_SUFFIX = ".index.json"
_MOST_INDEX_BYTES = 64 << 20
# Nobody could be asked what there is.
_AWAY = (HubOffline, HubUnreachable, HubSilent, HubConnectionLost)
# What the file system wants for itself.
_SPARE_BYTES = 16 << 20


@dataclass(frozen=True, slots=True)
class Note:
    """Something unusual that went well in the end; worded in app/texts under its code."""

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PullPlan:
    """What will be fetched, nothing of it yet; `present_bytes` are on the disk already, in part or whole.

    `name` is the file that was asked for, empty for the only model.
    """

    listing: Listing
    name: str
    choice: Choice
    shelf: Shelf
    missing: tuple[RemoteFile, ...]
    present_bytes: int

    @property
    def size_bytes(self) -> int:
        """Bytes of the whole model."""
        return self.choice.size_bytes

    @property
    def fetch_bytes(self) -> int:
        """Bytes still to come, at most: what the Hub's cache holds is found out later."""
        return self.size_bytes - self.present_bytes


@dataclass(frozen=True, slots=True)
class Pulled:
    """A model that is there whole: `path` is its folder, or its file where it is a GGUF."""

    path: Path
    commit: str
    size_bytes: int
    fetched_bytes: int
    notes: tuple[Note, ...]


def plan_pull(
    client: HubClient, repo: str, library: Path, progress: Progress, *, revision: str | None = None, name: str = ""
) -> PullPlan:
    """Ask the Hub what there is and decide what to fetch into the folder `library`.

    Where the Hub cannot be asked, what is whole in the library will do. Raises what `HubClient.listing` and `choose`
    raise, HubShardMissing also where the model's index tells of it.
    """
    try:
        listing = client.listing(repo, revision, progress)
    except _AWAY:
        if (plan := _plan_at_hand(library, repo, revision, name)) is None:
            raise
        return plan
    choice = choose(listing, name or None)
    shelf = Shelf(library, listing.repo, listing.commit, name)
    missing = shelf.missing(choice.files)
    for index in [file for file in missing if file.name.endswith(_INDEX_SUFFIX)]:
        _check_index(client, listing, index, progress)
    present = sum(file.size_bytes for file in choice.files if file not in missing)
    present += sum(map(shelf.present_bytes, missing))
    return PullPlan(listing, name, choice, shelf, missing, present)


def _plan_at_hand(library: Path, repo: str, revision: str | None, name: str) -> PullPlan | None:
    """The plan to fetch nothing, as all of the model was fetched before."""
    for listing in listings_at_hand(library, repo, revision):
        with suppress(AppError):
            choice = choose(listing, name or None)
            shelf = Shelf(library, repo, listing.commit, name)
            if not shelf.missing(choice.files):
                return PullPlan(listing, name, choice, shelf, (), choice.size_bytes)
    return None


def pull(client: HubClient, plan: PullPlan, progress: Progress) -> Pulled:
    """Fetch what is missing; nothing is at its place before all of it is whole. What came so far survives a failure.

    Raises what fetching can fail with, HubDiskFull, HubFileDamaged, HubBusy and Cancelled.
    """
    with plan.shelf.held():
        gathering = _Gathering(client, plan, progress)
        if plan.missing:
            gathering.gather()
            now = datetime.now(UTC).isoformat(timespec="seconds")
            plan.shelf.finish(_manifest(client, plan, now))
    with suppress(AppError):
        # What was begun at an older commit: its files served as far as they were the same.
        discard_incomplete(plan.shelf.library, plan.listing.repo, plan.name)
    folder = plan.shelf.folder
    path = folder / plan.choice.main if plan.choice.main else folder
    return Pulled(path, plan.listing.commit, plan.size_bytes, gathering.fetched_bytes, tuple(gathering.notes))


def _check_index(client: HubClient, listing: Listing, index: RemoteFile, progress: Progress) -> None:
    content = client.content(listing, index, _MOST_INDEX_BYTES, progress)
    with suppress(ValueError, RecursionError):
        # An index that cannot be read is told of by whoever opens the model.
        weight_map = json.loads(content).get("weight_map", {})
        check_index(listing, {str(tensor): str(name) for tensor, name in weight_map.items()})


def _manifest(client: HubClient, plan: PullPlan, fetched_at: str = "") -> Manifest:
    listing = plan.listing
    return Manifest(
        client.endpoint, listing.repo, listing.revision, listing.commit, plan.name, fetched_at, plan.missing
    )


class _Gathering:
    """The work of one pull: files one after another into the shelf's staging folder."""

    def __init__(self, client: HubClient, plan: PullPlan, progress: Progress) -> None:
        self.notes: list[Note] = []
        self.fetched_bytes = 0
        self._client = client
        self._plan = plan
        self._shelf = plan.shelf
        self._progress = progress
        # Of all files but the one at work; what an earlier try brought is no speed of this one.
        to_come = sum(file.size_bytes - plan.shelf.present_bytes(file) for file in plan.missing)
        self._other_bytes = plan.size_bytes - to_come

    def gather(self) -> None:
        self._tell(0)
        self._require_room()
        self._shelf.begin(_manifest(self._client, self._plan))
        for file in self._plan.missing:
            self._other_bytes -= self._shelf.present_bytes(file)
            self._bring(file)
            self._other_bytes += file.size_bytes
            self._tell(0)
        if self._client.token_was_refused:
            self.notes.append(Note("hub_token_ignored", {"link": tokens_page(self._client.endpoint)}))

    def _bring(self, file: RemoteFile) -> None:
        """Have the file staged, which it is only when it was verified."""
        staged, part = self._shelf.staged(file), self._shelf.part(file)
        if staged.is_file():
            return
        with self._writing(file):
            part.parent.mkdir(parents=True, exist_ok=True)
            if not self._take_copy(file, part):
                self._fetch(file, part)
            part.replace(staged)
            sync_folder(staged.parent)
            part.with_name(part.name + _DAMAGED_SUFFIX).unlink(missing_ok=True)

    def _take_copy(self, file: RemoteFile, part: Path) -> bool:
        """Whether the file was on this disk, and is what it should be."""
        if not file.digest:
            return False
        for copy in copies(self._client, self._shelf, self._plan.listing, file):
            taken = part.with_name(part.name + ".copy")
            take(copy, taken, self._progress)
            if found_digest(taken, file, self._progress) == file.digest:
                taken.replace(part)
                return True
            taken.unlink()
        return False

    def _fetch(self, file: RemoteFile, part: Path) -> None:
        """Fetch and verify; what arrives damaged is put aside and fetched anew, once."""
        for is_last in (False, True):
            self._fetch_once(file, part)
            found = found_digest(part, file, self._progress)
            if found == file.digest:
                return
            part.replace(part.with_name(part.name + _DAMAGED_SUFFIX))
            if is_last:
                raise HubFileDamaged(repo=self._plan.listing.repo, name=file.name, expected=file.digest, got=found)
            self.notes.append(Note("hub_fetched_anew", {"name": file.name}))

    def _fetch_once(self, file: RemoteFile, part: Path) -> None:
        part.touch()
        before = part.stat().st_size
        if before > file.size_bytes:
            part.write_bytes(b"")
            before = 0
        fetch(self._client, self._plan.listing, file, part, self._tell, self._progress)
        self.fetched_bytes += file.size_bytes - before
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())

    def _tell(self, done_of_file: int) -> None:
        self._progress.update("hub_fetch", self._other_bytes + done_of_file, self._plan.size_bytes)

    def _require_room(self) -> None:
        needed, free = self._needed_bytes(), free_bytes(self._shelf.staging)
        if needed > free:
            raise HubDiskFull(path=str(self._shelf.repo_folder), needed_bytes=needed, free_bytes=free)

    def _needed_bytes(self) -> int:
        """Bytes that have to be free: for what is still to be written, without what lies at hand on the disk."""
        to_come = [file for file in self._plan.missing if not self._is_at_hand(file)]
        return _SPARE_BYTES + sum(file.size_bytes - self._shelf.present_bytes(file) for file in to_come)

    def _is_at_hand(self, file: RemoteFile) -> bool:
        volume = self._shelf.repo_folder.stat().st_dev
        found = copies(self._client, self._shelf, self._plan.listing, file)
        return any(copy.stat().st_dev == volume for copy in found)

    @contextmanager
    def _writing(self, file: RemoteFile) -> Iterator[None]:
        """Word what the disk says; what was written stays."""
        try:
            yield
        except AppError:
            raise
        except OSError as error:
            path = self._shelf.repo_folder
            if error.errno in (ENOSPC, EDQUOT):
                needed, free = self._needed_bytes(), free_bytes(path)
                raise HubDiskFull(path=str(path), needed_bytes=needed, free_bytes=free) from error
            raise write_failure(error, path / file.name) from error
