"""Drafting changes how fast a reply comes, and nothing about what it says."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.engine.protocol import LoadOptions, MethodChoice, SamplingOptions
from app.engine.worker.native import Context, Model
from app.engine.worker.session import Session
from tests.engine.conftest import Trained
from tests.engine.worker.asking import ask, opened, request
from tests.engine.worker.gguf_edit import rewrite

pytestmark = pytest.mark.native

Tokens = tuple[int, ...]

DRAFTS = ("draft-anchor-full", "draft-bonus-512")
# Logits closer than this may change places when a batch of several rows rounds differently from a single row.
NEAR_TIE = 0.02


@pytest.fixture(scope="module", params=DRAFTS)
def draft_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def session(trained: Trained, draft_name: str) -> Iterator[Session]:
    with opened(trained.target, trained.drafts[draft_name]) as opened_session:
        yield opened_session


def assert_same_but_for_near_ties(target: Path, prompt: str, plain: Tokens, drafted: Tokens) -> None:
    """The first difference may stand where the two best logits of plain decoding are nearly the same."""
    if plain == drafted:
        return
    at = next(index for index, (one, other) in enumerate(zip(plain, drafted, strict=False)) if one != other)
    with (
        Model(target) as model,
        Context(model, context_size=1024, batch_size=1024, outputs_max=8, threads=1) as context,
    ):
        context.decode(model.tokenize(prompt, add_special=True) + list(plain[:at]), 0, "last")
        second, best = np.sort(context.logits()[0])[-2:]
    assert best - second < NEAR_TIE, f"differs at token {at}: {plain[at]} and {drafted[at]}"


@pytest.mark.parametrize("index", [0, 1, 2])
def test_greedy_reply_is_that_of_plain_decoding(session: Session, trained: Trained, index: int) -> None:
    prompt = trained.prompts[index]
    plain = ask(session, request(prompt, method="none", max_tokens=200))
    drafted = ask(session, request(prompt, max_tokens=200))
    assert_same_but_for_near_ties(trained.target, prompt, plain.tokens, drafted.tokens)
    assert len(plain.tokens) == len(drafted.tokens) == 200
    assert plain.timings.draft_n == 0
    assert drafted.timings.draft_n_accepted > 0


def test_counts_agree_with_llama_cpp(session: Session, trained: Trained, draft_name: str) -> None:
    # It goes on to the end of the round that passes 200 tokens: up to two full rounds more than ours.
    draft_max = session.result.draft.draft_max if session.result.draft else 0
    for index, (draft_n, accepted) in trained.expected[draft_name].items():
        timings = ask(session, request(trained.prompts[index], max_tokens=200)).timings
        assert abs(timings.draft_n - draft_n) <= 2 * draft_max
        assert abs(timings.draft_n_accepted - accepted) <= 2


def test_numbers_are_consistent(session: Session, trained: Trained) -> None:
    answer = ask(session, request(trained.prompts[0], max_tokens=120))
    timings, speculation = answer.timings, answer.speculation
    assert timings.predicted_n == len(answer.tokens) == 120
    assert speculation.acceptance_rate == timings.draft_n_accepted / timings.draft_n
    assert speculation.mean_accepted_length == pytest.approx(120 / (120 - timings.draft_n_accepted))
    total_ms = speculation.draft_ms + speculation.verify_ms + speculation.other_ms
    assert total_ms == pytest.approx(timings.predicted_ms)
    assert list(speculation.acceptance_by_position) == sorted(speculation.acceptance_by_position, reverse=True)
    drafted_pieces = [piece for piece in answer.pieces if piece.draft_position is not None]
    # Each is tinted where it is read: the tints sum up to the count.
    assert len(drafted_pieces) == timings.draft_n_accepted > 0
    assert answer.stats[-1].timings == timings
    assert answer.text == "".join(piece.text for piece in answer.pieces)


@pytest.mark.parametrize("stop", ["the end of it all", "never said", "\n\n\n"])
def test_tokens_that_wait_for_a_stop_string_keep_who_proposed_them(
    session: Session, trained: Trained, stop: str
) -> None:
    whole = ask(session, request(trained.prompts[0], max_tokens=120))
    stops = (stop, *(f"{piece.text}!" for piece in whole.pieces[::3]))
    answer = ask(session, request(trained.prompts[0], max_tokens=120, stop=stops))
    assert answer.pieces == whole.pieces


@pytest.mark.parametrize("draft_max", [1, 3, 99])
def test_draft_length_is_limited(session: Session, trained: Trained, draft_max: int) -> None:
    whole = ask(session, request(trained.prompts[0]))
    answer = ask(session, request(trained.prompts[0], draft_max=draft_max))
    assert answer.tokens == whole.tokens
    limit = min(draft_max, session.result.draft.draft_max if session.result.draft else 0)
    assert answer.speculation.draft_length == limit
    assert len(answer.speculation.acceptance_by_position) == limit


def test_method_none_is_plain(session: Session, trained: Trained) -> None:
    answer = ask(session, request(trained.prompts[0], method="none"))
    assert (answer.speculation.state, answer.speculation.reason) == ("off", "turned_off")
    assert answer.speculation.rounds == answer.timings.draft_n == 0
    assert all(piece.draft_position is None for piece in answer.pieces)


def test_another_method_than_the_drafts_is_not_silently_used(session: Session, trained: Trained) -> None:
    answer = ask(session, request(trained.prompts[0], method="dflash", max_tokens=5))
    assert (answer.speculation.method, answer.speculation.state) == ("none", "off")
    assert answer.speculation.reason == "other_method"


def test_prefix_reuse_gives_the_text_of_a_fresh_session(session: Session, trained: Trained) -> None:
    first = ask(session, request(trained.prompts[0]))
    longer = trained.prompts[0] + first.text + "\n\nAnd then"
    reused = ask(session, request(longer))
    assert reused.timings.prompt_n < 20
    with opened(trained.target, session.result.draft.path if session.result.draft else None) as fresh:
        wanted = ask(fresh, request(longer))
    assert wanted.timings.prompt_n > 50
    assert reused.tokens == wanted.tokens
    assert reused.timings.draft_n_accepted == wanted.timings.draft_n_accepted


def test_reuse_after_plain_decoding_shows_the_draft_what_it_missed(session: Session, trained: Trained) -> None:
    wanted = ask(session, request(trained.prompts[1]))
    ask(session, request(trained.prompts[2], method="none"))
    ask(session, request(trained.prompts[1], method="none"))
    again = ask(session, request(trained.prompts[1]))
    assert again.tokens == wanted.tokens
    assert again.timings.draft_n_accepted == wanted.timings.draft_n_accepted


@pytest.mark.parametrize("checks", [0, 1, 5, 20])
def test_cancel_keeps_what_there_is_and_leaves_the_session_right(
    session: Session, trained: Trained, checks: int
) -> None:
    wanted = ask(session, request(trained.prompts[1]))
    left = checks

    def cancelled() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    stopped = ask(session, request(trained.prompts[2] + " Changed.", max_tokens=200), cancelled)
    assert stopped.reason == "cancelled"
    assert len(stopped.tokens) < 200
    assert ask(session, request(trained.prompts[1])).tokens == wanted.tokens


def test_closing_the_stream_leaves_the_session_right(session: Session, trained: Trained) -> None:
    wanted = ask(session, request(trained.prompts[0]))
    for stop_after in (1, 4, 9):
        stream = session.generate(request(trained.prompts[2]), lambda: False)
        for _ in range(stop_after):
            next(stream)
        stream.close()
        assert ask(session, request(trained.prompts[0])).tokens == wanted.tokens


def test_stop_string_ends_the_text_before_it(session: Session, trained: Trained) -> None:
    whole = ask(session, request(trained.prompts[0]))
    stop = whole.text[20:26]
    answer = ask(session, request(trained.prompts[0], stop=(stop,)))
    assert answer.reason == "stop"
    assert answer.text == whole.text[: whole.text.index(stop)]
    assert answer.tokens == whole.tokens[: len(answer.tokens)]
    assert answer.timings.predicted_n == len(answer.tokens)


def test_max_tokens_is_exact_and_the_cache_goes_on_from_there(session: Session, trained: Trained) -> None:
    whole = ask(session, request(trained.prompts[0], max_tokens=30))
    for length in range(1, 12):
        part = ask(session, request(trained.prompts[0], max_tokens=length))
        assert part.reason == "length"
        assert part.tokens == whole.tokens[:length]


def test_end_of_reply_token_inside_a_block(trained: Trained, draft_name: str, tmp_path: Path) -> None:
    """The end token is a drafted one with more accepted behind it: text, tokens and cache all end there."""
    with opened(trained.target, trained.drafts[draft_name]) as session:
        whole = ask(session, request(trained.prompts[0], max_tokens=150))
    ending = _token_inside_a_block(whole.tokens, [piece.draft_position for piece in whole.pieces])
    target = rewrite(trained.target, tmp_path / "t.gguf", metadata={"tokenizer.ggml.eos_token_id": ending})
    wanted = whole.tokens[: whole.tokens.index(ending) + 1]
    with opened(target, trained.drafts[draft_name]) as session:
        answer = ask(session, request(trained.prompts[0], max_tokens=150))
        assert (answer.reason, answer.tokens) == ("stop", wanted)
        assert answer.timings.predicted_n == len(wanted)
        plain = ask(session, request(trained.prompts[0], method="none", max_tokens=150))
        assert (plain.reason, plain.tokens, plain.text) == ("stop", wanted, answer.text)
        again = ask(session, request(trained.prompts[0], max_tokens=150))
        assert (again.tokens, again.timings.draft_n) == (wanted, answer.timings.draft_n)


def _token_inside_a_block(tokens: Tokens, positions: list[int | None]) -> int:
    """A token whose first appearance was accepted from a draft, with another accepted one right behind it."""
    assert len(tokens) == len(positions), "each token is one piece"
    for index in range(5, len(tokens) - 1):
        is_inside = positions[index] is not None and positions[index + 1] is not None
        if is_inside and positions[index + 1] != 0 and tokens[index] not in tokens[:index]:
            return tokens[index]
    raise AssertionError("no such token")


def test_small_context_ends_the_reply(trained: Trained, draft_name: str) -> None:
    options = LoadOptions(context_size=64, threads=1)
    with opened(trained.target, trained.drafts[draft_name], options) as session:
        assert session.result.context_size == 64
        drafted = ask(session, request(trained.prompts[0], max_tokens=0))
        plain = ask(session, request(trained.prompts[0], method="none", max_tokens=0))
        assert drafted.reason == plain.reason == "length"
        assert drafted.tokens == plain.tokens
        prompt_n = drafted.timings.prompt_n
        assert len(drafted.tokens) == 64 - prompt_n + 1


def test_same_seed_says_the_same_with_and_without_drafting(session: Session, trained: Trained) -> None:
    """But for a pick now and then that falls on a rounding: a pass over many rows rounds otherwise than one of one."""
    accepted = same_n = 0
    for seed in range(12):
        sampling = SamplingOptions(temperature=0.7, top_k=20, repeat_penalty=1.3, seed=seed)
        plain = ask(session, request(trained.prompts[0], method="none", max_tokens=40, sampling=sampling))
        drafted = ask(session, request(trained.prompts[0], max_tokens=40, sampling=sampling))
        same_n += drafted.tokens == plain.tokens
        accepted += drafted.timings.draft_n_accepted
    assert same_n >= 9 and accepted > 0


def test_sampled_replies_are_distributed_as_the_targets(session: Session, trained: Trained) -> None:
    """Two samples of the first three tokens, by different seeds: chi-square of homogeneity."""
    count, length = 600, 3
    drafted = _sampled(session, trained.prompts[2], "auto", range(count), length)
    plain = _sampled(session, trained.prompts[2], "none", range(count, 2 * count), length)
    statistic, freedom = _chi_square(drafted, plain)
    assert freedom >= 8, "the replies vary"
    # Above this lies one in a thousand (Wilson and Hilferty's approximation).
    limit = freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3
    assert statistic < limit


def _sampled(session: Session, prompt: str, method: MethodChoice, seeds: range, length: int) -> list[Tokens]:
    replies = []
    for seed in seeds:
        sampling = SamplingOptions(temperature=4, top_k=3, top_p=1, min_p=0, seed=seed)
        wanted = request(prompt, method=method, max_tokens=length, sampling=sampling)
        replies.append(ask(session, wanted).tokens)
    return replies


def _chi_square(ones: list[Tokens], others: list[Tokens]) -> tuple[float, int]:
    """Of two samples of equal size; what is seen fewer than ten times in all is pooled."""
    kinds = sorted({*ones, *others})
    table = np.array([[sample.count(kind) for kind in kinds] for sample in (ones, others)], float)
    is_rare = table.sum(axis=0) < 10
    pooled = np.hstack([table[:, ~is_rare], table[:, is_rare].sum(axis=1, keepdims=True)])
    pooled = pooled[:, pooled.sum(axis=0) > 0]
    expected = pooled.sum(axis=0) / 2
    return float(((pooled - expected) ** 2 / expected).sum()), pooled.shape[1] - 1
