"""The speed of a task."""

import pytest

from app.jobs.speed import Speed


def test_speed_follows_the_last_seconds_of_a_stage() -> None:
    speed = Speed()
    assert speed.per_second is None
    speed.add("write", 0, 100.0)
    speed.add("write", 10, 100.9)
    assert speed.per_second is None, "nothing is told before a second has passed"
    for second in range(1, 20):
        speed.add("write", 1000 * second, 100.0 + second)
    assert speed.per_second == pytest.approx(1000)
    speed.add("verify", 5, 120.0)
    assert speed.per_second is None


def test_one_burst_does_not_make_it_jump() -> None:
    speed = Speed()
    told = []
    for tick in range(100):
        speed.add("fetch", 1000 * tick + (50_000 if tick >= 60 else 0), tick / 10)
        told.append(speed.per_second or 10_000)
    assert max(told) < 2.1 * min(told)
