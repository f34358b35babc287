"""How fast and how large a loaded target is, measured right after loading."""

import time
from dataclasses import dataclass
from statistics import median

from app.core.progress import Progress
from app.engine.worker.native import Context

_STEPS_MAX = 8
_TIME_MAX_S = 0.4


@dataclass(frozen=True, slots=True)
class Measured:
    """Plain tokens per second, None where the context has no room to tell; bytes of the whole KV cache."""

    tokens_per_second: float | None
    cache_bytes: int


def measure(target: Context, context_size: int, progress: Progress) -> Measured:
    """Decode single tokens, as plain decoding does: one to warm up, then 8 or for 0.4 s; the cache is empty afterwards.

    What the cache grows by with a token is what each takes in it; what the first took beyond that is running state.
    """
    first = target.model.bos or 0
    steps = min(_STEPS_MAX, context_size - 1)
    try:
        target.decode([first], 0, "last")
        token = int(target.logits()[0].argmax())
        first_bytes = target.state_bytes()
        times_s: list[float] = []
        while len(times_s) < steps and sum(times_s) < _TIME_MAX_S:
            progress.update("measure", len(times_s), steps)
            began = time.perf_counter()
            target.decode([token], len(times_s) + 1, "last")
            token = int(target.logits()[0].argmax())
            times_s.append(time.perf_counter() - began)
        token_bytes = (target.state_bytes() - first_bytes) // len(times_s) if times_s else 0
    finally:
        target.clear()
    state_bytes = max(0, first_bytes - token_bytes)
    # The median: one step that another program held up must not make drafting look like a miracle.
    return Measured(1 / median(times_s) if times_s else None, token_bytes * context_size + state_bytes)
