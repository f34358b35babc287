"""Words about measuring whether a draft is worth it: the verdict, kinds of text, ways to draft."""

from collections.abc import Mapping

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
FIGURES = ("tokens/s", "speed-up", "accepted", "per pass", "first token")
"""What `figures_of` gives, in a word or two each."""
_MODES: Mapping[Mode, str] = {"quick": "Quick", "thorough": "Thorough"}
# Where they differ by less, no kind of text stands out.
_SPREAD = 0.1
_FEW_SECONDS = 5.0


def kind_words(kind: Kind) -> str:
    """The kind of a text."""
    return _KINDS[kind]


def mode_words(mode: Mode) -> str:
    """How much is measured, in a word."""
    return _MODES[mode]


def way_words(way: Way) -> str:
    """How a reply is drafted, in a word or two."""
    if way.pace == "plain":
        return "no draft"
    return "automatic" if way.pace == "auto" else f"always {way.length}"


def verdict_words(verdict: Verdict, *, has_draft: bool = True) -> str:
    """Whether the draft is worth it, in one sentence."""
    what = "draft" if has_draft else "look-up"
    times = times_words(verdict.speedup)
    if verdict.outcome == "unknown":
        return f"Too little was measured to tell whether this {what} is worth it."
    if verdict.outcome == "disturbed":
        return "Something else kept the machine busy, so the numbers tell nothing: measure again when it is idle."
    if verdict.outcome == "faster":
        return f"With this {what} replies come {figure(verdict.speedup)} times as fast{_spread(verdict)}."
    if verdict.outcome == "slower":
        return f"This {what} makes it slower here ({times}): chat without it."
    if verdict.outcome == "paused":
        return (
            f"Drafting all the time makes it slower here ({times_words(verdict.best_fixed)} at best), so it pauses and "
            f"brings nothing ({times}): chat without this {what}."
        )
    return f"With this {what} replies come as fast as without ({times}): it makes no difference here."


def _spread(verdict: Verdict) -> str:
    if verdict.most is None or verdict.least is None or verdict.most[1] - verdict.least[1] < _SPREAD:
        return ""
    (most, most_times), (least, least_times) = verdict.most, verdict.least
    return (
        f"; {_KINDS[most]} gains most ({times_words(most_times)}), {_KINDS[least]} least ({times_words(least_times)})"
    )


def estimate_words(estimate_s: float | None) -> str:
    """How long a measurement takes, before it begins."""
    if estimate_s is None:
        return "How long it takes is not known yet"
    return f"Takes about {duration(estimate_s)}" if estimate_s >= _FEW_SECONDS else "Takes a few seconds"


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
        f"{milliseconds:.0f} ms" if milliseconds < 1000 else f"{milliseconds / 1e3:.1f} s",
    )
