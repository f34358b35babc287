"""A load that finds too little memory goes on with less, and says what it gave up."""

import queue
import sys
from functools import partial
from pathlib import Path

import pytest

from app.core.errors import ReportedError, code_of
from app.engine.blocking import BlockingEngine
from app.engine.client import Crashed, EngineClient
from app.engine.protocol import (
    Event,
    Failed,
    Finished,
    Generate,
    Load,
    LoadOptions,
    LoadResult,
    Ready,
    SamplingOptions,
)
from tests.engine.conftest import Trained
from tests.engine.worker.gguf_edit import rewrite

pytestmark = [
    pytest.mark.process,
    pytest.mark.native,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process so exactly"),
]

LONG = 150_000
# Measured: with so long a context the target takes 425 MiB alone and 515 with its draft; both 255 at half of it.
ROOMY, FOR_TARGET, FOR_HALF, TOO_LITTLE = 2 << 30, 470 << 20, 300 << 20, 150 << 20
# Measured: five processes end before one has a context that this is enough for.
SO_LITTLE = 90 << 20


def load(trained: Trained, target: Path, more_bytes: int, options: LoadOptions) -> LoadResult:
    from tests.engine.worker.scarce import with_little_memory

    with BlockingEngine(partial(with_little_memory, more_bytes=more_bytes, usual_context=LONG)) as engine:
        loaded = engine.load(target, trained.drafts["draft-anchor-full"], options)
        request = Generate(engine.next_job(), raw_prompt="The", sampling=SamplingOptions(temperature=0), max_tokens=4)
        finished = engine.finish(request)
        assert finished.generated is not None and len(finished.generated.tokens) == 4
        if loaded.draft is None:
            assert finished.generated.speculation.reason == "draft_without_room"
    return loaded


def codes(loaded: LoadResult) -> list[str]:
    return [notice.code for notice in loaded.notices if not notice.code.startswith("context_beyond")]


def test_with_room_nothing_is_given_up(trained: Trained) -> None:
    options = LoadOptions(context_size=LONG, threads=1)
    loaded = load(trained, trained.target, ROOMY, options)
    assert loaded.draft is not None and loaded.context_size == LONG and not codes(loaded)
    assert loaded.plan is not None
    context = sum(share.context_bytes for share in loaded.plan.shares)
    assert context == LONG * 8 * 2 * 64 * 2


def test_of_a_chosen_context_the_draft_makes_room(trained: Trained) -> None:
    options = LoadOptions(context_size=LONG, threads=1)
    loaded = load(trained, trained.target, FOR_TARGET, options)
    assert codes(loaded) == ["draft_without_room"]
    assert loaded.draft is None and loaded.context_size == LONG
    assert loaded.plan is not None and loaded.plan.is_draft_left_out and not loaded.plan.has_draft


def test_a_usual_context_is_shortened(trained: Trained, tmp_path: Path) -> None:
    target = rewrite(trained.target, tmp_path / "long.gguf", metadata={"qwen3.context_length": 1 << 20})
    loaded = load(trained, target, FOR_HALF, LoadOptions(threads=1))
    assert codes(loaded) == ["context_lowered"]
    assert loaded.draft is not None and loaded.context_size in (LONG // 2, LONG // 4)


def test_where_it_ends_the_engine_a_fresh_one_takes_less(trained: Trained, tmp_path: Path) -> None:
    from tests.engine.worker.scarce import with_little_memory

    target = rewrite(trained.target, tmp_path / "long.gguf", metadata={"qwen3.context_length": 1 << 20})
    events: queue.Queue[Event | Crashed] = queue.Queue()
    client = EngineClient(events.put, partial(with_little_memory, more_bytes=SO_LITTLE, usual_context=LONG))
    client.start()
    try:
        client.send(Load(1, target, trained.drafts["draft-anchor-full"], LoadOptions(threads=1)))
        starts_n = 0
        while not isinstance(event := events.get(timeout=60), Finished):
            assert not isinstance(event, Crashed | Failed), event
            starts_n += isinstance(event, Ready)
    finally:
        client.stop()
    assert starts_n > 1
    assert event.loaded is not None and event.loaded.context_size < LONG // 2
    assert "context_lowered" in codes(event.loaded)


def test_what_ended_the_engine_with_the_least_is_not_tried_for_ever(trained: Trained) -> None:
    with BlockingEngine() as engine, pytest.raises(ReportedError) as caught:
        engine.finish(Load(engine.next_job(), trained.target, trained.drafts["draft-anchor-full"], crashes=99))
    assert code_of(caught.value) == "models_without_room"


def test_where_nothing_is_left_to_give_up_it_fails_in_words(trained: Trained) -> None:
    options = LoadOptions(context_size=LONG, threads=1)
    with pytest.raises(ReportedError) as caught:
        load(trained, trained.target, TOO_LITTLE, options)
    assert code_of(caught.value) == "context_not_made"
