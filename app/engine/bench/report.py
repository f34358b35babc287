"""The numbers of a measurement: of each run as the engine counted it, and added up."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from app.engine.bench.plan import AUTO, PLAIN, Run, Way
from app.engine.bench.prompts import KINDS, Kind
from app.engine.protocol import Speculation, Timings
from app.engine.trial import shares_by_position

Writer = Literal["slipstream", "llama-server"]


@dataclass(frozen=True, slots=True)
class Measured:
    """One reply and who wrote it."""

    run: Run
    timings: Timings
    speculation: Speculation
    writer: Writer = "slipstream"

    @property
    def passes(self) -> float:
        """How often the target was asked for this reply."""
        return self.timings.predicted_n / (self.speculation.mean_accepted_length or 1)

    @property
    def first_token_ms(self) -> float:
        """From the question to the first token: the prompt is read, then one pass makes it.

        That pass is a part of what llama-server counts as reading.
        """
        if self.writer == "llama-server" or not self.passes:
            return self.timings.prompt_ms
        return self.timings.prompt_ms + self.timings.predicted_ms / self.passes


@dataclass(frozen=True, slots=True)
class Summary:
    """Several replies together; None where there is nothing to tell.

    `speedup` compares with the plain replies of the same writer to the same prompts in the same turns.
    """

    replies: int
    predicted_n: int
    draft_n: int
    tokens_per_second: float | None
    speedup: float | None
    acceptance_rate: float | None
    mean_accepted_length: float | None
    first_token_ms: float
    acceptance_by_position: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was measured with a pair; `draft` is empty where none was loaded."""

    target: str
    draft: str
    measured: tuple[Measured, ...] = ()

    def with_one(self, one: Measured) -> "Report":
        """The same with one more."""
        return replace(self, measured=(*self.measured, one))

    def ways(self, writer: Writer = "slipstream") -> tuple[Way, ...]:
        """Those that were measured: plain, automatic, then by length."""
        found = {one.run.way for one in self.measured if one.writer == writer}
        return tuple(sorted(found, key=lambda way: (way != PLAIN, way != AUTO, way.length)))

    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of prompts that were measured, in the order of KINDS."""
        found = {one.run.prompt.kind for one in self.measured}
        return tuple(kind for kind in KINDS if kind in found)

    def summary(self, way: Way, kind: Kind | None = None, writer: Writer = "slipstream") -> Summary | None:
        """What came of one way, of one kind of prompts or of all; None where nothing was measured."""
        chosen = list(self._chosen(way, kind, writer))
        if not chosen:
            return None
        drafted = sum(one.timings.draft_n for one in chosen)
        predicted = sum(one.timings.predicted_n for one in chosen)
        passes = sum(one.passes for one in chosen)
        return Summary(
            replies=len(chosen),
            predicted_n=predicted,
            draft_n=drafted,
            tokens_per_second=_speed(chosen),
            speedup=self._speedup(chosen, list(self._chosen(PLAIN, kind, writer))),
            acceptance_rate=sum(one.timings.draft_n_accepted for one in chosen) / drafted if drafted else None,
            mean_accepted_length=predicted / passes if passes and drafted else None,
            first_token_ms=sum(one.first_token_ms for one in chosen) / len(chosen),
            acceptance_by_position=shares_by_position([one.speculation for one in chosen]),
        )

    def _chosen(self, way: Way, kind: Kind | None, writer: Writer) -> Iterator[Measured]:
        for one in self.measured:
            if one.writer == writer and one.run.way == way and kind in (None, one.run.prompt.kind):
                yield one

    def _speedup(self, chosen: Sequence[Measured], plain: Sequence[Measured]) -> float | None:
        both = {_place(one) for one in chosen} & {_place(one) for one in plain}
        fast = _speed(one for one in chosen if _place(one) in both)
        slow = _speed(one for one in plain if _place(one) in both)
        return fast / slow if fast and slow else None


def _place(one: Measured) -> tuple[int, Kind]:
    return one.run.turn, one.run.prompt.kind


def _speed(replies: Iterable[Measured]) -> float | None:
    counted = [one.timings for one in replies]
    time_s = sum(timings.predicted_ms for timings in counted) / 1e3
    return sum(timings.predicted_n for timings in counted) / time_s if time_s else None
