"""Where fetched files came from: the note that lies in a folder of theirs."""

from dataclasses import dataclass
from json import dumps
from pathlib import Path

from app.core.errors import AppError
from app.core.files import safe_join, write_bytes
from app.core.messages import from_json, to_json
from app.formats.json_file import read_json_object

MANIFEST_NAME = "slipstream.json"


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file as the Hub lists it: `sha256` for large ones, the name that git gives its content for the others."""

    name: str
    size_bytes: int
    sha256: str | None = None
    git_oid: str | None = None

    @property
    def digest(self) -> str:
        """What its content is known by, "" where the Hub does not say."""
        return self.sha256 or self.git_oid or ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Where the files in a folder came from; `name` is the file that was asked for, empty for the only model.

    `fetched_at` is ISO 8601 in UTC, and empty where they are still coming.
    """

    endpoint: str
    repo: str
    revision: str
    commit: str
    name: str
    fetched_at: str
    files: tuple[RemoteFile, ...]


def read_manifest(folder: Path) -> Manifest | None:
    """The note in a folder of fetched files, None without a readable one, or where it names files elsewhere."""
    try:
        manifest = from_json(Manifest, read_json_object(folder / MANIFEST_NAME))
        assert isinstance(manifest, Manifest)
        for file in manifest.files:
            safe_join(folder, file.name)
    except AppError:
        return None
    return manifest


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Put the note into a folder; raises PathNotWritable or DiskFull."""
    text = dumps(to_json(manifest), ensure_ascii=False, indent=1)
    write_bytes(folder / MANIFEST_NAME, text.encode())
