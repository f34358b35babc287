"""A fake engine: a real child process that speaks the real protocol, and answers every prompt from a script.

EngineClient(on_event, entry=partial(play, Say("Hello"), Wait(0.1), Say(" there"), Crash()))
"""

import ctypes
import os
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from app.core.parent import Entry, ParentLink
from app.engine.inbox import Inbox
from app.engine.protocol import (
    COMMANDS,
    EVENTS,
    PROTOCOL_VERSION,
    DeviceFacts,
    DevicesResult,
    DraftLoaded,
    Failed,
    Finished,
    FinishReason,
    Generate,
    GenerateResult,
    Hello,
    JobCommand,
    ListDevices,
    Load,
    LoadResult,
    Piece,
    Ready,
    ReportProgress,
    Speculation,
    Stats,
    TargetLoaded,
    Timings,
)


@dataclass(frozen=True)
class Say:
    """A piece of the reply, `times` over; with a position it counts as drafted."""

    text: str
    draft_position: int | None = None
    times: int = 1


@dataclass(frozen=True)
class Wait:
    """Nothing for a while; a cancel is heard."""

    seconds: float


@dataclass(frozen=True)
class Hang:
    """Native code that never comes back."""


@dataclass(frozen=True)
class Crash:
    """The process aborts, as a failed assertion of llama.cpp makes it, with last words on stderr."""

    last_words: str = "fake.c:1: ASSERT(false) failed"


@dataclass(frozen=True)
class CrashLater:
    """The process aborts so many seconds later, whatever it is at then."""

    seconds: float


@dataclass(frozen=True)
class SendBytes:
    """A frame as it is, whatever it is."""

    content: bytes


@dataclass(frozen=True)
class Count:
    """The numbers of the reply."""

    timings: Timings
    speculation: Speculation


@dataclass(frozen=True)
class Fail:
    """The job fails."""

    code: str
    facts: dict[str, str] = field(default_factory=dict)


Step = Say | Wait | Hang | Crash | CrashLater | SendBytes | Count | Fail


@dataclass(frozen=True)
class CrashAtLoad:
    """Memory runs out, and that ends the process: the first `times` a pair is loaded, or as soon as that is stopped."""

    times: int
    when_cancelled: bool = False


def scripted(*script: Step, version: int = PROTOCOL_VERSION, memory: CrashAtLoad | None = None) -> Entry:
    """An entry that loads anything at once, if there is `memory`, and answers each Generate with the script."""
    return partial(_play, script=script, version=version, memory=memory or CrashAtLoad(0))


def _play(connection: "Connection[Any, Any]", script: Sequence[Step], version: int, memory: CrashAtLoad) -> None:
    link = ParentLink(connection, sends=EVENTS, receives=COMMANDS)
    inbox = Inbox()
    link.listen(inbox.put, inbox.close)
    for command, cancelled in inbox.commands():
        if isinstance(command, Hello):
            link.send(Ready(version, "fake"))
        elif isinstance(command, Generate):
            _Reply(link, connection, command, cancelled).play(script)
        elif isinstance(command, Load) and command.crashes < memory.times:
            link.send(ReportProgress(command.job, "load_target", command.crashes, memory.times))
            if memory.when_cancelled:
                cancelled.wait()
            os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'")
            os.abort()
        else:
            _answer(link, command)


def _answer(link: ParentLink, command: JobCommand) -> None:
    match command:
        case Load():
            link.send(ReportProgress(command.job, "load_target", 1, 2))
            link.send(Finished(command.job, "done", loaded=load_result(command.target, command.draft)))
        case ListDevices():
            link.send(Finished(command.job, "done", devices=DEVICES))
        case _:
            link.send(Finished(command.job, "done"))


class _Reply:
    def __init__(
        self, link: ParentLink, connection: "Connection[Any, Any]", command: Generate, cancelled: threading.Event
    ) -> None:
        self._link = link
        self._connection = connection
        self._job = command.job
        self._cancelled = cancelled
        self._text: list[str] = []

    def play(self, script: Sequence[Step]) -> None:
        for step in script:
            if self._cancelled.is_set():
                break
            if isinstance(step, Fail):
                self._link.send(Failed(self._job, step.code, step.facts))
                return
            self._do(step)
        text = "".join(self._text)
        result = GenerateResult(text, tuple(range(len(self._text))), Timings(), Speculation())
        reason: FinishReason = "cancelled" if self._cancelled.is_set() else "stop"
        self._link.send(Finished(self._job, reason, generated=result))

    def _do(self, step: Step) -> None:
        match step:
            case Say():
                for _ in range(step.times):
                    self._text.append(step.text)
                    self._link.send(Piece(self._job, step.text, step.draft_position))
            case Wait():
                self._cancelled.wait(step.seconds)
            case Hang():
                stay_in_native_code()
            case Crash():
                os.write(2, step.last_words.encode())
                os.abort()
            case CrashLater():
                threading.Timer(step.seconds, os.abort).start()
            case SendBytes():
                self._connection.send_bytes(step.content)
            case Count():
                self._link.send(Stats(self._job, step.timings, step.speculation))


def stay_in_native_code() -> None:
    """Sleep for an hour inside a C function."""
    if os.name == "nt":
        ctypes.CDLL("kernel32").Sleep(3_600_000)
    else:
        # One interrupted by a signal would come back early.
        while True:
            ctypes.CDLL(None).sleep(3600)
            time.sleep(0)


DEVICES = DevicesResult(("CPU",), (DeviceFacts("CPU", "A processor", "cpu", 16 << 30, 8 << 30),))


def load_result(target: Path, draft: Path | None) -> LoadResult:
    """What a load of a small pair could tell."""
    draft_loaded = (
        None
        if draft is None
        else DraftLoaded(
            path=draft,
            name=draft.stem,
            method="dspark",
            size_bytes=4 << 20,
            block_size=8,
            draft_max=7,
            sample_from_anchor=True,
            has_confidence_head=True,
            draft_vocabulary_n=512,
        )
    )
    return LoadResult(
        target=TargetLoaded(
            path=target,
            name=target.stem,
            architecture="qwen3",
            description="qwen3 0.1B BF16",
            size_bytes=200 << 20,
            layers=12,
            hidden_size=512,
            vocabulary_n=1024,
            context_trained=4096,
        ),
        draft=draft_loaded,
        context_size=4096,
        device="CPU",
        memory_bytes=256 << 20,
        plain_tokens_per_second=100.0,
    )
