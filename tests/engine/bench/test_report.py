"""Numbers added up, the verdict, and the rows of the table."""

import csv
from collections.abc import Mapping
from pathlib import Path

import pytest

from app.core.errors import PathNotWritable
from app.engine.bench.plan import AUTO, PLAIN, Way
from app.engine.bench.prompts import Kind
from app.engine.bench.report import Report
from app.engine.bench.table import COLUMNS, write_csv
from app.engine.bench.verdict import Outcome, is_gain, verdict_of
from app.texts.bench import verdict_words
from tests.engine.bench.made_reports import reply, report

FIXED = Way("always", 4)


def test_ways_and_kinds_come_in_their_order() -> None:
    made = report({FIXED: {"chat": 1.0}, Way("always", 2): {"code": 1.0}, AUTO: {"chat": 1.0}, PLAIN: {"chat": 1.0}})
    assert made.ways() == (PLAIN, AUTO, Way("always", 2), FIXED)
    assert made.kinds() == ("code", "chat")


def test_tokens_per_second_are_those_of_all_the_time() -> None:
    summary = report({PLAIN: {"code": 10.0, "prose": 30.0}}).summary(PLAIN)
    assert summary is not None and summary.replies == 2
    assert summary.tokens_per_second == pytest.approx(200 / (10 + 100 / 30))
    assert summary.speedup == 1 and summary.acceptance_rate is None and summary.mean_accepted_length is None
    # 200 ms of reading, and one of 100 passes.
    assert summary.first_token_ms == pytest.approx(200 + (100 + 100 / 3) / 2)


def test_acceptance_is_that_of_all_that_was_drafted() -> None:
    made = Report("t", "d", (reply(FIXED, "code", 20, accepted=75), reply(FIXED, "prose", 20, accepted=50)))
    summary = made.summary(FIXED)
    assert summary is not None
    assert summary.acceptance_rate == pytest.approx(125 / 250)
    assert summary.mean_accepted_length == pytest.approx(200 / (25 + 50))
    assert summary.acceptance_by_position == pytest.approx((0.8, 0.4)) and summary.speedup is None


def test_a_speedup_compares_the_same_prompts_of_the_same_turns() -> None:
    stopped = Report(
        "t",
        "d",
        (
            reply(PLAIN, "code", 10),
            reply(PLAIN, "long_context", 1),
            reply(AUTO, "code", 25, accepted=75),
            reply(AUTO, "prose", 500, accepted=75),
            reply(AUTO, "code", 500, accepted=75, turn=2),
            reply(PLAIN, "code", 3, writer="llama-server"),
        ),
    )
    summary = stopped.summary(AUTO)
    assert summary is not None and summary.speedup == pytest.approx(2.5)
    of_prose = stopped.summary(AUTO, "prose")
    assert of_prose is not None and of_prose.speedup is None and stopped.summary(AUTO, "chat") is None


@pytest.mark.parametrize(
    ("auto", "fixed", "accepted", "outcome"),
    [
        (18.0, 19.0, 75, "faster"),
        (10.2, 13.0, 75, "even"),
        (10.2, 6.0, 75, "paused"),
        (10.2, 6.0, 0, "paused"),
        (8.0, 6.0, 75, "slower"),
        (13.0, 6.0, 0, "disturbed"),
        (7.0, 6.0, 0, "disturbed"),
        (45.0, 30.0, 75, "disturbed"),
        (7.0, 6.0, 4, "disturbed"),
        (9.2, 6.0, 4, "paused"),
    ],
)
def test_the_verdict_is_about_the_automatic_pace(auto: float, fixed: float, accepted: int, outcome: Outcome) -> None:
    measured = (
        reply(PLAIN, "code", 10),
        reply(AUTO, "code", auto, accepted=accepted),
        reply(FIXED, "code", fixed, accepted=75),
    )
    verdict = verdict_of(Report("t", "d", measured))
    assert verdict.outcome == outcome and verdict.speedup == pytest.approx(auto / 10)
    assert verdict.best_fixed == pytest.approx(fixed / 10)


@pytest.mark.parametrize(
    ("speed", "accepted", "is_one"), [(20.0, 75, True), (10.2, 75, False), (20.0, 0, False), (70.0, 75, False)]
)
def test_a_gain_is_what_the_guesses_can_be_the_reason_of(speed: float, accepted: int, is_one: bool) -> None:
    summary = Report("t", "d", (reply(PLAIN, "code", 10), reply(AUTO, "code", speed, accepted))).summary(AUTO)
    assert summary is not None and is_gain(summary) is is_one


def test_one_text_that_cannot_be_so_fast_tells_of_a_busy_machine() -> None:
    measured = report({PLAIN: {"code": 10.0, "chat": 1.0}, AUTO: {"code": 11.0, "chat": 9.0}})
    assert verdict_of(measured).outcome == "disturbed"
    assert verdict_words(verdict_of(measured)).endswith("measure again when it is idle.")


def test_the_verdict_in_words() -> None:
    plain: dict[Way, Mapping[Kind, float]] = {PLAIN: {"code": 10.0, "prose": 10.0}}
    gains = verdict_of(report({**plain, AUTO: {"code": 24.0, "prose": 12.0}}))
    assert (
        verdict_words(gains)
        == "With this draft replies come 1.6 times as fast; code gains most (2.4x), prose least (1.2x)."
    )
    alike = verdict_of(report({**plain, AUTO: {"code": 15.0, "prose": 14.8}}))
    assert verdict_words(alike) == "With this draft replies come 1.5 times as fast."
    slower = verdict_of(report({**plain, AUTO: {"code": 8.0, "prose": 8.0}}))
    assert verdict_words(slower) == "This draft makes it slower here (0.80x): chat without it."
    paused = verdict_of(report({**plain, AUTO: {"code": 10.0, "prose": 10.0}, FIXED: {"code": 5.0, "prose": 5.0}}))
    assert "0.50x at best" in verdict_words(paused) and verdict_words(paused).endswith("chat without this draft.")
    assert verdict_words(paused, has_draft=False).endswith("chat without this look-up.")
    assert "Too little" in verdict_words(verdict_of(report(plain))) and "Too little" in verdict_words(
        verdict_of(Report("", ""))
    )


def test_the_table_has_a_row_for_every_reply(tmp_path: Path) -> None:
    path = tmp_path / "numbers.csv"
    path.write_text("what was there before")
    write_csv(report({PLAIN: {"code": 10.0}, FIXED: {"code": 20.0}}), path)
    with path.open(encoding="utf-8", newline="") as stream:
        plain, fixed = csv.DictReader(stream)
    assert tuple(plain) == COLUMNS
    assert (plain["pace"], plain["length"], plain["acceptance_rate"]) == ("plain", "", "")
    assert (fixed["pace"], fixed["length"], fixed["acceptance_rate"], fixed["method"]) == (
        "always",
        "4",
        "0.5",
        "dspark",
    )
    assert float(fixed["predicted_per_second"]) == 20.0 and list(tmp_path.iterdir()) == [path]


def test_a_table_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PathNotWritable):
        write_csv(Report("t", "d"), tmp_path / "file" / "numbers.csv")
