"""`pull TARGET --draft DRAFT --type TYPE`: fetched, converted and tried, as one order in the foreground."""

import argparse
import queue
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from app.cli.console import Console
from app.cli.interrupt import interruptible
from app.core.errors import Cancelled, ReportedError
from app.core.paths import library_folder, orders_folder
from app.core.progress import Progress
from app.formats.gguf import part_paths
from app.hub.client import HubClient
from app.hub.files import choose
from app.jobs.order import Halt, Order, OrderRequest, Source
from app.jobs.queue import OrderQueue
from app.texts import orders as texts
from app.texts import size

_TURN_S = 0.1
_USUAL_TYPE = "bf16"


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Get it; raises what it stopped for, and Cancelled on Ctrl-C: the same command goes on where it stopped."""
    client = HubClient.of_this_machine(is_offline=arguments.offline)
    asked = Source("", repo=arguments.repo, revision=arguments.revision or "", file=arguments.file or "")
    with interruptible() as interrupted:
        progress = Progress(console.progress, interrupted.is_set)
        target, draft = _with_type(client, asked, arguments.output_type, progress), None
        if arguments.draft:
            asked = Source("", repo=arguments.draft, file=arguments.draft_file or "")
            draft = _with_type(client, asked, arguments.draft_type, progress)
        done = _Foreground(console, arguments.offline).run(OrderRequest(target, draft), interrupted.is_set)
    _tell(done, console)
    return 0


def _with_type(client: HubClient, source: Source, output_type: str | None, progress: Progress) -> Source:
    """The source with its name and what it becomes: a GGUF is converted only into a type that was named."""
    choice = choose(client.listing(source.repo, source.revision or None, progress), source.file or None)
    usual = "" if choice.main.endswith(".gguf") else _USUAL_TYPE
    return replace(source, name=source.repo.partition("/")[2], output_type=output_type or usual)


class _Foreground:
    """One order, followed until its end."""

    def __init__(self, console: Console, is_offline: bool) -> None:
        self._console = console
        self._is_offline = is_offline
        self._changes: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self._told: set[str] = set()

    def run(self, request: OrderRequest, is_interrupted: Callable[[], bool]) -> Order:
        """The order once it is finished."""
        orders = OrderQueue(
            orders_folder(), library_folder(), self._changes.put, adopts=False, is_offline=lambda: self._is_offline
        )
        try:
            number = orders.go_on_with(request)
            while True:
                if is_interrupted():
                    orders.pause(number)
                    self._console.note("The same command goes on where this one stopped.")
                    raise Cancelled
                try:
                    order = self._changes.get(timeout=_TURN_S)
                except queue.Empty:
                    continue
                if order.state == "finished":
                    self._tell_steps(order)
                    return order
                self._follow(order)
        finally:
            orders.close()

    def _follow(self, order: Order) -> None:
        self._tell_steps(order)
        if order.halt is not None and order.state in ("failed", "needs_you"):
            raise ReportedError(order.halt.code, order.halt.facts, order.halt.log)
        if order.halt is not None and order.state == "blocked":
            self._tell_halt(order.halt)
        running = next((step for step in order.steps if step.state == "running"), None)
        if running is not None:
            self._console.progress_line(f"{texts.STEPS[running.kind]}: {texts.step_words(running)}")

    def _tell_steps(self, order: Order) -> None:
        """Each step that is done, once."""
        for step in order.steps:
            if step.state == "done" and step.kind not in self._told:
                self._told.add(step.kind)
                words = texts.step_words(step) or "done."
                self._console.note(f"{texts.step_title(order.request, step.kind)}: {words}")

    def _tell_halt(self, halt: Halt) -> None:
        """Why it waits, once."""
        if halt.code not in self._told:
            self._told.add(halt.code)
            self._console.text(texts.halt_text(halt, is_blocked=True))


def _tell(order: Order, console: Console) -> None:
    target, draft, trial = order.gguf("target"), order.gguf("draft"), order.step("try_pair")
    for seat, path in (("target", target), ("draft", draft)):
        if path is not None:
            console.line(f"{seat}: {path} ({size(_bytes_of(path))})")
    console.result(
        {
            "target": str(target) if target else None,
            "draft": str(draft) if draft else None,
            "verdict": trial.result.get("verdict") if trial else None,
            "steps": {step.kind: dict(step.result) for step in order.steps},
        }
    )


def _bytes_of(path: Path) -> int:
    return sum(part.stat().st_size for part in part_paths(path))
