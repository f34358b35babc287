"""Makes a pair ready to chat: what is not converted yet is, as an order of its own, then both are loaded."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.core.errors import ReportedError
from app.core.settings import Settings
from app.core.translation import tr
from app.engine.options import load_options
from app.engine.protocol import Failed, Finished, ReportProgress
from app.gui.engine_session import EngineSession, Pair
from app.gui.order_list import OrderList
from app.gui.view_models.orders import OrderLine, StepLine, StepState
from app.jobs.order import Order, OrderRequest
from app.texts import stage


class PairPreparation(QObject):
    """One pair at a time. `finished` carries the Pair that is loaded, `failed` the AppError that ended its order.

    A load that fails or crashes is told by the session to everyone, so here it only ends the preparation: `stopped`.
    """

    changed = Signal()
    finished = Signal(object)
    failed = Signal(object)
    stopped = Signal()

    def __init__(
        self, orders: OrderList, session: EngineSession, settings: Settings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._orders = orders
        self._session = session
        self._settings = settings
        self.steps: tuple[StepLine, ...] = ()
        self._order: int | None = None
        self._begun: set[int] = set()
        self._pair: Pair | None = None
        self._is_waiting = False
        self._is_cancelled = False
        orders.line_changed.connect(self._on_line_changed)
        session.state_changed.connect(self._on_state_changed)
        session.progress_reported.connect(self._on_load_progress)
        session.load_finished.connect(self._on_load_finished)
        session.load_failed.connect(self._on_load_failed)
        session.jobs_lost.connect(self._on_jobs_lost)

    @property
    def is_running(self) -> bool:
        """Whether a pair is being made ready or loaded."""
        return self._order is not None or self._pair is not None

    @property
    def is_loading(self) -> bool:
        """Whether the last step goes on."""
        return self._pair is not None

    def start(self, request: OrderRequest) -> None:
        """Order a pair, and load it when it is ready."""
        self.steps = (_load_line(),)
        self._order = self._orders.add(request)
        self._begun.add(self._order)
        self.changed.emit()

    def load(self, pair: Pair) -> None:
        """Load a pair that is ready, once no reply is being written."""
        self._order, self._pair = None, pair
        if self.steps[-1:] != (_load_line(),):
            self.steps = (_load_line(),)
        if self._session.state == "generating":
            self._is_waiting = True
            self._show_load("running", tr("Waits for the end of the reply that is being written"))
        else:
            self._load(pair)

    def began(self, order: Order) -> bool:
        """Whether it is an order for a pair that was made ready here."""
        return order.number in self._begun

    def clear(self) -> None:
        """Forget the steps of a pair that is ready or given up."""
        if not self.is_running:
            self.steps = ()

    def cancel(self) -> None:
        """Stop; what was converted before stays, what is half-made goes."""
        if self._order is not None:
            # It may be over already, though not yet known to be.
            self._is_cancelled = True
            self._orders.cancel(self._order)
        elif self._is_waiting:
            self._end_with_load("stopped", tr("Stopped"))
            self.stopped.emit()
        elif self.is_loading:
            self._session.cancel_load()

    def _load(self, pair: Pair) -> None:
        self._show_load("running", tr("Starting"))
        self._session.load(pair, load_options(self._settings))

    def _on_line_changed(self, line: OrderLine) -> None:
        order = line.order
        if order.number != self._order:
            return
        self.steps = (*line.steps, _load_line())
        if order.state == "cancelled" or (order.state == "finished" and self._is_cancelled):
            self._end()
            self.stopped.emit()
        elif order.state == "finished":
            target = order.gguf("target")
            assert target is not None
            self.load(Pair(target, order.gguf("draft")))
        elif line.order.halt is not None and order.state in ("failed", "needs_you"):
            self._end()
            # The page says it, and offers to begin again.
            self._orders.cancel(order.number)
            self.failed.emit(ReportedError(line.order.halt.code, line.order.halt.facts, line.order.halt.log))
        else:
            self.changed.emit()

    def _on_state_changed(self) -> None:
        if self._is_waiting and self._pair is not None and self._session.state not in ("generating", "crashed"):
            self._is_waiting = False
            self._load(self._pair)

    def _on_load_progress(self, progress: ReportProgress) -> None:
        if self.is_loading and self._session.state == "loading":
            share = progress.done / progress.total if progress.total else None
            self._show_load("running", stage(progress.stage), share)

    def _on_load_finished(self, event: Finished) -> None:
        if not self.is_loading:
            return
        if event.loaded is None or self._session.pair is None:
            self._end_with_load("stopped", tr("Stopped"))
            self.stopped.emit()
            return
        self._end_with_load("done")
        self.finished.emit(self._session.pair)

    def _on_load_failed(self, event: Failed) -> None:
        self._on_jobs_lost()

    def _on_jobs_lost(self) -> None:
        if self.is_loading:
            self._end_with_load("failed", tr("Failed"))
            self.stopped.emit()

    def _end_with_load(self, state: StepState, words: str = "") -> None:
        self._show_load(state, words)
        self._end()

    def _end(self) -> None:
        self._order = self._pair = None
        self._is_waiting = self._is_cancelled = False
        self.changed.emit()

    def _show_load(self, state: StepState, words: str, share: float | None = None) -> None:
        self.steps = (*self.steps[:-1], replace(_load_line(), state=state, words=words, share=share))
        self.changed.emit()


def _load_line() -> StepLine:
    return StepLine(tr("Load and chat"))
