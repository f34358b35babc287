"""Whether the draft is worth it, from what was measured."""

from dataclasses import dataclass
from typing import Literal

from app.engine.bench.plan import AUTO, PLAIN
from app.engine.bench.prompts import Kind
from app.engine.bench.report import Report, Summary

Outcome = Literal["faster", "even", "paused", "slower", "disturbed", "unknown"]

# A difference below this is within what two measurements of the same thing differ by.
_TELLING = 0.05
# Replies cannot come more times as fast than a pass gives tokens, nor otherwise than plain where nothing is drafted:
# then something else held up one or the other.
_IMPLAUSIBLE = 1.1
# With fewer guesses than this share of the tokens, only a glance was taken now and then whether drafting would pay.
_IDLE_SHARE = 0.1
_IMPLAUSIBLE_OF_KIND = 1.5


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the chat goes with this draft against without.

    "paused" is as fast as plain only because drafting pauses: `best_fixed` is what the best fixed length would bring;
    "disturbed" is what drafting cannot be the reason of.
    `most` and `least` are the kinds of text that gain most and least, with how much.
    """

    outcome: Outcome
    speedup: float | None = None
    best_fixed: float | None = None
    most: tuple[Kind, float] | None = None
    least: tuple[Kind, float] | None = None


def verdict_of(report: Report) -> Verdict:
    """What the automatic pace brings, for that is how the chat drafts; "unknown" where too little was measured."""
    overall = report.summary(AUTO)
    if overall is None or overall.speedup is None:
        return Verdict("unknown")
    by_kind: dict[Kind, float] = {}
    is_plausible = True
    for kind in report.kinds():
        summary = report.summary(AUTO, kind)
        if summary is not None and summary.speedup is not None:
            by_kind[kind] = summary.speedup
            is_plausible &= summary.speedup <= (summary.mean_accepted_length or 1.0) * _IMPLAUSIBLE_OF_KIND
    most = max(by_kind.items(), key=lambda item: item[1])
    least = min(by_kind.items(), key=lambda item: item[1])
    best_fixed = _best_fixed(report)
    outcome = _outcome(overall, overall.speedup, best_fixed) if is_plausible else "disturbed"
    return Verdict(outcome, overall.speedup, best_fixed, most, least)


def is_gain(summary: Summary) -> bool:
    """Whether replies came tellingly faster than plain ones, and by no more than the accepted guesses can be the reason
    of."""
    if summary.speedup is None or summary.mean_accepted_length is None:
        return False
    return 1 + _TELLING <= summary.speedup <= summary.mean_accepted_length * _IMPLAUSIBLE_OF_KIND


def _outcome(overall: Summary, speedup: float, best_fixed: float | None) -> Outcome:
    is_idle = overall.draft_n < _IDLE_SHARE * overall.predicted_n
    if speedup > (overall.mean_accepted_length or 1.0) * _IMPLAUSIBLE or (is_idle and speedup * _IMPLAUSIBLE < 1):
        return "disturbed"
    if speedup >= 1 + _TELLING and not is_idle:
        return "faster"
    if speedup < 1 - _TELLING and not is_idle:
        return "slower"
    return "paused" if best_fixed is not None and best_fixed < 1 - _TELLING else "even"


def _best_fixed(report: Report) -> float | None:
    fixed = [way for way in report.ways() if way not in (PLAIN, AUTO)]
    speedups = [summary.speedup for way in fixed if (summary := report.summary(way)) and summary.speedup is not None]
    return max(speedups, default=None)
