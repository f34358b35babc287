"""A plan on the real engine, with the trained pair."""

from dataclasses import replace

import pytest

from app.core.errors import Cancelled
from app.core.progress import Progress
from app.engine.bench.measuring import measure
from app.engine.bench.plan import AUTO, PLAIN, Size, Way, plan_for
from app.engine.bench.prompts import KINDS
from app.engine.bench.report import Measured, Report
from app.engine.blocking import BlockingEngine
from tests.engine.conftest import Trained

pytestmark = [pytest.mark.process, pytest.mark.native]


def test_the_numbers_are_those_of_the_engine(trained: Trained) -> None:
    told: list[tuple[str, int, int | None]] = []
    with BlockingEngine() as engine:
        loaded = engine.load(trained.target, trained.drafts["draft-anchor-full"])
        plan = plan_for(loaded, Size(2, 16, 1))
        measured = tuple(measure(engine, plan, Progress(lambda *step: told.append(step))))
    report = Report(loaded.target.name, "draft", measured)
    assert len(measured) == 4 * len(KINDS) and report.kinds() == KINDS
    assert report.ways() == (PLAIN, AUTO, Way("always", 3), Way("always", 6))
    for one in measured:
        assert 0 < one.timings.predicted_n <= 16
        assert one.timings.prompt_n > 20, "the prompt was read, not found in the cache"
        assert one.first_token_ms > one.timings.prompt_ms > 0
        assert (one.timings.draft_n > 0) == (one.run.way.pace == "always") or one.run.way == AUTO
    fixed = report.summary(Way("always", 6))
    assert fixed is not None and fixed.acceptance_rate is not None and fixed.mean_accepted_length is not None
    assert len(fixed.acceptance_by_position) == 6 and fixed.mean_accepted_length >= 1
    stages = [(done, total) for stage, done, total in told if stage == "bench"]
    assert stages == sorted(stages) and stages[-1][0] == stages[-1][1] == 16 * len(plan.runs)


def test_every_way_writes_the_same_text(trained: Trained) -> None:
    with BlockingEngine() as engine:
        loaded = engine.load(trained.target, trained.drafts["draft-anchor-full"])
        plan = plan_for(loaded, Size(2, 24, 1))
        code = [run for run in plan.runs if run.prompt.kind == "code" and run.counts]
        texts = set()
        for run in code:
            finished = engine.finish(plan.request(run, engine.next_job()))
            assert finished.generated is not None
            texts.add(finished.generated.tokens)
    assert len(code) == 4 and len(texts) == 1


def test_stopped_in_the_middle_it_keeps_what_is_measured(trained: Trained) -> None:
    measured: list[Measured] = []
    with BlockingEngine() as engine:
        loaded = engine.load(trained.target, trained.drafts["draft-bonus-512"])
        plan = plan_for(loaded, Size(1, 8, 1))
        with pytest.raises(Cancelled):
            measured.extend(measure(engine, plan, Progress(is_cancelled=lambda: len(measured) == 5)))
        assert len(measured) == 5
        # The engine is free again.
        rest = replace(plan, runs=plan.runs[-1:])
        assert len(list(measure(engine, rest, Progress()))) == 1
