"""A machine that slept, a process that was stopped: neither spoils what is known of the costs."""

import pytest

from tests.engine.worker.pacing import Machine, new_pace, paused_pace

HOUR_IN_ROUNDS = 360_000.0


@pytest.mark.parametrize("held_up", [0, 1, 7, 60, 120])
def test_one_round_that_took_an_hour_costs_no_speed(held_up: int) -> None:
    machine = Machine(lambda _: 0.9, slowness=lambda number: HOUR_IN_ROUNDS if number == held_up else 1.0)
    pace = new_pace()
    machine.write(900, pace)
    assert machine.write(600, pace) > 0.95 * Machine(lambda _: 0.9).write(600, new_pace())


def test_an_hour_lost_in_a_look_does_not_end_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    pace, looks = paused_pace(), [0]
    next_length = pace.next_length

    def length_of_look() -> int:
        length = next_length()
        looks.append(length if pace.is_paused else 0)
        return length

    monkeypatch.setattr(pace, "next_length", length_of_look)
    first_look = {"is_over": False}

    def slowness(number: int) -> float:
        if not looks[-1] or first_look["is_over"]:
            return 1.0
        first_look["is_over"] = True
        return HOUR_IN_ROUNDS

    machine = Machine(lambda at: 0.0 if at < 400 else 0.95, slowness=slowness)
    machine.write(4000, pace)
    assert first_look["is_over"] and not pace.is_paused
    assert machine.write(600, pace) > 1.3
