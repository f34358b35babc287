"""Where fetched models lie: hub/OWNER--NAME/COMMIT, which is there only when it is whole, with a note of its origin."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from glob import escape
from hashlib import sha256
from pathlib import Path

from app.core.files import PART_SUFFIX, safe_join, sync_folder, write_failure
from app.core.process_lock import NO_LOCKS
from app.hub.errors import HubBusy
from app.models.library.manifest import MANIFEST_NAME as MANIFEST_NAME
from app.models.library.manifest import Manifest as Manifest
from app.models.library.manifest import RemoteFile, write_manifest
from app.models.library.manifest import read_manifest as read_manifest

_HUB = "hub"
# As many digits as nobody shares by chance; all forty would make paths too long for Windows.
_COMMIT_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Incomplete:
    """A model whose fetching stopped in the middle; asking for the same again goes on with it."""

    repo: str
    revision: str
    name: str
    size_bytes: int
    present_bytes: int


class Shelf:
    """The place of one repository at one commit in the folder of the library.

    `staging` is where gathers what is asked for at once, the only model or the file `name` with its parts; whole, it
    becomes `folder` or joins what is there.
    """

    def __init__(self, library: Path, repo: str, commit: str, name: str = "") -> None:
        owner, _, repo_name = repo.partition("/")
        self._repo = repo
        self.library = library
        self.repo_folder = library / _HUB / f"{owner}--{repo_name}"
        self.folder = self.repo_folder / commit[:_COMMIT_DIGITS]
        own = f"-{sha256(name.encode()).hexdigest()[:8]}" if name else ""
        self.staging = self.folder.with_name(self.folder.name + own + PART_SUFFIX)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep others from fetching the same repository; raises HubBusy, PathNotWritable or DiskFull."""
        # Takes long to import, and the window asks a shelf for no more than what lies there.
        from filelock import FileLock

        lock = FileLock(self.repo_folder / ".lock", blocking=False)
        try:
            self.repo_folder.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except TimeoutError as error:
            raise HubBusy(repo=self._repo) from error
        except OSError as error:
            # Two who fetch the same at once are found out when a file is checked.
            if error.errno not in NO_LOCKS:
                raise write_failure(error, self.repo_folder) from error
        try:
            yield
        finally:
            lock.release()

    def missing(self, files: Sequence[RemoteFile]) -> tuple[RemoteFile, ...]:
        """Those that are not at their place, whole as the note says and as long as they should be."""
        manifest = read_manifest(self.folder)
        present = manifest.files if manifest else ()
        return tuple(file for file in files if file not in present or _size(self.folder / file.name) != file.size_bytes)

    def staged(self, file: RemoteFile) -> Path:
        """Where a verified file waits for the others."""
        return safe_join(self.staging, file.name)

    def part(self, file: RemoteFile) -> Path:
        """Where a file grows."""
        path = self.staged(file)
        return path.with_name(path.name + PART_SUFFIX)

    def present_bytes(self, file: RemoteFile) -> int:
        """How much of a file is staged, whole or in part."""
        sizes = [_size(path) for path in (self.staged(file), self.part(file))]
        return min(max(*sizes, 0), file.size_bytes)

    def begin(self, manifest: Manifest) -> None:
        """Note what is coming, so that it can be gone on with after whatever stops it."""
        write_manifest(self.staging, manifest)

    def discard(self) -> None:
        """Give up what is staged; raises PathNotWritable."""
        try:
            shutil.rmtree(self.staging)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise write_failure(error, self.staging) from error

    def finish(self, manifest: Manifest) -> None:
        """Make everything staged appear at its place, beside what is there of the same commit; the note comes last."""
        present = read_manifest(self.folder)
        try:
            self._sweep(manifest)
            if present is None and not self.folder.exists():
                write_manifest(self.staging, manifest)
                self.staging.rename(self.folder)
            else:
                self._move_files(manifest)
                kept = [file for file in (present.files if present else ()) if file not in manifest.files]
                write_manifest(self.folder, replace(manifest, files=(*kept, *manifest.files)))
            sync_folder(self.repo_folder)
        except OSError as error:
            raise write_failure(error, self.folder) from error

    def _sweep(self, manifest: Manifest) -> None:
        """Remove what earlier, stopped tries left among the staged files."""
        wanted = {self.staged(file) for file in manifest.files}
        for path in [path for path in self.staging.rglob("*") if path.is_file() and path not in wanted]:
            path.unlink()

    def _move_files(self, manifest: Manifest) -> None:
        for file in manifest.files:
            place = safe_join(self.folder, file.name)
            place.parent.mkdir(parents=True, exist_ok=True)
            self.staged(file).replace(place)
        shutil.rmtree(self.staging)


def _size(path: Path) -> int:
    """Bytes of a file, -1 where none is."""
    try:
        return path.stat().st_size
    except OSError:
        return -1


def incomplete(library: Path) -> tuple[Incomplete, ...]:
    """What was begun in the folder `library` and is not whole, by name; of one begun at several commits the last.

    A try that brought nothing is none.
    """
    found: dict[tuple[str, str], Incomplete] = {}
    for staging in sorted(library.glob(f"{_HUB}/*/*{PART_SUFFIX}"), key=_begun_at):
        if manifest := read_manifest(staging):
            shelf = Shelf(library, manifest.repo, manifest.commit, manifest.name)
            size_bytes = sum(file.size_bytes for file in manifest.files)
            present_bytes = sum(map(shelf.present_bytes, manifest.files))
            if present_bytes:
                stopped = Incomplete(manifest.repo, manifest.revision, manifest.name, size_bytes, present_bytes)
                found[manifest.repo, manifest.name] = stopped
    return tuple(stopped for _, stopped in sorted(found.items()))


def _begun_at(staging: Path) -> float:
    try:
        return (staging / MANIFEST_NAME).stat().st_mtime
    except OSError:
        return 0.0


def discard_incomplete(library: Path, repo: str, name: str) -> None:
    """Remove what was begun of a model and is not whole, unless somebody is fetching it now.

    `name` as in the Manifest. Raises PathNotWritable.
    """
    owner, _, repo_name = repo.partition("/")
    for staging in sorted(library.glob(f"{_HUB}/{escape(f'{owner}--{repo_name}')}/*{PART_SUFFIX}")):
        manifest = read_manifest(staging)
        if manifest and (manifest.repo, manifest.name) == (repo, name):
            shelf = Shelf(library, repo, manifest.commit, name)
            with suppress(HubBusy), shelf.held():
                shelf.discard()
