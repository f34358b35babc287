"""The pace on machines made of numbers: never much slower than plain, nearly as fast as the best fixed length."""

import random
from itertools import pairwise
from statistics import mean

import pytest

from app.engine.worker.acceptance import Acceptance
from app.engine.worker.costs import CostCurve
from app.engine.worker.pace import LOW_ACCEPTANCE, TOO_SLOW, Pace, Round
from tests.engine.worker.pacing import DRAFT_MAX, PLAIN_S, Machine, new_pace, paused_pace

TOKENS_N = 600


def speed_of(acceptance: float, seed: int) -> float:
    return Machine(lambda _: acceptance, seed=seed).write(TOKENS_N, new_pace())


def best_fixed(acceptance: float) -> float:
    """Of plain decoding and every length, over many texts."""
    return max(
        mean(Machine(lambda _: acceptance, seed=seed).write(TOKENS_N, always=length) for seed in range(8))
        for length in range(DRAFT_MAX + 1)
    )


@pytest.mark.parametrize("acceptance", [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95])
def test_it_costs_little_and_gains_nearly_all(acceptance: float) -> None:
    speeds = [speed_of(acceptance, seed) for seed in range(12)]
    assert min(speeds) >= 0.97
    assert mean(speeds) >= 0.94 * best_fixed(acceptance)


def test_the_same_rounds_give_the_same_lengths() -> None:
    ones, others = Machine(lambda _: 0.8, seed=3), Machine(lambda _: 0.8, seed=3)
    for machine in (ones, others):
        machine.write(TOKENS_N, new_pace())
    assert ones.lengths == others.lengths


def test_it_pauses_where_nothing_comes_true_and_looks_ever_more_rarely() -> None:
    pace, machine = new_pace(), Machine(lambda _: 0.0)
    machine.write(2000, pace)
    assert (pace.is_paused, pace.length, pace.reason) == (True, 0, LOW_ACCEPTANCE)
    looks = [number for number, length in enumerate(machine.lengths) if length]
    gaps = [after - before for before, after in pairwise(looks)]
    assert len(looks) >= 5
    assert max(gaps[:3]) < min(gaps[-3:])
    # It has not given up.
    assert looks[-1] > 1700


def test_it_comes_back_when_the_text_changes() -> None:
    pace, machine = new_pace(), Machine(lambda at: 0.0 if at < 300 else 0.95)
    machine.write(300, pace)
    assert pace.length == 0
    machine.write(150, pace)
    assert pace.length > 0
    assert machine.write(300, pace) > 1.5


def test_it_pauses_soon_when_the_text_changes() -> None:
    pace, machine = new_pace(), Machine(lambda at: 0.95 if at < 300 else 0.0)
    machine.write(300, pace)
    before = len(machine.lengths)
    machine.write(300, pace)
    # How long it takes to notice, and the looks after that.
    assert sum(length > 0 for length in machine.lengths[before:]) < 10


def test_texts_that_change_in_every_reply_are_not_its_loss() -> None:
    for seed in range(6):
        pace = new_pace()
        for reply in range(4):
            pace.begin(DRAFT_MAX)
            machine = Machine(lambda at: 0.0 if at < 150 else 0.95, seed=10 * seed + reply)
            assert machine.write(300, pace) > 0.95


def test_a_new_reply_starts_with_what_is_known() -> None:
    pace = paused_pace()
    pace.begin(DRAFT_MAX)
    again = Machine(lambda _: 0.0)
    assert again.write(60, pace) > 0.97
    pace = new_pace()
    Machine(lambda _: 0.9).write(300, pace)
    pace.begin(DRAFT_MAX)
    assert pace.next_length() > 0


def test_in_short_replies_a_pause_passes_as_in_a_long_one() -> None:
    """Where the last look is still fresh: a reply's start is no look, and takes nothing off the pause."""
    pace, machine = new_pace(), Machine(lambda _: 0.0)
    machine.write(60, pace)
    machine.lengths.clear()
    for _ in range(400):
        pace.begin(DRAFT_MAX)
        machine.write(5, pace)
    looks_n = sum(length > 0 for length in machine.lengths)
    at_once = Machine(lambda _: 0.0)
    pace = new_pace()
    at_once.write(60, pace)
    at_once.lengths.clear()
    at_once.write(2000, pace)
    assert looks_n == pytest.approx(sum(length > 0 for length in at_once.lengths), abs=2)


