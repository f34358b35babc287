"""The trial's own arithmetic, and what it does where a device has no room."""

from pathlib import Path

import pytest

from app.core.errors import Cancelled, ReportedError
from app.core.progress import Progress
from app.engine.blocking import BlockingEngine
from app.engine.protocol import LoadOptions
from app.engine.trial import REPLY_TOKENS, PairTrier, tokens_before_repetition
from tests.engine.conftest import Trained

pytestmark = [pytest.mark.process, pytest.mark.native]


@pytest.mark.parametrize(
    ("tokens", "telling"),
    [
        ([], 0),
        (list(range(64)), 64),
        ([1] * 64, 1),
        ([1, 2, 3] * 20, 3),
        ([*range(30), *range(100, 110), *range(100, 110)], 40),
        ([*range(20), *range(7), *range(50, 60)], 37),
    ],
)
def test_a_text_tells_something_until_it_repeats_itself(tokens: list[int], telling: int) -> None:
    assert tokens_before_repetition(tokens) == telling


@pytest.mark.parametrize("name", ["draft-anchor-full", "draft-bonus-512"])
def test_the_numbers_are_those_of_real_replies(trained: Trained, name: str) -> None:
    stages: list[tuple[str, int, int | None]] = []
    trier = PairTrier(trained.target)
    trial = trier.try_draft(trained.drafts[name], Progress(lambda *told: stages.append(told)))
    assert trial.is_same_text and not trial.repeats and trial.works and not trial.is_sound
    assert len(trial.acceptance_by_position) == (6 if name == "draft-anchor-full" else 5)
    assert list(trial.acceptance_by_position) == sorted(trial.acceptance_by_position, reverse=True)
    assert trial.first_acceptance == pytest.approx(trial.acceptance_by_position[0], abs=0.01)
    # 64 tokens on each of three prompts: what was not guessed took a pass of its own.
    assert trial.mean_accepted_length == pytest.approx(3 * REPLY_TOKENS / (trial.rounds + 3), rel=0.03)
    told = [(done, total) for stage, done, total in stages if stage == "try_pair"]
    assert {total for _, total in told} == {6 * REPLY_TOKENS} and told == sorted(told)


def test_how_the_target_answers_alone_is_found_out_once(trained: Trained) -> None:
    trier = PairTrier(trained.target)
    first = trier.try_draft(trained.drafts["draft-anchor-full"], Progress())
    totals: set[int | None] = set()
    again = trier.try_draft(
        trained.drafts["draft-anchor-full"],
        Progress(lambda stage, done, total: totals.add(total) if stage == "try_pair" else None),
    )
    assert totals == {3 * REPLY_TOKENS}
    assert (first.rounds, first.accepted) == (again.rounds, again.accepted)
    assert first.plain_tokens_per_second == again.plain_tokens_per_second


def test_without_room_on_the_device_the_processor_does(trained: Trained, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    load = BlockingEngine.load

    def without_room(
        engine: BlockingEngine, target: Path, draft: Path, options: LoadOptions, progress: Progress
    ) -> object:
        asked.append(options.device)
        if options.device != "cpu":
            raise ReportedError("context_not_made", {})
        return load(engine, target, draft, options, progress)

    monkeypatch.setattr(BlockingEngine, "load", without_room)
    assert PairTrier(trained.target).try_draft(trained.drafts["draft-bonus-512"], Progress()).works
    assert asked == ["auto", "cpu"]


def test_a_trial_can_be_cancelled_between_two_tokens(trained: Trained) -> None:
    reached: list[str] = []
    progress = Progress(lambda stage, *_: reached.append(stage), lambda: "try_pair" in reached)
    with pytest.raises(Cancelled):
        PairTrier(trained.target).try_draft(trained.drafts["draft-bonus-512"], progress)
