"""The queue of orders: added, paused, moved and given up from any thread, carried out by one of its own."""

import itertools
import queue
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from app.core.parent import Entry
from app.jobs import entry as job_entry
from app.jobs.halts import Waits
from app.jobs.order import Order, OrderRequest
from app.jobs.order_work import OrderWork

_USUAL_WAITS = Waits()
_TURN_S = 0.5


class OrderQueue:
    """Orders kept in a folder of their own, carried out by a thread of this object's own.

    `on_change` is called on that thread with each Order as it becomes, once it is finished or cancelled for the last
    time. Everything else may be called on any thread, returns at once, and does nothing for an order that is over. An
    order that another program left (it was closed or killed) goes on here; `adopts` is False where none should.
    """

    def __init__(
        self,
        folder: Path,
        library: Path,
        on_change: Callable[[Order], None],
        *,
        adopts: bool = True,
        is_offline: Callable[[], bool] = lambda: False,
        entry: Entry = job_entry.run,
        waits: Waits = _USUAL_WAITS,
    ) -> None:
        self._numbers = itertools.count(1)
        self._snapshot: tuple[Order, ...] = ()
        self._on_change = on_change
        self._inbox: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._is_closing = False
        self._work = OrderWork(
            folder,
            library,
            self._inbox.put,
            self._publish,
            new_number=lambda: next(self._numbers),
            adopts=adopts,
            is_offline=is_offline,
            entry=entry,
            waits=waits,
        )
        self._thread = threading.Thread(target=self._live, name="orders", daemon=True)
        self._thread.start()

    def orders(self) -> tuple[Order, ...]:
        """Those that are not over, in turn."""
        return self._snapshot

    def add(self, request: OrderRequest) -> int:
        """Put an order behind the others; its number."""
        number = next(self._numbers)
        self._inbox.put(partial(self._work.add, number, request))
        return number

    def go_on_with(self, request: OrderRequest) -> int:
        """As `add`, but going on with an order for the same that was left behind, be it paused or failed."""
        number = next(self._numbers)
        self._inbox.put(partial(self._work.go_on_with, number, request))
        return number

    def pause(self, number: int) -> None:
        """Stop for now: what was fetched stays, a conversion begins anew later."""
        self._inbox.put(partial(self._work.pause, number))

    def resume(self, number: int) -> None:
        """Go on: after a pause, or from the step that was blocked or failed, without waiting any longer."""
        self._inbox.put(partial(self._work.resume, number))

    def cancel(self, number: int) -> None:
        """Give up: what is whole stays, what is half-fetched or half-converted goes unless another order wants it."""
        self._inbox.put(partial(self._work.cancel, number))

    def move(self, number: int, before: int | None) -> None:
        """Have an order's turn come just before that of another; last with None."""
        self._inbox.put(partial(self._work.move, number, before))

    def close(self) -> None:
        """Stop every job and wait until their processes are gone; the orders go on when a queue is made again."""
        self._inbox.put(self._begin_closing)
        self._thread.join()

    def _live(self) -> None:
        while not self._is_closing:
            self._work.look_around()
            self._work.begin_steps()
            try:
                self._inbox.get(timeout=_TURN_S)()
            except queue.Empty:
                continue
        self._work.stop_jobs()
        while not self._inbox.empty():
            self._inbox.get()()
        self._work.leave()

    def _begin_closing(self) -> None:
        self._is_closing = True

    def _publish(self, orders: tuple[Order, ...], changed: Order) -> None:
        self._snapshot = orders
        self._on_change(changed)
