"""Chains of llama.cpp's own samplers on made-up logits."""

import ctypes
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.errors import AppError
from app.engine.bounds import BOUNDS
from app.engine.protocol import SamplingOptions, TokenBias
from app.engine.worker.native import Model
from app.engine.worker.sampling import BadSamplingOption, build_chain
from app.engine.worker.symbols import llama

pytestmark = pytest.mark.native

LOGITS = (1.0, 4.0, 3.0, 2.0, -5.0, 3.5)
PLAIN = SamplingOptions(temperature=1.0, top_k=0, top_p=1.0, min_p=0.0, seed=1)


@pytest.fixture(scope="module", autouse=True)
def model(shared: Path) -> Iterator[Model]:
    """A vocabulary, of whose tokens the first ones are candidates."""
    with Model(shared / "fixtures" / "expected" / "qwen3.bf16.gguf") as loaded:
        _MODELS[:] = [loaded]
        yield loaded


_MODELS: list[Model] = []


def pick(options: SamplingOptions, times: int = 1, before: Sequence[int] = ()) -> list[int]:
    """Tokens picked from LOGITS, each counted as part of the text, after the tokens `before`."""
    tokens: list[int] = []
    with build_chain(options, _MODELS[0], 64) as chain:
        for token in before:
            chain.accept(token)
        for _ in range(times):
            entries = (llama.llama_token_data * len(LOGITS))(*((i, x, 0.0) for i, x in enumerate(LOGITS)))
            candidates = llama.llama_token_data_array(entries, len(LOGITS), -1, False)
            llama.llama_sampler_apply(chain.handle, ctypes.byref(candidates))
            tokens.append(int(candidates.data[candidates.selected].id))
            chain.accept(tokens[-1])
    return tokens


def shares(options: SamplingOptions, times: int = 4000) -> dict[int, float]:
    return {token: count / times for token, count in Counter(pick(options, times)).items()}


def softmax(temperature: float = 1.0, kept: Sequence[int] = range(len(LOGITS))) -> dict[int, float]:
    weights = {token: math.exp(LOGITS[token] / temperature) for token in kept}
    return {token: weight / sum(weights.values()) for token, weight in weights.items()}


def assert_close(found: dict[int, float], expected: dict[int, float]) -> None:
    # Four standard deviations of 4000 draws.
    assert found.keys() <= expected.keys()
    for token, share in expected.items():
        assert found.get(token, 0.0) == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) / 4000) + 1e-3)


def test_without_temperature_the_best_token_wins_whatever_the_seed() -> None:
    assert {pick(replace(PLAIN, temperature=0.0, seed=seed))[0] for seed in range(20)} == {1}


@pytest.mark.parametrize("temperature", [1e-30, 1e-6, 0.01])
def test_a_tiny_temperature_is_as_good_as_none(temperature: float) -> None:
    assert set(pick(replace(PLAIN, temperature=temperature), 50)) == {1}


@pytest.mark.parametrize("temperature", [0.7, 1.0, 2.0])
def test_tokens_come_as_often_as_their_probability_says(temperature: float) -> None:
    assert_close(shares(replace(PLAIN, temperature=temperature)), softmax(temperature))


def test_top_k_keeps_the_best_k() -> None:
    assert_close(shares(replace(PLAIN, top_k=2)), softmax(kept=(1, 5)))


def test_top_p_keeps_the_best_that_reach_it() -> None:
    # 4.0 and 3.5 have 0.43 + 0.26, with 3.0 it is 0.85.
    assert_close(shares(replace(PLAIN, top_p=0.8)), softmax(kept=(1, 5, 2)))


def test_min_p_drops_what_is_far_below_the_best() -> None:
    # exp(2 - 4) is 0.135 of the best, exp(3 - 4) is 0.37.
    assert_close(shares(replace(PLAIN, min_p=0.2)), softmax(kept=(1, 5, 2)))


def test_temperature_comes_after_the_cuts() -> None:
    assert_close(shares(replace(PLAIN, min_p=0.2, temperature=2.0)), softmax(2.0, kept=(1, 5, 2)))


def test_the_penalty_turns_the_choice_away_from_what_was_said() -> None:
    greedy = replace(PLAIN, temperature=0.0, repeat_penalty=1.2)
    # 4.0 / 1.2 is below 3.5, then 3.5 / 1.2 below 4.0 / 1.2: the first is the best again.
    assert pick(greedy, 3) == [1, 5, 1]
    assert pick(greedy, 1, before=(1,)) == [5]


def test_the_penalty_looks_back_only_so_far() -> None:
    greedy = replace(PLAIN, temperature=0.0, repeat_penalty=1.2, repeat_last_n=1)
    assert pick(greedy, 1, before=(1, 3)) == [1]
    assert pick(replace(greedy, repeat_last_n=0), 3) == [1, 1, 1]


def test_the_same_seed_gives_the_same_tokens() -> None:
    options = SamplingOptions(seed=1234)
    assert pick(options, 50) == pick(options, 50)
    assert pick(replace(PLAIN, seed=1), 50) != pick(replace(PLAIN, seed=2), 50)


