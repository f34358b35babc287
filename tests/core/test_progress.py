"""Progress: throttled reports that are the way out as well."""

import time

import pytest

from app.core.errors import Cancelled
from app.core.progress import Progress


def test_reports_are_few_and_the_last_is_never_lost() -> None:
    told: list[tuple[str, int, int | None]] = []
    progress = Progress(lambda *report: told.append(report))
    for done in range(1, 10_001):
        progress.update("write", done, 10_000)
    assert told[0] == ("write", 1, 10_000) and told[-1] == ("write", 10_000, 10_000)
    assert len(told) < 100


def test_a_new_stage_is_told_at_once() -> None:
    told: list[str] = []
    progress = Progress(lambda stage, done, total: told.append(stage))
    for stage in ("plan", "plan", "write", "verify"):
        progress.update(stage, 0)
    assert told == ["plan", "write", "verify"]


def test_time_brings_the_next_report(monkeypatch: pytest.MonkeyPatch) -> None:
    # Longer than a busy machine holds up two calls that follow each other.
    monkeypatch.setattr("app.core.progress.REPORT_INTERVAL_S", 0.5)
    told: list[int] = []
    progress = Progress(lambda stage, done, total: told.append(done))
    progress.update("write", 1)
    progress.update("write", 2)
    time.sleep(0.6)
    progress.update("write", 3)
    assert told == [1, 3]


def test_asking_to_stop_raises_at_the_next_step() -> None:
    is_cancelled = False
    progress = Progress(is_cancelled=lambda: is_cancelled)
    progress.update("write", 1)
    progress.check()
    is_cancelled = True
    with pytest.raises(Cancelled):
        progress.check()
    with pytest.raises(Cancelled):
        progress.update("write", 2)
