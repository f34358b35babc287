"""How fast and how large a loaded target is, measured right after loading."""

from collections.abc import Callable, Iterator
from statistics import mean, median

from app.core.progress import Progress
from app.engine.protocol import EVENTS, DraftOptions, Finished, Generate, Piece, SamplingOptions, Stats
from app.engine.worker.clock import awake_s
from app.engine.worker.native import Context

_TOKENS_LEAST = 4
_TOKENS_MOST = 24
_TIME_MAX_S = 0.5
# So quick a target is tiny: its tokens take longer the more stands before them, and some more text costs no time.
_TINY_S = 0.002
_SOME_TEXT = "a " * 200
# A token that took more than this many times the median was held up by another program.
_OUTLIER = 3.0

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

    At least 4 tokens, at most 24 or half a second of them, reported as stage "measure"; of a tiny target also behind
    some text. One that another program held up must not make drafting look like a miracle, and is left out.
    """
    if context_size <= 2 * _TOKENS_MOST:
        return None
    token_s = _token_s(answer, "a", progress)
    if token_s is not None and token_s < _TINY_S and context_size > 2 * len(_SOME_TEXT):
        token_s = mean((token_s, _token_s(answer, _SOME_TEXT, progress) or token_s))
    return 1 / token_s if token_s else None


def _token_s(answer: Answer, prompt: str, progress: Progress) -> float | None:
    # Any text will do: it is the time that counts.
    probe = Generate(
        job=0,
        raw_prompt=prompt,
        sampling=SamplingOptions(temperature=0),
        drafting=DraftOptions("none"),
        max_tokens=_TOKENS_MOST,
    )
    times_s: list[float] = []
    # What the model makes of next to nothing may end at once: then it answers again.
    for _ in range(_TOKENS_LEAST):
        for time_s in _token_times_s(answer, probe, lambda: _is_enough(times_s)):
            times_s.append(time_s)
            progress.update("measure", min(len(times_s), _TOKENS_MOST), _TOKENS_MOST)
        if _is_enough(times_s):
            break
    if not times_s:
        return None
    longest_s = _OUTLIER * median(times_s)
    return mean(time_s for time_s in times_s if time_s <= longest_s)


def _is_enough(times_s: list[float]) -> bool:
    return len(times_s) >= _TOKENS_MOST or (len(times_s) >= _TOKENS_LEAST and sum(times_s) >= _TIME_MAX_S)


def _token_times_s(answer: Answer, probe: Generate, is_enough: Callable[[], bool]) -> Iterator[float]:
    began = awake_s()
    for event in answer(probe, is_enough):
        # A token of a reply is put into words for the window as well.
        EVENTS.encode(event)
        if isinstance(event, Piece):
            yield awake_s() - began
            began = awake_s()
