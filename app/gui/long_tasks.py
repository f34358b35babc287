"""Which ends are worth a notification: of orders, measurements and replies that took long."""

import time

from PySide6.QtCore import QObject, Signal

from app.core.translation import later, tr
from app.engine.protocol import Finished
from app.gui.engine_session import EngineSession
from app.gui.main_window import MainWindow
from app.gui.notifications import Notifications
from app.gui.order_list import OrderList
from app.gui.pair_bench import PairBench
from app.gui.view_models.orders import OrderLine
from app.jobs.order import Order

# What ends sooner was not left alone.
LONG_S = 20.0
_PAIR_READY, _PAIR_HALTED, _MEASURED, _REPLIED = (
    later("A pair is ready"),
    later("A pair needs you"),
    later("Measured"),
    later("A reply is written"),
)


class LongTasks(QObject):
    """Listens to what goes on, and has `notifications` tell of its end; `ended` tells it to who looks as well.

    It carries what is over, and of what.
    """

    ended = Signal(str, str)

    def __init__(
        self,
        window: MainWindow,
        notifications: Notifications,
        session: EngineSession,
        orders: OrderList,
        bench: PairBench,
        long_s: float = LONG_S,
    ) -> None:
        super().__init__(window)
        self._notifications = notifications
        self._session = session
        self._bench = bench
        self._long_s = long_s
        self._reply_began_s: float | None = None
        self._was_measuring = self._was_writing = False
        window.activated.connect(notifications.withdraw)
        orders.finished.connect(self._on_order_finished)
        orders.halted.connect(self._on_order_halted)
        bench.changed.connect(self._on_bench_changed)
        session.state_changed.connect(self._on_state_changed)
        session.reply_finished.connect(self._on_reply_finished)

    def _on_order_finished(self, order: Order) -> None:
        self._tell(tr(_PAIR_READY), OrderLine(order).title)

    def _on_order_halted(self, order: Order) -> None:
        line = OrderLine(order)
        self._tell(tr(_PAIR_HALTED), f"{line.title}: {line.words}")

    def _on_bench_changed(self) -> None:
        is_over = self._was_measuring and not self._bench.is_running
        self._was_measuring = self._bench.is_running
        if is_over and self._bench.is_whole and self._bench.report is not None:
            self._tell(tr(_MEASURED), self._bench.report.target)

    def _tell(self, title: str, words: str) -> None:
        self._notifications.tell(title, words)
        self.ended.emit(title, words)

    def _on_state_changed(self) -> None:
        is_writing = self._session.state == "generating" and not self._session.is_measuring
        if is_writing and not self._was_writing:
            self._reply_began_s = time.monotonic()
        self._was_writing = is_writing

    def _on_reply_finished(self, event: Finished) -> None:
        began_s, loaded = self._reply_began_s, self._session.loaded
        self._reply_began_s = None
        if began_s is not None and loaded is not None and time.monotonic() - began_s >= self._long_s:
            self._notifications.tell(tr(_REPLIED), loaded.target.name)
