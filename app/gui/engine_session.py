"""What is loaded and what the engine is doing now: the one truth that the window shows and acts upon."""

from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Literal, Protocol

from PySide6.QtCore import QObject, Signal

from app.engine.client import Crashed, EngineNotRunning
from app.engine.left_out import LeftOut
from app.engine.machine import device_for
from app.engine.protocol import (
    Cancel,
    ChatMessage,
    Command,
    CountTokens,
    DeviceFacts,
    DraftOptions,
    Effort,
    Failed,
    Finished,
    Generate,
    JobCommand,
    ListDevices,
    Load,
    LoadOptions,
    LoadResult,
    Notice,
    ReportProgress,
    SamplingOptions,
    Unload,
)
from app.gui.bridges import EngineBridge
from app.gui.silence_watch import SilenceWatch

State = Literal["empty", "loading", "ready", "generating", "unloading", "crashed"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A target and, unless decoding is to be plain, the draft for it: GGUF files."""

    target: Path
    draft: Path | None = None


class Engine(Protocol):
    """The side of the engine process that the window needs (app.engine.client.EngineClient)."""

    def start(self) -> None:
        """Start the process."""

    def send(self, command: Command) -> None:
        """Hand a command over."""

    def restart(self) -> None:
        """End the process if it still runs, and start a new one."""

    def abandon(self) -> None:
        """End the process without waiting for it."""

    def stop(self) -> None:
        """End the process."""


class EngineSession(QObject):
    """Sends commands, follows their jobs, and knows the state. All in the window's thread.

    `load_failed` also tells of a failed unload; `crashed` carries the Crashed event and the state it happened in;
    `jobs_lost` comes before it, and when an engine that answers no more is given up: `watch` tells of one. `stopped`
    tells that the user gave it up, `started_again` that it did not follow a stop.
    Reply signals concern `generate` alone, `served` (Finished or Failed) what `serve` asked for; pieces and numbers
    come from the bridge.
    """

    state_changed = Signal()
    progress_reported = Signal(object)
    devices_listed = Signal(object)
    tokens_counted = Signal(int, object)
    jobs_lost = Signal()
    load_finished = Signal(object)
    load_failed = Signal(object)
    reply_finished = Signal(object)
    reply_failed = Signal(object)
    served = Signal(object)
    crashed = Signal(object, str)
    stopped = Signal()
    started_again = Signal()

    def __init__(self, bridge: EngineBridge, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self._engine = engine
        self._jobs = count(1)
        self._job_kinds: dict[int, type[Command]] = {}
        # Those that were told to stop.
        self._ending_jobs: set[int] = set()
        self.state: State = "empty"
        self.loaded: LoadResult | None = None
        self.pair: Pair | None = None
        """The pair that is loaded, is being loaded, or was when the engine crashed."""
        self.options = LoadOptions()
        self.devices: tuple[DeviceFacts, ...] = ()
        self.unused_backends: tuple[Notice, ...] = ()
        """Why backends that are there are not used."""
        self.devices_left_out: tuple[str, ...] = ()
        """Those that failed when models were loaded onto them: done without until `try_again`."""
        self.is_measuring = False
        """Whether replies are written to be measured: until that is over the state stays "generating"."""
        self._load_job: int | None = None
        self._reply_job: int | None = None
        self._served_job: int | None = None
        self._is_load_cancelled = False
        self.watch = SilenceWatch(self)
        self.watch.stop_ignored.connect(self._on_stop_ignored)
        bridge.heard.connect(self.watch.hear)
        bridge.ready.connect(self.watch.forget_longest)
        bridge.progress_reported.connect(self._on_progress_reported)
        bridge.job_finished.connect(self._on_job_finished)
        bridge.job_failed.connect(self._on_job_failed)
        bridge.engine_crashed.connect(self._on_engine_crashed)

    @property
    def reply_job(self) -> int | None:
        """The reply that is being written, if one is."""
        return self._reply_job

    @property
    def usable_devices(self) -> tuple[DeviceFacts, ...]:
        """Those that models may be loaded onto."""
        return tuple(device for device in self.devices if device.name not in self.devices_left_out)

    @property
    def may_use_drivers(self) -> bool:
        """Whether what is loaded may run on more than the processor."""
        chosen = device_for(self.usable_devices, self.options.device)
        return chosen is not None and chosen.kind != "cpu"

    def try_again(self, device: str) -> None:
        """Load onto this device again, though it failed before."""
        self.devices_left_out = tuple(name for name in self.devices_left_out if name != device)

    @property
    def is_reply_behind(self) -> bool:
        """Whether the reply that was asked for waits until another program is answered."""
        served, reply = self._served_job, self._reply_job
        return served is not None and reply is not None and served < reply

    def start(self) -> None:
        """Start the engine process and ask what devices there are."""
        self._engine.start()
        self.list_devices()

    def stop(self) -> None:
        """End the engine process."""
        self.watch.watch(is_busy=False)
        self._engine.stop()

    def list_devices(self) -> None:
        """Ask which devices there are, and how much of their memory is free."""
        self._send(ListDevices(self._begin(ListDevices)))

    def count_tokens(self, texts: tuple[str, ...]) -> int:
        """Ask how many tokens each text is; `tokens_counted` carries the number of this job and the counts."""
        job = self._begin(CountTokens)
        self._send(CountTokens(job, texts))
        return job

    def load(self, pair: Pair, options: LoadOptions | None = None) -> None:
        """Load a pair instead of what is loaded now; whatever goes on is stopped first."""
        if self.state == "crashed":
            self._engine.restart()
        self.stop_reply()
        self.stop_serving()
        self.cancel_load()
        if options is not None:
            self.options = options
        self.pair, self.loaded = pair, None
        self._is_load_cancelled = False
        self._load_job = self._begin(Load)
        self._become("loading")
        left_out = LeftOut(self.devices_left_out)
        self._send(Load(self._load_job, pair.target, pair.draft, self.options, left_out=left_out))

    def cancel_load(self) -> None:
        """Stop loading; nothing is loaded then."""
        if self._load_job is not None and self.state == "loading":
            self._is_load_cancelled = True
            self._stop_job(self._load_job)

    def unload(self) -> None:
        """Free the models."""
        self.stop_reply()
        self.stop_serving()
        self._load_job = self._begin(Unload)
        self._is_load_cancelled = True
        self._send(Unload(self._load_job))
        self._expect_end(self._load_job)
        self._become("unloading")

    def restart(self) -> None:
        """Start the engine again after a crash or a long silence, and load what was loaded."""
        if self.state != "crashed":
            self._lose_jobs()
        if self.pair is not None:
            self.load(self.pair)
        else:
            self._engine.restart()
            self._become("empty")
            self.list_devices()

    def stop_engine(self) -> None:
        """Give up an engine that is silent, whatever it is at; `restart` goes on with the same models."""
        self._engine.abandon()
        self._lose_jobs()
        self.stopped.emit()

    def generate(
        self,
        messages: tuple[ChatMessage, ...],
        sampling: SamplingOptions,
        drafting: DraftOptions,
        *,
        think: bool | None = None,
        effort: Effort | None = None,
    ) -> int:
        """Have a reply written; gives its job. Only while the state is "ready"."""
        return self.answer(Generate(0, messages, sampling=sampling, drafting=drafting, think=think, effort=effort))

    def answer(self, request: Generate) -> int:
        """Have a request answered under a job number of its own; only while the state is "ready", or measuring."""
        job = self._begin(Generate)
        self._reply_job = job
        self._send(replace(request, job=job))
        self._become("generating")
        return job

    def serve(self, request: Generate) -> int:
        """Have a request of another program answered, after what the engine is at; one at a time.

        It changes no state: a message can be sent meanwhile, and is answered next.
        """
        self._served_job = job = self._begin(Generate)
        self._send(replace(request, job=job))
        return job

    def stop_serving(self) -> None:
        """Have what is written for another program end with what it has."""
        if self._served_job is not None:
            self._stop_job(self._served_job)

    def begin_measuring(self) -> None:
        """Keep the engine for one reply after the other; only while the state is "ready"."""
        self.is_measuring = True
        self._become("generating")

    def end_measuring(self) -> None:
        """Let the chat have the engine again."""
        self.is_measuring = False
        if self.state == "generating":
            self._become("ready")

    def stop_reply(self) -> None:
        """Have the reply end with what it has."""
        if self._reply_job is not None:
            self._stop_job(self._reply_job)

    def _stop_job(self, job: int) -> None:
        self._send(Cancel(job))
        self._expect_end(job)

    def _expect_end(self, job: int) -> None:
        self._ending_jobs.add(job)
        self.watch.expect_stop()

    def _begin(self, kind: type[Command]) -> int:
        job = next(self._jobs)
        self._job_kinds[job] = kind
        return job

    def _send(self, command: JobCommand | Cancel) -> None:
        try:
            self._engine.send(command)
        except EngineNotRunning:
            # The Crashed event is on its way or was there, and tells.
            self._job_kinds.pop(command.job, None)
            return
        self.watch.watch(is_busy=bool(self._job_kinds))

    def _become(self, state: State) -> None:
        self.state = state
        self.state_changed.emit()

    def _on_progress_reported(self, progress: ReportProgress) -> None:
        if progress.job in (self._load_job, self._reply_job):
            self.progress_reported.emit(progress)

    def _on_job_finished(self, event: Finished) -> None:
        kind = self._end_job(event.job)
        if kind is ListDevices and event.devices is not None:
            self.devices, self.unused_backends = event.devices.devices, event.devices.notices
            self.devices_listed.emit(event.devices)
        elif kind is CountTokens:
            self.tokens_counted.emit(event.job, event.token_counts)
        elif kind is Generate and event.job == self._reply_job:
            self._end_reply()
            self.reply_finished.emit(event)
        elif kind is Generate and event.job == self._served_job:
            self._served_job = None
            self.served.emit(event)
        elif kind in (Load, Unload) and event.job == self._load_job:
            self._on_load_ended(event.loaded)
            self.load_finished.emit(event)

    def _on_load_ended(self, loaded: LoadResult | None) -> None:
        self._load_job = None
        self.loaded = loaded
        if loaded is None:
            self.pair = None
        else:
            self.devices_left_out = loaded.devices_left_out
        self._become("empty" if loaded is None else "ready")
        self.list_devices()

    def _on_job_failed(self, event: Failed) -> None:
        kind = self._end_job(event.job)
        if kind is Generate and event.job == self._reply_job:
            self._end_reply()
            self.reply_failed.emit(event)
        elif kind is Generate and event.job == self._served_job:
            self._served_job = None
            self.served.emit(event)
        elif kind in (Load, Unload) and event.job == self._load_job:
            self._on_load_ended(None)
            self.load_failed.emit(event)

    def _end_job(self, job: int) -> type[Command] | None:
        self._ending_jobs.discard(job)
        if not self._ending_jobs:
            self.watch.forget_stop()
        kind = self._job_kinds.pop(job, None)
        self.watch.watch(is_busy=bool(self._job_kinds))
        return kind

    def _end_reply(self) -> None:
        self._reply_job = None
        if self.state == "generating" and not self.is_measuring:
            self._become("ready")

    def _on_engine_crashed(self, event: Crashed) -> None:
        happened_in = self.state
        self._lose_jobs()
        self.crashed.emit(event, happened_in)

    def _on_stop_ignored(self) -> None:
        if self._is_load_cancelled:
            self.pair = None
        self.restart()
        self.started_again.emit()

    def _lose_jobs(self) -> None:
        self._job_kinds.clear()
        self._ending_jobs.clear()
        self.watch.start_over()
        self._load_job = self._reply_job = self._served_job = None
        self.loaded = None
        self._become("crashed")
        self.jobs_lost.emit()
