"""The engine for code that may wait: each job as a generator of its events, for the command line and for tests."""

import itertools
import queue
import time
from collections.abc import Callable, Generator, Mapping
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
from app.engine.crash import Cause
from app.engine.left_out import LeftOut
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
    Working,
)

START_TIMEOUT_S = 60.0
CANCEL_TIMEOUT_S = 10.0
# Waiting without an end cannot be interrupted by Ctrl-C on Windows.
_GLANCE_S = 0.2


class EngineCrashed(AppError):
    """The engine process ended by itself: exit_code, signal, detail, device; `log` is the last that it printed."""

    code = "engine_crashed"

    def __init__(self, crash: Crashed) -> None:
        super().__init__(exit_code=crash.exit_code, signal=crash.signal_name, detail=crash.detail, device=crash.device)
        self.log = crash.log


class EngineOutOfMemory(EngineCrashed):
    """Memory ran out, of the machine or of its device, and that ended the engine."""

    code = "engine_out_of_memory"


class EngineDeviceLost(EngineCrashed):
    """The device that the engine computed on stopped working: device."""

    code = "engine_device_lost"


class EngineFileLost(EngineCrashed):
    """A part of a model's file could not be read any more while it was in use."""

    code = "engine_file_lost"


class EngineProcessorTooOld(EngineCrashed):
    """The processor lacks an instruction that the engine used."""

    code = "engine_processor_too_old"


_BY_CAUSE: Mapping[Cause | None, type[EngineCrashed]] = {
    "out_of_memory": EngineOutOfMemory,
    "device_lost": EngineDeviceLost,
    "file_changed": EngineFileLost,
    "processor": EngineProcessorTooOld,
}


def crash_error(crash: Crashed) -> EngineCrashed:
    """The failure to raise or to show for a crash, by its cause."""
    return _BY_CAUSE.get(crash.cause, EngineCrashed)(crash)


class EngineSilent(AppError):
    """The engine process did not answer in time: seconds."""

    code = "engine_silent"


class BlockingEngine:
    """An engine process for the length of a `with` block; after a crash, the next job gets a fresh one."""

    def __init__(self, entry: Entry = engine_entry.run) -> None:
        self._entry = entry
        self._jobs = itertools.count(1)
        self.loaded: LoadResult | None = None
        self._prepare()

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.stop()

    @property
    def is_alive(self) -> bool:
        """Whether the process runs; a fresh one has nothing loaded."""
        return self._client.is_alive

    def next_job(self) -> int:
        """A number for the next command."""
        return next(self._jobs)

    def run(self, command: JobCommand, is_wanted: Callable[[], bool] | None = None) -> Generator[Event, None, None]:
        """The events of a job up to its Finished.

        Raises ReportedError when it fails, EngineCrashed when the process ends, and Cancelled once `is_wanted`, asked
        while there is nothing to hear, says no. Closing the generator cancels the job; like after Cancelled, the engine
        has let go of it then.
        """
        if not self._client.is_alive:
            self._prepare()
            self._start()
        self._client.send(command)
        is_over = False
        try:
            while not is_over:
                event = self._next_event(is_wanted=is_wanted)
                if isinstance(event, Crashed):
                    is_over = True
                    raise crash_error(event)
                if isinstance(event, Ready | Working) or event.job != command.job:
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
        """Load a target and its draft; what is loaded now, which `loaded` tells from then on.

        A device that failed before is left out.
        """
        left_out = LeftOut(self.loaded.devices_left_out if self.loaded else ())
        finished = self.finish(Load(self.next_job(), target, draft, options or LoadOptions(), 0, left_out), progress)
        if finished.loaded is None:
            raise ProtocolError(detail="a load that tells nothing of what is loaded")
        self.loaded = finished.loaded
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
                raise crash_error(event)

    def _next_event(
        self, deadline_s: float = float("inf"), is_wanted: Callable[[], bool] | None = None
    ) -> Event | Crashed:
        while True:
            try:
                return self._events.get(timeout=_GLANCE_S)
            except queue.Empty:
                if is_wanted is not None and not is_wanted():
                    raise Cancelled from None
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
