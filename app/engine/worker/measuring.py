"""How fast and how large a loaded target is, measured right after loading."""

import time
from collections.abc import Callable, Iterator
from statistics import median

from app.core.progress import Progress
from app.engine.protocol import EVENTS, DraftOptions, Finished, Generate, Piece, SamplingOptions, Stats
from app.engine.worker.native import Context

_TOKENS_LEAST = 4
_TOKENS_MOST = 24
_TIME_MAX_S = 0.5
# Any text will do: it is the time that counts.
_PROBE = Generate(
    job=0,
    raw_prompt="a",
    sampling=SamplingOptions(temperature=0),
    drafting=DraftOptions("none"),
    max_tokens=_TOKENS_MOST,
)

Answer = Callable[[Generate, Callable[[], bool]], Iterator[Piece | Stats | Finished]]


def cache_bytes(target: Context, context_size: int) -> int:
    """Bytes of the whole KV cache; the cache is empty afterwards.

    What the cache grows by with a token is what each takes in it; what the first took beyond that is running state.
    """
    first = target.model.bos or 0
    try:
        target.decode([first], 0, "last")
        first_bytes = target.state_bytes()
        if context_size < 2:
            return first_bytes
        target.decode([first], 1, "last")
        token_bytes = target.state_bytes() - first_bytes
    finally:
        target.clear()
    return token_bytes * context_size + max(0, first_bytes - token_bytes)


def plain_tokens_per_second(answer: Answer, context_size: int, progress: Progress) -> float | None:
    """Speed of plain decoding, from a few tokens of a real reply; None where the context has no room to tell.

    At least 4 tokens, at most 24 or half a second of them, reported as stage "measure". Of their times the median
    counts: one that another program held up must not make drafting look like a miracle.
    """
    times_s: list[float] = []
    if context_size <= 2 * _TOKENS_MOST:
        return None
    # What the model makes of next to nothing may end at once: then it answers again.
    for _ in range(_TOKENS_LEAST):
        for time_s in _token_times_s(answer, lambda: _is_enough(times_s)):
            times_s.append(time_s)
            progress.update("measure", min(len(times_s), _TOKENS_MOST), _TOKENS_MOST)
        if _is_enough(times_s):
            break
    return 1 / median(times_s) if times_s else None


def _is_enough(times_s: list[float]) -> bool:
    return len(times_s) >= _TOKENS_MOST or (len(times_s) >= _TOKENS_LEAST and sum(times_s) >= _TIME_MAX_S)


def _token_times_s(answer: Answer, is_enough: Callable[[], bool]) -> Iterator[float]:
    began = time.perf_counter()
    for event in answer(_PROBE, is_enough):
        # A token of a reply is put into words for the window as well.
        EVENTS.encode(event)
        if isinstance(event, Piece):
            yield time.perf_counter() - began
            began = time.perf_counter()
