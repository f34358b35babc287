"""The engine for code that may wait: each job as a generator of its events, for the command line and for tests."""

import itertools
import queue
import time
from collections.abc import Generator
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from app.core.errors import AppError, Cancelled, ReportedError
from app.core.messages import ProtocolError
from app.core.parent import Entry
from app.core.progress import Progress
from app.engine import entry as engine_entry
from app.engine.client import Crashed, EngineClient, EngineNotRunning
from app.engine.protocol import (
    Cancel,
    DevicesResult,
    Event,
    Failed,
    Finished,
    JobCommand,
    ListDevices,
    Load,
    LoadOptions,
    LoadResult,
    Ready,
    ReportProgress,
)

START_TIMEOUT_S = 60.0
CANCEL_TIMEOUT_S = 10.0
# Waiting without an end cannot be interrupted by Ctrl-C on Windows.
_GLANCE_S = 0.2


class EngineCrashed(AppError):
    """The engine process ended in the middle of a job: exit_code, signal, detail; `log` is the last that it printed."""

    code = "engine_crashed"

    def __init__(self, crash: Crashed) -> None:
        super().__init__(exit_code=crash.exit_code, signal=crash.signal_name, detail=crash.detail)
        self.log = crash.log


class EngineSilent(AppError):
    """The engine process did not answer in time: seconds."""

    code = "engine_silent"


class BlockingEngine:
    """An engine process for the length of a `with` block; after a crash, the next job gets a fresh one."""

    def __init__(self, entry: Entry = engine_entry.run) -> None:
        self._entry = entry
        self._jobs = itertools.count(1)
        self._prepare()

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.stop()

    def next_job(self) -> int:
        """A number for the next command."""
        return next(self._jobs)

    def run(self, command: JobCommand) -> Generator[Event, None, None]:
        """The events of a job up to its Finished.

        Raises ReportedError when it fails and EngineCrashed when the process ends. Closing the generator cancels the
        job and waits until the engine has let go of it.
        """
        if not self._client.is_alive:
            self._prepare()
            self._start()
        self._client.send(command)
        is_over = False
        try:
            while not is_over:
                event = self._next_event()
                if isinstance(event, Crashed):
                    is_over = True
                    raise EngineCrashed(event)
                if isinstance(event, Ready) or event.job != command.job:
                    continue
                is_over = isinstance(event, Finished | Failed)
                if isinstance(event, Failed):
                    raise ReportedError(event.code, event.facts, event.log)
                yield event
        finally:
            if not is_over:
                self._cancel(command.job)

    def finish(self, command: JobCommand, progress: Progress | None = None) -> Finished:
        """Run a job to its end, its progress passed on; raises Cancelled when `progress` or the engine says so."""
        with closing(self.run(command)) as events:
            for event in events:
                if isinstance(event, ReportProgress) and progress is not None:
                    progress.update(event.stage, event.done, event.total)
                if isinstance(event, Finished):
                    if event.reason == "cancelled":
                        raise Cancelled
                    return event
        raise EngineNotRunning

    def load(
        self,
        target: Path,
        draft: Path | None = None,
        options: LoadOptions | None = None,
        progress: Progress | None = None,
    ) -> LoadResult:
        """Load a target and its draft; what is loaded now."""
        finished = self.finish(Load(self.next_job(), target, draft, options or LoadOptions()), progress)
        if finished.loaded is None:
            raise ProtocolError(detail="a load that tells nothing of what is loaded")
        return finished.loaded

    def devices(self) -> DevicesResult:
        """The backends and devices that are there."""
        finished = self.finish(ListDevices(self.next_job()))
        if finished.devices is None:
            raise ProtocolError(detail="a list of devices that is not there")
        return finished.devices

    def _prepare(self) -> None:
        # What an earlier process said last must not be taken for the new one's words.
        self._events: queue.SimpleQueue[Event | Crashed] = queue.SimpleQueue()
        self._client = EngineClient(self._events.put, self._entry)

    def _start(self) -> None:
        self._client.start()
        deadline_s = time.monotonic() + START_TIMEOUT_S
        while not isinstance(event := self._next_event(deadline_s), Ready):
            if isinstance(event, Crashed):
                raise EngineCrashed(event)

    def _next_event(self, deadline_s: float = float("inf")) -> Event | Crashed:
        while True:
            try:
                return self._events.get(timeout=_GLANCE_S)
            except queue.Empty:
                if time.monotonic() > deadline_s:
                    raise EngineSilent(seconds=START_TIMEOUT_S) from None

    def _cancel(self, job: int) -> None:
        """Wait for the end of a cancelled job; an engine that does not let go of it is replaced."""
        with suppress(EngineNotRunning):
            self._client.send(Cancel(job))
        deadline_s = time.monotonic() + CANCEL_TIMEOUT_S
        with suppress(EngineSilent):
            while True:
                event = self._next_event(deadline_s)
                if isinstance(event, Crashed) or (isinstance(event, Finished | Failed) and event.job == job):
                    return
        self._client.stop()
