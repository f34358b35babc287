"""Drafting without a model: what repeats is foreseen, what does not costs nothing, and no text is changed."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest

from app.engine.protocol import MethodChoice
from app.engine.worker.drafters import LOOK_UPS
from app.engine.worker.drafters.base import Drafter
from app.engine.worker.drafters.look_up_first import LookUp, LookUpFirstDrafter
from app.engine.worker.session import Session
from tests.engine.conftest import Trained
from tests.engine.worker.asking import ask, opened, request
from tests.engine.worker.near_ties import assert_same_but_for_near_ties
from tests.engine.worker.scripted_drafter import ScriptedDrafter

pytestmark = pytest.mark.native

PASSAGE = tuple(range(100, 140))
OTHER = tuple(range(500, 530))


@pytest.fixture(params=LOOK_UPS.values(), ids=list(LOOK_UPS))
def look_up(request: pytest.FixtureRequest) -> LookUp:
    make: Callable[[], LookUp] = request.param
    return make()


def show(look_up: Drafter, tokens: Sequence[int]) -> None:
    look_up.observe(tokens, np.zeros((len(tokens), 0), np.float32), look_up.length)


def test_a_passage_that_repeats_is_foreseen(look_up: LookUp) -> None:
    show(look_up, [*PASSAGE, *OTHER, *PASSAGE[:12]])
    assert tuple(look_up.propose(PASSAGE[12], look_up.length, 20)) == PASSAGE[13:33]
    assert tuple(look_up.propose_sure(PASSAGE[12], 20)) == PASSAGE[13:33]
    assert look_up.length == len(PASSAGE) + len(OTHER) + 12


@pytest.mark.parametrize(("match", "foreseen"), [(2, 0), (3, 3), (5, 3), (6, 6), (11, 6), (12, 20)])
def test_the_longer_the_match_the_more_is_proposed(look_up: LookUp, match: int, foreseen: int) -> None:
    show(look_up, [*PASSAGE, *OTHER, *PASSAGE[: match - 1]])
    assert tuple(look_up.propose(PASSAGE[match - 1], look_up.length, 20)) == PASSAGE[match : match + foreseen]
    assert bool(look_up.propose_sure(PASSAGE[match - 1], 20)) == (match == 12)


def test_nothing_is_proposed_where_nothing_repeats(look_up: LookUp) -> None:
    assert not look_up.propose(5, 0, 8)
    show(look_up, PASSAGE)
    assert not look_up.propose(7, look_up.length, 8)


def test_a_loop_is_followed_beyond_the_end_of_the_text(look_up: LookUp) -> None:
    loop = (7, 8, 9, 10)
    show(look_up, loop * 5)
    assert tuple(look_up.propose(7, look_up.length, 10)) == (8, 9, 10, 7, 8, 9, 10, 7, 8, 9)


def test_what_was_taken_back_is_not_looked_up(look_up: LookUp) -> None:
    show(look_up, [*PASSAGE, *OTHER])
    look_up.trim(len(PASSAGE) + 2)
    assert look_up.length == len(PASSAGE) + 2
    show(look_up, PASSAGE[:12])
    assert tuple(look_up.propose(PASSAGE[12], look_up.length, 8)) == PASSAGE[13:21]
    look_up.clear()
    assert look_up.length == 0


def test_the_map_knows_what_other_texts_held() -> None:
    simple, mapped = (make() for make in LOOK_UPS.values())
    for look_up, foreseen in ((simple, ()), (mapped, PASSAGE[12:20])):
        show(look_up, PASSAGE)
        look_up.clear()
        show(look_up, PASSAGE[:11])
        assert tuple(look_up.propose(PASSAGE[11], 11, 8)) == foreseen


def test_the_map_takes_what_followed_most_often() -> None:
    mapped = LOOK_UPS["ngram_map"]()
    show(mapped, [*(1, 2, 3, 4), *(1, 2, 3, 9), *(1, 2, 3, 4), 7, 1, 2])
    assert tuple(mapped.propose(3, mapped.length, 1)) == (4,)
    show(mapped, [3, 9, 8, 1, 2])
    assert not mapped.propose(3, mapped.length, 1)


@pytest.fixture(scope="module")
def session(trained: Trained) -> Iterator[Session]:
    with opened(trained.target, trained.drafts["draft-anchor-full"]) as opened_session:
        yield opened_session


@pytest.mark.parametrize("method", ["ngram", "ngram_map", "ngram_first"])
def test_greedy_reply_is_that_of_plain_decoding(session: Session, trained: Trained, method: MethodChoice) -> None:
    prompt = trained.prompts[0]
    plain = ask(session, request(prompt, method="none", max_tokens=300))
    drafted = ask(session, request(prompt, method=method, max_tokens=300))
    assert_same_but_for_near_ties(trained.target, prompt, plain.tokens, drafted.tokens)
    assert drafted.speculation.method == method
    assert drafted.timings.draft_n_accepted > 0


def test_no_draft_is_needed(trained: Trained) -> None:
    with opened(trained.target) as session:
        first = ask(session, request(trained.prompts[0], max_tokens=40))
        assert (first.speculation.state, first.speculation.reason) == ("off", "no_draft")
        learnt = ask(session, request(trained.prompts[0], method="ngram_map", max_tokens=40))
        again = ask(session, request(trained.prompts[0], method="ngram_map", max_tokens=40))
    assert first.tokens == learnt.tokens == again.tokens
    # What it knew was told to it, not decoded again; the reply that it had seen it foresaw.
    assert learnt.timings.prompt_n == again.timings.prompt_n == 1
    assert again.timings.draft_n_accepted > 30


def test_look_up_first_asks_the_draft_where_nothing_repeats_for_long() -> None:
    drafts = ScriptedDrafter(range(1000, 1100), prompt_n=0, draft_max=4, errs=0)
    first = LookUpFirstDrafter(drafts, LOOK_UPS["ngram"]())
    assert first.draft_max == 32
    show(first, [*PASSAGE, *OTHER, *PASSAGE[:5]])
    assert drafts.length == first.length == len(PASSAGE) + len(OTHER) + 5
    asked = first.length
    assert tuple(first.propose(PASSAGE[5], asked, 20)) == tuple(range(1001 + asked, 1005 + asked))
    show(first, PASSAGE[5:12])
    assert tuple(first.propose(PASSAGE[12], first.length, 20)) == PASSAGE[13:33]
    first.trim(10)
    assert first.length == drafts.length == 10


def test_the_drafts_cache_stays_right_when_methods_change(session: Session, trained: Trained) -> None:
    prompt = trained.prompts[2]
    wanted = ask(session, request(prompt, max_tokens=60))
    methods: tuple[MethodChoice, ...] = ("ngram", "ngram_first", "none", "ngram_map", "ngram_first")
    for method in methods:
        ask(session, request(prompt, method=method, max_tokens=60))
        again = ask(session, request(prompt, max_tokens=60))
        assert again.tokens == wanted.tokens
        assert again.timings.draft_n_accepted == wanted.timings.draft_n_accepted
