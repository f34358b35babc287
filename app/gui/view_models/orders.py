"""A pair that is being made ready, as its lines in the window say it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from app.core.translation import tr
from app.jobs.order import Order, Step
from app.texts import orders as texts

StepState = Literal["waiting", "running", "done", "failed", "stopped"]
_HALTED = ("blocked", "needs_you", "failed")


@dataclass(frozen=True, slots=True)
class StepLine:
    """One line of the way; `share` goes from 0 to 1, None while there is no telling."""

    title: str
    state: StepState = "waiting"
    words: str = ""
    share: float | None = None


@dataclass(frozen=True, slots=True)
class OrderLine:
    """An order under its title."""

    order: Order

    @property
    def number(self) -> int:
        """What it is called by."""
        return self.order.number

    @property
    def title(self) -> str:
        """The names of the two."""
        return texts.title(self.order.request)

    @property
    def words(self) -> str:
        """What it is doing, or why it stands still."""
        return texts.order_text(self.order).sentence

    @property
    def hint(self) -> str:
        """What can be done, or when it goes on by itself."""
        return texts.order_text(self.order).hint

    @property
    def is_wrong(self) -> bool:
        """Whether it stands still and somebody has to do something."""
        return self.order.state in _HALTED

    @property
    def is_under_way(self) -> bool:
        """Whether it goes on without anybody."""
        return self.order.state in ("waiting", "running", "blocked")

    @property
    def can_pause(self) -> bool:
        """Whether it can be stopped for now."""
        return self.is_under_way

    @property
    def resume_words(self) -> str:
        """What the button says that lets it go on; empty where there is none."""
        return {"paused": tr("Resume"), "blocked": tr("Try now"), "needs_you": tr("Retry"), "failed": tr("Retry")}.get(
            self.order.state, ""
        )

    @property
    def share(self) -> float | None:
        """How much of the way is behind it, each step counting alike."""
        if not self.order.steps:
            return None
        done = sum(1.0 if step.state == "done" else _share(step) or 0.0 for step in self.order.steps)
        return done / len(self.order.steps)

    @property
    def steps(self) -> tuple[StepLine, ...]:
        """Its steps, each with the name of its model and all that is to be told of it."""
        return tuple(self._step(step) for step in self.order.steps)

    @property
    def short_steps(self) -> tuple[StepLine, ...]:
        """Its steps, to stand under what the order itself tells."""
        return tuple(
            replace(
                line, title=tr(texts.STEPS[step.kind]), words="" if line.state in ("failed", "stopped") else line.words
            )
            for step, line in zip(self.order.steps, self.steps, strict=True)
        )

    def _step(self, step: Step) -> StepLine:
        order, name = self.order, texts.step_title(self.order.request, step.kind)
        if order.halt is not None and order.halt.step == step.kind and self.is_wrong:
            return StepLine(name, "failed" if order.state == "failed" else "stopped", f"{self.words} {self.hint}")
        if order.state in ("paused", "cancelled") and step.state != "done":
            is_next = step.kind == next(step.kind for step in order.steps if step.state != "done")
            return StepLine(name, "stopped", self.words) if is_next else StepLine(name)
        return StepLine(name, step.state, texts.step_words(step), _share(step))


def summary(lines: Sequence[OrderLine]) -> str:
    """What the folded strip says of all of them."""
    wrong = [line for line in lines if line.is_wrong]
    under_way = [line for line in lines if line.is_under_way and not line.is_wrong]
    if len(under_way) == 1 and not wrong:
        return f"{under_way[0].title} · {under_way[0].words}"
    if len(wrong) == 1 and not under_way:
        return f"{wrong[0].title}: {wrong[0].words}"
    parts = []
    if under_way:
        parts.append(tr("{number} on the way", number=len(under_way)))
    if wrong:
        parts.append(
            tr("{number} stopped", number=len(wrong))
            if len(wrong) > 1
            else tr("1 stopped: {title}", title=wrong[0].title)
        )
    paused = [line for line in lines if line.order.state == "paused"]
    if paused:
        parts.append(
            tr("{number} paused", number=len(paused))
            if parts or len(paused) > 1
            else tr("{title} · Paused", title=paused[0].title)
        )
    return " · ".join(parts)


def _share(step: Step) -> float | None:
    if step.state == "done":
        return 1.0
    return min(1.0, step.progress.done / step.progress.total) if step.progress.total else None
