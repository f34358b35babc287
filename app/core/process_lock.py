"""A file that one process at a time may hold; the system takes it from a dead one."""

import contextlib
import errno
import os
import sys
import tempfile
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

# What a volume without locks answers, as some network drives do.
NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP})


def has_locks(folder: Path) -> bool:
    """Whether files in a folder can be locked; taken for granted where nothing can be written to find out."""
    if sys.platform == "win32":
        return True
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            fcntl.lockf(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in NO_LOCKS
    return True


class ProcessLock:
    """Held from `taken` until `give_back`."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle = handle

    @classmethod
    def taken(cls, path: Path) -> "ProcessLock | None":
        """The lock, None where another process holds it; raises OSError where there are no locks."""
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if sys.platform == "win32":
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # Whoever held it before may have just taken the file away.
                if not os.path.samestat(os.fstat(handle), path.stat()):
                    raise BlockingIOError
        except (BlockingIOError, PermissionError, FileNotFoundError):
            os.close(handle)
            return None
        except OSError:
            os.close(handle)
            raise
        return cls(path, handle)

    def give_back(self) -> None:
        """Let another process hold it."""
        if sys.platform != "win32":
            with contextlib.suppress(OSError):
                self._path.unlink()
        os.close(self._handle)
