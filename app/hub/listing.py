"""What the Hub lists of a repository, checked: nothing in its answer is believed unread."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app.core.files import safe_join
from app.models.library.manifest import RemoteFile as RemoteFile

_MOST_FILES = 100_000
_MOST_BYTES = 1 << 50


@dataclass(frozen=True, slots=True)
class Listing:
    """A repository at one commit; `gated` is "", "auto" or "manual".

    Names of files count from `folder`, "" for the repository's own, else the path of one inside it.
    """

    repo: str
    revision: str
    commit: str
    files: tuple[RemoteFile, ...]
    gated: str = ""
    tags: tuple[str, ...] = ()
    folder: str = ""

    def inside(self, folder: str) -> "Listing":
        """What one folder of it holds, as if that were all."""
        start = f"{folder}/"
        files = (file for file in self.files if file.name.startswith(start))
        named = tuple(replace(file, name=file.name.removeprefix(start)) for file in files)
        return replace(self, files=named, folder=f"{self.folder}/{folder}" if self.folder else folder)

    def path_of(self, file: RemoteFile) -> str:
        """The name of a file as the repository has it."""
        return f"{self.folder}/{file.name}" if self.folder else file.name

    def file(self, name: str) -> RemoteFile | None:
        """The file of this name."""
        return next((file for file in self.files if file.name == name), None)


def listing_of(answer: Any, repo: str, revision: str) -> Listing:
    """The listing in the Hub's answer about one model with its blobs.

    Raises UnsafePath for a name that points outside, KeyError, TypeError or ValueError for anything else that is wrong.
    """
    commit = answer["sha"]
    if _hex(commit, 40) is None:
        raise ValueError("no commit")
    files = answer["siblings"]
    if len(files) > _MOST_FILES:
        raise ValueError("too many files")
    gated = answer.get("gated")
    tags = tuple(tag for tag in answer.get("tags", ()) if isinstance(tag, str))
    return Listing(repo, revision, commit, tuple(map(_file_of, files)), gated if isinstance(gated, str) else "", tags)


def _file_of(entry: Mapping[str, Any]) -> RemoteFile:
    large = entry.get("lfs") or {}
    name, size_bytes = entry["rfilename"], large.get("size", entry.get("size"))
    safe_join(Path(), name)
    if type(size_bytes) is not int or not 0 <= size_bytes < _MOST_BYTES:
        raise ValueError("no size")
    if large:
        return RemoteFile(name, size_bytes, sha256=_hex(large.get("sha256"), 64))
    return RemoteFile(name, size_bytes, git_oid=_hex(entry.get("blobId"), 40))


def _hex(value: Any, length: int) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or len(value) != length or not set(value) <= set("0123456789abcdef"):
        raise ValueError("no hash")
    return value
