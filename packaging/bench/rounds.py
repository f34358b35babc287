"""How much of a decoding round is spent outside native code, and how fast tokens come beside plain llama_cpp."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from app.core.parent import Entry
from app.engine import entry as engine_entry
from app.engine.blocking import BlockingEngine
from app.engine.protocol import DraftOptions, Generate, GenerateResult, LoadOptions, MethodChoice, SamplingOptions
from bench import timed_engine
from bench.children import Child, child, module_command
from bench.models import Models
from bench.report import Goal, Runs, Section, ratio
from bench.settings import Settings

PROMPT = "Tell me something about the weather of tomorrow."
TOKENS_N = 128
CONTEXT_SIZE = 2048
_MOST_OUTSIDE = Goal("at most", 3.0)
_SCRIPT, _PLAIN = "script with llama_cpp", "Slipstream, no draft"


def measure(settings: Settings) -> list[Section]:
    """Both for the target with each of its drafts."""
    models = settings.models()
    return [_outside(models, settings), _speed(models, settings)]


def _outside(models: Models, settings: Settings) -> Section:
    runs = Runs({f"{name}: outside llama.cpp": _MOST_OUTSIDE for name in models.drafts})
    for name, draft in models.drafts.items():
        path = settings.folder / "native.json"
        with _engine(models.target, draft, settings.threads, partial(timed_engine.run, path)) as engine:
            _reply(engine, "auto")
            for _ in range(settings.repeats):
                _note_engine_times(runs, name, _reply(engine, "auto"))
        for reply in json.loads(path.read_text("utf-8"))[1:]:
            runs.add(f"{name}: outside llama.cpp", "%", 100 * reply["outside_s"] / reply["seconds"])
            runs.add(f"{name}: outside llama.cpp, per round", "ms", 1e3 * reply["outside_s"] / reply["rounds_n"])
            runs.add(f"{name}: of that, on the processor", "ms", 1e3 * reply["outside_busy_s"] / reply["rounds_n"])
            runs.add(f"{name}: a whole round", "ms", 1e3 * reply["seconds"] / reply["rounds_n"])
            runs.add(f"{name}: native calls, per round", "calls", reply["calls_n"] / reply["rounds_n"])
    return Section(
        f"Decoding rounds, {models.name}",
        list(runs.figures().values()),
        (
            "Outside llama.cpp: all time from the prompt's end to the last round's end that is not inside a call of",
            "llama.cpp or ggml, counted apart from the engine's own clocks. In it is the search for the best tokens",
            "(numpy), which the engine counts as the target's and the draft's time. On a busy machine other programs",
            "lengthen it; the time on the processor shows what is its own.",
            *models.remarks,
        ),
    )


def _note_engine_times(runs: Runs, name: str, result: GenerateResult) -> None:
    counted, predicted_ms = result.speculation, result.timings.predicted_ms
    runs.add(f"{name}: neither model, by the engine's count", "%", 100 * counted.other_ms / predicted_ms)
    runs.add(f"{name}: draft, by the engine's count", "%", 100 * counted.draft_ms / predicted_ms)
    runs.add(f"{name}: acceptance rate", "%", 100 * (counted.acceptance_rate or 0))


def _speed(models: Models, settings: Settings) -> Section:
    runs = Runs()
    command = module_command("plain_llama", models.target, PROMPT, "--threads", settings.threads)
    with child(command, settings.folder) as script, ExitStack() as stack:
        engines = {
            name: stack.enter_context(_engine(models.target, draft, settings.threads, engine_entry.run))
            for name, draft in models.drafts.items()
        }
        script.answer()
        _compare(script, engines, Runs())
        for _ in range(settings.repeats):
            _compare(script, engines, runs)
    figures = runs.figures()
    ratios = [ratio(f"{name} / script", figure, figures[_SCRIPT]) for name, figure in figures.items()]
    return Section(
        f"Decoding speed, {models.name}",
        [*figures.values(), *ratios[1:]],
        (f"In turns, {TOKENS_N} tokens each, greedy, {settings.threads} threads, the same GGUF file.", *models.remarks),
    )


def _compare(script: Child, engines: dict[str, BlockingEngine], runs: Runs) -> None:
    """One reply of each, one after another."""
    script.say(TOKENS_N)
    runs.add(_SCRIPT, "tokens/s", script.answer()["per_second"])
    runs.add(_PLAIN, "tokens/s", _per_second(_reply(next(iter(engines.values())), "none")))
    for name, engine in engines.items():
        runs.add(f"Slipstream, {name}", "tokens/s", _per_second(_reply(engine, "auto")))


@contextmanager
def _engine(target: Path, draft: Path | None, threads: int, entry: Entry) -> Iterator[BlockingEngine]:
    with BlockingEngine(entry) as engine:
        engine.load(target, draft, LoadOptions(context_size=CONTEXT_SIZE, threads=threads))
        yield engine


def _reply(engine: BlockingEngine, method: MethodChoice) -> GenerateResult:
    command = Generate(
        engine.next_job(),
        raw_prompt=PROMPT,
        sampling=SamplingOptions(temperature=0),
        drafting=DraftOptions(method, pacing="always"),
        max_tokens=TOKENS_N,
    )
    finished = engine.finish(command)
    assert finished.generated is not None
    return finished.generated


def _per_second(result: GenerateResult) -> float:
    return result.timings.predicted_per_second or 0.0
