"""Other families and layouts, with random weights: windows, experts, running states, DFlash, M-RoPE."""

from pathlib import Path

import numpy as np
import pytest

from app.engine.worker.native import Context, Model
from app.formats.gguf import read_gguf
from tests.engine.worker.asking import ask, opened, request
from tests.engine.worker.gguf_edit import rewrite

pytestmark = pytest.mark.native

PROMPT = "The quick brown fox jumps over the lazy dog, and then it"
# Random weights: nearly every step is close. Beyond this, a difference is an error.
NEAR_TIE = 0.05


@pytest.fixture(scope="module")
def expected(shared: Path) -> Path:
    return shared / "fixtures" / "expected"


def assert_drafting_changes_nothing(target: Path, draft: Path, max_tokens: int = 60) -> int:
    """Greedy with and without the draft, up to a near tie of plain decoding; returns how many tokens were drafted."""
    with opened(target, draft) as session:
        assert session.result.draft is not None
        drafted = ask(session, request(PROMPT, max_tokens=max_tokens))
        plain = ask(session, request(PROMPT, method="none", max_tokens=max_tokens))
    if drafted.tokens != plain.tokens:
        _assert_near_tie(target, plain.tokens, drafted.tokens)
    return drafted.timings.draft_n


def _assert_near_tie(target: Path, plain: tuple[int, ...], drafted: tuple[int, ...]) -> None:
    at = next(index for index, (one, other) in enumerate(zip(plain, drafted, strict=False)) if one != other)
    with Model(target) as model, Context(model, context_size=512, batch_size=512, outputs_max=8, threads=1) as context:
        context.decode(model.tokenize(PROMPT, add_special=True) + list(plain[:at]), 0, "last")
        logits = context.logits()[0]
        gap = float(logits.max() - logits[drafted[at]])
    assert gap < NEAR_TIE, f"at token {at} the drafted reply said what is {gap} below the best"


@pytest.mark.parametrize(
    "draft",
    [
        "dflash_zlab",
        "dspark_deepspec",
        "dspark_flat_aux",
        "dspark_speculators_anchor",
        "dspark_speculators_bonus_reduced",
    ],
)
def test_every_layout_drafts(expected: Path, draft: str) -> None:
    assert assert_drafting_changes_nothing(expected / "qwen3.bf16.gguf", expected / f"{draft}.bf16.gguf") > 50


def test_draft_without_confidence_head(expected: Path, tmp_path: Path) -> None:
    draft = rewrite(
        expected / "dspark_deepspec.bf16.gguf",
        tmp_path / "draft.gguf",
        metadata={"dflash.has_confidence_head": False},
        tensors={"conf_proj.weight": None, "conf_proj.bias": None},
    )
    assert assert_drafting_changes_nothing(expected / "qwen3.bf16.gguf", draft) > 50


def test_causal_draft(expected: Path, tmp_path: Path) -> None:
    draft = rewrite(
        expected / "dspark_deepspec.bf16.gguf", tmp_path / "draft.gguf", metadata={"dflash.attention.causal": True}
    )
    assert assert_drafting_changes_nothing(expected / "qwen3.bf16.gguf", draft) > 50


def test_target_with_a_sliding_window_beyond_its_window(expected: Path) -> None:
    target, draft = expected / "gemma4.bf16.gguf", expected / "dspark_speculators_gemma4.bf16.gguf"
    assert assert_drafting_changes_nothing(target, draft, max_tokens=300) > 200


def test_prompt_is_reused_after_a_reply_longer_than_the_window(expected: Path) -> None:
    with opened(expected / "gemma4.bf16.gguf", expected / "dspark_speculators_gemma4.bf16.gguf") as session:
        first = ask(session, request(PROMPT, max_tokens=300))
        again = ask(session, request(PROMPT, max_tokens=300))
    assert again.timings.prompt_n == 1
    assert again.tokens == first.tokens


