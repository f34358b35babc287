"""Brings one file over the line into its part, from where the part ends, however often the line drops.

The Hub's library makes the connection, follows the redirects and names the refusals. Its own `http_get` would do the
rest too, but it empties the file when a server ignores the range, a login page included, keeps up to 10 MB unwritten,
waits where nothing can stop it, and gives up on a reset line or an error 500; `hf_hub_download` begins anew each time.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx2

from app.core.errors import Cancelled
from app.core.progress import Progress
from app.hub.client import HubClient, check_is_file
from app.hub.errors import HubConnectionLost, HubFileChanged, HubFileMissing, HubTokenInvalid
from app.hub.listing import Listing, RemoteFile
from app.hub.patience import Backoff, Passing, Patience

_BUFFER_BYTES = 1 << 20
_TURN_S = 0.05
# As many digits of a hash as tell two apart.
_HASH_DIGITS = 12

Arrived = Callable[[int], None]


def fetch(
    client: HubClient, listing: Listing, file: RemoteFile, part: Path, arrived: Arrived, progress: Progress
) -> None:
    """Append to `part` until it has the listed size; `arrived` is told its size as it grows.

    Raises what keeps it from that; the part stays, for the next try to go on from. OSError of the disk passes.
    """
    backoff = Backoff(client.patience, progress)
    while (have := _size(part)) < file.size_bytes:
        try:
            _append(client, listing, file, part, have, arrived, progress)
        except Passing as failure:
            if _size(part) > have:
                backoff.reset()
            backoff.wait_after(failure)
        except HubFileMissing as error:
            raise _changed(listing, file, "nothing") from error
        except HubTokenInvalid:
            if not client.drop_token():
                raise


def _size(part: Path) -> int:
    try:
        return part.stat().st_size
    except FileNotFoundError:
        return 0


def _append(
    client: HubClient, listing: Listing, file: RemoteFile, part: Path, have: int, arrived: Arrived, progress: Progress
) -> None:
    with client.stream(listing, file, have) as answer:
        begins = _checked_begin(answer, listing, file, have)
        with part.open("ab", _BUFFER_BYTES) as stream, _watched(answer, client.patience, progress) as heard:
            for chunk in _from(answer.iter_bytes(), have - begins):
                heard()
                have += len(chunk)
                if have > file.size_bytes:
                    raise _changed(listing, file, "more bytes")
                stream.write(chunk)
                arrived(have)
    if have < file.size_bytes:
        # Without a length in its header an answer that broke off looks like one that is done.
        raise Passing(HubConnectionLost(host=answer.url.host, detail="the file ends early"))


def _from(chunks: Iterator[bytes], skipped: int) -> Iterator[bytes]:
    """The chunks without their first `skipped` bytes: a server that ignores ranges costs time, not what is there."""
    for chunk in chunks:
        yield chunk[skipped:]
        skipped = max(skipped - len(chunk), 0)


def _checked_begin(answer: httpx2.Response, listing: Listing, file: RemoteFile, have: int) -> int:
    """The byte of the file that the answer begins with; raises HubWebPage or HubFileChanged before a byte is kept."""
    check_is_file(answer, file)
    _check_tags(answer, listing, file)
    begins, total = 0, answer.headers.get("Content-Length", "")
    if answer.status_code == 206:
        found = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", answer.headers.get("Content-Range", ""))
        begins, total = (int(found[1]), found[2]) if found else (-1, "")
    if not 0 <= begins <= have:
        raise _changed(listing, file, "another part of it")
    is_as_stored = answer.headers.get("Content-Encoding", "identity") == "identity"
    if is_as_stored and total.isdecimal() and int(total) != file.size_bytes:
        raise _changed(listing, file, f"{total} bytes")
    return begins


def _check_tags(answer: httpx2.Response, listing: Listing, file: RemoteFile) -> None:
    """Compare what the Hub says of the file while redirecting to it with what it listed."""
    for step in (*answer.history, answer):
        commit, tag = step.headers.get("X-Repo-Commit"), step.headers.get("X-Linked-Etag", "")
        if commit not in (None, listing.commit):
            raise _changed(listing, file, f"commit {commit[:_HASH_DIGITS]}")
        plain = tag.removeprefix("W/").strip('"')
        if plain and file.digest and plain != file.digest:
            hashes = {"expected": file.digest[:_HASH_DIGITS], "got": plain[:_HASH_DIGITS]}
            raise HubFileChanged(repo=listing.repo, name=file.name, **hashes)


def _changed(listing: Listing, file: RemoteFile, got: str) -> HubFileChanged:
    return HubFileChanged(repo=listing.repo, name=file.name, expected=f"{file.size_bytes} bytes", got=got)


@contextmanager
def _watched(answer: httpx2.Response, patience: Patience, progress: Progress) -> Iterator[Callable[[], None]]:
    """Look after the line while it is read: tell of a stall (stage "hub_stall", seconds), cut it on a cancel.

    Gives what to call whenever something came.
    """
    watch = _Watch(answer, patience, progress)
    thread = threading.Thread(target=watch.run, name="hub watch", daemon=True)
    thread.start()
    try:
        yield watch.heard
    except httpx2.HTTPError:
        if watch.was_cancelled:
            raise Cancelled from None
        raise
    finally:
        watch.over.set()
        thread.join()


class _Watch:
    def __init__(self, answer: httpx2.Response, patience: Patience, progress: Progress) -> None:
        self.over = threading.Event()
        self.was_cancelled = False
        self._answer = answer
        self._patience = patience
        self._progress = progress
        self._heard_at = time.monotonic()

    def heard(self) -> None:
        self._heard_at = time.monotonic()

    def run(self) -> None:
        try:
            while not self.over.wait(_TURN_S):
                silent_s = time.monotonic() - self._heard_at
                self._progress.check()
                if silent_s >= self._patience.stall_told_s:
                    self._progress.update("hub_stall", int(silent_s), int(self._patience.silence_s))
        except Cancelled:
            self.was_cancelled = True
            self._cut()

    def _cut(self) -> None:
        # Whoever reads from the socket wakes up; closing it from here would pull it away under the reader.
        with suppress(OSError):
            connection: socket.socket | None = self._answer.extensions["network_stream"].get_extra_info("socket")
            if connection is not None:
                connection.shutdown(socket.SHUT_RDWR)
