"""What is on this disk already, so that it is not fetched again: the library, the Hub's cache, own folders."""

import os
from collections.abc import Iterator
from pathlib import Path

from huggingface_hub import try_to_load_from_cache

from app.core.files import PART_SUFFIX
from app.core.progress import Progress
from app.hub.client import HubClient
from app.hub.listing import Listing, RemoteFile
from app.hub.shelf import Shelf, read_manifest
from app.models.library.library import Library

_CHUNK_BYTES = 4 << 20


def copies(client: HubClient, shelf: Shelf, listing: Listing, file: RemoteFile) -> Iterator[Path]:
    """Files of the right size that should be this one; whoever takes one checks it."""
    for path in _places(client, shelf, listing, file):
        try:
            real = path.resolve(strict=True)
            if real.is_file() and real.stat().st_size == file.size_bytes:
                yield real
        except OSError:
            continue


def _places(client: HubClient, shelf: Shelf, listing: Listing, file: RemoteFile) -> Iterator[Path]:
    yield shelf.folder / file.name
    cached = try_to_load_from_cache(listing.repo, file.name, cache_dir=client.cache, revision=listing.commit)
    if isinstance(cached, str):
        yield Path(cached)
    if file.digest:
        owner, _, name = listing.repo.partition("/")
        yield client.cache / f"models--{owner}--{name}" / "blobs" / file.digest
        for folder in sorted(shelf.repo_folder.glob("*/")):
            manifest = read_manifest(folder)
            if manifest and any((old.name, old.digest) == (file.name, file.digest) for old in manifest.files):
                yield folder / file.name
        yield from _in_user_folders(shelf.library, file)


def _in_user_folders(library: Path, file: RemoteFile) -> Iterator[Path]:
    """Where a file of this name may lie beside the models of the user's own folders."""
    models = [entry.path for folder in Library(library).folders() for entry in folder.entries]
    folders = dict.fromkeys(path.parent if path.suffix.lower() == ".gguf" else path for path in models)
    return (folder / file.name.rpartition("/")[2] for folder in folders)


def listings_at_hand(library: Path, repo: str, revision: str | None) -> Iterator[Listing]:
    """What was fetched of a repository before, as its listing; of a revision, or with None of any, the newest first."""
    folders = Shelf(library, repo, "").repo_folder.glob("*/")
    notes = [note for folder in folders if not folder.name.endswith(PART_SUFFIX) and (note := read_manifest(folder))]
    for note in sorted(notes, key=lambda note: note.fetched_at, reverse=True):
        if note.repo == repo and revision in (None, note.revision, note.commit):
            yield Listing(repo, note.revision, note.commit, note.files)


def take(copy: Path, part: Path, progress: Progress) -> None:
    """Make `part` the same file, which takes no room, or a copy where the volume is another (stage "hub_copy")."""
    part.unlink(missing_ok=True)
    try:
        os.link(copy, part)
        return
    except OSError:
        total, done = copy.stat().st_size, 0
    with copy.open("rb") as source, part.open("wb") as stream:
        while chunk := source.read(_CHUNK_BYTES):
            stream.write(chunk)
            done += len(chunk)
            progress.update("hub_copy", done, total)
