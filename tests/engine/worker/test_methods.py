"""Every drafting method proposes what llama.cpp's own loop proposes, and changes nothing about a reply."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest

from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from app.engine.protocol import Load, LoadOptions, LookUpMethod, MethodChoice
from app.engine.worker.cache import TextCache
from app.engine.worker.drafters import DRAFTERS, LOOK_UPS
from app.engine.worker.loading import Loaded, load_models
from app.models.entry import DraftMethod
from app.models.pairing import RUNNABLE_METHODS
from tests.convert.recipes import write_checkpoint
from tests.engine.worker.asking import ask, opened, request
from tests.engine.worker.near_ties import assert_same_but_for_near_ties
from tests.engine.worker.proposals.cases import CASES, PROMPT, Recorded, pair_of, recorded

pytestmark = pytest.mark.native

# Random weights: where two logits are nearly the same, another processor may pick the other one.
ALIKE = 0.97


@pytest.fixture(params=CASES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def loaded(name: str, shared: Path, tmp_path: Path) -> Iterator[Loaded]:
    target, draft = pair_of(name, shared, tmp_path)
    models = load_models(Load(1, target, draft, LoadOptions(context_size=1024, threads=1)), Progress())
    with closing(models.owned):
        yield models


def test_every_method_has_a_drafter() -> None:
    assert DRAFTERS.keys() == set(get_args(DraftMethod))
    assert LOOK_UPS.keys() == set(get_args(LookUpMethod))
    assert DRAFTERS.keys() == RUNNABLE_METHODS
    assert {"auto", "none", "ngram_first", *DRAFTERS, *LOOK_UPS} == set(get_args(MethodChoice))


def test_it_proposes_what_llama_cpp_does(loaded: Loaded, name: str) -> None:
    expected = recorded(name)
    got = _proposals(loaded, expected)
    pairs = [pair for at in got for pair in zip(got[at], expected.proposals[at], strict=True)]
    assert len(pairs) > 50
    assert sum(one == other for one, other in pairs) >= ALIKE * len(pairs)


def test_rejections_leave_no_trace_in_a_draft_either(shared: Path, tmp_path: Path) -> None:
    """What is proposed after rejections is what is proposed for the text alone.

    Of this target rejected rows are taken back by copied states. llama.cpp's own loop then goes on from the state of a
    rejected token: what it proposes is no measure here.
    """
    path = convert(plan_conversion(write_checkpoint("qwen3_next_mtp", tmp_path)), tmp_path / "t.gguf", Progress())
    with opened(path) as session:
        loaded = session._loaded
        assert loaded.drafter is not None
        assert loaded.target.rows_back == 0
        live: dict[int, tuple[int, ...]] = {}
        propose = loaded.drafter.propose
        prompt_n = len(loaded.target.model.tokenize(PROMPT, add_special=True))

        def noted(last: int, position: int, count: int) -> Sequence[int]:
            proposed = propose(last, position, count)
            live[position - prompt_n] = tuple(proposed)
            return proposed

        vars(loaded.drafter)["propose"] = noted
        answer = ask(session, request(PROMPT, max_tokens=60))
        del vars(loaded.drafter)["propose"], live[-1]
        session._cache.clear()
        shown = _proposals(loaded, Recorded(answer.tokens, live))
    assert answer.timings.draft_n_accepted < answer.timings.draft_n // 2
    assert shown == live


def _proposals(loaded: Loaded, wanted: Recorded) -> dict[int, tuple[int, ...]]:
    """What is proposed at each place of the recorded reply, whatever would become of it."""
    drafter, target = loaded.drafter, loaded.target
    assert drafter is not None
    cache, found = TextCache(target, [drafter]), {}
    prompt = target.model.tokenize(PROMPT, add_special=True)
    cache.begin(prompt, drafter)
    cache.evaluate(prompt, "none")
    cache.keep(prompt, len(prompt))
    for at, token in enumerate(wanted.tokens):
        if at in wanted.proposals:
            cache.catch_up()
            found[at] = tuple(drafter.propose(token, len(cache), len(wanted.proposals[at])))
        cache.evaluate([token], "last")
        cache.keep([token], 1)
    return found


def test_greedy_reply_is_that_of_plain_decoding(name: str, shared: Path, tmp_path: Path) -> None:
    target, draft = pair_of(name, shared, tmp_path)
    with opened(target, draft) as session:
        plain = ask(session, request(PROMPT, method="none", max_tokens=120))
        drafted = ask(session, request(PROMPT, max_tokens=120))
        again = ask(session, request(PROMPT + " does", max_tokens=40))
    assert plain.timings.draft_n == 0
    assert drafted.timings.draft_n > 100
    assert_same_but_for_near_ties(target, PROMPT, plain.tokens, drafted.tokens)
    with opened(target, draft) as fresh:
        assert ask(fresh, request(PROMPT + " does", max_tokens=40)).tokens == again.tokens
