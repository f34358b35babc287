"""A child process that speaks messages: started fresh, watched, stopped in bounded time, its last words kept."""

import contextlib
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker, set_executable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from app.core.log import redact
from app.core.messages import FRAME_SEPARATOR, MAX_MESSAGE_BYTES, Codec, ProtocolError
from app.core.parent import ASK_TO_STOP, MARK, Entry, LogPipe, run_child

# The program of a bundle that children run.
ENGINE_PROGRAM = "slipstream-engine"
STOP_GRACE_S = 1.0
TERMINATE_GRACE_S = 0.5
_LOG_BYTES_KEPT = 16 << 10
_LOG_LINES_KEPT = 60
_DRAIN_S = 2.0
_MARK_LONGEST = 4096
_UNHANDLED = "its messages could not be handled"


@dataclass(frozen=True, slots=True)
class ChildExit:
    """How a child process ended.

    `code` is its exit code, negative where a signal ended it (`signal_name`, e.g. "SIGABRT"), None where it never
    started; `fault` says what it did wrong, if the parent ended it for that; `log` is the last that it printed, and
    `mark` what it last noted that it was at (app.core.parent.mark).
    """

    code: int | None
    signal_name: str | None
    fault: str | None
    log: str
    was_asked: bool
    mark: str = ""


