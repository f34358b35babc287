"""Files that change all at once, paths that stay inside their folder, room on the volume."""

import errno
import hashlib
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.core.errors import AppError, BeingWritten, DiskFull, PathNotReadable, PathNotWritable, UnsafePath
from app.core.progress import Progress

if sys.platform != "win32":
    import fcntl

PART_SUFFIX = ".part"
_CHUNK_BYTES = 4 << 20


def safe_join(folder: Path, name: str) -> Path:
    """The path of `name` inside `folder`; raises UnsafePath unless it is a plain relative name that stays inside."""
    parts = name.replace("\\", "/").split("/")
    is_plain = all(part not in ("", ".", "..") and ":" not in part and "\0" not in part for part in parts)
    if not is_plain:
        raise UnsafePath(name=name, path=str(folder))
    return folder.joinpath(*parts)


def free_bytes(path: Path) -> int:
    """Free bytes on the volume that holds `path` or its nearest parent that is there."""
    folder = path
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return shutil.disk_usage(folder).free


def require_room(path: Path, needed_bytes: int) -> None:
    """Raise DiskFull unless the volume of `path` has `needed_bytes` free."""
    free = free_bytes(path)
    if free < needed_bytes:
        raise DiskFull(path=str(path), needed_bytes=needed_bytes, free_bytes=free)


def write_failure(error: OSError, path: Path) -> AppError:
    """The failure to raise for what the system said while writing `path`."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(path=str(path), needed_bytes=None, free_bytes=free_bytes(path))
    return PathNotWritable(path=str(path), detail=error.strerror or str(error))


def sync_folder(folder: Path) -> None:
    """Make a rename in `folder` survive a power cut, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give the `.part` path to write; on success it is synced and replaces `path`, otherwise it is removed."""
    part = path.with_name(path.name + PART_SUFFIX)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield part
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())
        part.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise write_failure(error, path) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


@contextmanager
def sole_writer(path: Path) -> Iterator[None]:
    """Keep every other program from writing `path` as well; what a killed one left of its `.part` is removed first.

    Raises BeingWritten, PathNotWritable, DiskFull.
    """
    part = path.with_name(path.name + PART_SUFFIX)
    try:
        if not path.parent.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
        if sys.platform == "win32":
            # A file that a program has open cannot be removed there: the second writer fails by itself.
            part.unlink(missing_ok=True)
            lock = None
        else:
            lock = _locked(part, path)
    except OSError as error:
        raise write_failure(error, path) from error
    try:
        yield
    finally:
        if lock is not None:
            os.close(lock)


def _locked(part: Path, path: Path) -> int:
    """A descriptor of the empty file `part`, locked for as long as it is open."""
    while True:
        lock = os.open(part, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(lock)
            raise BeingWritten(path=str(path)) from error
        except OSError:
            # A volume without locks: two writers at once are then found out when the file is verified.
            pass
        with suppress(FileNotFoundError):
            # Otherwise the one before has just given it its name.
            if os.path.samestat(os.fstat(lock), part.stat()):
                os.ftruncate(lock, 0)
                return lock
        os.close(lock)


def remove_abandoned(folder: Path, pattern: str) -> None:
    """Delete what killed writers left in `folder` of files named like `pattern`; what is being written now stays."""
    for part in folder.glob(pattern + PART_SUFFIX):
        with suppress(AppError, OSError), sole_writer(part.with_suffix("")):
            part.unlink(missing_ok=True)


def write_bytes(path: Path, content: bytes) -> None:
    """Write a small file all at once."""
    with replacing(path) as part:
        part.write_bytes(content)


def sha256(path: Path, progress: Progress) -> str:
    """Hex digest of a file, reported as stage "check"."""
    digest = hashlib.sha256()
    try:
        total = path.stat().st_size
        with path.open("rb") as stream:
            done = 0
            while chunk := stream.read(_CHUNK_BYTES):
                digest.update(chunk)
                done += len(chunk)
                progress.update("check", done, total)
    except OSError as error:
        raise PathNotReadable(path=str(path), detail=error.strerror or str(error)) from error
    return digest.hexdigest()
