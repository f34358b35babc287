"""Commands that wait for their turn in the engine process, and which of their jobs were cancelled meanwhile."""

import queue
import threading
from collections.abc import Iterator

from app.engine.protocol import Cancel, Command, Hello, JobCommand


class Inbox:
    """Filled on the thread that reads from the parent, emptied on the one that works."""

    def __init__(self) -> None:
        self._commands: queue.SimpleQueue[tuple[Hello | JobCommand, threading.Event] | None] = queue.SimpleQueue()
        self._open: dict[int, threading.Event] = {}
        self._lock = threading.Lock()

    def put(self, command: Command) -> None:
        """Take a command; Cancel marks its job at once, wherever that stands, and is forgotten if there is none."""
        if isinstance(command, Cancel):
            with self._lock:
                known = self._open.get(command.job)
            if known is not None:
                known.set()
            return
        cancelled = threading.Event()
        if not isinstance(command, Hello):
            with self._lock:
                self._open[command.job] = cancelled
        self._commands.put((command, cancelled))

    def close(self) -> None:
        """Cancel every job; `commands` ends after what is in already."""
        with self._lock:
            for cancelled in self._open.values():
                cancelled.set()
        self._commands.put(None)

    def commands(self) -> Iterator[tuple[Hello | JobCommand, threading.Event]]:
        """The commands in order, each with the event that is set once its job is cancelled; waits for the next."""
        while (item := self._commands.get()) is not None:
            yield item
            command, cancelled = item
            if not isinstance(command, Hello):
                with self._lock:
                    # A parent that is quick may have sent another job of this number meanwhile.
                    if self._open.get(command.job) is cancelled:
                        del self._open[command.job]
