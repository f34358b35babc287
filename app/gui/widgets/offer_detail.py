"""One offer beside the list: what it is, what goes with it, what getting it takes, and the button that gets it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.core.translation import later, tr
from app.gui.actions import MAIN_KEYS
from app.gui.theme import SPACE, Step
from app.gui.view_models.memory import needed_view
from app.gui.view_models.offer import OfferView
from app.gui.view_models.wizard import Line
from app.gui.widgets.buttons import IconButton, push_button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import plain_label
from app.gui.widgets.marked_line import MarkedLine
from app.gui.widgets.memory_bar import MemoryBar
from app.gui.widgets.partner_list import PartnerList
from app.gui.widgets.scrolled import ScrolledColumn
from app.gui.widgets.wheel import leave_wheel_to_page

_EMPTY = later("Choose one in the list to see what it takes, and whether it runs well here.")
_ESTIMATE = later("Sizes are estimates from the catalogue; ready GGUF files and other drafts are found on the Hub.")
_PARTNERS_TIP = later(
    "Target: the model whose answers you read. Draft: a small model made for it that guesses ahead; the target checks "
    "its guesses"
)
_PICK_TIP = later(
    "Number format: how exactly the model keeps its numbers. Smaller formats take less room and answer slightly worse; "
    "below four bits it shows"
)


class OfferDetail(QFrame):
    """`partner_chosen` carries a number, `pick_chosen` a seat and a row, `page_asked` an address on the Hub.

    `look_asked`, `cancel_asked`, `get_asked`, `instead_asked` and `back_asked` carry nothing.
    """

    partner_chosen = Signal(int)
    pick_chosen = Signal(str, int)
    page_asked = Signal(str)
    look_asked = Signal()
    cancel_asked = Signal()
    get_asked = Signal()
    instead_asked = Signal()
    back_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self.view: OfferView | None = None
        self._make_parts()
        self._arrange()
        self.show_view(None)

    def _make_parts(self) -> None:
        self.back_button = IconButton("undo", tr("Back to the list"), is_text_shown=True)
        self.back_button.clicked.connect(self.back_asked)
        self.title = _wrapped("", 20, is_bold=True)
        self.description = _wrapped("")
        self.facts = _wrapped("", 11, tone="muted")
        self.reasons = _wrapped("")
        self.page_button = push_button(tr("Open its page"), self._on_page_asked)
        self.page_button.setToolTip(tr("Show it on the Hub in the browser"))
        self.look_button = push_button(tr("Check on the Hub"), self.look_asked.emit)
        self.look_button.setToolTip(tr("Ask the Hub for exact sizes, ready GGUF files and other drafts"))
        self.estimate = _wrapped(tr(_ESTIMATE), 11, tone="muted")
        self.partners_title = plain_label("", 11, tone="muted", is_bold=True, tip=tr(_PARTNERS_TIP))
        self.partners = PartnerList()
        self.partners.chosen.connect(self.partner_chosen)
        self.picks_title = plain_label(tr("How to get them"), 11, tone="muted", is_bold=True)
        self.pick_boxes = {seat: self._make_pick_box(seat) for seat in ("target", "draft")}
        self.pick_words = _wrapped("", 11, tone="muted")
        self.memory_bar = MemoryBar()
        self.memory_bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.instead_button = push_button("", self.instead_asked.emit)
        self.get_button = push_button(tr("Get this pair"), self.get_asked.emit, is_primary=True, shortcut=MAIN_KEYS)
        self.state = _wrapped("", tone="muted")
        self.cancel_button = push_button(tr("Cancel"), self.cancel_asked.emit)

    def _make_pick_box(self, seat: str) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(tr("Form and number format of the {seat}", seat=tr(seat)))
        box.setToolTip(tr(_PICK_TIP))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(12)
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        leave_wheel_to_page(box)
        box.activated.connect(lambda row: self.pick_chosen.emit(seat, row))
        return box

    def _arrange(self) -> None:
        self._pages = QStackedWidget()
        self._pages.addWidget(self._make_words_page())
        self._pages.addWidget(self._make_view_page())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)

    def _make_words_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(6 * SPACE, 4 * SPACE, 6 * SPACE, 4 * SPACE)
        column.addStretch(1)
        self.state.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.state)
        column.addWidget(self.cancel_button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        return page

    def _make_view_page(self) -> QWidget:
        column = QVBoxLayout()
        column.setContentsMargins(4 * SPACE, 3 * SPACE, 4 * SPACE, 4 * SPACE)
        column.setSpacing(2 * SPACE)
        buttons = FlowLayout()
        buttons.addWidget(self.look_button)
        buttons.addWidget(self.page_button)
        column.addWidget(self.back_button, 0, Qt.AlignmentFlag.AlignLeft)
        for label in (self.title, self.description, self.facts, self.reasons, self.estimate):
            column.addWidget(label)
        column.addLayout(buttons)
        self._problem = QVBoxLayout()
        column.addLayout(self._problem)
        column.addSpacing(SPACE)
        for part in (self.partners_title, self.partners, self.picks_title, *self.pick_boxes.values(), self.pick_words):
            column.addWidget(part)
        column.addSpacing(SPACE)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(SPACE)
        column.addLayout(self._lines)
        column.addWidget(self.memory_bar)
        column.addWidget(self.instead_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        return self._with_footer(column)

    def _with_footer(self, column: QVBoxLayout) -> QWidget:
        scrolled = ScrolledColumn()
        scrolled.setObjectName("scrolled")
        scrolled.setLayout(column)
        self.scroll_area = QScrollArea(widgetResizable=True)
        self.scroll_area.setAccessibleName(tr("What was chosen"))
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setWidget(scrolled)
        line = QFrame()
        line.setObjectName("separator")
        line.setFixedHeight(1)
        footer = QVBoxLayout()
        footer.setContentsMargins(4 * SPACE, 2 * SPACE, 4 * SPACE, 3 * SPACE)
        footer.setSpacing(SPACE)
        self._summary = QVBoxLayout()
        footer.addLayout(self._summary)
        footer.addWidget(self.get_button)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.scroll_area, 1)
        layout.addWidget(line)
        layout.addLayout(footer)
        return page

    def show_view(self, view: OfferView | None) -> None:
        """Show an offer, or with none what will be here."""
        is_other = view is None or self.view is None or view.facts != self.view.facts
        self.view = view
        if view is None:
            self._show_words(tr(_EMPTY))
            return
        self._pages.setCurrentIndex(1)
        words = ((self.title, view.title), (self.description, view.description), (self.facts, view.facts))
        for label, text in (*words, (self.reasons, view.reasons)):
            label.setText(text)
            label.setVisible(bool(text))
        self.look_button.setVisible(view.is_estimate)
        self.estimate.setVisible(view.is_estimate)
        self.page_button.setVisible(bool(view.page))
        problem = [Line("bad", view.problem.sentence, view.problem.hint)] if view.problem else []
        _fill(self._problem, problem)
        self._show_partners(view)
        self._show_picks(view)
        _fill(self._lines, view.lines)
        self._show_end(view)
        if is_other:
            self.scroll_area.verticalScrollBar().setValue(0)

    def show_looking(self, words: str) -> None:
        """Say that it is being asked for."""
        self._show_words(words)
        self.cancel_button.show()

    def set_narrow(self, is_narrow: bool) -> None:
        """Whether it stands in the place of the list, and there has to be a way back."""
        self.back_button.setVisible(is_narrow)

    def _show_words(self, words: str) -> None:
        self._pages.setCurrentIndex(0)
        self.state.setText(words)
        self.cancel_button.hide()

    def _show_partners(self, view: OfferView) -> None:
        has_any = bool(view.partners) and view.problem is None
        self.partners_title.setVisible(has_any)
        self.partners.setVisible(has_any)
        self.partners_title.setText(view.partners_title)
        self.partners.show_lines(view.partners if has_any else (), view.partner, has_none=view.has_none)

    def _show_picks(self, view: OfferView) -> None:
        seats = {"target": (view.target_picks, view.target_pick), "draft": (view.draft_picks, view.draft_pick)}
        titles = {"target": tr("Target"), "draft": tr("Draft")}
        for seat, (picks, chosen) in seats.items():
            box = self.pick_boxes[seat]
            words = [f"{titles[seat]}: {pick}" for pick in picks]
            if [box.itemText(row) for row in range(box.count())] != words:
                box.clear()
                box.addItems(words)
            box.setCurrentIndex(chosen)
            box.setVisible(bool(picks))
        self.picks_title.setVisible(bool(view.target_picks))
        self.pick_words.setText(view.pick_words)
        self.pick_words.setVisible(bool(view.pick_words))

    def _show_end(self, view: OfferView) -> None:
        if view.memory is not None:
            self.memory_bar.show_view(needed_view(*view.memory))
        self.memory_bar.setVisible(view.memory is not None)
        self.instead_button.setText(tr("See {instead} instead, which fits", instead=view.instead))
        self.instead_button.setVisible(bool(view.instead))
        # What is well stands in the lines above; what is not is to be seen wherever they are scrolled to.
        _fill(self._summary, [view.summary] if view.summary and view.summary.mark != "good" else [])
        self.get_button.setText(view.get_words)
        self.get_button.setEnabled(view.can_get)

    def _on_page_asked(self) -> None:
        if self.view is not None:
            self.page_asked.emit(self.view.page)


def _fill(layout: QVBoxLayout, lines: "tuple[Line, ...] | list[Line]") -> None:
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
    for line in lines:
        layout.addWidget(MarkedLine(line))


def _wrapped(text: str, step: Step = 13, *, tone: str = "", is_bold: bool = False) -> QLabel:
    label = plain_label(text, step, tone=tone, is_bold=is_bold)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return label
