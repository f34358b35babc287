"""The numbers that are kept with a reply, and those of one that went on."""

from dataclasses import replace

import pytest

from app.chat.conversation import ReplyNumbers
from app.engine.protocol import Speculation, Stats, Timings
from app.gui.reply_numbers import joined, numbers_of
from app.gui.view_models.readout import Readout, readout_of_numbers

FIRST = ReplyNumbers(
    prompt_n=10,
    prompt_ms=100,
    predicted_n=40,
    predicted_ms=1000,
    predicted_per_second=40,
    draft_n=50,
    draft_n_accepted=30,
    acceptance_rate=0.6,
    mean_accepted_length=4,
    speedup=2,
    context_n=50,
    acceptance_by_position=(0.8, 0.4),
)


def test_the_parts_of_a_reply_count_together() -> None:
    second = replace(
        FIRST,
        predicted_n=20,
        predicted_ms=1000,
        predicted_per_second=20,
        draft_n=50,
        draft_n_accepted=10,
        acceptance_rate=0.2,
        mean_accepted_length=2,
        speedup=1,
        context_n=70,
        acceptance_by_position=(0.5,),
    )
    whole = joined(FIRST, second)
    assert (whole.predicted_n, whole.predicted_ms, whole.predicted_per_second) == (60, 2000, 30)
    assert whole.acceptance_rate == pytest.approx(40 / 100)
    # 40 tokens in 10 passes and 20 in 10.
    assert whole.mean_accepted_length == pytest.approx(3)
    # Without a draft 2 s and 1 s.
    assert whole.speedup == pytest.approx(1.5)
    assert (whole.context_n, whole.acceptance_by_position) == (70, (0.5,))


def test_what_one_part_does_not_tell_is_not_told_of_the_whole() -> None:
    silent = ReplyNumbers(predicted_n=5, predicted_ms=100)
    whole = joined(FIRST, silent)
    assert (whole.mean_accepted_length, whole.speedup) == (None, None)
    assert joined(None, FIRST) == FIRST


def test_an_old_reply_shows_its_bars() -> None:
    speculation = Speculation("dspark", "drafting", acceptance_by_position=(0.9, 0.5, 0.1))
    numbers = numbers_of(Stats(1, Timings(predicted_n=3), speculation), None, "")
    assert numbers.acceptance_by_position == (0.9, 0.5, 0.1)
    assert readout_of_numbers(numbers, Readout()).by_position == (0.9, 0.5, 0.1)
