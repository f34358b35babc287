"""Whether the draft is worth it, from what was measured."""

from dataclasses import dataclass
from typing import Literal

from app.engine.bench.plan import AUTO, PLAIN
from app.engine.bench.prompts import Kind
from app.engine.bench.report import Report

Outcome = Literal["faster", "even", "paused", "slower", "disturbed", "unknown"]

# A difference below this is within what two measurements of the same thing differ by.
_TELLING = 0.05
# Replies cannot come more times as fast than a pass gives tokens, nor otherwise than plain where nothing is drafted:
# then something else held up one or the other.
_IMPLAUSIBLE = 1.1
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
    outcome = _outcome(overall.speedup, overall.mean_accepted_length, best_fixed) if is_plausible else "disturbed"
    return Verdict(outcome, overall.speedup, best_fixed, most, least)


def _outcome(speedup: float, accepted_length: float | None, best_fixed: float | None) -> Outcome:
    if speedup > (accepted_length or 1.0) * _IMPLAUSIBLE or (accepted_length is None and speedup * _IMPLAUSIBLE < 1):
        return "disturbed"
    if speedup >= 1 + _TELLING and accepted_length is not None:
        return "faster"
    if speedup < 1 - _TELLING and accepted_length is not None:
        return "slower"
    return "paused" if best_fixed is not None and best_fixed < 1 - _TELLING else "even"


def _best_fixed(report: Report) -> float | None:
    fixed = [way for way in report.ways() if way not in (PLAIN, AUTO)]
    speedups = [summary.speedup for way in fixed if (summary := report.summary(way)) and summary.speedup is not None]
    return max(speedups, default=None)