def test_a_machine_that_becomes_slower_at_the_end_of_a_reply_does_not_end_a_pause() -> None:
    slowness = (1, 3, 3, 1, 3)
    pace, machine = paused_pace(), Machine(lambda _: 0.0, slowness=lambda number: slowness[number % 5])
    for _ in range(2):
        pace.begin(DRAFT_MAX)
        machine.write(5, pace)
        assert (pace.is_paused, pace.reason) == (True, LOW_ACCEPTANCE)
    assert not any(machine.lengths)


def test_a_reply_may_limit_the_length() -> None:
    pace = new_pace()
    Machine(lambda _: 0.95).write(300, pace)
    pace.begin(2)
    machine = Machine(lambda _: 0.95)
    machine.write(200, pace)
    assert set(machine.lengths) <= {0, 1, 2}


def test_drafting_that_costs_too_much_is_told_from_guesses_that_do_not_come_true() -> None:
    pace = new_pace()
    Machine(lambda _: 0.5, draft=lambda n: 8.0).write(100, pace)
    assert pace.is_paused
    assert pace.reason == TOO_SLOW


def test_where_more_rows_cost_nothing_it_drafts_all() -> None:
    pace = new_pace()
    machine = Machine(lambda _: 0.9, draft=lambda n: 0.1, verify=lambda rows: 1.0 + 0.01 * rows)
    machine.write(TOKENS_N, pace)
    assert pace.length == DRAFT_MAX
    assert machine.lengths.count(DRAFT_MAX) > len(machine.lengths) // 2


def test_a_draft_that_pays_by_the_token_is_kept_short() -> None:
    pace = new_pace(15)
    machine = Machine(lambda _: 0.6, draft=lambda n: 0.2 * n, verify=lambda rows: 1.0 + 0.05 * rows)
    assert machine.write(TOKENS_N, pace) > 1.1
    assert 1 <= pace.length <= 4


