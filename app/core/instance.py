"""One window for each person and data folder: a later start hands over what it was asked for, and ends."""

import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import Any

from app.core.errors import AppError
from app.core.messages import Codec, ProtocolError
from app.core.process_lock import ProcessLock
from app.core.runtime_folder import runtime_folder

if sys.platform == "win32":
    import ctypes

_log = logging.getLogger(__name__)

PATIENCE_S = 3.0
# A window that is on its way out needs as long as its engine and its tasks to end.
_ENDING_S = 12.0
_TURN_S = 0.05
_MOST_BYTES = 1 << 20
# Who comes when so many wait for a window that hangs would wait for ever.
_MOST_WAITING = 64

# A request, and what to call once it was served.
OnRequest = Callable[["WindowRequest", Callable[[], None]], None]


class InstanceSilent(AppError):
    """The window that is open already took no notice of a later start."""

    code = "instance_silent"


@dataclass(frozen=True, slots=True)
class WindowRequest:
    """What a start asks of the window: files and folders to open, and a pair or a pair file to load.

    `activation` is what the desktop gave the start for the window to come to the front; empty where it gave nothing.
    With `serves` the window answers other programs, on `port` or on that of its settings where it is 0.
    """

    paths: tuple[Path, ...] = ()
    target: Path | None = None
    draft: Path | None = None
    config: Path | None = None
    activation: str = ""
    serves: bool = False
    port: int = 0

    @property
    def asks_anything(self) -> bool:
        """Whether there is more to do than to come to the front."""
        return bool(self.paths or self.target or self.config)


@dataclass(frozen=True, slots=True)
class Served:
    """The window took the request."""


_MESSAGES = Codec(WindowRequest, Served)


class Instance:
    """The right to be the window, held until `close`; what later starts ask for is passed on.

    Requests that come before `attach` are answered at once and kept for it.
    """

    def __init__(self, address: str, lock: ProcessLock | None) -> None:
        self._lock = lock
        self._guard = threading.Lock()
        self._waiting: list[WindowRequest] = []
        self._on_request: OnRequest | None = None
        self._is_ending = False
        self._address = address
        self._listener = _listen(address) if lock is not None else None
        if self._listener is not None:
            threading.Thread(target=self._accept, args=(self._listener,), name="later starts", daemon=True).start()

    def attach(self, on_request: OnRequest) -> None:
        """Have requests passed on from now, on a thread of this instance's; those that wait come at once."""
        with self._guard:
            self._on_request, waiting = on_request, self._waiting
            self._waiting = []
        for request in waiting:
            on_request(request, lambda: None)

    def stop_serving(self) -> None:
        """Have later starts wait: this window is about to end, and the next one is theirs."""
        self._is_ending = True

    def close(self) -> None:
        """Give the right back."""
        self._is_ending = True
        if self._listener is not None:
            # Nothing else wakes a thread that waits for a connection.
            with contextlib.suppress(OSError), Client(self._address):
                pass
            with contextlib.suppress(OSError):
                self._listener.close()
        if self._lock is not None:
            self._lock.give_back()
            self._lock = None

    def _accept(self, listener: Listener) -> None:
        while not self._is_ending:
            try:
                connection = listener.accept()
            except OSError:
                # Closed, or whoever asked was gone before it was heard.
                time.sleep(_TURN_S)
                continue
            threading.Thread(target=self._serve, args=(connection,), name="a later start", daemon=True).start()

    def _serve(self, connection: "Connection[Any, Any]") -> None:
        with connection, contextlib.suppress(OSError, EOFError, ProtocolError):
            if not connection.poll(PATIENCE_S):
                return
            request = _MESSAGES.decode(connection.recv_bytes(_MOST_BYTES))
            if isinstance(request, WindowRequest) and self._pass_on(request):
                connection.send_bytes(_MESSAGES.encode(Served()))

    def _pass_on(self, request: WindowRequest) -> bool:
        with self._guard:
            on_request = self._on_request
            if on_request is None and not self._is_ending:
                self._waiting.append(request)
                return True
        if on_request is None or self._is_ending:
            return False
        served = threading.Event()
        on_request(request, served.set)
        # Longer than anybody asks: so a window that hangs is told from one that ends.
        return served.wait(2 * PATIENCE_S)


def claim(data: Path, request: WindowRequest) -> Instance | None:
    """The right to be the window over a data folder; None where another is, which was given the request.

    Raises InstanceSilent where that one does not answer. Where nothing can be agreed upon, everybody has the right.
    """
    deadline_s = time.monotonic() + _ENDING_S
    try:
        address, lock_path = _meeting_place(data)
        while (lock := ProcessLock.taken(lock_path)) is None:
            if _hand_over(address, request):
                return None
            if time.monotonic() > deadline_s:
                raise InstanceSilent
            time.sleep(_TURN_S)
    except OSError as error:
        _log.warning("later starts cannot be heard: %s", error)
        return Instance("", None)
    return Instance(address, lock)


def _hand_over(address: str, request: WindowRequest) -> bool:
    """Whether the window there took the request; False where it has just begun or is about to end."""
    try:
        connection = Client(address)
    except OSError:
        return False
    with connection:
        if sys.platform == "win32":
            # Only the program that the person has just started may let another come to the front.
            ctypes.windll.user32.AllowSetForegroundWindow(-1)
        try:
            connection.send_bytes(_MESSAGES.encode(request))
            if not connection.poll(PATIENCE_S):
                raise InstanceSilent
            return isinstance(_MESSAGES.decode(connection.recv_bytes(_MOST_BYTES)), Served)
        except (OSError, EOFError, ProtocolError):
            return False


def _listen(address: str) -> Listener | None:
    try:
        if sys.platform != "win32":
            # The one before may have died without taking it away.
            Path(address).unlink(missing_ok=True)
        return Listener(address, backlog=_MOST_WAITING)
    except OSError as error:
        _log.warning("later starts cannot be heard: %s", error)
        return None


def _meeting_place(data: Path) -> tuple[str, Path]:
    """Where the window over a data folder is asked, and the file that it locks; raises OSError."""
    name = sha256(os.fsencode(data.resolve())).hexdigest()[:16]
    if sys.platform == "win32":
        folder = runtime_folder()
        return rf"\\.\pipe\slipstream-{os.environ.get('USERNAME', '')}-{name}", folder / f"{name}.lock"
    folder = runtime_folder()
    return str(folder / f"{name}.sock"), folder / f"{name}.lock"
