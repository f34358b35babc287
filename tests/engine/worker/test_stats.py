"""Formulas of the readout, on a reply made by hand and a clock of its own."""

import pytest

from app.engine.worker.pace import LOW_ACCEPTANCE
from app.engine.worker.stats import STATS_INTERVAL_S, ReplyStats
from tests.engine.worker.pacing import paused_pace


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def started(clock: Clock, *, drafting: bool = True, plain: float | None = 10.0) -> ReplyStats:
    return ReplyStats(
        method="dspark" if drafting else "none",
        state="drafting" if drafting else "off",
        reason=None if drafting else "no_draft",
        draft_length=4 if drafting else 0,
        plain_tokens_per_second=plain,
        clock=clock,
    )


def test_nothing_is_told_before_there_is_something(clock: Clock) -> None:
    stats = started(clock)
    assert stats.timings().predicted_per_second is None
    speculation = stats.speculation()
    assert speculation.acceptance_rate is speculation.mean_accepted_length is speculation.speedup is None
    assert speculation.acceptance_by_position == ()


def test_a_reply_of_three_rounds(clock: Clock) -> None:
    stats = started(clock)
    clock.now_s += 0.5
    stats.prompt_decoded(40)
    # Four drafted, two accepted; two drafted, both accepted but the reply ends at the first; one plain.
    clock.now_s += 0.3
    stats.round_ended(drafted=4, kept=3, kept_of_draft=2, draft_s=0.1, verify_s=0.15)
    clock.now_s += 0.3
    stats.round_ended(drafted=0, kept=1, kept_of_draft=0, draft_s=0.0, verify_s=0.2)
    clock.now_s += 0.2
    stats.round_ended(drafted=2, kept=1, kept_of_draft=1, draft_s=0.05, verify_s=0.1)

    timings = stats.timings()
    assert (timings.prompt_n, timings.predicted_n) == (40, 5)
    assert timings.prompt_ms == pytest.approx(500)
    assert timings.predicted_ms == pytest.approx(800)
    assert timings.predicted_per_second == pytest.approx(6.25)
    assert (timings.draft_n, timings.draft_n_accepted) == (6, 3)

    speculation = stats.speculation()
    assert speculation.rounds == 2
    assert speculation.acceptance_rate == 0.5
    assert speculation.mean_accepted_length == pytest.approx(5 / 3)
    assert speculation.acceptance_by_position == (1.0, 0.5, 0.0, 0.0)
    assert speculation.draft_ms == pytest.approx(150)
    assert speculation.verify_ms == pytest.approx(450)
    assert speculation.other_ms == pytest.approx(200)
    assert speculation.speedup == pytest.approx(0.625)


def test_plain_decoding_claims_no_speedup(clock: Clock) -> None:
    stats = started(clock, drafting=False)
    clock.now_s += 0.1
    stats.round_ended(drafted=0, kept=1, kept_of_draft=0, draft_s=0, verify_s=0.1)
    speculation = stats.speculation()
    assert (speculation.method, speculation.state, speculation.reason) == ("none", "off", "no_draft")
    assert speculation.speedup is speculation.mean_accepted_length is speculation.plain_tokens_per_second is None


@pytest.mark.parametrize(("plain", "reason"), [(10.0, "slower"), (5.0, None), (None, None)])
def test_drafting_that_does_not_pay_is_said(clock: Clock, plain: float | None, reason: str | None) -> None:
    stats = started(clock, plain=plain)
    stats.prompt_decoded(1)
    clock.now_s += 0.5
    stats.round_ended(drafted=4, kept=3, kept_of_draft=2, draft_s=0.1, verify_s=0.15)
    assert stats.speculation().reason == reason


def test_context_counts_what_was_there_already(clock: Clock) -> None:
    stats = started(clock)
    stats.prompt_reused(100)
    stats.prompt_decoded(20)
    stats.round_ended(drafted=0, kept=1, kept_of_draft=0, draft_s=0, verify_s=0.1)
    assert stats.timings().context_n == 121


def test_what_the_tokens_would_have_taken_counts_more_than_the_figure_of_loading(clock: Clock) -> None:
    stats = started(clock, plain=10.0)
    stats.prompt_decoded(1)
    assert stats.speculation().plain_tokens_per_second == 10
    clock.now_s += 0.5
    stats.round_ended(drafted=4, kept=3, kept_of_draft=2, draft_s=0.1, verify_s=0.15)
    stats.plain_would_take(0.6, 3)
    stats.plain_would_take(None, 1)
    assert stats.speculation().plain_tokens_per_second == pytest.approx(5)
    assert stats.speculation().speedup == pytest.approx(6 / 5)


def test_pace_decides_what_is_said_of_the_state(clock: Clock) -> None:
    pace = paused_pace()
    stats = ReplyStats(
        method="dspark",
        state="drafting",
        reason=None,
        draft_length=7,
        plain_tokens_per_second=10.0,
        pace=pace,
        clock=clock,
    )
    speculation = stats.speculation()
    assert (speculation.state, speculation.reason, speculation.draft_length) == ("paused", LOW_ACCEPTANCE, 0)


def test_numbers_are_due_ten_times_a_second(clock: Clock) -> None:
    stats = started(clock)
    due = 0
    for _ in range(100):
        due += stats.is_due()
        clock.now_s += STATS_INTERVAL_S / 10
    assert 9 <= due <= 11
