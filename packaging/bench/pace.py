"""Whether pacing keeps its promise: never slower than plain decoding, nearly as fast as the best fixed length."""

from collections.abc import Sequence
from functools import partial
from statistics import median

from app.engine.blocking import BlockingEngine
from app.engine.protocol import DraftOptions, Generate, GenerateResult, LoadOptions, SamplingOptions
from bench import scripted_engine
from bench.models import Models
from bench.report import Figure, Goal, Runs, Section, ratio
from bench.scripted_engine import Steps, write_script
from bench.settings import Settings

TOKENS_N = 300
CONTEXT_SIZE = 2048
PROMPT = "Tell me something about the weather of tomorrow."
_HALF = TOKENS_N // 2
SCRIPTS: dict[str, Steps] = {
    **{f"{round(100 * share)} %": ((0, share),) for share in (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95)},
    "95 %, then none": ((0, 0.95), (_HALF, 0.0)),
    "none, then 95 %": ((0, 0.0), (_HALF, 0.95)),
}
_PLAIN, _AUTO = "plain", "auto"
_NEVER_SLOWER, _NEARLY_BEST = Goal("at least", 0.97), Goal("at least", 0.95)


def measure(settings: Settings) -> list[Section]:
    """Each share of guesses that come true, with the made-up pair or the one that was given."""
    models = settings.models()
    return [_section(models, settings, name, steps) for name, steps in SCRIPTS.items()]


def _section(models: Models, settings: Settings, name: str, steps: Steps) -> Section:
    runs = Runs()
    for _ in range(settings.repeats):
        _take_turns(models, settings, runs, steps)
    figures = runs.figures()
    auto, best = figures.pop(_AUTO), best_of(list(figures.values()))
    return Section(
        f"Pacing, {name} of the guesses come true, {models.name}",
        [
            auto,
            *figures.values(),
            ratio("auto / plain", auto, figures[_PLAIN], _NEVER_SLOWER),
            ratio(f"auto / {best.name}", auto, best, _NEARLY_BEST),
        ],
        (
            f"In turns, {TOKENS_N} tokens each, greedy, {settings.threads} threads. The draft's pass is run, its",
            "tokens are replaced by a script's. For each turn the models are loaded anew: auto knows what drafting",
            "costs, and nothing of what is accepted.",
        ),
    )


def best_of(fixed: Sequence[Figure]) -> Figure:
    """What was best among plain decoding and the fixed lengths, for each run as all the other runs would choose it.

    The fastest of eight runs is the luckiest too: who chooses by the very run that is compared compares with luck.
    """

    def chosen(run: int) -> Figure:
        return max(fixed, key=lambda figure: median(figure.values[:run] + figure.values[run + 1 :] or figure.values))

    by_run = [chosen(run) for run in range(len(fixed[0].values))]
    names = ", ".join(dict.fromkeys(figure.name for figure in by_run))
    return Figure(f"best ({names})", "tokens/s", tuple(figure.values[run] for run, figure in enumerate(by_run)))


def _take_turns(models: Models, settings: Settings, runs: Runs, steps: Steps) -> None:
    script = settings.folder / "script.json"
    write_script(script, steps)
    draft = next(iter(models.drafts.values()))
    with BlockingEngine(partial(scripted_engine.run, script)) as engine:
        options = LoadOptions(context_size=CONTEXT_SIZE, threads=settings.threads)
        loaded = engine.load(models.target, draft, options)
        assert loaded.draft is not None
        _reply(engine, DraftOptions("none"))
        runs.add(_PLAIN, "tokens/s", _speed(_reply(engine, DraftOptions("none"))))
        runs.add(_AUTO, "tokens/s", _speed(_reply(engine, DraftOptions())))
        for length in range(1, loaded.draft.draft_max + 1):
            always = DraftOptions(max_tokens=length, pacing="always")
            runs.add(f"always {length}", "tokens/s", _speed(_reply(engine, always)))


def _reply(engine: BlockingEngine, drafting: DraftOptions) -> GenerateResult:
    command = Generate(
        engine.next_job(),
        raw_prompt=PROMPT,
        sampling=SamplingOptions(temperature=0),
        drafting=drafting,
        max_tokens=TOKENS_N,
    )
    finished = engine.finish(command)
    assert finished.generated is not None
    return finished.generated


def _speed(result: GenerateResult) -> float:
    return result.timings.predicted_per_second or 0.0
