"""The numbers of the engine's Stats as the words and figures that are shown."""

from dataclasses import dataclass, replace

from app.chat.conversation import ReplyNumbers
from app.core.translation import later, tr
from app.engine.protocol import LoadResult, Speculation, Stats, Timings
from app.texts import draft_words, figure, reason, share, speculation_state

NOTHING = "–"
# With that many guesses accepted, too few of them cannot be why drafting is slower.
_MANY_ACCEPTED = 0.6
# A glance of a paused draft, one or two guesses, would make the line jump between its ends.
_LEAST_DRAFTED = 4
_READY = later("ready to draft")
# The method says it already.
_NO_DRAFT = "no_draft"
_TURNED_OFF = "turned_off"
_LEFT_OUT = "draft_without_room"
_OFF = later("drafting is off")


@dataclass(frozen=True, slots=True)
class Readout:
    """Every text of the acceptance panel; dashes where there is nothing to show."""

    acceptance: str = NOTHING
    accepted_length: str = NOTHING
    tokens_per_second: str = NOTHING
    speedup: str = NOTHING
    plain_speed: str = ""
    method: str = NOTHING
    state: str = NOTHING
    reason: str = ""
    is_drafting: bool = False
    by_position: tuple[float, ...] = ()
    draft_length: int = 0

    @property
    def has_numbers(self) -> bool:
        """Whether a reply was counted."""
        return self.tokens_per_second != NOTHING

    @property
    def state_line(self) -> str:
        """The state with a mark whose shape says it too."""
        return f"{'●' if self.is_drafting else '○'} {self.state}" if self.state != NOTHING else NOTHING

    @property
    def ended(self) -> "Readout":
        """The same numbers when the reply is over."""
        return replace(self, state=tr(_READY), is_drafting=False) if self.is_drafting else self

    @property
    def parts(self) -> tuple[str, ...]:
        """Everything for one line, what counts most first."""
        if not self.has_numbers:
            words = tr("The numbers of a reply appear here while it is written")
            return (words,) if self.method == NOTHING else (words, self.method)
        drafted = [
            tr("{acceptance} accepted", acceptance=self.acceptance),
            tr("{length} per pass", length=self.accepted_length),
        ]
        parts = [
            *(drafted if self.acceptance != NOTHING else ()),
            tr("{speed} tokens/s", speed=self.tokens_per_second),
            tr("{speedup} plain {plain_speed}", speedup=self.speedup, plain_speed=self.plain_speed).rstrip(),
        ]
        return tuple(part for part in (*parts, self.state_line, self.method) if part != NOTHING)


class Course:
    """The acceptance rate of the last rounds alone, from counts that only grow."""

    def __init__(self) -> None:
        self._drafted = self._accepted = 0

    def point_of(self, timings: Timings) -> float | None:
        """Accepted share of what was drafted since the last point; None as long as that is next to nothing."""
        drafted, accepted = timings.draft_n - self._drafted, timings.draft_n_accepted - self._accepted
        if drafted < _LEAST_DRAFTED:
            return None
        self._drafted, self._accepted = timings.draft_n, timings.draft_n_accepted
        return accepted / drafted


def readout_of(stats: Stats) -> Readout:
    """What the panel shows for the numbers so far."""
    speculation, timings = stats.speculation, stats.timings
    return Readout(
        acceptance=share(speculation.acceptance_rate),
        accepted_length=figure(speculation.mean_accepted_length),
        tokens_per_second=figure(timings.predicted_per_second),
        speedup=_speedup(speculation),
        plain_speed=_plain_speed(speculation.plain_tokens_per_second),
        method=_method(speculation),
        state=NOTHING if speculation.reason in (_NO_DRAFT, _TURNED_OFF) else speculation_state(speculation.state),
        reason=_reason(speculation),
        is_drafting=speculation.state == "drafting",
        by_position=speculation.acceptance_by_position,
        draft_length=speculation.draft_length,
    )


def readout_when_idle(loaded: LoadResult | None, *, is_off: bool = False) -> Readout:
    """What the panel shows before a reply: no numbers, and what would draft, unless that `is_off`."""
    if loaded is None:
        return Readout()
    method = loaded.draft.method if loaded.draft else "none"
    draft_length = loaded.draft.draft_max if loaded.draft else 0
    is_ready = loaded.draft is not None and not is_off
    is_left_out = loaded.plan is not None and loaded.plan.is_draft_left_out
    return Readout(
        plain_speed=_plain_speed(loaded.plain_tokens_per_second),
        method=tr(_OFF) if loaded.draft and is_off else method_words(method, draft_length),
        state=tr(_READY) if is_ready else NOTHING,
        reason=reason(_LEFT_OUT) if is_left_out else "",
        draft_length=draft_length,
    )


def readout_of_numbers(numbers: ReplyNumbers, idle: Readout) -> Readout:
    """What the panel shows of a reply that was written earlier: its numbers, beside what would draft now (`idle`)."""
    speed, speedup = numbers.predicted_per_second, numbers.speedup
    return replace(
        idle,
        acceptance=share(numbers.acceptance_rate),
        accepted_length=figure(numbers.mean_accepted_length),
        tokens_per_second=figure(speed),
        speedup=NOTHING if speedup is None else f"{figure(speedup)}x",
        plain_speed=_plain_speed(speed / speedup if speed and speedup else None),
        by_position=numbers.acceptance_by_position,
    )


def footer_of(numbers: ReplyNumbers) -> str:
    """One line under a finished reply: "64 % of 512 drafted accepted · 3.9 per pass · 41 tokens/s · 1.8x plain"."""
    parts = []
    if numbers.draft_n:
        parts.append(
            tr("{share} of {drafted} drafted accepted", share=share(numbers.acceptance_rate), drafted=numbers.draft_n)
        )
        parts.append(tr("{length} per pass", length=figure(numbers.mean_accepted_length)))
    parts.append(tr("{tokens} tokens", tokens=numbers.predicted_n))
    if numbers.predicted_per_second is not None:
        parts.append(tr("{speed} tokens/s", speed=figure(numbers.predicted_per_second)))
    if numbers.speedup is not None:
        parts.append(tr("{speedup}x plain", speedup=figure(numbers.speedup)))
    return " · ".join(parts)


def method_words(method: str, draft_length: int) -> str:
    """The draft method and how many tokens it proposes now."""
    return draft_words(method, 0 if method == "none" else draft_length)


def _method(speculation: Speculation) -> str:
    if speculation.reason == _TURNED_OFF:
        return tr(_OFF)
    return method_words(speculation.method, speculation.draft_length)


def _reason(speculation: Speculation) -> str:
    if speculation.reason in (_NO_DRAFT, _TURNED_OFF):
        return ""
    if speculation.reason == "slower" and (speculation.acceptance_rate or 0.0) >= _MANY_ACCEPTED:
        return reason("slower_though_accepted")
    return reason(speculation.reason)


def _speedup(speculation: Speculation) -> str:
    return NOTHING if speculation.speedup is None else f"{figure(speculation.speedup)}x"


def _plain_speed(tokens_per_second: float | None) -> str:
    return "" if tokens_per_second is None else f"({figure(tokens_per_second)})"
