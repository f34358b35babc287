"""The folder of this computer, and of one person alone, for the sockets and locks of programs that run."""

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

# The longest that the address of a socket may be: 103 bytes on macOS, 107 on Linux.
_LONGEST_ADDRESS = 100
_LONGEST_NAME = 30


def runtime_folder() -> Path:
    """The folder, made where it is missing; raises OSError, PermissionError where it is not ours alone.

    It lies on no network drive, so what is locked there is locked for this computer only. The name of a file in it may
    have 29 characters if it is to be the address of a socket.
    """
    if sys.platform == "win32":
        folder = Path(tempfile.gettempdir()) / "slipstream"
        folder.mkdir(parents=True, exist_ok=True)
        return folder
    folder = next(folder for folder in _places() if len(os.fsencode(folder)) + _LONGEST_NAME < _LONGEST_ADDRESS)
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        # Somebody else's: they could listen in, or keep every window from opening.
        raise PermissionError(f"{folder} is not ours alone")
    return folder


def _places() -> Iterator[Path]:
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime.startswith("/") and os.access(runtime, os.W_OK):
        yield Path(runtime) / "slipstream"
    yield Path(tempfile.gettempdir()) / f"slipstream-{os.getuid()}"
    yield Path("/tmp") / f"slipstream-{os.getuid()}"
