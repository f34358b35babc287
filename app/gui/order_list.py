"""The pairs that this window makes ready: ordered, followed, paused, given up."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.gui.bridges import Bridge
from app.gui.view_models.orders import OrderLine
from app.jobs.order import Order, OrderRequest
from app.jobs.queue import OrderQueue

# A line whose order went well is still seen for a moment.
FINISHED_SHOWN_MS = 4000
# Numbers that change more often cannot be read.
_INTERVAL_MS = 100


class OrderBridge(Bridge):
    """Orders as signals: of each only the newest."""

    told = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, _INTERVAL_MS)

    def deliver(self, batch: Sequence[Order]) -> None:
        """Emit each order that changed."""
        for order in {order.number: order for order in batch}.values():
            self.told.emit(order)


class OrderList(QObject):
    """`line_changed` carries an OrderLine, `line_removed` an order's number; `moved` when the turns are others.

    `finished` carries the Order that is done, `halted` one that somebody has to do something about.
    """

    line_changed = Signal(object)
    line_removed = Signal(int)
    moved = Signal()
    finished = Signal(object)
    halted = Signal(object)

    def __init__(
        self, folder: Path, library: Path, is_offline: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge = OrderBridge(self)
        self._bridge.told.connect(self._on_told)
        self._lines: dict[int, OrderLine] = {}
        self._turns: list[int] = []
        self._queue = OrderQueue(folder, library, self._bridge.post, is_offline=is_offline)

    @property
    def lines(self) -> tuple[OrderLine, ...]:
        """What is shown, in turn; what is over comes first."""
        turns = {order.number: turn for turn, order in enumerate(self._queue.orders())}
        return tuple(sorted(self._lines.values(), key=lambda line: turns.get(line.number, -1)))

    @property
    def is_running(self) -> bool:
        """Whether any order is at work."""
        return any(line.order.state == "running" for line in self._lines.values())

    def add(self, request: OrderRequest) -> int:
        """Put an order behind the others; its number."""
        return self._queue.add(request)

    def pause(self, number: int) -> None:
        """Stop an order for now."""
        self._queue.pause(number)

    def resume(self, number: int) -> None:
        """Let an order go on."""
        self._queue.resume(number)

    def cancel(self, number: int) -> None:
        """Give an order up."""
        self._queue.cancel(number)

    def move(self, number: int, by: int) -> None:
        """Have an order's turn come earlier (by -1) or later (by 1)."""
        numbers = [order.number for order in self._queue.orders()]
        if number not in numbers:
            return
        at = numbers.index(number)
        place = at - 1 if by < 0 else at + 2
        if place >= 0:
            self._queue.move(number, numbers[place] if place < len(numbers) else None)

    def close(self) -> None:
        """Stop what runs and wait until its processes are gone; it goes on the next time."""
        # Who hears of it may be closed already.
        self.blockSignals(True)
        self._queue.close()
        self._lines.clear()

    def _on_told(self, order: Order) -> None:
        before = self._lines.get(order.number)
        line = self._lines[order.number] = OrderLine(order)
        self.line_changed.emit(line)
        if (turns := [known.number for known in self.lines]) != self._turns:
            self._turns = turns
            self.moved.emit()
        if order.state == "cancelled":
            self._remove(order.number)
        elif order.state == "finished":
            QTimer.singleShot(FINISHED_SHOWN_MS, self, lambda: self._remove(order.number))
            self.finished.emit(order)
        elif line.is_wrong and (before is None or before.order.state != order.state):
            self.halted.emit(order)

    def _remove(self, number: int) -> None:
        if self._lines.pop(number, None) is not None:
            self.line_removed.emit(number)
