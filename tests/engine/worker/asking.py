"""Opens sessions and asks them, the way tests want it: greedy, one thread, everything collected."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.core.progress import Progress
from app.engine.protocol import (
    DraftOptions,
    FinishReason,
    Generate,
    Load,
    LoadOptions,
    MethodChoice,
    Pacing,
    Piece,
    SamplingOptions,
    Speculation,
    Stats,
    Timings,
)
from app.engine.worker.session import Session, open_session

GREEDY = SamplingOptions(temperature=0)
# One thread: other work on the machine then slows a test down without stopping it at every barrier.
ONE_THREAD = LoadOptions(threads=1)


@dataclass(frozen=True)
class Answer:
    """All that came of one request."""

    text: str
    tokens: tuple[int, ...]
    reason: FinishReason
    timings: Timings
    speculation: Speculation
    pieces: tuple[Piece, ...]
    stats: tuple[Stats, ...]


@contextmanager
def opened(target: Path, draft: Path | None = None, options: LoadOptions = ONE_THREAD) -> Iterator[Session]:
    session = open_session(Load(1, target, draft, options), Progress())
    try:
        yield session
    finally:
        session.close()


def request(
    prompt: str,
    *,
    method: MethodChoice = "auto",
    draft_max: int = 0,
    pacing: Pacing = "always",
    max_tokens: int = 60,
    sampling: SamplingOptions = GREEDY,
    stop: tuple[str, ...] = (),
) -> Generate:
    return Generate(
        7,
        raw_prompt=prompt,
        sampling=sampling,
        drafting=DraftOptions(method, draft_max, pacing),
        max_tokens=max_tokens,
        stop=stop,
    )


def ask(session: Session, wanted: Generate, cancelled: Callable[[], bool] = lambda: False) -> Answer:
    pieces: list[Piece] = []
    stats: list[Stats] = []
    for item in session.generate(wanted, cancelled):
        if isinstance(item, Piece):
            pieces.append(item)
        elif isinstance(item, Stats):
            stats.append(item)
        else:
            assert item.generated is not None
            done = item.generated
            return Answer(
                done.text, done.tokens, item.reason, done.timings, done.speculation, tuple(pieces), tuple(stats)
            )
    raise AssertionError("the reply ended without Finished")
