"""An order: a pair to get ready, what was asked for, the steps there, and how far they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from app.core.errors import Fact

Seat = Literal["target", "draft"]
StepKind = Literal["fetch_target", "fetch_draft", "convert_target", "convert_draft", "try_pair"]
StepState = Literal["waiting", "running", "done"]
# "blocked" goes on by itself, when there is room or the Hub answers again; "needs_you" when the person has acted.
OrderState = Literal["waiting", "running", "paused", "blocked", "needs_you", "failed", "finished", "cancelled"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a model of the pair comes from: exactly one of `path` and `repo` is given.

    `path` is a checkpoint folder or a GGUF at hand. `repo` is OWNER/NAME on the Hub, `revision` empty for the newest,
    `file` the one model (a .gguf or a subfolder) of a repository with several. `output_type` is empty for what is a
    GGUF already and needs no conversion. Raises ValueError where neither or both are given.
    """

    name: str
    path: Path | None = None
    repo: str = ""
    revision: str = ""
    file: str = ""
    output_type: str = ""

    def __post_init__(self) -> None:
        if (self.path is None) == (not self.repo):
            raise ValueError("a source is either a path or a repository")


@dataclass(frozen=True, slots=True)
class OrderRequest:
    """A target, and a draft for it or none."""

    target: Source
    draft: Source | None = None

    def source(self, seat: Seat) -> Source | None:
        """What was asked for on a seat."""
        return self.target if seat == "target" else self.draft

    def sources(self) -> tuple[Source, ...]:
        """The one or two that were asked for."""
        return (self.target, self.draft) if self.draft else (self.target,)


@dataclass(frozen=True, slots=True)
class StepProgress:
    """What a running step told last.

    `done` and `total` are bytes, `total` None while unknown; `per_second` is smoothed, None while there is no telling.
    `silent_s` says for how long nothing has arrived, 0 while all is well; `wait_s` how long until the next try.
    """

    stage: str = ""
    done: int = 0
    total: int | None = None
    per_second: float | None = None
    silent_s: int = 0
    wait_s: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One child job of an order. Once it is done, `result` holds what the job gave ("path" of the model as a rule)."""

    kind: StepKind
    state: StepState = "waiting"
    result: Mapping[str, Fact] = field(default_factory=dict)
    progress: StepProgress = field(default_factory=StepProgress)

    @property
    def seat(self) -> Seat | None:
        """Whose step it is; None for one of both."""
        if self.kind == "try_pair":
            return None
        return "target" if self.kind.endswith("target") else "draft"


@dataclass(frozen=True, slots=True)
class Halt:
    """Why an order stands still: the code and facts of an AppError at one step; `log` as a failed job's.

    `retry_s` counts the seconds until it tries again by itself down; 0 where it waits for something else.
    """

    step: StepKind
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    log: str = ""
    retry_s: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """An order as it is now; `number` holds within one run of the program, `halt` says what stopped it."""

    number: int
    request: OrderRequest
    steps: tuple[Step, ...]
    state: OrderState = "waiting"
    halt: Halt | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in ("finished", "cancelled")

    def step(self, kind: StepKind) -> Step | None:
        """The step of a kind, None where this order has none."""
        return next((step for step in self.steps if step.kind == kind), None)

    def with_step(self, changed: Step) -> "Order":
        """The order with one step replaced."""
        return replace(self, steps=tuple(changed if step.kind == changed.kind else step for step in self.steps))

    def fetched(self, seat: Seat) -> Path | None:
        """The checkpoint or GGUF of a seat as it came, None where there is none or it is not here yet."""
        source = self.request.source(seat)
        if source is None or source.path is not None:
            return source.path if source else None
        return _path_of(self.step("fetch_target" if seat == "target" else "fetch_draft"))

    def gguf(self, seat: Seat) -> Path | None:
        """The file of a seat to load, None where there is none or it is not made yet.

        A trial that had to repair the draft names another file than the conversion.
        """
        trial = self.step("try_pair")
        if seat == "draft" and trial is not None and trial.result.get("draft"):
            return Path(str(trial.result["draft"]))
        source = self.request.source(seat)
        if source is not None and source.output_type:
            return _path_of(self.step("convert_target" if seat == "target" else "convert_draft"))
        return self.fetched(seat)


def steps_of(request: OrderRequest, *, can_try: bool) -> tuple[Step, ...]:
    """The steps that a request needs; a pair is tried where its draft is new and `can_try`."""
    kinds: list[StepKind] = []
    target, draft = request.target, request.draft
    if target.repo:
        kinds.append("fetch_target")
    if draft is not None and draft.repo:
        kinds.append("fetch_draft")
    if target.output_type:
        kinds.append("convert_target")
    if draft is not None and draft.output_type:
        kinds.append("convert_draft")
    if can_try and draft is not None and (draft.repo or draft.output_type):
        kinds.append("try_pair")
    return tuple(Step(kind) for kind in kinds)


def _path_of(step: Step | None) -> Path | None:
    path = step.result.get("path") if step is not None and step.state == "done" else None
    return Path(str(path)) if path else None
