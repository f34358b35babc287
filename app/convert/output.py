"""A file that is written in one go, and flushed to the disk while the writing goes on."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import BinaryIO

from app.core.progress import Progress

# How much may wait in the system's memory when the user cancels: even a memory stick takes the least in under 2 s, and
# a fast disk is not made to stop for it.
_LEAST_BYTES = 32 << 20
_MOST_BYTES = 128 << 20
_SYNC_S = 0.25
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
        self._unsynced += len(content)
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
