"""What the page that finds pairs shows: the catalogue for this machine, a search, an offer and what is chosen of it."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.errors import AppError, Fact, code_of
from app.core.files import free_bytes
from app.core.messages import ProtocolError
from app.engine.machine import machine_of
from app.gui.answers import Answers
from app.gui.background_jobs import BackgroundJobs
from app.gui.engine_session import EngineSession, Pair
from app.gui.order_list import OrderList
from app.gui.view_models.at_hand import AtHand, read_at_hand
from app.gui.view_models.discover import OfferRow, catalogue_rows, result_rows
from app.gui.view_models.offer import OfferChoice, OfferView, offer_of
from app.hub.catalogue import Catalogue, read_catalogue
from app.hub.offers import Offer
from app.hub.ranking import RankedPair, Reason, only_method, rank
from app.hub.results import NO_FILTER, SearchFilter, SearchResult
from app.jobs.look import Question, RepoQuestion, SearchAnswer, SearchQuestion, answer_of, arguments_for
from app.jobs.order import OrderRequest
from app.models.library.keeper import LibraryKeeper
from app.models.library.library import Library
from app.models.proposal import Machine

_NOTHING = Catalogue((), ())
_UNKNOWN_MACHINE = Machine(0, 0, "cpu")
# Whoever goes through the results with the arrow keys does not stop at each.
_LINGER_MS = 300
# What may be another once somebody has signed in.
_REFUSALS = frozenset(
    {"hub_token_needed", "hub_token_invalid", "hub_token_malformed", "hub_licence", "hub_access_denied"}
)


class Discovery(QObject):
    """`changed` when the list or the offer is another; `failed` carries the AppError that a question ended with.

    `token_refused` carries the link to make another token at, `load_asked` a Pair that is here already.
    """

    changed = Signal()
    failed = Signal(object)
    token_refused = Signal(str)
    load_asked = Signal(object)

    def __init__(
        self,
        keeper: LibraryKeeper,
        session: EngineSession,
        orders: OrderList,
        is_offline: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._is_offline = is_offline
        self._keeper = keeper
        self._session = session
        self._orders = orders
        self._jobs = BackgroundJobs(self)
        self._answers = Answers(self)
        self._answers.failed.connect(self.failed)
        self._asking: int | None = None
        self._lingering = QTimer(self, singleShot=True, interval=_LINGER_MS)
        self._lingering.timeout.connect(self.retry)
        self._catalogue = _NOTHING
        self._at_hand = AtHand()
        self._pairs: tuple[RankedPair, ...] = ()
        self._choice: OfferChoice | None = None
        self.question: Question | None = None
        """What the Hub is asked, or was asked last."""
        self._failure = ""
        self.results: tuple[SearchResult, ...] | None = None
        """What the last search found, None while the catalogue is shown."""
        self.disk_free_bytes: int | None = None
        self._was_ordered = False
        self._placed: dict[int, OrderRequest] = {}
        session.devices_listed.connect(self._rank)
        orders.line_changed.connect(self._on_orders_changed)
        orders.line_removed.connect(self._on_order_removed)
        orders.finished.connect(self.refresh)

    @property
    def is_searching(self) -> bool:
        """Whether a search is on its way."""
        return self._asking is not None and isinstance(self.question, SearchQuestion)

    @property
    def is_looking(self) -> bool:
        """Whether a repository is looked at."""
        is_asking = self._asking is not None or self._lingering.isActive()
        return is_asking and isinstance(self.question, RepoQuestion)

    @property
    def offer(self) -> OfferView | None:
        """What was chosen, in words."""
        return self._choice.view(self.disk_free_bytes, is_ordered=self.is_ordered) if self._choice else None

    @property
    def is_ordered(self) -> bool:
        """Whether just this pair is on its way already."""
        request = self._choice.request() if self._choice else None
        lines = {line.number: line.order for line in self._orders.lines}
        # Of an order that was only just placed no line tells yet.
        just_placed = [asked for number, asked in self._placed.items() if number not in lines]
        return request in (*just_placed, *(order.request for order in lines.values() if not order.is_over))

    def rows(self, typed: str, wanted: SearchFilter, *, fits_only: bool) -> list[OfferRow]:
        """The list: what the search found, else the pairs of the catalogue that are asked for."""
        if self.results is not None:
            return result_rows(filter(wanted.accepts, self.results))
        pairs = self._ranked(only_method(self._catalogue, wanted.method)) if wanted.method else self._pairs
        return catalogue_rows(pairs, typed, wanted, fits_only=fits_only)

    def refresh(self) -> None:
        """Read the catalogue and what is free on the disk, off the window's thread."""
        self._answers.wait_for(self._keeper.ask(_read), self._on_read)

    def search(self, words: str, wanted: SearchFilter = NO_FILTER) -> None:
        """Ask the Hub; what was chosen before is shown no more."""
        self._choice = None
        self._ask(SearchQuestion(words, wanted))

    def show_catalogue(self) -> None:
        """Leave the search."""
        self.cancel()
        if self.results is not None:
            self.results = self._choice = None
            self.changed.emit()

    def choose(self, row: OfferRow) -> None:
        """Show what the catalogue knows of a pair, or look at what a search found."""
        self._drop()
        if isinstance(row.value, RankedPair):
            self._show(offer_of(row.value, self._catalogue), row.value.reasons)
            return
        self._choice = None
        self.question = RepoQuestion(row.value.repo)
        self._lingering.start()
        self.changed.emit()

    def look(self) -> None:
        """Ask the Hub about what is shown."""
        if self._choice is not None:
            self._ask(RepoQuestion(self._choice.offer.model.repo))

    def retry(self) -> None:
        """Ask the same again."""
        if self.question is not None:
            self._ask(self.question)

    def retry_refused(self) -> None:
        """Ask the same again where the Hub told it only to people who sign in."""
        offer = self._choice.offer if self._choice else None
        models = (offer.model, *(partner.model for partner in offer.partners)) if offer else ()
        obstacles = {model.problem.code for model in models if model.problem}
        if not _REFUSALS.isdisjoint({self._failure, *obstacles}):
            self.retry()

    def cancel(self) -> None:
        """Ask no more."""
        self._drop()
        self.changed.emit()

    def choose_partner(self, number: int) -> None:
        """Take another draft or target."""
        if self._choice is not None:
            self._choice.choose_partner(number)
            self.changed.emit()

    def choose_pick(self, seat: str, row: int) -> None:
        """Take the model of a seat in another form or type."""
        if self._choice is not None:
            self._choice.choose_pick(seat, row)
            self.changed.emit()

    def choose_instead(self) -> RankedPair | None:
        """Show the smaller pair that fits."""
        pair = self._choice.instead if self._choice else None
        if pair is not None:
            self._show(offer_of(pair, self._catalogue), pair.reasons)
        return pair

    def get(self) -> None:
        """Order what was chosen, or load it where it is here already."""
        if self._choice is not None and self._choice.ready is not None:
            self.load_asked.emit(Pair(*self._choice.ready))
            return
        request = self._choice.request() if self._choice else None
        if request is not None and not self.is_ordered:
            self._placed[self._orders.add(request)] = request
            self._on_orders_changed()

    def close(self) -> None:
        """End the process that may still ask."""
        self._jobs.close()

    def _on_order_removed(self, number: int) -> None:
        self._placed.pop(number, None)
        self._on_orders_changed()

    def _on_orders_changed(self) -> None:
        if self.is_ordered != self._was_ordered:
            self._was_ordered = self.is_ordered
            self.changed.emit()

    def _ask(self, question: Question) -> None:
        self._drop()
        self._failure = ""
        self.question = question
        asked = arguments_for(question, is_offline=self._is_offline())
        self._asking = self._jobs.run("look", asked, self._on_answered, self._on_failed)
        self.changed.emit()

    def _drop(self) -> None:
        self._lingering.stop()
        if self._asking is not None:
            self._jobs.drop(self._asking)
            self._asking = None

    def _on_answered(self, result: Mapping[str, Fact]) -> None:
        self._asking = None
        try:
            answer = answer_of(result)
        except ProtocolError as error:
            self._on_failed(error)
            return
        if link := result.get("token_link"):
            self.token_refused.emit(str(link))
        if isinstance(answer, SearchAnswer):
            self.results = answer.results
            self.changed.emit()
        else:
            self._show(answer)

    def _on_failed(self, error: AppError) -> None:
        self._asking = None
        self._failure = code_of(error)
        if isinstance(self.question, SearchQuestion):
            # What an earlier search found would seem to be what this one found.
            self.results = None
        self.changed.emit()
        self.failed.emit(error)

    def _show(self, offer: Offer, reasons: tuple[Reason, ...] = ()) -> None:
        options = self._session.options
        self._choice = OfferChoice(
            offer, self._catalogue, self._pairs, self._machine, options.context_size, options.cache_type
        )
        self._choice.reasons = reasons
        self._choice.at_hand = self._at_hand
        self.changed.emit()

    def _on_read(self, read: tuple[Catalogue, int, AtHand]) -> None:
        self._catalogue, self.disk_free_bytes, self._at_hand = read
        if self._choice is not None:
            self._choice.at_hand = self._at_hand
        self._rank()

    def _rank(self) -> None:
        self._pairs = self._ranked(self._catalogue)
        self.changed.emit()

    def _ranked(self, catalogue: Catalogue) -> tuple[RankedPair, ...]:
        options = self._session.options
        return rank(catalogue, self._machine, options.context_size, self.disk_free_bytes, options.cache_type)

    @property
    def _machine(self) -> Machine:
        """What models would run on; without an engine nobody tells."""
        return machine_of(self._session.usable_devices, self._session.options.device) or _UNKNOWN_MACHINE


def _read(library: Library) -> tuple[Catalogue, int, AtHand]:
    return read_catalogue(), free_bytes(library.folder), read_at_hand(library)
