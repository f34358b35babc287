"""Quantized targets answer and quantized drafts guess, whatever the method, and the target has the last word."""

from pathlib import Path

import pytest

from app.convert.quantizing import plan_quantizing
from app.convert.run import quantize
from app.core.progress import Progress
from app.engine.protocol import MethodChoice
from app.engine.tasks import quantize_file
from tests.engine.conftest import Trained
from tests.engine.worker.asking import Answer, ask, opened, request
from tests.engine.worker.near_ties import assert_same_but_for_near_ties
from tests.engine.worker.proposals.cases import CASES, PROMPT, pair_of

pytestmark = pytest.mark.native

# By how much the rounding of a draft may change how many of its guesses are accepted.
MOST_LOST = 0.04


def quantized(source: Path, folder: Path, output_type: str) -> Path:
    destination = folder / f"{source.stem}-{output_type}.gguf"
    return quantize(plan_quantizing(source, output_type), destination, Progress(), quantize_file)


def replies(trained: Trained, target: Path, draft: Path, method: MethodChoice = "auto") -> list[Answer]:
    with opened(target, draft) as session:
        return [ask(session, request(prompt, method=method, max_tokens=100)) for prompt in trained.prompts]


def rate(answers: list[Answer]) -> float:
    return sum(answer.timings.draft_n_accepted for answer in answers) / sum(a.timings.draft_n for a in answers)


@pytest.mark.parametrize("name", ["draft-anchor-full", "draft-bonus-512"])
def test_a_rounded_draft_guesses_about_as_well(name: str, trained: Trained, tmp_path: Path) -> None:
    exact = replies(trained, trained.target, trained.drafts[name])
    for output_type in ("q8_0", "q6_k", "q4_k_m", "iq4_nl", "q4_0", "q2_k"):
        rounded = replies(trained, trained.target, quantized(trained.drafts[name], tmp_path, output_type))
        assert rate(rounded) > rate(exact) - MOST_LOST, output_type
        for one, other, prompt in zip(exact, rounded, trained.prompts, strict=True):
            assert_same_but_for_near_ties(trained.target, prompt, one.tokens, other.tokens)


@pytest.mark.parametrize("output_type", ["q8_0", "q4_k_m", "iq4_nl", "q3_k_m"])
def test_a_rounded_target_answers_and_checks(output_type: str, trained: Trained, tmp_path: Path) -> None:
    target, draft = quantized(trained.target, tmp_path, output_type), trained.drafts["draft-anchor-full"]
    plain, drafted = replies(trained, target, draft, "none"), replies(trained, target, draft)
    assert rate(drafted) > 0.1
    for one, other, prompt in zip(plain, drafted, trained.prompts, strict=True):
        assert one.text.strip()
        assert_same_but_for_near_ties(target, prompt, one.tokens, other.tokens)


@pytest.mark.parametrize("output_type", ["q8_0", "q4_k_m"])
@pytest.mark.parametrize("name", CASES)
def test_every_method_runs_rounded(name: str, output_type: str, shared: Path, tmp_path: Path) -> None:
    target, draft = pair_of(name, shared, tmp_path)
    if draft is not None:
        draft = quantized(draft, tmp_path, output_type)
    else:
        # It brings its draft along.
        target = quantized(target, tmp_path, output_type)
    with opened(target, draft) as session:
        plain = ask(session, request(PROMPT, method="none", max_tokens=40))
        drafted = ask(session, request(PROMPT, max_tokens=40))
    assert drafted.timings.draft_n > 30
    assert_same_but_for_near_ties(target, PROMPT, plain.tokens, drafted.tokens)
