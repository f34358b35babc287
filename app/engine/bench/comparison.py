"""The engine and llama-server on the same files and prompts, in turns."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.core.progress import Progress
from app.engine.bench.measuring import measure
from app.engine.bench.plan import PLAIN, Plan, Way
from app.engine.bench.prompts import Kind
from app.engine.bench.report import Measured
from app.engine.bench.server import LlamaServer, ServerFiles, running_server
from app.engine.blocking import BlockingEngine

_WARM_UP_TOKENS = 16


@dataclass(frozen=True, slots=True)
class Comparison:
    """The engine's pair, and the same for llama-server: `drafted` is None where that has not this method."""

    plain: ServerFiles
    drafted: ServerFiles | None

    def ways(self) -> Iterator[tuple[Way, ServerFiles]]:
        """How the server answers: without a draft, and always with the longest."""
        yield PLAIN, self.plain
        if self.drafted is not None:
            yield Way("always", self.drafted.length), self.drafted


def compare(engine: BlockingEngine, plan: Plan, comparison: Comparison, progress: Progress) -> Iterator[Measured]:
    """The engine's replies of a turn, then the server's, and so on; both read the prompts as the server writes them.

    Only one server runs at a time. Raises ServerNotStarted, ServerFailed, Cancelled and what generating raises.
    """
    with running_server(comparison.plain, progress) as server:
        bare = _prompts(server, plan)
    for part in replace(plan, bare=bare).parts():
        yield from measure(engine, part, progress)
        for way, files in comparison.ways():
            with running_server(files, progress) as server:
                yield from _answers(server, part, way, progress)


def _prompts(server: LlamaServer, plan: Plan) -> dict[Kind, str]:
    prompts = {run.prompt.kind: run.prompt.message for run in plan.runs}
    return {kind: server.prompt_of(message) or message for kind, message in prompts.items()}


def _answers(server: LlamaServer, part: Plan, way: Way, progress: Progress) -> Iterator[Measured]:
    runs = [run for run in part.runs if run.counts and run.way == way]
    if runs:
        server.answer(runs[-1], part.bare[runs[-1].prompt.kind], _WARM_UP_TOKENS)
    for number, run in enumerate(runs):
        progress.update("bench_server", number, len(runs))
        yield server.answer(run, part.bare[run.prompt.kind], part.reply_tokens)
