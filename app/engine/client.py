"""The parent's side of the engine: starts its process, sends commands, passes events on, tells of a crash."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from app.core.child import Child, ChildExit
from app.core.errors import AppError
from app.core.parent import Entry
from app.engine import entry as engine_entry
from app.engine.crash import Cause, backend_at_fault, cause_of, device_named, devices_at_fault
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
    JobCommand,
    Load,
    Ready,
)


class EngineNotRunning(AppError):
    """Something was asked of an engine that has not been started, or has ended."""

    code = "engine_not_running"


@dataclass(frozen=True, slots=True)
class Crashed:
    """The engine process ended though nobody asked it to; every job that it had is lost.

    `job` is the one that it was at, None between jobs; `exit_code`, `signal_name`, `log` and `mark` are as in
    ChildExit; `detail` says what it did wrong where the parent ended it for that. `cause` is why, as far as these tell,
    and `device` what it ran on, None where that is unknown.
    """

    exit_code: int | None
    job: int | None
    log: str
    signal_name: str | None = None
    detail: str | None = None
    cause: Cause | None = None
    device: str | None = None
    mark: str = ""

    @property
    def may_be_the_drivers(self) -> bool:
        """Whether nothing says that anything but the driver of a device was its end."""
        return self.cause in (None, "device_lost") and self.detail is None


class EngineClient:
    """An engine process, and a fresh one after each `restart`.

    `on_event` is called on a thread of the process's own: Ready first, then what the jobs report; Crashed is the last
    of a process. What a process says after `stop`, `abandon` or `restart` is dropped. Only `stop` waits.

    Of three ends nothing is told, for a fresh process does the jobs: of one while a backend was loaded, which is left
    out from then on; of one for want of memory while models were loaded, which then take a step less; and of one for no
    other reason that is known while they were loaded onto devices, which they then do without.
    """

    def __init__(self, on_event: Callable[[Event | Crashed], None], entry: Entry = engine_entry.run) -> None:
        self._on_event = on_event
        self._entry = entry
        self._lock = threading.Lock()
        self._run: _Run | None = None
        self._backends_left_out: tuple[str, ...] = ()

    @property
    def is_alive(self) -> bool:
        """Whether there is a process that takes commands."""
        run = self._run
        return run is not None and not run.is_dropped and not run.is_over

    def start(self) -> None:
        """Start the process unless it runs; Ready arrives when it is up."""
        with self._lock:
            if not self.is_alive:
                self._run = self._fresh_run()

    def send(self, command: Command) -> None:
        """Queue a command; raises EngineNotRunning, and ProtocolError for one that is too large."""
        with self._lock:
            if self._run is None or not self.is_alive:
                raise EngineNotRunning
            self._run.send(command)

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
            self._run = self._fresh_run()

    def _fresh_run(self) -> "_Run":
        return _Run(self._entry, self._on_event, self._on_ended, self._backends_left_out, after=self._run)

    def _on_ended(self, run: "_Run", crash: Crashed) -> None:
        with self._lock:
            run.is_over = True
            commands = None if run.is_dropped else self._to_do_otherwise(run, crash)
            if commands is not None:
                run.drop()
                self._run = self._fresh_run()
                for command in commands:
                    self._run.send(command)
        if not run.is_dropped:
            self._on_event(crash)

    def _to_do_otherwise(self, run: "_Run", crash: Crashed) -> "tuple[JobCommand | Cancel, ...] | None":
        """What a fresh process is to do where that may go better; None where nothing says so."""
        backend = backend_at_fault(crash.mark)
        if backend is not None and backend not in self._backends_left_out:
            self._backends_left_out = (*self._backends_left_out, backend)
            return run.open_commands
        commands = run.open_commands
        load = commands[0] if commands else None
        if not isinstance(load, Load) or Cancel(load.job) in commands:
            return None
        otherwise = _loaded_otherwise(load, crash)
        return (otherwise, *commands[1:]) if otherwise is not None else None


def _loaded_otherwise(load: Load, crash: Crashed) -> Load | None:
    """The same with less to load, or elsewhere, as the cause of the crash suggests; None where it suggests nothing.

    The engine refuses a load that it has nothing less for, and does not touch what is left out: this comes to an end.
    """
    if crash.cause == "out_of_memory":
        return replace(load, crashes=load.crashes + 1)
    at_fault = devices_at_fault(crash.mark) if crash.may_be_the_drivers else ()
    if not at_fault:
        return None
    return replace(load, left_out=load.left_out.after(at_fault, device_named(crash.log)))


class _Run:
    """One process from its start to its end, and the jobs that are open in it."""

    def __init__(
        self,
        entry: Entry,
        on_event: Callable[[Event], None],
        on_ended: Callable[["_Run", Crashed], None],
        backends_left_out: tuple[str, ...],
        after: "_Run | None",
    ) -> None:
        self._on_event = on_event
        self._on_ended = on_ended
        self._lock = threading.Lock()
        self._open_commands: list[JobCommand | Cancel] = []
        self.is_dropped = self.is_over = False
        self._mismatch: str | None = None
        self._device: str | None = None
        self.child = Child(
            entry, sends=COMMANDS, receives=EVENTS, on_message=self._take, on_exit=self._end, name="slipstream engine"
        )
        self.child.send(Hello(PROTOCOL_VERSION, backends_left_out))
        self.child.start(after=after.child if after else None)

    @property
    def open_commands(self) -> tuple[JobCommand | Cancel, ...]:
        """What it was told about jobs that have not ended."""
        with self._lock:
            return tuple(self._open_commands)

    def drop(self) -> None:
        """Pass nothing on any more."""
        self.is_dropped = True

    def send(self, command: Command) -> None:
        with self._lock:
            self.child.send(command)
            if isinstance(command, Load):
                self._device = command.options.device if command.options.device != "auto" else None
            if isinstance(command, JobCommand) or (isinstance(command, Cancel) and command.job in self._jobs()):
                self._open_commands.append(command)

    def _take(self, event: Event) -> None:
        if isinstance(event, Ready) and event.version != PROTOCOL_VERSION:
            self._mismatch = f"it speaks version {event.version} of the protocol, not {PROTOCOL_VERSION}"
            self.child.request_stop(grace_s=0)
        elif isinstance(event, Finished | Failed):
            with self._lock:
                if event.job not in self._jobs():
                    return
                # Of two with the same number the first one ended; what was said about it goes with it.
                ended = next(command for command in self._open_commands if command.job == event.job)
                others = (command for command in self._open_commands if command is not ended)
                self._open_commands = [each for each in others if each != Cancel(event.job)]
                if isinstance(event, Finished) and event.loaded is not None:
                    self._device = event.loaded.device
        if not self.is_dropped and self._mismatch is None:
            self._on_event(event)

    def _jobs(self) -> list[int]:
        return [command.job for command in self._open_commands if not isinstance(command, Cancel)]

    def _end(self, end: ChildExit) -> None:
        with self._lock:
            job = next(iter(self._jobs()), None)
            device = self._device
        detail = self._mismatch or end.fault
        cause = None if detail else cause_of(end.code, end.signal_name, end.log)
        self._on_ended(self, Crashed(end.code, job, end.log, end.signal_name, detail, cause, device, end.mark))
