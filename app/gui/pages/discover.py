"""Where pairs are found: the catalogue ranked for this computer, a search on the Hub, and one offer in detail."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.translation import later, tr
from app.gui.discovery import Discovery
from app.gui.failures import HubWays, hub_message
from app.gui.theme import SPACE
from app.gui.view_models.discover import ROW_ROLE, OfferListModel, OfferRow, searched_words
from app.gui.widgets.banner import BannerMessage, BannerStack
from app.gui.widgets.buttons import IconButton, push_button
from app.gui.widgets.composing import Composing
from app.gui.widgets.filter_bar import FilterBar
from app.gui.widgets.labels import plain_label
from app.gui.widgets.offer_detail import OfferDetail
from app.gui.widgets.offer_list import OfferList
from app.gui.widgets.passing_focus import pass_focus
from app.jobs.look import RepoQuestion
from app.texts import notice

# Below this many times the height of the text, the offer stands in the place of the list.
_NARROW_LINES = 44
# Below this many, the sentence under the title gives its room to the list.
_LOW_LINES = 26
_CATALOGUE_WORDS = later("Pairs of the catalogue, those that run best on this computer first")
_NOTHING_HERE = later("No pair of the catalogue is like this. Press Enter to search the Hub, or choose fewer filters.")
_NOTHING_THERE = later("The Hub has nothing like this. Try fewer words or fewer filters.")


class DiscoverPage(QWidget):
    """`left` when the user goes back, `link_asked` carries an address to open in the browser."""

    left = Signal()
    link_asked = Signal(str)

    def __init__(self, discovery: Discovery, ways: HubWays) -> None:
        super().__init__()
        self._discovery = discovery
        self._ways = ways
        self._is_detail_wanted = False
        self.model = OfferListModel(self)
        self.list = OfferList(self.model)
        self.detail = OfferDetail()
        self.filters = FilterBar()
        self.banners = BannerStack()
        self._make_head()
        self._arrange()
        self._connect()
        self._on_changed()

    def _make_head(self) -> None:
        self.title = plain_label(tr("Discover"), 20, is_bold=True)
        self.sentence = plain_label(
            tr("Find a target with a draft made for it, see whether it fits, and get both with one button."),
            13,
            tone="muted",
        )
        self.sentence.setWordWrap(True)
        self.close_button = IconButton("close", tr("Close: Discover"), tip=tr("Back to the chat (Esc)"))
        self.search_box = QLineEdit(
            placeholderText=tr("Search: words, OWNER/NAME or an address"), clearButtonEnabled=True
        )
        self.search_box.setAccessibleName(tr("Search pairs"))
        self.search_box.setToolTip(tr("Filters the catalogue as you type; Enter searches the Hub"))
        self._composing = Composing(self.search_box)
        self.search_button = push_button(tr("Search the Hub"), self._on_search_asked)
        self.filter_button = push_button(tr("Filters"), self._on_filters_toggled)
        self.filter_button.setCheckable(True)
        self.list_title = plain_label(tr(_CATALOGUE_WORDS), 11, tone="muted", is_bold=True)
        self.list_title.setWordWrap(True)
        self.back_button = push_button(tr("Back to the catalogue"), self._on_catalogue_asked)
        self.nothing = plain_label("", 13, tone="muted")
        self.nothing.setWordWrap(True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        search = QHBoxLayout()
        search.setSpacing(2 * SPACE)
        search.addWidget(self.search_box, 1)
        search.addWidget(self.search_button)
        search.addWidget(self.filter_button)
        self.filters.hide()
        self._list_side = QWidget()
        side = QVBoxLayout(self._list_side)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(SPACE)
        over = QHBoxLayout()
        over.addWidget(self.list_title, 1)
        over.addWidget(self.back_button)
        side.addLayout(over)
        side.addWidget(self.nothing, 1)
        side.addWidget(self.list, 1)
        body = QHBoxLayout()
        body.setSpacing(3 * SPACE)
        body.addWidget(self._list_side, 5)
        body.addWidget(self.detail, 6)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(5 * SPACE, 3 * SPACE, 5 * SPACE, 3 * SPACE)
        layout.setSpacing(2 * SPACE)
        layout.addLayout(head)
        layout.addWidget(self.sentence)
        layout.addLayout(search)
        layout.addWidget(self.filters)
        layout.addWidget(self.banners)
        layout.addLayout(body, 1)
        banners = self.banners.layout()
        assert banners is not None
        banners.setContentsMargins(0, SPACE, 0, 0)
        pass_focus(self, self.search_box)

    def _connect(self) -> None:
        discovery, detail = self._discovery, self.detail
        self.close_button.clicked.connect(self.left)
        self.search_box.textChanged.connect(self._on_changed)
        self.search_box.returnPressed.connect(self._on_enter)
        self.filters.changed.connect(self._on_changed)
        self.list.chosen.connect(self._on_row_chosen)
        self.list.opened.connect(self._on_row_opened)
        self.list.clicked.connect(self._on_row_clicked)
        discovery.changed.connect(self._on_changed)
        discovery.failed.connect(self._on_failed)
        discovery.token_refused.connect(self._on_token_refused)
        detail.partner_chosen.connect(discovery.choose_partner)
        detail.pick_chosen.connect(discovery.choose_pick)
        detail.look_asked.connect(discovery.look)
        detail.cancel_asked.connect(discovery.cancel)
        detail.get_asked.connect(discovery.get)
        detail.instead_asked.connect(self._on_instead_asked)
        detail.page_asked.connect(self.link_asked)
        detail.back_asked.connect(self._on_back_asked)

    def escape(self) -> bool:
        """Back to the list where the offer hides it, else to where the user came from."""
        if self._is_narrow and self._is_detail_wanted:
            self._on_back_asked()
        else:
            self.left.emit()
        return True

    def showEvent(self, event: QShowEvent) -> None:
        """What is free may be another by now."""
        super().showEvent(event)
        self._discovery.refresh()
        self._show_best()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow page list and offer take turns."""
        super().resizeEvent(event)
        self._share_room()

    @property
    def _is_narrow(self) -> bool:
        return self.width() < _NARROW_LINES * self.fontMetrics().height()

    def _share_room(self) -> None:
        is_narrow = self._is_narrow
        self.sentence.setVisible(self.height() > _LOW_LINES * self.fontMetrics().height())
        self.detail.set_narrow(is_narrow)
        self._list_side.setVisible(not is_narrow or not self._is_detail_wanted)
        self.detail.setVisible(not is_narrow or self._is_detail_wanted)

    def _on_changed(self) -> None:
        discovery = self._discovery
        if discovery.is_searching or discovery.is_looking:
            self.banners.clear("discover")
        rows = discovery.rows(self.search_box.text(), self.filters.wanted, fits_only=self.filters.fits_box.isChecked())
        self.model.show_rows(rows)
        is_search = discovery.results is not None
        self.list_title.setText(self._list_words(len(rows)))
        self.back_button.setVisible(is_search)
        self.list.setVisible(bool(rows))
        self.nothing.setVisible(not rows)
        self.nothing.setText("" if discovery.is_searching else tr(_NOTHING_THERE) if is_search else tr(_NOTHING_HERE))
        self.search_button.setText(tr("Cancel") if discovery.is_searching else tr("Search the Hub"))
        active = self.filters.active_n
        self.filter_button.setText(tr("Filters ({active})", active=active) if active else tr("Filters"))
        self._show_offer()
        self._show_best()

    def _show_best(self) -> None:
        """Begin with the pair that runs best here, where there is room for it beside the list."""
        is_beginning = self._discovery.results is None and not self._discovery.is_searching
        is_chosen = self.list.currentIndex().isValid() or self._discovery.question is not None
        if self.isVisible() and is_beginning and not is_chosen and not self._is_narrow and self.model.rowCount():
            self.list.choose_row(0)

    def _list_words(self, found_n: int) -> str:
        if self._discovery.is_searching:
            return tr("Searching the Hub…")
        if self._discovery.results is None:
            return tr(_CATALOGUE_WORDS)
        return tr("Found on the Hub: {found}", found=found_n) if found_n else tr("Nothing found on the Hub")

    def _show_offer(self) -> None:
        question = self._discovery.question
        if self._discovery.is_looking and isinstance(question, RepoQuestion):
            self.detail.show_looking(tr("Looking at {repo} and what goes with it…", repo=question.repo))
        else:
            # A pair beside a list that has nothing would look like what was looked for.
            is_left_out = self._discovery.results is None and not self.model.rowCount()
            self.detail.show_view(None if is_left_out else self._discovery.offer)

    def search(self, words: str) -> None:
        """Search the Hub for something, as if it had been typed."""
        self._discovery.cancel()
        self.search_box.setText(words)
        self._on_search_asked()

    def _on_enter(self) -> None:
        if not self._composing.is_under_way:
            self._on_search_asked()

    def _on_search_asked(self) -> None:
        if self._discovery.is_searching:
            self._discovery.cancel()
        elif words := searched_words(self.search_box.text()):
            self._is_detail_wanted = False
            self._share_room()
            self._discovery.search(words, self.filters.wanted)
        else:
            self.search_box.setFocus()

    def _on_catalogue_asked(self) -> None:
        self.search_box.clear()
        self._discovery.show_catalogue()
        self.search_box.setFocus()

    def _on_filters_toggled(self) -> None:
        self.filters.setVisible(self.filter_button.isChecked())

    def _on_row_chosen(self, row: OfferRow) -> None:
        self.banners.clear("discover")
        self._discovery.choose(row)

    def _on_row_clicked(self) -> None:
        self._open_detail()

    def _on_row_opened(self, row: OfferRow) -> None:
        self._open_detail()
        self.detail.get_button.setFocus()

    def _open_detail(self) -> None:
        self._is_detail_wanted = True
        if self._is_narrow:
            self._share_room()
            self.detail.back_button.setFocus()

    def _on_back_asked(self) -> None:
        self._is_detail_wanted = False
        self._share_room()
        self.list.setFocus()

    def _on_instead_asked(self) -> None:
        pair = self._discovery.choose_instead()
        rows = [number for number in range(self.model.rowCount()) if pair and self._is_of(number, pair)]
        if rows:
            self.list.choose_row(rows[0])

    def _is_of(self, number: int, pair: object) -> bool:
        row: OfferRow = self.model.index(number, 0).data(ROW_ROLE)
        return row.value == pair

    def _on_failed(self, error: AppError) -> None:
        self.banners.show_message(hub_message(error, self._ways, self._discovery.retry, key="discover"))

    def _on_token_refused(self, link: str) -> None:
        text = notice("hub_token_ignored", {"link": link})
        self.banners.show_message(BannerMessage(text.sentence, text.hint, level="notice", key="token"))
