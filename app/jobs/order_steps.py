"""The jobs that the steps of an order are: which may begin, and with what arguments."""

from collections.abc import Iterable, Mapping
from math import ceil
from pathlib import Path

from app.core.errors import Fact
from app.jobs.events import JobProgress
from app.jobs.order import Order, Seat, Step, StepKind, StepProgress

_AFTER: Mapping[StepKind, tuple[StepKind, ...]] = {
    "fetch_target": (),
    "fetch_draft": (),
    "convert_target": ("fetch_target",),
    # A draft takes its tokenizer from its target.
    "convert_draft": ("fetch_target", "fetch_draft"),
    "try_pair": ("fetch_target", "fetch_draft", "convert_target", "convert_draft"),
}
JOB_KINDS: Mapping[StepKind, str] = {
    "fetch_target": "pull",
    "fetch_draft": "pull",
    "convert_target": "library_convert",
    "convert_draft": "library_convert",
    "try_pair": "try_pair",
}
# Two downloads fill the line when one server is slow, and more would only share it. Conversions read and write a disk
# as fast as it goes, and a trial wants the processor: two at once would both take twice as long, and room for both.
MOST_AT_ONCE: Mapping[str, int] = {"pull": 2, "library_convert": 1, "try_pair": 1}


def ready_steps(order: Order) -> Iterable[Step]:
    """Those that wait for nothing but their turn."""
    open_kinds = {step.kind for step in order.steps if step.state != "done"}
    return (step for step in order.steps if step.state == "waiting" and open_kinds.isdisjoint(_AFTER[step.kind]))


def without_lost(order: Order) -> Order:
    """The order in which every step whose file or folder is gone is to be done again."""
    for step in order.steps:
        path = step.result.get("path")
        if path is not None and not Path(str(path)).exists():
            order = order.with_step(Step(step.kind))
    return order


def arguments_of(order: Order, kind: StepKind, library: Path, *, is_offline: bool) -> dict[str, Fact]:
    """What to start the job of a step with, once it is ready."""
    if kind == "try_pair":
        return {"target": str(order.gguf("target")), "draft": str(order.gguf("draft")), "library": str(library)}
    seat: Seat = "target" if kind.endswith("target") else "draft"
    source = order.request.source(seat)
    assert source is not None
    if kind.startswith("fetch"):
        return {
            "repo": source.repo,
            "library": str(library),
            "revision": source.revision,
            "file": source.file,
            "is_offline": is_offline,
        }
    arguments: dict[str, Fact] = {
        "source": str(order.fetched(seat)),
        "library": str(library),
        "name": source.name,
        "output_type": source.output_type,
    }
    if seat == "draft":
        arguments["target"] = str(order.fetched("target"))
    return arguments


def progress_after(before: StepProgress, told: JobProgress, per_second: float | None) -> StepProgress:
    """What is known of a step after a report: amounts stay while it only waits."""
    if told.stage == "hub_stall":
        return StepProgress(told.stage, before.done, before.total, None, silent_s=told.done)
    if told.stage == "hub_wait":
        wait_s = ceil(((told.total or told.done) - told.done) / 1000)
        return StepProgress(told.stage, before.done, before.total, None, wait_s=wait_s)
    return StepProgress(told.stage, told.done, told.total, per_second)
