"""How fast and how large a loaded target is, measured right after loading."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from statistics import mean, median

from app.core.progress import Progress
from app.engine.protocol import EVENTS, DraftOptions, Finished, Generate, Piece, SamplingOptions, Stats
from app.engine.worker.clock import awake_s
from app.engine.worker.native import Context
from app.engine.worker.pace import Pace

_TOKENS_LEAST = 4
_TOKENS_MOST = 24
_TIME_MAX_S = 0.5
# So quick a target is tiny: its tokens take longer the more stands before them, and some more text costs no time.
_TINY_S = 0.002
_SOME_TEXT = "a " * 200
# A token that took more than this many times the median was held up by another program.
_OUTLIER = 3.0
# More lengths than this are not drafted to see what they cost: what lies between can be guessed.
_LENGTHS_MOST = 8
# Plain rounds between them; the first one after another kind of pass does not count.
_PLAIN_BETWEEN = (0, 0, 0)

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


def survey(answer: Answer, pace: Pace, draft_max: int, progress: Progress) -> None:
    """Let `pace` learn what drafting costs by its length, so that no reply has to pay for finding out.

    Twice through the lengths, or as far as half a second goes, but one draft of the longest at least; reported as stage
    "measure".
    """
    lengths = telling_lengths(draft_max, _LENGTHS_MOST)
    pace.survey([*lengths, *_PLAIN_BETWEEN] * 2)
    began = awake_s()

    def is_enough() -> bool:
        return not pace.is_surveying or awake_s() - began >= _TIME_MAX_S

    for _ in range(_TOKENS_LEAST):
        for event in answer(_probe("a", DraftOptions(), max_tokens=0), is_enough):
            EVENTS.encode(event)
            progress.update("measure", _TOKENS_MOST, _TOKENS_MOST)
        if is_enough():
            break
    pace.survey(())


def telling_lengths(draft_max: int, most: int) -> list[int]:
    """At most so many lengths: the longest, and then always the middle of the widest gap."""
    lengths, known = [draft_max], [0, draft_max]
    while len(lengths) < min(most, draft_max):
        gap, start = max((after - before, before) for before, after in pairwise(known))
        lengths.append(start + gap // 2)
        known = sorted((*known, lengths[-1]))
    return lengths


def _probe(prompt: str, drafting: DraftOptions, max_tokens: int) -> Generate:
    # Any text will do: it is the time that counts.
    sampling = SamplingOptions(temperature=0)
    return Generate(job=0, raw_prompt=prompt, sampling=sampling, drafting=drafting, max_tokens=max_tokens)


def _token_s(answer: Answer, prompt: str, progress: Progress) -> float | None:
    probe = _probe(prompt, DraftOptions("none"), _TOKENS_MOST)
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
