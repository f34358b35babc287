"""Numbers as words: dashes where there is nothing, the same figures in panel, strip and footer."""

from dataclasses import replace

from app.chat.conversation import ReplyNumbers
from app.engine.protocol import Speculation, Stats, Timings
from app.gui.view_models.readout import Course, Readout, footer_of, readout_of, readout_when_idle
from tests.gui.scripted_engine import LOADED


def test_nothing_is_a_dash_not_a_zero() -> None:
    for readout in (Readout(), readout_when_idle(None), readout_of(Stats(1, Timings(), Speculation()))):
        shown = (readout.acceptance, readout.accepted_length, readout.tokens_per_second, readout.speedup)
        assert shown == ("–", "–", "–", "–")
        assert readout.by_position == ()


def test_the_numbers_of_a_reply() -> None:
    timings = Timings(predicted_n=205, predicted_per_second=41.23, draft_n=512, draft_n_accepted=328)
    speculation = Speculation(
        "dspark", "drafting", None, 100, 5, 0.640625, 3.9, (0.8, 0.6), plain_tokens_per_second=22.9, speedup=1.8
    )
    readout = readout_of(Stats(1, timings, speculation))
    assert readout.acceptance == "64 %"
    assert readout.accepted_length == "3.9"
    assert readout.tokens_per_second == "41.2"
    assert (readout.speedup, readout.plain_speed) == ("1.8x", "(22.9)")
    assert readout.method == "DSpark, up to 5"
    assert readout.state_line == "● drafting"
    assert "64 % accepted" in readout.parts
    assert "1.8x plain (22.9)" in readout.parts


def test_a_pause_says_why() -> None:
    for code, why in (("low_acceptance", "so few guesses"), ("drafting_too_slow", "however many come true")):
        speculation = Speculation("dspark", "paused", code, speedup=0.98, plain_tokens_per_second=41)
        readout = readout_of(Stats(1, Timings(draft_n=12, predicted_n=80, predicted_per_second=40), speculation))
        assert readout.state_line == "○ paused"
        assert why in readout.reason
        assert "0.98x plain (41.0)" in readout.parts
        assert readout.method == "DSpark"
        assert readout.ended == readout


def test_what_will_draft_is_told_before() -> None:
    readout = readout_when_idle(LOADED)
    assert readout.method == "DSpark, up to 7"
    assert readout.plain_speed == "(22.9)"
    assert not readout.has_numbers


def test_the_footer_leaves_out_what_was_not_measured() -> None:
    numbers = ReplyNumbers(predicted_n=12)
    assert footer_of(numbers) == "12 tokens"
    numbers = ReplyNumbers(
        predicted_n=205,
        predicted_per_second=41.23,
        draft_n=512,
        acceptance_rate=0.64,
        mean_accepted_length=3.9,
        speedup=1.8,
    )
    assert footer_of(numbers) == "64 % of 512 drafted accepted · 3.9 per pass · 205 tokens · 41.2 tokens/s · 1.8x plain"


def test_the_course_is_of_the_last_rounds_alone() -> None:
    course = Course()
    assert course.point_of(Timings()) is None
    assert course.point_of(Timings(draft_n=10, draft_n_accepted=5)) == 0.5
    assert course.point_of(Timings(draft_n=10, draft_n_accepted=5)) is None
    assert course.point_of(Timings(draft_n=20, draft_n_accepted=15)) == 1.0


def test_a_look_or_two_of_a_paused_draft_make_no_point() -> None:
    course = Course()
    course.point_of(Timings(draft_n=20, draft_n_accepted=15))
    assert course.point_of(Timings(draft_n=22, draft_n_accepted=15)) is None
    assert course.point_of(Timings(draft_n=24, draft_n_accepted=16)) == 0.25


def test_what_is_slow_is_not_laid_to_guesses_that_come_true() -> None:
    few = readout_of(Stats(1, Timings(), Speculation("dspark", "paused", "slower", acceptance_rate=0.1)))
    many = readout_of(Stats(1, Timings(), Speculation("dspark", "paused", "slower", acceptance_rate=0.99)))
    assert "too few guesses" in few.reason
    assert "too few guesses" not in many.reason
    assert "too small" in many.reason


def test_a_target_without_a_draft_says_it_once() -> None:
    idle = readout_when_idle(replace(LOADED, draft=None))
    written = readout_of(Stats(1, Timings(), Speculation("none", "off", "no_draft")))
    for readout in (idle, written):
        assert readout.method == "no draft"
        assert (readout.state, readout.reason) == ("–", "")


def test_nothing_is_drafted_after_the_end() -> None:
    drafting = readout_of(Stats(1, Timings(), Speculation("dspark", "drafting")))
    paused = readout_of(Stats(1, Timings(), Speculation("dspark", "paused", "slower")))
    assert drafting.ended.state_line == "○ ready to draft"
    assert paused.ended == paused
