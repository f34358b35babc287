"""The child's side of a child process: its output caught, its parent heard while native code runs."""

import contextlib
import ctypes
import faulthandler
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from multiprocessing import reduction
from multiprocessing.connection import Connection
from typing import Any

from app.core.errors import AppError, Fact, code_of
from app.core.log import redact
from app.core.messages import FRAME_SEPARATOR, MAX_MESSAGE_BYTES, Codec

if sys.platform == "win32":
    import _winapi
    import msvcrt

Entry = Callable[["Connection[Any, Any]"], None]

# A frame that is no message: the parent asks the child to end.
ASK_TO_STOP = b""
# Begins a line that the parent keeps, however much is printed after it.
MARK = b"At: "
_LEFT_ALONE_S = 1.0
_EXIT_DEAF = 70
# Of prctl, https://man7.org/linux/man-pages/man2/PR_SET_PDEATHSIG.2const.html
_SET_PARENT_DEATH_SIGNAL = 1


class LogPipe:
    """The writing end of a pipe, which becomes stdout and stderr of the child that it is sent to."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def __reduce__(self) -> tuple[Any, ...]:
        if sys.platform == "win32":
            handle = msvcrt.get_osfhandle(self.descriptor)
            duplicate: Any = reduction.DupHandle(handle, _winapi.FILE_GENERIC_WRITE)
        else:
            duplicate = reduction.DupFd(self.descriptor)
        return _receive_log_pipe, (duplicate,)

    def become_output(self) -> None:
        """Native code writes to the descriptors 1 and 2, so these are replaced, not only Python's streams."""
        for standard in (1, 2):
            os.dup2(self.descriptor, standard)
        os.close(self.descriptor)
        sys.stdout = sys.stderr = open(  # noqa: SIM115 -- a descriptor, open as long as the process lives
            2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False
        )


def _receive_log_pipe(duplicate: Any) -> LogPipe:
    descriptor = duplicate.detach()
    if sys.platform == "win32":
        descriptor = msvcrt.open_osfhandle(descriptor, os.O_APPEND)
    return LogPipe(descriptor)


def run_child(entry: Entry, connection: "Connection[Any, Any]", log: LogPipe) -> None:
    """First function of every child process: runs `entry`, then ends the process."""
    log.become_output()
    if sys.platform == "linux":
        # One that is stopped would never read that it was left alone.
        _have_sent_at_parents_end(signal.SIGCONT)
    # Ctrl-C in a terminal reaches parent and child alike; what becomes of the child is the parent's decision.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.enable(2, all_threads=False)
    entry(connection)
    # Tearing down the interpreter with native libraries loaded is slow and may crash; the system frees everything.
    sys.stderr.flush()
    os._exit(0)


def end_with_parent() -> None:
    """Have this process killed with its parent, where the system does that: for one that leaves nothing half-made."""
    if sys.platform == "linux":
        _have_sent_at_parents_end(signal.SIGKILL)


def _have_sent_at_parents_end(number: signal.Signals) -> None:
    """Have Linux send this process a signal when the thread that started it ends, or all of its program."""
    ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, number)
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid != os.getppid():
        # It ended before the system was asked.
        os._exit(0)


def mark(words: str) -> None:
    """Note what this process is at, for the parent to know should it end there: the last of it is ChildExit.mark.

    It goes out at once and in one piece, on a line of its own: native code may just have printed half a line.
    """
    os.write(2, b"\n" + MARK + words.encode() + b"\n")


class ParentLink:
    """The child's end: sends messages, and reads on a thread, so that a stop is seen while native code runs."""

    def __init__(self, connection: "Connection[Any, Any]", *, sends: Codec, receives: Codec) -> None:
        self._connection = connection
        self._sends = sends
        self._receives = receives
        self._sending = threading.Lock()

    def send(self, message: Any) -> None:
        """Send a message, from any thread; without a parent it goes nowhere, and the process ends soon."""
        self.write(self.encode(message))

    def encode(self, message: Any) -> bytes:
        """The message as `write` takes it; raises ProtocolError for what the parent would refuse."""
        return self._sends.encode(message)

    def write(self, *encoded: bytes) -> None:
        """Send encoded messages, all in one frame."""
        with self._sending, contextlib.suppress(OSError):
            self._connection.send_bytes(FRAME_SEPARATOR.join(encoded))

    def listen(self, on_message: Callable[[Any], None], on_stop: Callable[[], None]) -> None:
        """Start to call `on_message`, and `on_stop` when the process should wind up, on a thread.

        Asked to stop, the process has as long as the parent's patience lasts; when the parent is gone, a second.
        """
        threading.Thread(target=self._listen, args=(on_message, on_stop), name="from parent", daemon=True).start()

    def _listen(self, on_message: Callable[[Any], None], on_stop: Callable[[], None]) -> None:
        try:
            while True:
                frame = self._connection.recv_bytes(MAX_MESSAGE_BYTES)
                if frame == ASK_TO_STOP:
                    on_stop()
                else:
                    on_message(self._receives.decode(frame))
        except (EOFError, OSError):
            on_stop()
            time.sleep(_LEFT_ALONE_S)
            os._exit(0)
        except Exception:  # noqa: BLE001 -- a process that hears its parent no more must not live on
            traceback.print_exc()
            os._exit(_EXIT_DEAF)


def failure_of(error: BaseException) -> tuple[str, Mapping[str, Fact], str]:
    """What a child reports of an exception: the code and the facts, and for an unforeseen one the traceback."""
    if isinstance(error, AppError):
        return code_of(error), error.facts, ""
    detail = f"{type(error).__name__}: {error}"
    return AppError.code, {"detail": redact(detail[:500])}, redact("".join(traceback.format_exception(error)))
