"""A writer without an engine: it writes when the test says so, and tells how each reply ended."""

import queue
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

from app.core.errors import Cancelled
from app.engine.protocol import (
    Event,
    Finished,
    FinishReason,
    Generate,
    GenerateResult,
    LoadResult,
    Piece,
    Speculation,
    TargetLoaded,
    Timings,
)

LOADED = LoadResult(
    target=TargetLoaded(Path("/m/led.gguf"), "led", "qwen3", "", 1, 1, 1, 1, 512),
    draft=None,
    context_size=512,
    device="cpu",
    memory_bytes=1,
    plain_tokens_per_second=None,
)
END = Finished(0, "stop", generated=GenerateResult("ab", (), Timings(), Speculation()))


class LedWriter:
    """`events` holds what the replies are made of; `ends` gets how each ended: "finished", "unwanted" or "closed"."""

    def __init__(self, usual: Generate) -> None:
        self.usual = usual
        self.loaded: LoadResult | None = LOADED
        self.events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.asked: list[Generate] = []
        self.ends: queue.SimpleQueue[str] = queue.SimpleQueue()

    def lead(self, *texts: str, reason: FinishReason = "stop") -> None:
        """Have a whole reply written."""
        for text in texts:
            self.events.put(Piece(0, text))
        self.events.put(replace(END, reason=reason))

    def write(self, request: Generate, is_wanted: Callable[[], bool]) -> Generator[Event, None, None]:
        """See app.server.writer.Writer."""
        self.asked.append(request)
        end = "closed"
        try:
            while True:
                try:
                    event = self.events.get(timeout=0.02)
                except queue.Empty:
                    if not is_wanted():
                        end = "unwanted"
                        raise Cancelled from None
                    continue
                yield event
                if isinstance(event, Finished):
                    end = "finished"
                    return
        finally:
            self.ends.put(end)
