"""Command loop of the engine process: one job at a time, each ended by exactly one Finished or Failed."""

import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing
from typing import Protocol

from app.core.errors import AppError, Cancelled
from app.core.parent import ParentLink, failure_of
from app.core.progress import Progress
from app.engine.inbox import Inbox
from app.engine.protocol import (
    PROTOCOL_VERSION,
    CountTokens,
    DevicesResult,
    Failed,
    Finished,
    Generate,
    Hello,
    JobCommand,
    ListDevices,
    Load,
    LoadResult,
    Piece,
    Ready,
    ReportProgress,
    Stats,
    Unload,
    Working,
)
from app.engine.worker import native_log
from app.engine.worker.backends import leave_out
from app.engine.worker.devices import list_devices
from app.engine.worker.errors import MemoryRanOut
from app.engine.worker.outbox import Link, Outbox
from app.engine.worker.session import open_session
from app.engine.worker.symbols import BINDING_VERSION

IsCancelled = Callable[[], bool]

SIGN_OF_LIFE_S = 1.0
Replies = Generator[Piece | Stats | Finished, None, None]


class NothingLoaded(AppError):
    """A reply was asked for while no target is loaded."""

    code = "nothing_loaded"


class LoadedSession(Protocol):
    """What the loop needs of a loaded target and draft."""

    @property
    def result(self) -> LoadResult: ...

    def generate(self, request: Generate, cancelled: IsCancelled) -> Replies: ...

    def count(self, text: str) -> int: ...

    def close(self) -> None: ...


def serve(link: ParentLink, inbox: Inbox) -> None:
    """Work through the inbox until it ends, then free the models."""
    native_log.listen()
    Worker(link, open_session, list_devices).work(inbox)


class Worker:
    """Runs jobs for a parent; holds what is loaded."""

    def __init__(
        self,
        link: Link,
        open_session: Callable[[Load, Progress], LoadedSession],
        list_devices: Callable[[], DevicesResult],
    ) -> None:
        self._outbox = Outbox(link)
        self._open_session = open_session
        self._list_devices = list_devices
        self._session: LoadedSession | None = None

    def work(self, inbox: Inbox) -> None:
        """Answer Hello, run every job in turn, and unload at the end."""
        try:
            for command, cancelled in inbox.commands():
                if isinstance(command, Hello):
                    self._greet(command)
                else:
                    self._run(command, self._at_work(command.job, cancelled.is_set))
        finally:
            self._unload()
            self._outbox.close()

    def _greet(self, hello: Hello) -> None:
        if hello.version != PROTOCOL_VERSION:
            sys.exit(f"the window speaks version {hello.version} of the protocol, the engine {PROTOCOL_VERSION}")
        leave_out(hello.backends_left_out)
        self._outbox.send(Ready(PROTOCOL_VERSION, f"llama-cpp-python {BINDING_VERSION}"))

    def _at_work(self, job: int, is_cancelled: IsCancelled) -> IsCancelled:
        """Asks `is_cancelled`: whoever does so is at work, and the parent is told.

        Native code does between two steps of a long pass, a loader between two tensors.
        """
        told_s = time.monotonic()

        def is_cancelled_told() -> bool:
            nonlocal told_s
            now_s = time.monotonic()
            if now_s - told_s >= SIGN_OF_LIFE_S:
                told_s = now_s
                self._outbox.send(Working(job))
            return is_cancelled()

        return is_cancelled_told

    def _run(self, job: JobCommand, is_cancelled: IsCancelled) -> None:
        try:
            if is_cancelled():
                raise Cancelled
            self._outbox.send(self._outcome(job, is_cancelled))
        except Cancelled:
            self._outbox.send(Finished(job.job, "cancelled"))
        except Exception as error:  # noqa: BLE001 -- the top loop: whatever went wrong is told, and the next job runs
            told = MemoryRanOut(detail=str(error)) if isinstance(error, MemoryError) else error
            code, facts, trace = failure_of(told)
            log = "\n".join(part for part in (native_log.log_tail(), trace) if part)
            self._outbox.send(Failed(job.job, code, facts, log))

    def _outcome(self, job: JobCommand, is_cancelled: IsCancelled) -> Finished:
        match job:
            case Load():
                return self._load(job, is_cancelled)
            case Unload():
                self._unload()
                return Finished(job.job, "done")
            case ListDevices():
                return Finished(job.job, "done", devices=self._list_devices())
            case Generate():
                return self._generate(job, is_cancelled)
            case CountTokens():
                return Finished(job.job, "done", token_counts=tuple(map(self._loaded.count, job.texts)))

    def _load(self, load: Load, is_cancelled: IsCancelled) -> Finished:
        self._unload()

        def report(stage: str, done: int, total: int | None) -> None:
            self._outbox.send(ReportProgress(load.job, stage, done, total))

        self._session = self._open_session(load, Progress(report, is_cancelled))
        return Finished(load.job, "done", loaded=self._session.result)

    @property
    def _loaded(self) -> LoadedSession:
        if self._session is None:
            raise NothingLoaded
        return self._session

    def _unload(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.close()

    def _generate(self, request: Generate, is_cancelled: IsCancelled) -> Finished:
        with closing(self._loaded.generate(request, is_cancelled)) as replies:
            for item in replies:
                if isinstance(item, Finished):
                    return item
                self._outbox.send(item)
        raise RuntimeError("a reply ended without saying why")
