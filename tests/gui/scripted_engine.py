"""An engine that plays a script on a thread, in place of the process: the same commands in, the same events out."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from app.engine.client import Crashed
from app.engine.protocol import (
    Cancel,
    Command,
    CountTokens,
    DeviceFacts,
    DevicesResult,
    DraftLoaded,
    Event,
    Failed,
    Finished,
    FinishReason,
    Generate,
    GenerateResult,
    ListDevices,
    Load,
    LoadResult,
    Notice,
    Piece,
    ReportProgress,
    Speculation,
    Stats,
    TargetLoaded,
    Timings,
    Unload,
)

DEVICE = DeviceFacts("Vulkan0", "RX 7800 XT", "gpu", 16_000_000_000, 6_900_000_000)
CPU = DeviceFacts("CPU", "8-core CPU", "cpu", 32_000_000_000, 20_000_000_000)
TARGET = TargetLoaded(
    Path("/models/Qwen3-4B-Q4_K_M.gguf"), "Qwen3-4B", "qwen3", "Qwen3 4B Q4_K", 2_500_000_000, 36, 2560, 151_936, 40960
)
DRAFT = DraftLoaded(
    Path("/models/dspark-qwen3-4b.gguf"), "dspark-qwen3-4b", "dspark", 320_000_000, 7, 7, True, True, 32_000
)
LOADED = LoadResult(TARGET, DRAFT, 8192, "Vulkan0", 3_100_000_000, 22.9)


DRAFTING = Speculation("dspark", "drafting", draft_length=5)


@dataclass(frozen=True, slots=True)
class Script:
    """What a reply consists of; pieces per second 0 is as fast as possible; `ending` may be a Failed's code.

    `thinking` comes before the pieces of the answer, as texts or as pieces. `context_n`, `dropped_n` and `notices` are
    told of the context.
    """

    pieces: Sequence[tuple[str, int | None]]
    per_second: float = 0
    stats: Speculation = DRAFTING
    ending: FinishReason | str = "stop"
    thinking: Sequence[str | tuple[str, int | None]] = ()
    context_n: int = 0
    dropped_n: int = 0
    notices: tuple[Notice, ...] = ()

    @property
    def thoughts(self) -> list[tuple[str, int | None]]:
        """What comes before the answer, as pieces."""
        return [(thought, None) if isinstance(thought, str) else thought for thought in self.thinking]


class ScriptedEngine:
    """Give `bridge.post` as `on_event`. Commands are answered on one thread, in order."""

    def __init__(self, on_event: Callable[[Event | Crashed], None], loaded: LoadResult = LOADED) -> None:
        self.on_event = on_event
        self.loaded = loaded
        self.script = Script((("Hello", None), (".", 0)))
        self.sent: list[Command] = []
        self.load_steps = 1
        self.devices: tuple[DeviceFacts, ...] = (DEVICE, CPU)
        self.unused: tuple[Notice, ...] = ()
        self.load_failure: Failed | None = None
        self.starts = 0
        self._cancelled: set[int] = set()
        self._threads: list[threading.Thread] = []
        self._is_dead = False

    def start(self) -> None:
        self.starts += 1
        self._is_dead = False

    def restart(self) -> None:
        self.start()

    def abandon(self) -> None:
        self._is_dead = True

    def stop(self) -> None:
        self._is_dead = True
        for thread in self._threads:
            thread.join()

    def send(self, command: Command) -> None:
        self.sent.append(command)
        if isinstance(command, Cancel):
            self._cancelled.add(command.job)
            return
        thread = threading.Thread(target=self._answer, args=(command,), name="scripted engine")
        self._threads.append(thread)
        thread.start()

    def crash(self, job: int | None = None) -> None:
        """The process ends; nothing of its jobs is heard any more."""
        self._is_dead = True
        self.on_event(Crashed(-6, job, "GGML_ASSERT(n > 0) failed", "SIGABRT"))

    def _post(self, event: Event) -> None:
        if not self._is_dead:
            self.on_event(event)

    def _answer(self, command: Command) -> None:
        if isinstance(command, ListDevices):
            found = DevicesResult(("Vulkan", "CPU"), self.devices, self.unused)
            self._post(Finished(command.job, "done", devices=found))
        elif isinstance(command, Load):
            self._load(command)
        elif isinstance(command, Unload):
            self._post(Finished(command.job, "done"))
        elif isinstance(command, CountTokens):
            self._post(Finished(command.job, "done", token_counts=tuple(len(text.split()) for text in command.texts)))
        elif isinstance(command, Generate):
            self._generate(command.job, self.script)

    def _load(self, command: Load) -> None:
        for step in range(self.load_steps):
            if self._is_dead:
                return
            if command.job in self._cancelled:
                self._post(Finished(command.job, "cancelled"))
                return
            self._post(ReportProgress(command.job, "load_target", step, self.load_steps))
            if self.load_steps > 1:
                time.sleep(0.02)
        if self.load_failure:
            self._post(replace(self.load_failure, job=command.job))
            return
        target = replace(self.loaded.target, path=command.target)
        draft = replace(self.loaded.draft, path=command.draft) if self.loaded.draft and command.draft else None
        self._post(Finished(command.job, "done", loaded=replace(self.loaded, target=target, draft=draft)))

    def _generate(self, job: int, script: Script) -> None:
        start_s = time.monotonic()
        counted_s = 0.0
        text = ""
        drafted = accepted = 0
        reason = script.ending
        for piece, position in script.thoughts:
            if job not in self._cancelled:
                time.sleep(1 / script.per_second if script.per_second else 0)
                self._post(Piece(job, piece, position, part="thinking"))
        start_s = time.monotonic()
        for number, (piece, position) in enumerate(script.pieces):
            if job in self._cancelled or self._is_dead:
                reason = "cancelled"
                break
            if script.per_second:
                time.sleep(max(0.0, start_s + number / script.per_second - time.monotonic()))
            self._post(Piece(job, piece, position))
            text += piece
            accepted += position is not None
            drafted += 2 if position is None else 1
            if time.monotonic() - counted_s > 0.1:
                counted_s = time.monotonic()
                self._post(self._stats(job, number + 1, drafted, accepted, start_s))
        stats = self._stats(job, len(script.pieces), drafted, accepted, start_s)
        self._post(stats)
        if reason in ("stop", "length", "cancelled", "done"):
            result = GenerateResult(text, tuple(range(len(script.pieces))), stats.timings, stats.speculation)
            result = replace(result, thinking="".join(text for text, _ in script.thoughts), notices=script.notices)
            self._post(Finished(job, reason, generated=result))  # type: ignore[arg-type]
        else:
            self._post(Failed(job, reason, {}, "the native log"))

    def _stats(self, job: int, written: int, drafted: int, accepted: int, start_s: float) -> Stats:
        elapsed_ms = max(1.0, (time.monotonic() - start_s) * 1000)
        speed = written * 1000 / elapsed_ms
        rate = accepted / drafted if drafted else None
        speculation = replace(
            self.script.stats,
            rounds=max(1, drafted // 5),
            acceptance_rate=rate,
            mean_accepted_length=1 + 4 * (rate or 0),
            acceptance_by_position=tuple((rate or 0) * 0.93**n for n in range(7)),
            plain_tokens_per_second=22.9,
            speedup=speed / 22.9,
        )
        context = (self.script.context_n, self.script.dropped_n)
        timings = Timings(12, 8.0, written, elapsed_ms, speed, drafted, accepted, *context)
        return Stats(job, timings, speculation)


def pieces_of(text: str, size: int = 4) -> list[tuple[str, int | None]]:
    """A text in pieces of `size` characters, as rounds of seven guesses with some refused."""
    pieces: list[tuple[str, int | None]] = []
    position = 0
    for number, at in enumerate(range(0, len(text), size)):
        is_own = number % 5 == 4 or number % 11 == 10
        pieces.append((text[at : at + size], None if is_own else position))
        position = 0 if is_own else position + 1
    return pieces
