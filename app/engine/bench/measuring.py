"""Runs a plan on an engine that may be waited for."""

from collections.abc import Iterator
from contextlib import closing

from app.core.progress import Progress
from app.engine.bench.plan import Plan
from app.engine.bench.report import Measured
from app.engine.blocking import BlockingEngine
from app.engine.protocol import Finished, GenerateResult, Stats


def measure(engine: BlockingEngine, plan: Plan, progress: Progress) -> Iterator[Measured]:
    """Each reply that counts, as soon as it is whole; reported as stage "bench" in tokens.

    Raises Cancelled, and what generating raises.
    """
    total = len(plan.runs) * plan.reply_tokens
    for number, run in enumerate(plan.runs):
        done = number * plan.reply_tokens
        progress.update("bench", done, total)
        with closing(engine.run(plan.request(run, engine.next_job()))) as events:
            for event in events:
                if isinstance(event, Stats):
                    progress.update("bench", done + min(event.timings.predicted_n, plan.reply_tokens), total)
                elif isinstance(event, Finished) and isinstance(result := event.generated, GenerateResult):
                    if run.counts:
                        yield Measured(run, result.timings, result.speculation)
                else:
                    progress.check()
    progress.update("bench", total, total)
