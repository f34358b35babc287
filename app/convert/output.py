"""A file that is written in one go, and flushed to the disk while the writing goes on."""

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import BinaryIO

from app.core.progress import Progress

# How much may wait in the system's memory when the user cancels: even a memory stick takes the least in under 2 s, and
# a fast disk is not made to stop for it.
_LEAST_BYTES = 32 << 20
_MOST_BYTES = 128 << 20
_SYNC_S = 0.25
# What is copied between two looks at whether the user cancelled.
_COPY_BYTES = 8 << 20
_POLL_S = 0.1


class SyncedOutput:
    """Writes to `stream`, never more than two syncs' worth ahead of the disk; raises OSError and Cancelled."""

    def __init__(self, stream: BinaryIO, pool: ThreadPoolExecutor, progress: Progress) -> None:
        self._stream = stream
        self._pool = pool
        self._progress = progress
        self._unsynced = 0
        self._step = _LEAST_BYTES
        self._pending: Future[float] | None = None

    def write(self, content: bytes | memoryview) -> None:
        """Append `content`."""
        self._stream.write(content)
        self._count(len(content))

    def copied(self, descriptor: int, offset: int, size_bytes: int) -> Iterator[int]:
        """Append bytes of an open file without their passing through this process; gives how many, again and again.

        Ends early at the end of that file, and where the system cannot do so: what is left is for `write`.
        """
        done = 0
        while done < size_bytes:
            self._stream.flush()
            count = _copy(descriptor, self._stream.fileno(), offset + done, min(_COPY_BYTES, size_bytes - done))
            if count == 0:
                return
            self._count(count)
            done += count
            yield count

    def _count(self, size_bytes: int) -> None:
        self._unsynced += size_bytes
        if self._unsynced >= self._step:
            self._wait()
            self._stream.flush()
            self._pending = self._pool.submit(_sync, self._stream.fileno())
            self._unsynced = 0

    def _wait(self) -> None:
        while self._pending is not None:
            try:
                took_s = self._pending.result(_POLL_S)
            except TimeoutError:
                self._progress.check()
                continue
            self._pending = None
            self._step = min(max(int(self._step * _SYNC_S / max(took_s, 0.001)), _LEAST_BYTES), _MOST_BYTES)


def _copy(source: int, destination: int, offset: int, size_bytes: int) -> int:
    """Bytes that the system copied from `offset` on; 0 where it cannot."""
    if sys.platform == "linux":
        # Whatever is wrong with one of the files, reading and writing it finds out and can tell which.
        with suppress(OSError):
            return os.copy_file_range(source, destination, size_bytes, offset)
    return 0


def _sync(descriptor: int) -> float:
    """Have everything written so far on the disk; gives the seconds that it took."""
    start_s = time.monotonic()
    getattr(os, "fdatasync", os.fsync)(descriptor)
    return time.monotonic() - start_s


@contextmanager
def synced(stream: BinaryIO, progress: Progress) -> Iterator[SyncedOutput]:
    """Give the output; at the end everything is handed to the system, though not all of it is on the disk yet."""
    with ThreadPoolExecutor(1, "sync") as pool:
        yield SyncedOutput(stream, pool, progress)
        stream.flush()
