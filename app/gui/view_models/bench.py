"""What the page that measures shows: bars, tables and sentences from a report."""

from collections.abc import Sequence

from app.core.translation import later, tr
from app.engine.bench.plan import AUTO, PLAIN, Way
from app.engine.bench.report import Report
from app.engine.bench.verdict import is_gain, verdict_of
from app.engine.protocol import LoadResult
from app.gui.engine_session import EngineSession
from app.gui.widgets.charts import NamedBar
from app.texts import draft_words, figure
from app.texts.bench import figures_of, kind_words, times_words, way_words

NO_DRAFT = later("No draft is loaded. Choose one in the bar above, or another drafting method in the settings.")


def pair_words(loaded: LoadResult | None) -> str:
    """What would be measured: "Qwen3-4B with dspark-qwen3-4b (DSpark, up to 7)"."""
    if loaded is None:
        return tr("No model is loaded.")
    if loaded.draft is None:
        return tr("{name}, no draft", name=loaded.target.name)
    return tr(
        "{target} with {draft} ({method})",
        target=loaded.target.name,
        draft=loaded.draft.name,
        method=draft_words(loaded.draft.method, loaded.draft.draft_max),
    )


def obstacle_words(session: EngineSession, *, has_drafter: bool) -> str:
    """Why measuring cannot begin now; empty where it can."""
    if session.state == "loading":
        return tr("Measuring can begin when the models are loaded.")
    if session.state == "generating":
        return tr("A reply is being written. Measuring can begin when it is over.")
    if session.state != "ready":
        return tr("Load a target and the draft to measure first.")
    return "" if has_drafter else tr(NO_DRAFT)


def speed_bars(report: Report) -> Sequence[NamedBar]:
    """Tokens per second of every way; nothing is a gain where something else kept the machine busy."""
    is_telling = verdict_of(report).outcome != "disturbed"
    return [
        NamedBar(
            way_words(way),
            summary.tokens_per_second,
            figure(summary.tokens_per_second),
            is_telling and is_gain(summary),
        )
        for way in report.ways()
        if (summary := report.summary(way)) is not None and summary.tokens_per_second is not None
    ]


def plain_speed(report: Report) -> float:
    """Tokens per second without a draft, 0 as long as nobody knows."""
    plain = report.summary(PLAIN)
    return (plain.tokens_per_second if plain else None) or 0.0


def kind_bars(report: Report) -> Sequence[NamedBar]:
    """How many times as fast as plain the automatic pace is, by kind of text; where it drafted nothing there is no bar:
    what differs then is no doing of the draft."""
    bars = []
    is_telling = verdict_of(report).outcome != "disturbed"
    for kind in report.kinds():
        summary = report.summary(AUTO, kind)
        if summary is None or summary.speedup is None:
            continue
        if summary.mean_accepted_length is None:
            bars.append(NamedBar(kind_words(kind), 0.0, tr("not drafted")))
        else:
            gains = is_telling and is_gain(summary)
            bars.append(NamedBar(kind_words(kind), summary.speedup, times_words(summary.speedup), gains))
    return bars


def longest_way(report: Report) -> Way | None:
    """The way with the most places in a draft."""
    fixed = [way for way in report.ways() if way.length]
    return max(fixed, key=lambda way: way.length, default=None)


def way_rows(report: Report) -> Sequence[Sequence[str]]:
    """A row of cells for each way, its name first."""
    return [(way_words(way), *figures_of(summary)) for way in report.ways() if (summary := report.summary(way))]


def kind_rows(report: Report) -> Sequence[Sequence[str]]:
    """A row of cells for each kind of text with the automatic pace, its name first."""
    return [
        (kind_words(kind), *figures_of(summary)) for kind in report.kinds() if (summary := report.summary(AUTO, kind))
    ]
