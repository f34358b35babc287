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
from app.formats.torch_zip import MAX_PICKLE_BYTES
from app.formats.zip_entries import find_directory, list_entries
from app.hub.client import HubClient
from app.hub.errors import HubSeenWhenFetched
from app.hub.listing import Listing, RemoteFile

if sys.platform == "win32":
    import msvcrt

_MOST_NAMES = 5_000
_SAFETENSORS_HEAD_BYTES = 64 << 10
# The directory of an archive with some 2,000 tensors; what is longer is fetched in two parts.
_ZIP_TAIL_BYTES = 256 << 10
# The entries of a PyTorch file that are read; of the others it counts only where they lie.
_TELLING_ENTRIES = ("/data.pkl", "/byteorder")
_EMPTY_LOCAL_HEADER = b"PK\3\4" + bytes(26)
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

    def sketch_torch(self, file: RemoteFile) -> None:
        """Have the list of tensors of a PyTorch file there: a ZIP archive tells at its end where everything lies.

        Raises HubSeenWhenFetched for one in the format that came before those archives.
        """
        tail_start = max(0, file.size_bytes - _ZIP_TAIL_BYTES)
        with self._lay(file, b"", file.size_bytes).open("r+b") as stream:
            self._fill(stream, file, tail_start, file.size_bytes)
            try:
                directory = find_directory(stream, file.size_bytes, Path(file.name))
                if directory.offset < tail_start:
                    self._fill(stream, file, directory.offset, tail_start)
                listed = list_entries(stream, directory, Path(file.name))
                entries = sorted(listed, key=lambda entry: entry.header_offset)
            except FormatError as error:
                # A name is left, as of the files that are not looked into.
                stream.truncate(0)
                raise HubSeenWhenFetched(repo=self._listing.repo) from error
            ends = [*(entry.header_offset for entry in entries[1:]), directory.offset]
            for entry, end in zip(entries, ends, strict=True):
                if entry.header_offset >= tail_start:
                    continue
                if entry.name.endswith(_TELLING_ENTRIES):
                    self._fill(stream, file, entry.header_offset, min(end, entry.header_offset + MAX_PICKLE_BYTES))
                else:
                    stream.seek(entry.header_offset)
                    stream.write(_EMPTY_LOCAL_HEADER)

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

    def _fill(self, stream: IO[bytes], file: RemoteFile, start: int, end: int) -> None:
        """Fetch a part of a file into its place."""
        content = self._client.content(self._listing, file, end, self._progress, start=start)
        stream.seek(start)
        stream.write(content)

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