@pytest.fixture(scope="module")
def state_draft(expected: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A draft for the hybrid target: three of its four layers, and M-RoPE as that target has it."""
    return rewrite(
        expected / "dspark_speculators_anchor.bf16.gguf",
        tmp_path_factory.mktemp("hybrid") / "draft.gguf",
        metadata={"dflash.target_layers": [1, 2, 3], "dflash.rope.dimension_sections": [16, 0, 0, 0]},
    )


def test_target_with_running_states_takes_rejected_rows_back(expected: Path, state_draft: Path) -> None:
    assert assert_drafting_changes_nothing(expected / "qwen3_5.bf16.gguf", state_draft) > 50


def test_snapshots_decide_whether_rows_can_be_taken_back(expected: Path) -> None:
    with Model(expected / "qwen3_5.bf16.gguf") as model:
        assert model.keeps_state
        for granted in (0, 6):
            with Context(model, context_size=64, batch_size=64, outputs_max=8, threads=1, rows_back=granted) as context:
                context.decode(list(range(7)), 0, "all")
                assert context.trim(1) == (granted == 6)


def test_copied_states_take_back_what_snapshots_do_not(expected: Path) -> None:
    with (
        Model(expected / "qwen3_5.bf16.gguf") as model,
        Context(model, context_size=64, batch_size=64, outputs_max=8, threads=1) as context,
    ):
        context.decode([5, 6, 7], 0, "none")
        states = context.running_state()
        context.decode([8], 3, "last")
        wanted = context.logits().copy()
        context.decode([9, 10, 11], 4, "all")
        context.restore(states, 3)
        context.decode([8, 9, 10], 3, "all", silent_n=1)
        assert context.logits().shape == (2, model.vocabulary_n)
        context.restore(states, 3)
        context.decode([8], 3, "last")
        np.testing.assert_array_equal(context.logits(), wanted)


def test_target_with_running_states_reuses_only_what_is_whole(expected: Path) -> None:
    target = expected / "qwen3_5.bf16.gguf"
    with opened(target) as session:
        first = ask(session, request(PROMPT, max_tokens=20))
        longer = ask(session, request(PROMPT + first.text, max_tokens=20))
        other = ask(session, request(PROMPT[:-8] + " something else", max_tokens=20))
    with opened(target) as fresh:
        assert ask(fresh, request(PROMPT + first.text, max_tokens=20)).tokens == longer.tokens
    with opened(target) as fresh:
        assert ask(fresh, request(PROMPT[:-8] + " something else", max_tokens=20)).tokens == other.tokens


def test_cancelled_prefill_of_running_states_starts_over(expected: Path, state_draft: Path) -> None:
    with opened(expected / "qwen3_5.bf16.gguf", state_draft) as session:
        wanted = ask(session, request(PROMPT, max_tokens=20))
        calls = 0

        def cancelled() -> bool:
            nonlocal calls
            calls += 1
            return calls > 20

        stopped = ask(session, request("Something else entirely. " * 20, max_tokens=20), cancelled)
        assert stopped.reason == "cancelled"
        assert ask(session, request(PROMPT, max_tokens=20)).tokens == wanted.tokens


def test_captured_rows_are_the_inputs_of_the_layers(expected: Path) -> None:
    """Layer 0's input is the embedding itself, which the file holds."""
    path = expected / "qwen3.bf16.gguf"
    with Model(path) as model, Context(model, context_size=64, batch_size=64, outputs_max=8, threads=1) as context:
        context.capture((0, 3))
        tokens = [5, 900, 77]
        context.decode(tokens, 0, "none")
        rows, width = context.captured(3).copy(), model.hidden_size
    assert rows.shape == (3, 2 * width)
    np.testing.assert_array_equal(rows[:, :width], _bf16_rows(path, "token_embd.weight", width)[tokens])


def _bf16_rows(path: Path, name: str, width: int) -> np.ndarray:
    tensor = read_gguf(path).tensors[name]
    halves = np.fromfile(path, "<u2", count=tensor.size_bytes // 2, offset=tensor.offset)
    return (halves.astype(np.uint32) << 16).view(np.float32).reshape(-1, width)
