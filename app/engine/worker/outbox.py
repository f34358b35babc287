"""Messages on their way to the parent, written on a thread: decoding does not wait for the pipe."""

import os
import queue
import threading
import time
import traceback
from typing import Protocol

from app.engine.protocol import Event, Piece

# Nobody sees more than a hundred changes a second, and each frame wakes two processes.
_BETWEEN_FRAMES_S = 0.008
# A parent that was held up gets what waited in frames of at most this many messages.
_MESSAGES_AT_ONCE = 256
_EXIT_MUTE = 71


class Link(Protocol):
    """The child's end of the pipe (app.core.parent.ParentLink)."""

    def encode(self, message: Event) -> bytes:
        """The message as `write` takes it; raises ProtocolError for what the parent would refuse."""

    def write(self, *encoded: bytes) -> None:
        """Send encoded messages, all in one frame."""


class Outbox:
    """Sends what it is given in the given order; what comes within a few milliseconds goes as one frame.

    The thread is at work while native code runs, which holds no lock of Python's: there pieces are encoded as well.
    Everything else is encoded where it is sent, for it might be refused; a piece of text never is.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self._waiting: queue.SimpleQueue[Piece | bytes | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="to parent", daemon=True)
        self._thread.start()

    def send(self, event: Event) -> None:
        """Queue a message; raises ProtocolError."""
        self._waiting.put(event if isinstance(event, Piece) else self._link.encode(event))

    def close(self) -> None:
        """Send what waits, then end the thread."""
        self._waiting.put(None)
        self._thread.join()

    def _write(self) -> None:
        try:
            is_open, written_s = True, 0.0
            while is_open:
                # What comes first goes at once, what comes soon after waits a little.
                time.sleep(max(0.0, written_s + _BETWEEN_FRAMES_S - time.monotonic()))
                taken = self._take()
                is_open = taken[-1] is not None
                if frames := [self._link.encode(item) if isinstance(item, Piece) else item for item in taken if item]:
                    self._link.write(*frames)
                    written_s = time.monotonic()
        except Exception:  # noqa: BLE001 -- a process that can tell its parent nothing must not live on
            traceback.print_exc()
            os._exit(_EXIT_MUTE)

    def _take(self) -> list[Piece | bytes | None]:
        """All that waits; None is the last."""
        taken = [self._waiting.get()]
        while taken[-1] is not None and len(taken) < _MESSAGES_AT_ONCE and not self._waiting.empty():
            taken.append(self._waiting.get())
        return taken
