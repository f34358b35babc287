"""Words about measuring whether a draft is worth it: the verdict, kinds of text, ways to draft."""

from collections.abc import Mapping

from app.core.translation import figures, later, tr
from app.engine.bench.plan import Mode, Way
from app.engine.bench.prompts import Kind
from app.engine.bench.report import Summary
from app.engine.bench.verdict import Verdict
from app.texts.amounts import duration, figure, share
from app.texts.entry import Entry

ERRORS = {
    "server_not_started": Entry(
        "{path} did not come up with these models: {detail}.",
        "Name the program llama-server of the same version of llama.cpp; the log tells more.",
        without="The llama-server did not come up with these models.",
    ),
    "server_failed": Entry(
        "The llama-server did not answer as it should: {detail}.",
        "Measure again; if it stays, measure without it.",
        without="The llama-server did not answer as it should.",
    ),
}

STAGES = {"bench": "Measuring", "bench_server": "Measuring llama-server"}

_KINDS: Mapping[Kind, str] = {
    "code": "code",
    "prose": "prose",
    "chat": "chat",
    "translation": "translation",
    "summary": "summary",
    "long_context": "long context",
}
FIGURES = later(("tokens/s", "speed-up", "accepted", "per pass", "first token"))
"""What `figures_of` gives, in a word or two each."""
_MODES: Mapping[Mode, str] = {"quick": "Quick", "thorough": "Thorough"}
# Where they differ by less, no kind of text stands out.
_SPREAD = 0.1
_FEW_SECONDS = 5.0


def kind_words(kind: Kind) -> str:
    """The kind of a text."""
    return tr(_KINDS[kind])


def mode_words(mode: Mode) -> str:
    """How much is measured, in a word."""
    return tr(_MODES[mode])


def way_words(way: Way) -> str:
    """How a reply is drafted, in a word or two."""
    if way.pace == "plain":
        return tr("no draft")
    return tr("automatic") if way.pace == "auto" else tr("always {length}", length=way.length)


def verdict_words(verdict: Verdict, *, has_draft: bool = True) -> str:
    """Whether the draft is worth it, in one sentence."""
    what = tr("draft") if has_draft else tr("look-up")
    times = times_words(verdict.speedup)
    if verdict.outcome == "unknown":
        return tr("Too little was measured to tell whether this {what} is worth it.", what=what)
    if verdict.outcome == "disturbed":
        return tr("Something else kept the machine busy, so the numbers tell nothing: measure again when it is idle.")
    if verdict.outcome == "faster":
        return tr(
            "With this {what} replies come {speedup} times as fast{spread}.",
            what=what,
            speedup=figure(verdict.speedup),
            spread=_spread(verdict),
        )
    if verdict.outcome == "slower":
        return tr("This {what} makes it slower here ({times}): chat without it.", what=what, times=times)
    if verdict.outcome == "paused":
        return tr(
            "Drafting all the time makes it slower here ({best} at best), so it pauses and brings "
            "nothing ({times}): chat without this {what}.",
            best=times_words(verdict.best_fixed),
            times=times,
            what=what,
        )
    return tr(
        "With this {what} replies come as fast as without ({times}): it makes no difference here.",
        what=what,
        times=times,
    )


def _spread(verdict: Verdict) -> str:
    if verdict.most is None or verdict.least is None or verdict.most[1] - verdict.least[1] < _SPREAD:
        return ""
    (most, most_times), (least, least_times) = verdict.most, verdict.least
    return tr(
        "; {most} gains most ({most_times}), {least} least ({least_times})",
        most=tr(_KINDS[most]),
        most_times=times_words(most_times),
        least=tr(_KINDS[least]),
        least_times=times_words(least_times),
    )


def estimate_words(estimate_s: float | None) -> str:
    """How long a measurement takes, before it begins."""
    if estimate_s is None:
        return tr("How long it takes is not known yet")
    if estimate_s < _FEW_SECONDS:
        return tr("Takes a few seconds")
    return tr("Takes about {duration}", duration=duration(estimate_s))


def times_words(speedup: float | None) -> str:
    """How many times as fast: 1.8x; a dash where nobody knows."""
    return "–" if speedup is None else f"{figure(speedup)}x"


def figures_of(summary: Summary) -> tuple[str, ...]:
    """The numbers of some replies, in the order of FIGURES."""
    milliseconds = summary.first_token_ms
    return (
        figure(summary.tokens_per_second),
        times_words(summary.speedup),
        share(summary.acceptance_rate),
        figure(summary.mean_accepted_length),
        f"{milliseconds:.0f} ms" if milliseconds < 1000 else figures(f"{milliseconds / 1e3:.1f}") + " s",
    )
