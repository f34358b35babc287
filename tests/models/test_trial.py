"""When a draft works, when it fails, and when the numbers do not tell."""

from dataclasses import replace

import pytest

from app.models.trial import PairTrial


def trial(accepted: int, rounds: int, *, length: float = 1.5, repeats: bool = False) -> PairTrial:
    return PairTrial(rounds, accepted, repeats, (accepted / rounds,) if rounds else (), length, 20.0, 10.0, True)


@pytest.mark.parametrize(
    ("accepted", "rounds", "works", "fails"),
    [
        (0, 0, False, False),
        (11, 11, False, False),
        (12, 12, True, False),
        (0, 23, False, False),
        (0, 24, False, True),
        (3, 60, True, False),
        (2, 60, False, True),
        (60, 60, True, False),
    ],
)
def test_few_rounds_tell_nothing(accepted: int, rounds: int, works: bool, fails: bool) -> None:
    assert (trial(accepted, rounds).works, trial(accepted, rounds).fails) == (works, fails)


def test_accepted_repetitions_do_not_tell_that_a_draft_works_but_refused_ones_that_it_fails() -> None:
    assert not trial(60, 60, repeats=True).works and not trial(60, 60, repeats=True).fails
    assert trial(0, 60, repeats=True).fails


def test_a_draft_is_sound_only_if_further_guesses_come_true_as_well() -> None:
    assert trial(40, 60, length=3.1).is_sound
    assert not trial(40, 60, length=1.9).is_sound and not trial(20, 60, length=3.1).is_sound


@pytest.mark.parametrize(
    ("new", "old", "is_better"),
    [
        ((40, 60), (0, 60), True),
        ((10, 150), (0, 150), True),
        ((5, 150), (0, 150), False),
        ((40, 140), (29, 157), False),
        ((24, 24), (35, 85), True),
        ((0, 60), (0, 60), False),
        ((60, 60), (60, 60), False),
        ((20, 60), (40, 60), False),
    ],
)
def test_better_is_what_chance_does_not_explain(new: tuple[int, int], old: tuple[int, int], is_better: bool) -> None:
    assert trial(*new).is_clearly_better(trial(*old)) is is_better


def test_whatever_works_is_better_than_what_could_not_run() -> None:
    assert trial(10, 60).is_clearly_better(None) and trial(10, 60).is_clearly_better(trial(0, 0))
    assert not trial(0, 60).is_clearly_better(None)
    assert not replace(trial(60, 60), repeats=True).is_clearly_better(None)
