"""The parent's side of the engine: starts its process, sends commands, passes events on, tells of a crash."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from app.core.child import Child, ChildExit
from app.core.errors import AppError
from app.core.parent import Entry
from app.engine import entry as engine_entry
from app.engine.crash import Cause, cause_of
from app.engine.protocol import (
    COMMANDS,
    EVENTS,
    PROTOCOL_VERSION,
    Cancel,
    Command,
    Event,
    Failed,
    Finished,
    Hello,
    Load,
    Ready,
)


class EngineNotRunning(AppError):
    """Something was asked of an engine that has not been started, or has ended."""

    code = "engine_not_running"


@dataclass(frozen=True, slots=True)
class Crashed:
    """The engine process ended though nobody asked it to; every job that it had is lost.

    `job` is the one that it was at, None between jobs; `exit_code` and `signal_name` are as in ChildExit; `detail`
    says what it did wrong where the parent ended it for that; `log` is the last that it printed. `cause` is why, as far
    as these tell, and `device` what it ran on, None where that is unknown.
    """

    exit_code: int | None
    job: int | None
    log: str
    signal_name: str | None = None
    detail: str | None = None
    cause: Cause | None = None
    device: str | None = None


class EngineClient:
    """An engine process, and a fresh one after each `restart`.

    `on_event` is called on a thread of the process's own: Ready first, then what the jobs report; Crashed is the last
    of a process. What a process says after `stop`, `abandon` or `restart` is dropped. Only `stop` waits.
    """

    def __init__(self, on_event: Callable[[Event | Crashed], None], entry: Entry = engine_entry.run) -> None:
        self._on_event = on_event
        self._entry = entry
        self._lock = threading.Lock()
        self._run: _Run | None = None

    @property
    def is_alive(self) -> bool:
        """Whether there is a process that takes commands."""
        run = self._run
        return run is not None and not run.is_dropped and run.child.is_alive

    def start(self) -> None:
        """Start the process unless it runs; Ready arrives when it is up."""
        with self._lock:
            if not self.is_alive:
                self._run = _Run(self._entry, self._on_event, after=self._run)

    def send(self, command: Command) -> None:
        """Queue a command; raises EngineNotRunning, and ProtocolError for one that is too large."""
        run = self._run
        if run is None or not self.is_alive:
            raise EngineNotRunning
        run.send(command)

    def stop(self) -> None:
        """End the process and wait for it, by force if need be: within four seconds."""
        with self._lock:
            run, self._run = self._run, None
        if run is not None:
            run.drop()
            run.child.stop()

    def abandon(self) -> None:
        """End the process, by force if need be, and do not wait for it: nothing takes commands then."""
        with self._lock:
            if self._run is not None:
                self._run.drop()
                self._run.child.request_stop()

    def restart(self) -> None:
        """Start a fresh process; the one before, if it still runs, is ended first."""
        with self._lock:
            if self._run is not None:
                self._run.drop()
                self._run.child.request_stop()
            self._run = _Run(self._entry, self._on_event, after=self._run)


class _Run:
    """One process from its start to its end, and the jobs that are open in it."""

    def __init__(self, entry: Entry, on_event: Callable[[Event | Crashed], None], after: "_Run | None") -> None:
        self._on_event = on_event
        self._lock = threading.Lock()
        self._open_jobs: list[int] = []
        self.is_dropped = False
        self._mismatch: str | None = None
        self._device: str | None = None
        self.child = Child(
            entry, sends=COMMANDS, receives=EVENTS, on_message=self._take, on_exit=self._end, name="slipstream engine"
        )
        self.child.send(Hello(PROTOCOL_VERSION))
        self.child.start(after=after.child if after else None)

    def drop(self) -> None:
        """Pass nothing on any more."""
        self.is_dropped = True

    def send(self, command: Command) -> None:
        with self._lock:
            self.child.send(command)
            if isinstance(command, Load):
                self._device = command.options.device if command.options.device != "auto" else None
            if not isinstance(command, Hello | Cancel):
                self._open_jobs.append(command.job)

    def _take(self, event: Event) -> None:
        if isinstance(event, Ready) and event.version != PROTOCOL_VERSION:
            self._mismatch = f"it speaks version {event.version} of the protocol, not {PROTOCOL_VERSION}"
            self.child.request_stop(grace_s=0)
        elif isinstance(event, Finished | Failed):
            with self._lock:
                if event.job not in self._open_jobs:
                    return
                self._open_jobs.remove(event.job)
                if isinstance(event, Finished) and event.loaded is not None:
                    self._device = event.loaded.device
        if not self.is_dropped and self._mismatch is None:
            self._on_event(event)

    def _end(self, end: ChildExit) -> None:
        if self.is_dropped:
            return
        with self._lock:
            job = self._open_jobs[0] if self._open_jobs else None
            device = self._device
        detail = self._mismatch or end.fault
        cause = None if detail else cause_of(end.code, end.signal_name, end.log)
        self._on_event(Crashed(end.code, job, end.log, end.signal_name, detail, cause, device))
