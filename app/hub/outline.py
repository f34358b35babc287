"""A folder that looks like a repository: small files as they are, of the weights only their heads, the rest holes.

So whoever reads models from the disk reads what is still on the Hub, and no second reader of anything is needed.
"""

import ctypes
import sys
from pathlib import Path
from typing import IO

from app.core.files import safe_join
from app.core.progress import Progress
from app.formats.errors import FormatError
from app.formats.gguf import read_gguf
from app.formats.safetensors import MAX_HEADER_BYTES
from app.hub.client import HubClient
from app.hub.listing import Listing, RemoteFile

if sys.platform == "win32":
    import msvcrt

_MOST_NAMES = 5_000
_SAFETENSORS_HEAD_BYTES = 64 << 10
# Headers of GGUF files do not say how long they are; most of one is its vocabulary.
_GGUF_HEAD_BYTES = (1 << 20, 8 << 20, 32 << 20)


class Outline:
    """The outline of one repository in an empty folder."""

    def __init__(self, client: HubClient, listing: Listing, folder: Path, progress: Progress) -> None:
        self.folder = folder
        self._client = client
        self._listing = listing
        self._progress = progress

    def name_all(self) -> None:
        """Have every file of the repository's own folder there, empty: some say by their names what it is."""
        for file in self._listing.files[:_MOST_NAMES]:
            if "/" not in file.name:
                safe_join(self.folder, file.name).touch()

    def copy(self, file: RemoteFile, most_bytes: int) -> bytes:
        """Have a small file there as it is, and give its content."""
        content = self._client.content(self._listing, file, most_bytes, self._progress)
        self._lay(file, content, len(content))
        return content

    def sketch_safetensors(self, file: RemoteFile) -> None:
        """Have the header of a safetensors file there; its first eight bytes are the header's length."""
        head = self._head(file, _SAFETENSORS_HEAD_BYTES)
        needed = 8 + int.from_bytes(head[:8], "little")
        if len(head) < needed <= MAX_HEADER_BYTES:
            head = self._head(file, needed)
        self._lay(file, head, file.size_bytes)

    def sketch_gguf(self, file: RemoteFile) -> Path:
        """Have the header of a GGUF file there, and give its path."""
        for size_bytes in _GGUF_HEAD_BYTES:
            path = self._lay(file, self._head(file, size_bytes), file.size_bytes)
            try:
                read_gguf(path, arrays=False)
                break
            except FormatError:
                # It ran into the hole, or is broken: then the largest head ends the same way, for the reader to tell.
                if file.size_bytes <= size_bytes:
                    break
        return path

    def _head(self, file: RemoteFile, size_bytes: int) -> bytes:
        return self._client.content(self._listing, file, size_bytes, self._progress)

    def _lay(self, file: RemoteFile, head: bytes, size_bytes: int) -> Path:
        path = safe_join(self.folder, file.name)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as stream:
            _allow_holes(stream)
            stream.write(head)
            stream.truncate(size_bytes)
        return path


def _allow_holes(stream: IO[bytes]) -> None:
    """Elsewhere a file that is only made longer takes no room; Windows has to be told (FSCTL_SET_SPARSE)."""
    if sys.platform == "win32":
        handle, done = ctypes.c_void_p(msvcrt.get_osfhandle(stream.fileno())), ctypes.c_ulong()
        ctypes.windll.kernel32.DeviceIoControl(handle, 0x900C4, None, 0, None, 0, ctypes.byref(done), None)
