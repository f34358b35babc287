"""What a person reads of a pair that is being made ready: its steps, how far they are, why it stands still."""

from collections.abc import Mapping
from json import loads

from app.core.errors import Fact
from app.core.translation import tr
from app.jobs.order import Halt, Order, OrderRequest, OrderState, Step, StepKind, StepProgress
from app.texts import notice, sentence, stage
from app.texts.amounts import duration, share, size
from app.texts.entry import Text

STEPS: Mapping[StepKind, str] = {
    "fetch_target": "Fetch the target",
    "fetch_draft": "Fetch the draft",
    "convert_target": "Convert the target",
    "convert_draft": "Convert the draft",
    "try_pair": "Try the pair",
}
_STATES: Mapping[OrderState, str] = {
    "waiting": "Waits for its turn",
    "running": "Starting",
    "paused": "Paused",
    "finished": "Done",
    "cancelled": "Stopped",
}
# Stages that count something else than bytes.
_NO_BYTES = frozenset({"try_pair"})


def title(request: OrderRequest) -> str:
    """What the order is for: "Qwen3-8B with Qwen3-8B-DSpark"."""
    target, draft = request.target.name, request.draft
    return tr("{target} with {draft}", target=target, draft=draft.name) if draft else target


def step_title(request: OrderRequest, kind: StepKind) -> str:
    """A step with the name of its model."""
    if kind == "try_pair":
        return tr(STEPS[kind])
    source = request.target if kind.endswith("target") else request.draft
    return f"{tr(STEPS[kind])} ({source.name})" if source else tr(STEPS[kind])


def step_words(step: Step) -> str:
    """How far a step is, or what it did: "Fetching · 2.1 GB of 4.3 GB · 12 MB/s · 3 min 05 s left"."""
    if step.state == "running":
        return progress_words(step.kind, step.progress)
    return result_words(step.result) if step.state == "done" else ""


def progress_words(kind: StepKind, progress: StepProgress) -> str:
    """Stage, amount, speed and time left; of a stall and of a wait, how long."""
    parts = [stage(progress.stage) if progress.stage else tr("Starting")]
    if progress.silent_s:
        parts = [tr("Nothing has arrived for {duration}", duration=duration(progress.silent_s))]
    elif progress.wait_s:
        parts = [tr("Tries again in {duration}", duration=duration(progress.wait_s))]
    if not progress.total:
        return parts[0]
    if kind in _NO_BYTES:
        return f"{parts[0]} · {share(min(1.0, progress.done / progress.total))}"
    parts.append(tr("{done} of {total}", done=size(progress.done), total=size(progress.total)))
    if progress.per_second:
        parts.append(tr("{per_second}/s", per_second=size(progress.per_second)))
        parts.append(tr("{duration} left", duration=duration((progress.total - progress.done) / progress.per_second)))
    return " · ".join(parts)


def result_words(result: Mapping[str, Fact]) -> str:
    """What a step did in an unusual way; empty where there is nothing to tell."""
    was_there = result.get("was_there") or ("fetched_bytes" in result and not result["fetched_bytes"])
    notes = [notice(code, facts).sentence for code, facts in loads(str(result.get("notes", "[]")))]
    return " ".join([tr("Was there already."), *notes] if was_there else notes)


def order_text(order: Order) -> Text:
    """What an order does now, or why it stands still and what can be done."""
    if order.halt is not None and order.state in ("blocked", "needs_you", "failed"):
        return halt_text(order.halt, is_blocked=order.state == "blocked")
    running = next((step for step in order.steps if step.state == "running"), None)
    if order.state == "running" and running is not None:
        return Text(f"{tr(STEPS[running.kind])}: {step_words(running)}")
    return Text(tr(_STATES[order.state]) if order.state in _STATES else "")


def halt_text(halt: Halt, *, is_blocked: bool) -> Text:
    """Why an order stands still, and what can be done, or when it goes on by itself."""
    text = sentence(halt.code, halt.facts)
    if not is_blocked:
        return text
    if halt.code.endswith("disk_full"):
        return Text(text.sentence, tr("It goes on by itself as soon as there is room."))
    if halt.code == "hub_offline":
        return Text(text.sentence, tr("It goes on by itself once “Stay offline” is switched off."))
    if not halt.retry_s:
        return Text(text.sentence, tr("It tries again now; what is fetched already is kept."))
    hint = tr("It tries again in {duration}; what is fetched already is kept.", duration=duration(halt.retry_s))
    return Text(text.sentence, hint)