class Child:
    """A child process that runs `entry` in a fresh interpreter and exchanges messages with this one.

    `on_message` and, once and last, `on_exit` are called on a thread of this child's own. Nothing here blocks but
    `stop` and `wait`. What cannot be decoded ends the child and is told as a `fault`.
    """

    def __init__(
        self,
        entry: Entry,
        *,
        sends: Codec,
        receives: Codec,
        on_message: Callable[[Any], None],
        on_exit: Callable[[ChildExit], None],
        name: str,
    ) -> None:
        self._entry = entry
        self._sends = sends
        self._receives = receives
        self._on_message = on_message
        self._on_exit = on_exit
        self._name = name
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._process: SpawnProcess | None = None
        self._watcher: threading.Thread | None = None
        self._is_stopping = threading.Event()
        self._has_ended = threading.Event()
        self._escalation = threading.Lock()
        self._log = bytearray()
        self._marks = Marks()

    @property
    def is_alive(self) -> bool:
        """Whether it was started and has not ended, as far as is known."""
        return self._watcher is not None and not self._has_ended.is_set()

    def start(self, after: "Child | None" = None) -> None:
        """Start the process on a thread, and not before the child `after` has ended."""
        self._watcher = threading.Thread(target=self._watch, args=(after,), name=self._name, daemon=True)
        self._watcher.start()

    def send(self, message: Any) -> None:
        """Queue a message; one that the child does not live to read is lost. Raises ProtocolError."""
        self._outbox.put(self._sends.encode(message))

    def request_stop(self, grace_s: float = STOP_GRACE_S) -> None:
        """Ask the process to end; after `grace_s` it is terminated, and half a second later killed."""
        with self._escalation:
            if self._is_stopping.is_set() or not self.is_alive:
                return
            self._is_stopping.set()
        self._outbox.put(ASK_TO_STOP)
        threading.Thread(target=self._escalate, args=(grace_s,), name=f"stop {self._name}", daemon=True).start()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Whether it has ended within `timeout_s`; a call on the child's own thread does not wait."""
        watcher = self._watcher
        if watcher is not None and watcher is not threading.current_thread():
            watcher.join(timeout_s)
        return not self.is_alive

    def stop(self, grace_s: float = STOP_GRACE_S) -> None:
        """Ask the process to end and wait until it has, by force if need be."""
        self.request_stop(grace_s)
        self.wait(grace_s + TERMINATE_GRACE_S + 2 * _DRAIN_S)

    def _escalate(self, grace_s: float) -> None:
        if self._has_ended.wait(grace_s):
            return
        self._signal("terminate")
        # Again and again, for it may only just be starting.
        while not self._has_ended.wait(TERMINATE_GRACE_S):
            self._signal("kill")

    def _signal(self, action: str) -> None:
        process = self._process
        if process is not None:
            # A process object that was closed meanwhile has ended.
            with contextlib.suppress(ValueError, OSError):
                getattr(process, action)()

    def _watch(self, after: "Child | None") -> None:
        if after is not None:
            after.wait()
        end = None
        try:
            end = ChildExit(None, None, None, "", was_asked=True) if self._is_stopping.is_set() else self._live()
        except OSError as error:
            end = ChildExit(None, None, f"it could not be started: {error}", "", self._is_stopping.is_set())
        finally:
            # Whatever went wrong here is for the hook of threads to tell; that the child is gone, for who waits for it.
            self._has_ended.set()
            self._on_exit(end or self._ended(None, _UNHANDLED))

    def _live(self) -> ChildExit:
        """Start the process and stay until it is gone."""
        ours, theirs = get_context("spawn").Pipe(duplex=True)
        log_reading, log_writing = os.pipe()
        log = threading.Thread(target=self._read_log, args=(log_reading,), name=f"log {self._name}", daemon=True)
        writer = threading.Thread(target=self._write, args=(ours,), name=f"to {self._name}", daemon=True)
        try:
            process = self._process = self._spawn(theirs, log_writing)
            log.start()
            writer.start()
            fault: str | None = _UNHANDLED
            try:
                fault = self._read(ours)
            finally:
                code = self._reap(process, is_faulty=fault is not None)
                self._outbox.put(None)
                writer.join()
                log.join(_DRAIN_S)
                process.close()
        finally:
            ours.close()
            os.close(log_reading)
        return self._ended(code, fault)

    def _ended(self, code: int | None, fault: str | None) -> ChildExit:
        was_asked = self._is_stopping.is_set()
        return ChildExit(code, _signal_name(code), fault, self._last_words(), was_asked, self._marks.last)

    def _spawn(self, theirs: "Connection[Any, Any]", log_writing: int) -> SpawnProcess:
        try:
            # A daemon: should this program end without stopping it, it is terminated, not waited for.
            process = get_context("spawn").Process(
                target=run_child, args=(self._entry, theirs, LogPipe(log_writing)), name=self._name, daemon=True
            )
            _choose_program()
            with _interrupts_held_back():
                process.start()
        finally:
            # Only the child may hold these: that they close is how its end is noticed.
            theirs.close()
            os.close(log_writing)
        return process

    def _read(self, connection: "Connection[Any, Any]") -> str | None:
        """Pass messages on until the child closes its end (None) or sends what is no message (the reason)."""
        while True:
            try:
                frame = connection.recv_bytes(MAX_MESSAGE_BYTES)
                messages = [self._receives.decode(part) for part in frame.split(FRAME_SEPARATOR)]
            except ProtocolError as error:
                return str(error.facts["detail"])
            except EOFError:
                return None
            except OSError:
                # The connection gives up reading when the announced length is over the limit, and only then.
                return None if connection.readable else "it announced a message over the limit"
            for message in messages:
                self._on_message(message)

    def _write(self, connection: "Connection[Any, Any]") -> None:
        with contextlib.suppress(OSError):
            while (frame := self._outbox.get()) is not None:
                connection.send_bytes(frame)

    def _read_log(self, descriptor: int) -> None:
        with contextlib.suppress(OSError):
            while chunk := os.read(descriptor, 1 << 16):
                self._marks.read(chunk)
                self._log += chunk
                del self._log[:-_LOG_BYTES_KEPT]

    def _reap(self, process: SpawnProcess, *, is_faulty: bool) -> int | None:
        if is_faulty:
            self._signal("kill")
        process.join(_DRAIN_S)
        if process.exitcode is None:
            # It closed its end and lives on.
            self._signal("kill")
            process.join(_DRAIN_S)
        return process.exitcode

    def _last_words(self) -> str:
        lines = bytes(self._log).decode("utf-8", "replace").splitlines()
        return redact("\n".join(lines[-_LOG_LINES_KEPT:]))


class Marks:
    """Finds the marks in what a child prints, which comes in pieces that end anywhere; `last` is the words of the last.

    A line of any length takes no more memory than a mark may have.
    """

    def __init__(self) -> None:
        self.last = ""
        self._line = b""

    def read(self, chunk: bytes) -> None:
        """Go on with what came."""
        *whole, rest = (self._line + chunk).split(b"\n")
        for line in whole:
            if line.startswith(MARK):
                self.last = line.removeprefix(MARK).decode("utf-8", "replace").strip()
        self._line = rest[:_MARK_LONGEST]


def _choose_program() -> None:
    """In a bundle, children run the program beside this one: light to start, and known under a name of its own."""
    if getattr(sys, "frozen", False):
        program = Path(sys.executable)
        set_executable(str(program.with_name(ENGINE_PROGRAM + program.suffix)))


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Have a process that is started here blocked from Ctrl-C: until it ignores that by itself, it would die of it."""
    if sys.platform == "win32":
        yield
        return
    # Started on the way, it would lift the block.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _signal_name(code: int | None) -> str | None:
    if code is None or code >= 0:
        return None
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
