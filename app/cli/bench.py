"""`bench`: whether a draft is worth it with its target on this machine, and llama.cpp's own server beside it."""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from app.cli.console import Console
from app.cli.errors import FileThere, WrongUse
from app.cli.interrupt import interruptible
from app.cli.loading import ready_pair
from app.core.errors import Cancelled
from app.core.progress import Progress
from app.engine.bench.comparison import Comparison, compare
from app.engine.bench.measuring import measure
from app.engine.bench.plan import AUTO, SIZES, Plan, Way, plan_for
from app.engine.bench.report import Measured, Report, Summary, Writer
from app.engine.bench.server import SERVER_LOOK_UPS, SERVER_METHODS, ServerFiles, server_version
from app.engine.bench.table import rows, write_csv
from app.engine.bench.verdict import verdict_of
from app.engine.blocking import BlockingEngine
from app.engine.protocol import LoadOptions, LoadResult
from app.texts.bench import FIGURES, estimate_words, figures_of, kind_words, verdict_words, way_words

_WIDTH = 13
# What else the machine does must hit both alike.
_TURNS_BESIDE_SERVER = 2


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Measure and tell; Ctrl-C keeps what is measured so far. Raises what loading, generating and writing raise."""
    if arguments.draft is None and arguments.method == "auto":
        raise WrongUse("there is nothing to measure: give --draft, or a --method that needs none")
    if arguments.csv is not None and arguments.csv.exists() and not arguments.force:
        raise FileThere(path=str(arguments.csv))
    version = server_version(arguments.server) if arguments.server else ""
    target, draft = ready_pair(arguments.target, arguments.draft, console)
    options = LoadOptions(arguments.ctx_size, arguments.device, threads=arguments.threads)
    with BlockingEngine() as engine:
        loaded = engine.load(target, draft, options, Progress(console.progress))
        plan = _plan(arguments, loaded)
        comparison = _comparison(arguments, loaded, plan) if version else None
        if comparison is None:
            console.note(
                f"{estimate_words(plan.estimate_s(loaded.plain_tokens_per_second))}. Ctrl-C keeps what is done."
            )
        with interruptible() as interrupted:
            progress = Progress(console.progress, interrupted.is_set)
            replies = compare(engine, plan, comparison, progress) if comparison else measure(engine, plan, progress)
            report, is_whole = _collected(loaded, replies)
    if arguments.csv is not None:
        write_csv(report, arguments.csv)
    _tell(report, console)
    if comparison is not None:
        _tell_server(report, comparison, version, console)
    console.line(verdict_words(verdict_of(report), has_draft=bool(report.draft)))
    console.result(_json(report, loaded, version))
    if not is_whole:
        raise Cancelled
    return 0


def _plan(arguments: argparse.Namespace, loaded: LoadResult) -> Plan:
    size = SIZES[arguments.mode]
    if arguments.max_tokens:
        size = replace(size, reply_tokens=arguments.max_tokens)
    if arguments.server is not None:
        size = replace(size, turns=max(size.turns, _TURNS_BESIDE_SERVER))
    return plan_for(loaded, size, arguments.method, arguments.lengths)


def _comparison(arguments: argparse.Namespace, loaded: LoadResult, plan: Plan) -> Comparison:
    plain = ServerFiles(
        program=arguments.server,
        target=loaded.target.path,
        context_size=loaded.context_size,
        is_cpu_only=arguments.device == "cpu",
        threads=arguments.threads,
    )
    draft, length = loaded.draft, max(run.way.length for run in plan.runs)
    if arguments.method in SERVER_LOOK_UPS:
        return Comparison(plain, replace(plain, method=arguments.method, length=length))
    if draft is None or draft.method not in SERVER_METHODS or arguments.method not in ("auto", draft.method):
        return Comparison(plain, None)
    # What is within the target is drafted with as it is; a model may be its own small model as well.
    is_within = draft.method == "mtp" and draft.path == loaded.target.path
    own = None if is_within else draft.path
    return Comparison(plain, replace(plain, draft=own, method=draft.method, length=length))


def _collected(loaded: LoadResult, replies: Iterable[Measured]) -> tuple[Report, bool]:
    """What was measured, and whether that is everything."""
    report = Report(loaded.target.name, loaded.draft.name if loaded.draft else "")
    try:
        for one in replies:
            report = report.with_one(one)
    except Cancelled:
        return report, False
    return report, True


def _tell(report: Report, console: Console) -> None:
    console.line(_line("all texts", FIGURES))
    for way in report.ways():
        if summary := report.summary(way):
            console.line(_line(way_words(way), figures_of(summary)))
    console.line()
    console.line(_line("automatic, by text", FIGURES))
    for kind in report.kinds():
        if summary := report.summary(AUTO, kind):
            console.line(_line(kind_words(kind), figures_of(summary)))
    console.line()


def _tell_server(report: Report, comparison: Comparison, version: str, console: Console) -> None:
    console.line(f"llama-server {version}")
    console.line(_line("all texts", FIGURES))
    for way, _ in comparison.ways():
        if summary := report.summary(way, writer="llama-server"):
            console.line(_line(way_words(way), figures_of(summary)))
            console.line(_line("  ours against it", _against(report, way)))
    if comparison.drafted is None:
        console.line("llama-server has not this way to draft.")
    console.line()


def _against(report: Report, way: Way) -> Sequence[str]:
    ours, theirs = report.summary(way), report.summary(way, writer="llama-server")
    ratio = _ratio(ours, theirs)
    difference = _acceptance_difference(ours, theirs)
    return ("" if ratio is None else f"{ratio:.3f}x", "", "" if difference is None else f"{difference * 100:+.1f} %")


def _line(first: str, cells: Sequence[str]) -> str:
    return (first.ljust(20) + "".join(cell.rjust(_WIDTH) for cell in cells)).rstrip()


def _ratio(ours: Summary | None, theirs: Summary | None) -> float | None:
    if ours is None or theirs is None or not ours.tokens_per_second or not theirs.tokens_per_second:
        return None
    return ours.tokens_per_second / theirs.tokens_per_second


def _acceptance_difference(ours: Summary | None, theirs: Summary | None) -> float | None:
    if ours is None or theirs is None or ours.acceptance_rate is None or theirs.acceptance_rate is None:
        return None
    return ours.acceptance_rate - theirs.acceptance_rate


def _json(report: Report, loaded: LoadResult, version: str) -> dict[str, Any]:
    verdict = verdict_of(report)
    return {
        "target": report.target,
        "draft": report.draft or None,
        "method": loaded.draft.method if loaded.draft else None,
        "device": loaded.device,
        "context_size": loaded.context_size,
        "verdict": {**asdict(verdict), "sentence": verdict_words(verdict, has_draft=bool(report.draft))},
        "ways": _ways_json(report, "slipstream"),
        "llama_server": {"version": version, "ways": _ways_json(report, "llama-server")} if version else None,
        "replies": list(rows(report)),
    }


def _ways_json(report: Report, writer: Writer) -> list[dict[str, Any]]:
    return [
        {
            "pace": way.pace,
            "length": way.length or None,
            "all": _summary_json(report.summary(way, writer=writer)),
            "by_kind": {kind: _summary_json(report.summary(way, kind, writer)) for kind in report.kinds()},
        }
        for way in report.ways(writer)
    ]


def _summary_json(summary: Summary | None) -> dict[str, Any] | None:
    return None if summary is None else asdict(summary)
