"""Entries of the children in test_child.py: a child imports them by name in a fresh interpreter."""

import ctypes
import os
import queue
import signal
import sys
import threading
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from app.core.messages import Codec
from app.core.parent import ParentLink, end_with_parent, mark
from tests.fakes.engine import stay_in_native_code


@dataclass(frozen=True, slots=True)
class Word:
    """The one kind of message in both directions."""

    text: str


WORDS = Codec(Word)


def echo(connection: "Connection[Any, Any]") -> None:
    """Send back what comes, until asked to stop."""
    link = ParentLink(connection, sends=WORDS, receives=WORDS)
    stopped = threading.Event()
    link.listen(link.send, stopped.set)
    stopped.wait()


def send_in_one_frame(connection: "Connection[Any, Any]") -> None:
    """Send several messages at once, one of them with a line feed in its text."""
    link = ParentLink(connection, sends=WORDS, receives=WORDS)
    link.write(*(link.encode(Word(text)) for text in ("one", "two\nlines", "three")))


def modules(connection: "Connection[Any, Any]") -> None:
    """Tell which of the heavy modules importing the engine's entry has brought."""
    import app.engine.entry
    import app.jobs.entry

    assert app.engine.entry
    assert app.jobs.entry
    heavy = ("PySide6", "llama_cpp", "numpy", "gguf", "huggingface_hub", "jinja2")
    loaded = [name for name in heavy if name in sys.modules]
    ParentLink(connection, sends=WORDS, receives=WORDS).send(Word(" ".join(loaded)))


def abort(connection: "Connection[Any, Any]") -> None:
    """Die as a failed assertion in native code does."""
    ParentLink(connection, sends=WORDS, receives=WORDS).send(Word("before"))
    sys.stdout.write("printed by Python\n")
    os.write(2, b"GGML_ASSERT(false) failed\n")
    os.abort()


def abort_at_something(connection: "Connection[Any, Any]") -> None:
    """Die at what was marked, with much said before and after, and half a line before each mark."""
    for words in ("one thing", "another"):
        os.write(2, b"said before\n" * 20_000 + b"half a line")
        mark(words)
    os.write(2, b"x" * (1 << 20) + b"At: no mark\n" + b"said after\n" * 20_000)
    os.abort()


def fail_to_run(connection: "Connection[Any, Any]") -> None:
    """End with an exception."""
    raise RuntimeError("no such luck")


def chatter(connection: "Connection[Any, Any]") -> None:
    """Print far more than anyone would keep, then die."""
    os.write(1, b"the first line\n")
    for number in range(20_000):
        os.write(2, b"line %d of very many\n" % number)
    os.abort()


def stay_native(connection: "Connection[Any, Any]") -> None:
    """Announce the process id, then stay in native code."""
    link = ParentLink(connection, sends=WORDS, receives=WORDS)
    link.listen(link.send, lambda: None)
    link.send(Word(str(os.getpid())))
    stay_in_native_code()


def refuse_to_end(connection: "Connection[Any, Any]") -> None:
    """Neither a polite word nor SIGTERM ends this one."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    stay_native(connection)


def close_and_stay(connection: "Connection[Any, Any]") -> None:
    """Close the connection, but live on."""
    connection.close()
    time.sleep(3600)


def send_bytes(connection: "Connection[Any, Any]", content: bytes) -> None:
    """Send a frame as it is, and wait for the consequences."""
    connection.send_bytes(content)
    time.sleep(3600)


def announce_too_much(connection: "Connection[Any, Any]") -> None:
    """A length of four gigabytes, and never the bytes."""
    os.write(connection.fileno(), b"\xff\xff\xff\xff" + (4 << 30).to_bytes(8, "big"))
    time.sleep(3600)


def break_off(connection: "Connection[Any, Any]") -> None:
    """Die in the middle of a frame."""
    os.write(connection.fileno(), (1000).to_bytes(4, "big") + b"half")
    os._exit(3)


def ignore_interrupts(connection: "Connection[Any, Any]") -> None:
    """Send oneself what Ctrl-C sends to everybody in the terminal."""
    link = ParentLink(connection, sends=WORDS, receives=WORDS)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.1)
    link.send(Word("still here"))


def clean_up_when_left(connection: "Connection[Any, Any]", path: str) -> None:
    """Remove a file when told to wind up, as a conversion removes its half-made output."""
    link = ParentLink(connection, sends=WORDS, receives=WORDS)
    wound_up: queue.SimpleQueue[None] = queue.SimpleQueue()
    link.listen(link.send, lambda: wound_up.put(None))
    link.send(Word(str(os.getpid())))
    wound_up.get()
    Path(path).unlink()


def stop_still(connection: "Connection[Any, Any]") -> None:
    """Announce the process id, then do nothing until the system has it go on."""
    link = ParentLink(connection, sends=WORDS, receives=WORDS)
    link.listen(link.send, lambda: None)
    link.send(Word(str(os.getpid())))
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(3600)


def stop_still_with_nothing_to_tidy(connection: "Connection[Any, Any]") -> None:
    """The same, but that listens to nobody either."""
    end_with_parent()
    ParentLink(connection, sends=WORDS, receives=WORDS).send(Word(str(os.getpid())))
    while True:
        os.kill(os.getpid(), signal.SIGSTOP)


def crash_in_c(connection: "Connection[Any, Any]") -> None:
    """Read where nothing may be read."""
    ctypes.string_at(1)
