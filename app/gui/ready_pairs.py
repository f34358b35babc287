"""What becomes of a pair that an order made ready: it is loaded, or offered where another is loaded."""

from collections import deque

from PySide6.QtCore import QObject

from app.core.errors import ReportedError
from app.core.translation import tr
from app.engine.options import load_options
from app.gui.composition import Composition
from app.gui.engine_session import Pair
from app.gui.failures import HubWays, hub_message
from app.gui.model_list import ModelList
from app.gui.order_list import OrderList
from app.gui.pair_preparation import PairPreparation
from app.gui.view_models.orders import OrderLine
from app.gui.widgets.banner import Action, BannerMessage
from app.jobs.order import Order
from app.texts import notice
from app.texts import orders as texts

# Where somebody waits for a pair.
_WAITING_PAGES = frozenset({"discover", "models", "pair"})


class ReadyPairs(QObject):
    """Lives as long as the window. What stands on the page for a pair is left to that page."""

    def __init__(
        self,
        composition: Composition,
        orders: OrderList,
        models: ModelList,
        preparation: PairPreparation,
        ways: HubWays,
    ) -> None:
        super().__init__(composition)
        self._composition = composition
        self._window = composition.window
        self._session = composition.session
        self._orders = orders
        self._models = models
        self._preparation = preparation
        self._ways = ways
        self._finished: deque[Order] = deque()
        orders.line_changed.connect(self._on_line_changed)
        orders.line_removed.connect(self._on_line_removed)
        orders.finished.connect(self._on_finished)
        orders.halted.connect(self._on_halted)
        models.changed.connect(self._on_models_changed)

    def _on_finished(self, order: Order) -> None:
        # Whether what was fetched can be loaded is known when the library is read.
        self._finished.append(order)
        self._models.refresh()

    def _on_models_changed(self) -> None:
        targets = {shelf.model.entry.path for shelf in self._models.shelves.targets}
        while self._finished:
            order = self._finished.popleft()
            target = order.gguf("target")
            if target in targets and not self._preparation.began(order):
                self._welcome(order, Pair(target, order.gguf("draft")))

    def _welcome(self, order: Order, pair: Pair) -> None:
        trial = order.step("try_pair")
        if trial is not None and trial.result.get("verdict") == "fails":
            self._offer_alone(order, pair)
        elif self._is_for_the_shelf(order) or self._session.state != "empty":
            self._offer(order, pair)
        elif self._window.current_page in _WAITING_PAGES:
            self._composition.load(pair)
        else:
            self._session.load(pair, load_options(self._composition.settings))

    def _is_for_the_shelf(self, order: Order) -> bool:
        """Whether somebody who looks through their models had one fetched as it is: gone on with, or a newer one."""
        request = order.request
        return self._window.current_page == "models" and not request.draft and not request.target.output_type

    def _offer(self, order: Order, pair: Pair) -> None:
        load = Action(tr("Load it"), lambda: self._composition.load(pair))
        text = tr("{title} is ready.", title=texts.title(order.request))
        self._window.show_banner(BannerMessage(text, action=load, level="notice", key=f"ready {order.number}"))

    def _offer_alone(self, order: Order, pair: Pair) -> None:
        text = notice("trial_fails")
        alone = Action(tr("Load the target alone"), lambda: self._composition.load(Pair(pair.target)))
        both = Action(tr("Load both"), lambda: self._composition.load(pair))
        words = f"{texts.title(order.request)}: {text.sentence}"
        key = f"ready {order.number}"
        self._window.show_banner(BannerMessage(words, text.hint, alone, level="notice", key=key, others=(both,)))

    def _on_halted(self, order: Order) -> None:
        halt, number = order.halt, order.number
        if halt is None or order.state == "blocked" or self._preparation.began(order):
            return
        error = ReportedError(halt.code, halt.facts, halt.log)
        message = hub_message(error, self._ways, lambda: self._orders.resume(number), key=_key(number))
        self._window.show_banner(message)

    def _on_line_changed(self, line: OrderLine) -> None:
        if not line.is_wrong and not line.order.is_over:
            self._window.banners.clear(_key(line.number))

    def _on_line_removed(self, number: int) -> None:
        self._window.banners.clear(_key(number))


def _key(number: int) -> str:
    return f"order {number}"