def busy(seed: int) -> Machine:
    """Single rounds are held up, and at times everything takes twice as long."""
    rng = random.Random(seed)
    moods = [rng.choice([1.0, 1.0, 2.0]) for _ in range(40)]
    held_up = [rng.uniform(2, 6) if rng.random() < 0.03 else rng.lognormvariate(0, 0.05) for _ in range(4000)]
    return Machine(lambda _: 0.9, slowness=lambda number: moods[number // 100] * held_up[number], seed=seed)


def surveyed(machine: Machine) -> Pace:
    """One that was shown each length before the first reply."""
    pace = new_pace()
    pace.survey([*range(DRAFT_MAX, 0, -1), 0, 0, 0])
    while pace.is_surveying:
        length = pace.next_length()
        verify_s = machine.verify(length + 1) * PLAIN_S
        draft_s = machine.draft(length) * PLAIN_S if length else 0.0
        pace.ended(Round(length, length, length, 0, verify_s, verify_s + draft_s))
    return pace


def steep(acceptance: float, seed: int) -> Machine:
    """A processor on which one row more costs half a round, and the last one a whole round."""
    totals = (1.0, 2.18, 2.63, 2.91, 3.09, 3.11, 3.66, 4.52)
    return Machine(
        lambda _: acceptance,
        draft=lambda n: 0.5,
        verify=lambda rows: totals[rows - 1] - 0.5 * (rows > 1),
        seed=seed,
    )


def uneven(acceptance: float, seed: int) -> Machine:
    """Single rounds take up to a tenth more or less: the lengths' costs come out in no order."""
    rng = random.Random(seed)
    spread = [rng.uniform(0.9, 1.1) for _ in range(4000)]
    return Machine(lambda _: acceptance, slowness=lambda number: spread[number], seed=seed)


@pytest.mark.parametrize("acceptance", [0.0, 0.9])
def test_costs_that_were_measured_badly_mislead_it_little(acceptance: float) -> None:
    speeds = [uneven(acceptance, seed).write(300, surveyed(uneven(0.0, seed + 100))) for seed in range(16)]
    assert mean(speeds) >= 0.95 * best_fixed(acceptance)


def test_a_count_that_was_measured_in_a_lucky_moment_does_not_look_best() -> None:
    curve = CostCurve()
    for count, seconds in ((1, 1.0), (2, 1.6), (3, 1.4), (4, 1.5), (5, 2.0)):
        curve.add(count, seconds)
    assert [curve.at(count) for count in range(1, 6)] == pytest.approx([1.0, 1.5, 1.5, 1.5, 2.0])


def test_acceptance_follows_another_text_at_once_and_one_slip_not_at_all() -> None:
    acceptance = Acceptance(DRAFT_MAX)
    for _ in range(100):
        acceptance.observe(4, 4)
    acceptance.observe(4, 0)
    assert acceptance.by_place()[0] > 0.9
    for _ in range(4):
        acceptance.observe(4, 0)
    assert acceptance.by_place()[0] < 0.4


@pytest.mark.parametrize("acceptance", [0.0, 0.3, 0.9, 0.95])
def test_after_a_survey_a_first_short_reply_gains_nearly_all(acceptance: float) -> None:
    tokens_n, seeds = 300, range(16)
    speeds = [steep(acceptance, seed).write(tokens_n, surveyed(steep(0.0, 0))) for seed in seeds]
    best = max(
        mean(steep(acceptance, seed).write(tokens_n, always=length) for seed in seeds)
        for length in range(DRAFT_MAX + 1)
    )
    assert min(speeds) >= 0.96
    assert mean(speeds) >= 0.95 * best


def test_what_is_accepted_in_a_survey_tells_nothing() -> None:
    """Not one guess of it came true, and yet the first round of a reply drafts."""
    assert surveyed(steep(0.0, 0)).next_length() > 0


def test_a_machine_that_becomes_slower_all_at_once_changes_nothing() -> None:
    pace = new_pace()
    machine = Machine(lambda _: 0.9, slowness=lambda number: 1.0 if number < 60 else 3.0)
    machine.write(1200, pace)
    assert not any(machine.states)
    assert pace.plain_s == pytest.approx(3 * PLAIN_S, rel=0.05)


def test_a_busy_machine_does_not_take_the_gain() -> None:
    machines = [busy(seed) for seed in range(12)]
    gains = [machine.write(TOKENS_N, new_pace()) for machine in machines]
    assert mean(gains) > 1.5
    changes = mean(sum(one != other for one, other in pairwise(machine.states)) for machine in machines)
    assert changes <= 4, "it does not flap"


def test_it_follows_a_context_that_grows() -> None:
    pace = new_pace()
    machine = Machine(lambda _: 0.9, slowness=lambda number: 1 + number / 200)
    assert machine.write(2000, pace) > 1.6
    assert pace.plain_s == pytest.approx(PLAIN_S * (1 + len(machine.lengths) / 200), rel=0.2)


def test_the_plain_speed_that_is_told_is_that_of_the_same_tokens() -> None:
    pace, machine = new_pace(), Machine(lambda _: 0.9, slowness=lambda number: 3.0)
    machine.write(300, pace)
    done = Round(7, 7, 7, 4, 2.4 * 3 * PLAIN_S, (2.4 + 0.8) * 3 * PLAIN_S)
    assert pace.plain_equivalent_s(done) == pytest.approx(5 * 3 * PLAIN_S, rel=0.1)


def test_nothing_is_known_without_a_measurement() -> None:
    pace = Pace(DRAFT_MAX, None)
    assert pace.plain_s is None
    Machine(lambda _: 0.9).write(300, pace)
    assert pace.is_measured
    assert pace.plain_s == pytest.approx(PLAIN_S, rel=0.1)


def test_a_drafter_that_proposes_nothing_is_asked_again() -> None:
    pace = new_pace()
    for _ in range(100):
        asked = pace.next_length()
        pace.ended(Round(asked, 0, 0, 0, PLAIN_S, 1.01 * PLAIN_S))
    assert not pace.is_paused


def varied(index: int, truth: bool) -> float:
    """What an honest head says: half of the tokens are sure, and half are doubtful."""
    return 0.9 if truth else 0.2


def test_an_honest_forecast_saves_rows() -> None:
    blind = mean(Machine(lambda _: 0.8, seed=seed).write(TOKENS_N, new_pace()) for seed in range(6))
    seeing = mean(Machine(lambda _: 0.8, forecast=varied, seed=seed).write(TOKENS_N, new_pace()) for seed in range(6))
    assert seeing > 1.1 * blind


@pytest.mark.parametrize("lie", [0.0, 1.0, float("nan"), -3.0])
def test_a_forecast_that_says_nothing_changes_nothing(lie: float) -> None:
    blind, told = Machine(lambda _: 0.8), Machine(lambda _: 0.8, forecast=lambda index, truth: lie)
    assert told.write(TOKENS_N, new_pace()) == blind.write(TOKENS_N, new_pace())
    assert told.lengths == blind.lengths


def test_a_forecast_turned_upside_down_is_read_by_what_came_of_it() -> None:
    blind = Machine(lambda _: 0.8).write(TOKENS_N, new_pace())
    upside_down = Machine(lambda _: 0.8, forecast=lambda index, truth: 0.1 if truth else 0.9)
    assert upside_down.write(TOKENS_N, new_pace()) > 0.97 * blind
