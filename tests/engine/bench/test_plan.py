"""What is measured and in which order."""

from dataclasses import replace
from itertools import pairwise, product

import pytest

from app.engine.bench.plan import AUTO, PLAIN, SIZES, Size, Way, lengths_up_to, plan_for
from app.engine.bench.prompts import KINDS, prompts_for
from app.engine.protocol import LoadResult
from tests.gui.scripted_engine import LOADED


@pytest.mark.parametrize(
    ("draft_max", "count", "lengths"),
    [(7, 3, (2, 5, 7)), (7, 5, (1, 3, 4, 6, 7)), (1, 3, (1,)), (2, 5, (1, 2)), (16, 3, (5, 11, 16))],
)
def test_the_lengths_are_spread_up_to_the_longest(draft_max: int, count: int, lengths: tuple[int, ...]) -> None:
    assert lengths_up_to(draft_max, count) == lengths


def test_every_prompt_is_written_in_every_way_once_a_turn() -> None:
    plan = plan_for(LOADED, Size(3, 64, 2))
    counted = [(run.turn, run.prompt.kind, run.way) for run in plan.runs if run.counts]
    ways = (PLAIN, AUTO, Way("always", 2), Way("always", 5), Way("always", 7))
    assert len(counted) == len(set(counted))
    assert set(counted) == set(product((1, 2), KINDS, ways))


def test_prompt_and_way_change_from_one_run_to_the_next() -> None:
    for size in SIZES.values():
        counted = [run for run in plan_for(LOADED, size).runs if run.counts]
        for before, after in pairwise(counted):
            assert before.prompt != after.prompt
        ways = [run.way for run in counted]
        half = len(ways) // 2
        assert set(ways[:half]) == set(ways[half:]), "what happens in one half of the time hits all ways"


def test_the_order_of_the_ways_does_not_follow_the_kinds() -> None:
    counted = [run for run in plan_for(LOADED, SIZES["quick"]).runs if run.counts]
    assert sum(run.way == after.way for run, after in pairwise(counted)) <= 1


def test_requests_are_greedy_and_name_the_way() -> None:
    plan = plan_for(LOADED, Size(1, 32, 1))
    for run in plan.runs:
        request = plan.request(run, 9)
        assert request.job == 9 and request.max_tokens == 32 and request.sampling.temperature == 0 and request.is_fresh
        assert [message.content for message in request.messages] == [run.prompt.message]
        expected = {"plain": ("none", 0, "auto"), "auto": ("auto", 0, "auto"), "always": ("auto", 7, "always")}
        drafting = request.drafting
        assert (drafting.method, drafting.max_tokens, drafting.pacing) == expected[run.way.pace]


def test_without_a_draft_a_look_up_is_measured() -> None:
    alone = LoadResult(LOADED.target, None, 8192, "CPU", 0, 22.9)
    plan = plan_for(alone, SIZES["quick"], "ngram")
    assert {run.way.length for run in plan.runs if run.way.length} == {5, 11, 16}
    assert {plan.request(run, 1).drafting.method for run in plan.runs} == {"none", "ngram"}


def test_the_estimate_grows_with_the_work_and_is_none_without_a_speed() -> None:
    quick, thorough = (plan_for(LOADED, SIZES[mode]).estimate_s(20.0) for mode in ("quick", "thorough"))
    assert quick is not None and thorough is not None
    # 32 replies of 64 tokens at 20 tokens/s, and the prompts.
    assert 32 * 64 / 20 < quick < 2 * 32 * 64 / 20
    assert thorough > 5 * quick
    assert plan_for(LOADED, SIZES["quick"]).estimate_s(None) is None


@pytest.mark.parametrize("context_size", [2048, 8192, 1 << 20])
def test_the_long_text_fits_even_if_every_character_is_a_token(context_size: int) -> None:
    *short, long = prompts_for(context_size)
    assert tuple(prompt.kind for prompt in (*short, long)) == KINDS
    assert len(long.message.encode()) < context_size - 160 - 200
    assert len(long.message) > max(len(prompt.message) for prompt in short)
    days = long.message.splitlines()[:-2]
    assert len(set(days)) == len(days) > 10, "a text that repeats itself would flatter a look-up"


def test_a_short_context_has_the_texts_that_it_has_room_for() -> None:
    assert [prompt.kind for prompt in prompts_for(1024)] == ["code", "prose", "chat", "translation"]
    assert [prompt.kind for prompt in prompts_for(64)] == ["code"]
    assert {run.prompt.kind for run in plan_for(replace(LOADED, context_size=64), SIZES["quick"]).runs} == {"code"}
