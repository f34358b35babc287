"""Whether a file on disk is what the Hub listed."""

import hashlib
from pathlib import Path

from app.core.files import sha256
from app.core.progress import Progress
from app.hub.listing import RemoteFile


def found_digest(path: Path, file: RemoteFile, progress: Progress) -> str:
    """The hash of the file at `path`, of the kind that the listing states, "" where it states none.

    Reported as stage "check". Raises PathNotReadable.
    """
    if file.sha256:
        return sha256(path, progress)
    if file.git_oid:
        progress.update("check", 0, file.size_bytes)
        return git_oid(path)
    return ""


def git_oid(path: Path) -> str:
    """The name that git gives the content of a small file: sha1 over "blob SIZE\\0" and the bytes."""
    content = path.read_bytes()
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
