"""An engine process like any other, but for a stopwatch around every call into llama.cpp and ggml."""

import json
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any

from app.core.progress import Progress
from app.engine import entry

_PREFIXES = ("llama_", "ggml_")


Clock = Callable[[], float]


class Stopwatch:
    """Seconds spent in native code, and how they stood at the two ends of each reply's rounds.

    It knows nothing of the engine's own clocks: only when a prompt was in the cache and when a round ended. Two clocks
    run: one shows the time, the other stands still while something else has the processor.
    """

    def __init__(self, clock: Clock = time.perf_counter, busy_clock: Clock = time.thread_time) -> None:
        self._clock = clock
        self._busy_clock = busy_clock
        self._native_s = self._native_busy_s = 0.0
        self._calls_n = 0
        self._began = self._now()
        self._replies: list[dict[str, float]] = []
        self._is_in_rounds = False

    def timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, its time counted."""

        def call(*arguments: Any) -> Any:
            began_s, began_busy_s = self._clock(), self._busy_clock()
            try:
                return function(*arguments)
            finally:
                self._native_busy_s += self._busy_clock() - began_busy_s
                self._native_s += self._clock() - began_s
                self._calls_n += 1

        return call

    def prompt_decoded(self) -> None:
        """The rounds of a reply begin now, unless more of the prompt follows."""
        self._is_in_rounds = False
        self._began = self._now()

    def round_ended(self) -> None:
        """The rounds of a reply end now, unless another follows."""
        if not self._is_in_rounds:
            self._replies.append({"rounds_n": 0})
        self._is_in_rounds = True
        reply = self._replies[-1]
        reply["rounds_n"] += 1
        reply.update({name: now - self._began[name] for name, now in self._now().items()})

    def forget(self) -> None:
        """What was counted so far was no reply that anyone asked for."""
        self._replies.clear()
        self._is_in_rounds = False

    def write(self, path: Path) -> None:
        """The replies, as JSON."""
        path.write_text(json.dumps(self._replies), "utf-8")

    def _now(self) -> dict[str, float]:
        time_s, busy_s = self._clock(), self._busy_clock()
        return {
            "seconds": time_s,
            "outside_s": time_s - self._native_s,
            "outside_busy_s": busy_s - self._native_busy_s,
            "calls_n": self._calls_n,
        }


def run(path: Path, connection: "Connection[Any, Any]") -> None:
    """Serve as the engine does, and at the end leave the counted times in `path`."""
    stopwatch = Stopwatch()
    _hold(stopwatch)
    entry.run(connection)
    stopwatch.write(path)


def _hold(stopwatch: Stopwatch) -> None:
    from app.engine.worker import symbols
    from app.engine.worker.stats import ReplyStats

    for module in (symbols.llama, symbols):
        _time_calls_of(module, stopwatch)

    class WatchedStats(ReplyStats):
        """Tells the stopwatch what it is told."""

        def prompt_decoded(self, count: int) -> None:
            super().prompt_decoded(count)
            stopwatch.prompt_decoded()

        def round_ended(self, *arguments: Any, **named: Any) -> None:
            super().round_ended(*arguments, **named)
            stopwatch.round_ended()

    from app.engine.worker import session

    measure = session.Session.measure

    def measure_unseen(measured: session.Session, progress: Progress) -> None:
        measure(measured, progress)
        stopwatch.forget()

    session.ReplyStats = WatchedStats  # type: ignore[attr-defined]
    session.Session.measure = measure_unseen  # type: ignore[method-assign, assignment]


def _time_calls_of(module: ModuleType, stopwatch: Stopwatch) -> None:
    """Replace the module's native functions: those with llama.cpp's names, and what was found by `find_call`."""
    for name, found in vars(module).copy().items():
        is_native = name.startswith(_PREFIXES) or type(found).__name__ == "CFunctionType"
        if is_native and callable(found) and not isinstance(found, type):
            setattr(module, name, stopwatch.timed(found))
