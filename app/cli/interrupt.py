"""Ctrl-C: the first one asks a task to stop and tidy up, a second one stops the program."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType


@contextmanager
def interruptible() -> Iterator[Event]:
    """While the block runs, Ctrl-C (or a polite kill) only sets the event; the second one raises KeyboardInterrupt."""
    interrupted = Event()

    def on_signal(number: int, frame: FrameType | None) -> None:
        if interrupted.is_set():
            raise KeyboardInterrupt
        interrupted.set()

    before = {number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield interrupted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
