"""Carries orders out: a few child jobs at a time, in turn, through quits, crashes, full disks and dead networks."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from json import dumps
from pathlib import Path

from app.core.errors import Fact, PathNotWritable
from app.core.parent import Entry
from app.hub.shelf import discard_incomplete
from app.jobs.events import JobCancelled, JobEvent, JobFailed, JobFinished, JobProgress
from app.jobs.halts import Wait, Waits, state_after
from app.jobs.order import Halt, Order, OrderRequest, Step, StepKind, steps_of
from app.jobs.order_steps import JOB_KINDS, MOST_AT_ONCE, arguments_of, progress_after, ready_steps, without_lost
from app.jobs.order_store import OrderFile, OrderStore
from app.jobs.registry import MODULES
from app.jobs.runner import JobRunner
from app.jobs.speed import Speed
from app.models.library.library import Library

_LOOK_S = 0.5


@dataclass(slots=True)
class _Run:
    """A step that is being carried out."""

    order: int
    kind: StepKind
    speed: Speed = field(default_factory=Speed)

    @property
    def job_kind(self) -> str:
        return JOB_KINDS[self.kind]


class OrderWork:
    """The orders and the jobs that carry them out, all on one thread; what jobs tell is handed to `post` to run there.

    `publish` is given those that are not over, in turn, with the Order that changed. Everything else: see OrderQueue.
    """

    def __init__(
        self,
        folder: Path,
        library: Path,
        post: Callable[[Callable[[], None]], None],
        publish: Callable[[tuple[Order, ...], Order], None],
        *,
        new_number: Callable[[], int],
        adopts: bool,
        is_offline: Callable[[], bool],
        entry: Entry,
        waits: Waits,
    ) -> None:
        self._store = OrderStore(folder)
        self._library = library
        self._publish = publish
        self._new_number = new_number
        self._adopts = adopts
        self._is_offline = is_offline
        self._waits = waits
        self._orders: dict[int, Order] = {}
        self._files: dict[int, OrderFile] = {}
        self._runs: dict[int, _Run] = {}
        self._waiting: dict[int, Wait] = {}
        self._failures: dict[int, int] = {}
        self._next_look_s = self._next_wait_s = 0.0
        self._runner = JobRunner(lambda event: post(partial(self._on_event, event)), entry)

    def stop_jobs(self) -> None:
        """Stop every job and wait until their processes are gone; what they told last is still to be run."""
        self._runner.close()

    def leave(self) -> None:
        """Write everything down and leave the orders to whoever comes next."""
        for number, file in self._files.items():
            file.save(self._orders[number])
            file.release()

    def add(self, number: int, request: OrderRequest) -> None:
        """Put an order behind the others."""
        rank = max((file.rank for file in self._files.values()), default=0.0) + 1
        self._files[number] = self._store.create(rank)
        self._settle(Order(number, request, steps_of(request, can_try="try_pair" in MODULES)))

    def go_on_with(self, number: int, request: OrderRequest) -> None:
        """Go on with an order for the same that was left behind, or add one."""
        if (taken := self._store.take(request)) is None:
            self.add(number, request)
            return
        order, self._files[number] = taken
        self._put(replace(without_lost(order), number=number, state="waiting", halt=None))

    def pause(self, number: int) -> None:
        """Stop an order for now."""
        order = self._orders.get(number)
        if order is not None and order.state in ("waiting", "running", "blocked"):
            self._stop_runs(number)
            self._put(replace(order, state="paused", halt=None))

    def resume(self, number: int) -> None:
        """Let an order go on."""
        order = self._orders.get(number)
        if order is not None and order.state in ("paused", "blocked", "needs_you", "failed"):
            self._waiting.pop(number, None)
            self._put(replace(without_lost(order), state="waiting", halt=None))

    def cancel(self, number: int) -> None:
        """Give an order up."""
        order = self._orders.get(number)
        if order is not None and not order.is_over:
            self._stop_runs(number)
            self._put(replace(order, state="cancelled"))
            self._tidy_up(number)

    def move(self, number: int, before: int | None) -> None:
        """Change the turn of an order."""
        if number not in self._orders or number == before:
            return
        others = [order for order in self._in_turn() if order.number != number]
        at = next((at for at, order in enumerate(others) if order.number == before), len(others))
        ranks = [self._files[order.number].rank for order in others]
        below = ranks[at - 1] if at else (ranks[0] - 2 if ranks else 0)
        above = ranks[at] if at < len(ranks) else below + 2
        self._files[number].rank = (below + above) / 2
        self._put(self._orders[number])

    def look_around(self) -> None:
        """Now and then: orders that others left, files that a full disk kept from being written, blocked orders."""
        now_s = time.monotonic()
        if now_s >= self._next_look_s:
            self._next_look_s = now_s + self._waits.look_s
            self._adopt()
            for number, file in self._files.items():
                if not file.is_saved:
                    file.save(self._orders[number])
        if now_s >= self._next_wait_s:
            self._next_wait_s = now_s + _LOOK_S
            self._look_at_blocked()

    def _look_at_blocked(self) -> None:
        for number, wait in list(self._waiting.items()):
            order, before = self._orders[number], wait.halt
            if wait.look():
                self.resume(number)
            elif wait.halt != before:
                self._show(replace(order, halt=wait.halt))

    def _adopt(self) -> None:
        while self._adopts and (taken := self._store.take()) is not None:
            number = self._new_number()
            order, self._files[number] = taken
            self._settle(replace(without_lost(order), number=number))

    def begin_steps(self) -> None:
        """Start every job that may begin now."""
        for order in self._in_turn():
            if order.state in ("waiting", "running"):
                for step in ready_steps(order):
                    if self._may_begin(order, step):
                        self._begin(order.number, step.kind)

    def _may_begin(self, order: Order, step: Step) -> bool:
        job_kind = JOB_KINDS[step.kind]
        running = [run for run in self._runs.values() if run.job_kind == job_kind]
        if len(running) >= MOST_AT_ONCE[job_kind]:
            return False
        # One repository is fetched by one job at a time.
        return job_kind != "pull" or _repo(order, step.kind) not in [
            _repo(self._orders[run.order], run.kind) for run in running
        ]

    def _begin(self, number: int, kind: StepKind) -> None:
        order = self._orders[number]
        arguments = arguments_of(order, kind, self._library, is_offline=self._is_offline())
        job = self._runner.start(JOB_KINDS[kind], arguments)
        self._runs[job] = _Run(number, kind)
        self._put(replace(order.with_step(Step(kind, "running")), state="running"))

    def _on_event(self, event: JobEvent) -> None:
        run = self._runs.get(event.job)
        if run is None:
            return
        if isinstance(event, JobProgress):
            self._on_progress(run, event)
            return
        del self._runs[event.job]
        order = self._orders[run.order]
        match event:
            case JobFinished():
                self._failures.pop(run.order, None)
                order = order.with_step(Step(run.kind, "done", event.result))
            case JobFailed() if run.kind == "try_pair":
                # The pair is there all the same, and loading it says what is wrong.
                order = order.with_step(Step(run.kind, "done", _untried(event)))
            case JobFailed():
                order = self._halted(order.with_step(Step(run.kind)), run.kind, event)
            case JobCancelled():
                order = order.with_step(Step(run.kind))
        if not isinstance(event, JobFinished) and run.job_kind != "pull":
            # A process that had to be killed could not take its part along.
            Library(self._library).remove_remains()
        self._settle(order)

    def _on_progress(self, run: _Run, told: JobProgress) -> None:
        order = self._orders[run.order]
        step = order.step(run.kind)
        if order.is_over or step is None:
            return
        run.speed.add(told.stage, told.done, time.monotonic())
        progress = progress_after(step.progress, told, run.speed.per_second)
        if progress.done > step.progress.done > 0 and progress.stage == step.progress.stage:
            self._failures.pop(run.order, None)
        self._show(order.with_step(replace(step, progress=progress)))

    def _halted(self, order: Order, kind: StepKind, event: JobFailed) -> Order:
        """The order whose step failed; its other steps stop."""
        if order.state not in ("waiting", "running"):
            return order
        self._stop_runs(order.number)
        halt, state = Halt(kind, event.code, event.facts, event.log), state_after(event.code)
        if state == "blocked":
            failures = self._failures[order.number] = self._failures.get(order.number, 0) + 1
            wait = self._waiting[order.number] = Wait(halt, failures, self._waits, self._is_offline)
            halt = wait.halt
        return replace(order, state=state, halt=halt)

    def _settle(self, order: Order) -> None:
        """Take a step's end in."""
        is_running = any(run.order == order.number for run in self._runs.values())
        if order.state == "cancelled":
            self._orders[order.number] = order
            self._tidy_up(order.number)
        elif all(step.state == "done" for step in order.steps):
            self._forget(order.number)
            self._publish(self._open_orders(), replace(order, state="finished", halt=None))
        elif order.state == "running" and not is_running:
            self._put(replace(order, state="waiting"))
        else:
            self._put(order)

    def _stop_runs(self, number: int) -> None:
        self._waiting.pop(number, None)
        for job, run in self._runs.items():
            if run.order == number:
                self._runner.cancel(job)

    def _tidy_up(self, number: int) -> None:
        """Remove what a cancelled order leaves half-made, once its jobs are gone."""
        if any(run.order == number for run in self._runs.values()):
            return
        order = self._orders[number]
        self._forget(number)
        begun = [step for step in order.steps if step.kind.startswith("fetch") and step.state != "done"]
        wanted = {(source.repo, source.file) for request in self._store.requests() for source in request.sources()}
        for source in [source for step in begun if step.seat and (source := order.request.source(step.seat))]:
            if (source.repo, source.file) not in wanted:
                with suppress(PathNotWritable):
                    discard_incomplete(self._library, source.repo, source.file)

    def _forget(self, number: int) -> None:
        self._failures.pop(number, None)
        self._orders.pop(number, None)
        self._files.pop(number).remove()

    def _put(self, order: Order) -> None:
        """Take a change that outlives the program."""
        self._files[order.number].save(order)
        self._show(order)

    def _show(self, order: Order) -> None:
        self._orders[order.number] = order
        self._publish(self._open_orders(), order)

    def _open_orders(self) -> tuple[Order, ...]:
        return tuple(order for order in self._in_turn() if not order.is_over)

    def _in_turn(self) -> list[Order]:
        return sorted(self._orders.values(), key=lambda order: self._files[order.number].rank)


def _untried(event: JobFailed) -> dict[str, Fact]:
    return {"notes": dumps([["pair_untried", {}], [event.code, dict(event.facts)]])}


def _repo(order: Order, kind: StepKind) -> str:
    source = order.request.source("target" if kind == "fetch_target" else "draft")
    return source.repo if source else ""