def test_without_a_seed_one_is_drawn_and_can_be_used_again(model: Model) -> None:
    with build_chain(SamplingOptions(), model, 64) as first, build_chain(SamplingOptions(), model, 64) as second:
        assert first.seed != second.seed
        assert pick(replace(PLAIN, seed=first.seed), 20) == pick(replace(PLAIN, seed=first.seed), 20)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("temperature", float("nan")),
        ("temperature", float("inf")),
        ("temperature", -0.1),
        ("temperature", 1e9),
        ("top_k", -1),
        ("top_k", 1 << 40),
        ("top_p", float("nan")),
        ("top_p", 1.01),
        ("top_p", -0.01),
        ("min_p", float("-inf")),
        ("min_p", 2.0),
        ("repeat_penalty", 0.0),
        ("repeat_penalty", -1.0),
        ("repeat_penalty", float("nan")),
        ("repeat_last_n", -1),
        ("repeat_last_n", 1 << 40),
        ("seed", -1),
        ("seed", 0xFFFFFFFF),
    ],
)
def test_an_option_out_of_bounds_is_refused_by_name(model: Model, name: str, value: float) -> None:
    with pytest.raises(BadSamplingOption) as failure:
        build_chain(replace(SamplingOptions(), **{name: value}), model, 64)  # type: ignore[arg-type]
    assert isinstance(failure.value, AppError)
    assert failure.value.facts["name"] == name


@pytest.mark.parametrize("name", BOUNDS)
def test_every_number_is_refused_where_it_is_none(model: Model, name: str) -> None:
    for value in (float("nan"), float("inf"), float("-inf")):
        with pytest.raises(BadSamplingOption) as failure:
            build_chain(replace(PLAIN, **{name: value}), model, 64)  # type: ignore[arg-type]
        assert failure.value.facts["name"] == name


@pytest.mark.parametrize("entry", [TokenBias(-1, 0), TokenBias(1 << 40, 0), TokenBias(1, 1e9), TokenBias(1024, 1)])
def test_a_bias_of_no_token_is_refused(model: Model, entry: TokenBias) -> None:
    with pytest.raises(BadSamplingOption):
        build_chain(replace(PLAIN, logit_bias=(entry,)), model, 64)


def test_a_bias_moves_a_token_s_chance() -> None:
    assert pick(replace(PLAIN, temperature=0.0, logit_bias=(TokenBias(4, 20.0),))) == [4]
    assert_close(shares(replace(PLAIN, logit_bias=(TokenBias(1, -100.0),))), softmax(kept=(0, 2, 3, 4, 5)))


def test_presence_counts_once_and_frequency_each_time() -> None:
    greedy = replace(PLAIN, temperature=0.0)
    assert pick(replace(greedy, presence_penalty=0.6), before=(1,)) == [5]
    assert pick(replace(greedy, presence_penalty=0.4), before=(1, 1)) == [1]
    assert pick(replace(greedy, frequency_penalty=0.4), before=(1, 1)) == [5]


def test_dry_ends_a_repetition_but_lets_a_word_come_again() -> None:
    # The best is token 5 then: token 1 is a quote, at which every repetition ends.
    greedy = replace(PLAIN, temperature=0.0, dry_multiplier=2.0, logit_bias=(TokenBias(5, 1.0),))
    repeated = (320, 321, 322, 5, 330, 320, 321, 322)
    assert pick(greedy, before=repeated) == [1]
    assert pick(greedy, before=(5, 330)) == [5]
    assert pick(replace(greedy, dry_allowed_length=4), before=repeated) == [5]
    assert pick(replace(greedy, dry_last_n=3), before=repeated) == [5]


def test_typical_keeps_what_surprises_as_expected() -> None:
    # The entropy is 1.4 nats: 3.0 has a surprise of 1.8, 3.5 of 1.3, the best of 0.8.
    assert_close(shares(replace(PLAIN, typical_p=0.2)), {5: 1.0})


def test_top_n_sigma_keeps_what_is_near_the_best() -> None:
    deviation = (sum((x - sum(LOGITS) / 6) ** 2 for x in LOGITS) / 6) ** 0.5
    kept = [token for token, x in enumerate(LOGITS) if x >= 4.0 - 0.5 * deviation]
    assert len(kept) in (3, 4)
    assert_close(shares(replace(PLAIN, top_n_sigma=0.5)), softmax(kept=kept))


def test_xtc_drops_the_best_now_and_then() -> None:
    assert_close(shares(replace(PLAIN, xtc_probability=1.0, xtc_threshold=0.2)), softmax(kept=(0, 2, 3, 4, 5)))
    half = shares(replace(PLAIN, xtc_probability=0.5, xtc_threshold=0.2))
    assert half[1] == pytest.approx(softmax()[1] / 2, abs=0.03)


def test_dynamic_temperature_is_lower_where_the_model_is_sure() -> None:
    # The entropy is 0.79 of the highest one: the temperature is 0.2 + 1.6 x 0.79.
    weights = softmax()
    entropy = -sum(share * math.log(share) for share in weights.values()) / math.log(len(LOGITS))
    assert_close(shares(replace(PLAIN, dynamic_range=0.8)), softmax(0.2 + 1.6 * entropy))


@pytest.mark.parametrize("version", [1, 2])
def test_mirostat_keeps_the_surprise_near_its_goal(version: int) -> None:
    def surprise(tau: float) -> float:
        found = shares(replace(PLAIN, mirostat=version, mirostat_tau=tau, mirostat_eta=0.05))
        return sum(share * -math.log2(softmax()[token]) for token, share in found.items())

    # More than the candidates have to offer is no goal.
    assert surprise(0.3) < surprise(0.8) < surprise(1.5)


@pytest.mark.parametrize(
    "changed",
    [
        {"dry_multiplier": 1.0},
        {"xtc_probability": 0.5},
        {"mirostat": 1},
        {"mirostat": 2},
        {"dynamic_range": 0.5},
        {"typical_p": 0.0},
        {"top_n_sigma": 0.001},
    ],
)
def test_each_sampler_repeats_itself_with_a_seed(changed: dict[str, float]) -> None:
    options = replace(PLAIN, **changed)  # type: ignore[arg-type]
    assert pick(options, 60) == pick(options, 60)
