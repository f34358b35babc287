"""The live readout beside the chat: how many guesses of the draft the target accepts, and what that brings."""

from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.chat.conversation import ReplyNumbers
from app.core.settings import DRAFTING
from app.core.translation import later, tr
from app.engine.protocol import LoadResult, Stats
from app.gui.actions import keys_of
from app.gui.theme import SPACE
from app.gui.view_models.readout import NOTHING, Course, Readout, readout_of, readout_of_numbers, readout_when_idle
from app.gui.widgets.buttons import IconButton, push_button
from app.gui.widgets.charts import PositionBars, Sparkline
from app.gui.widgets.labels import plain_label
from app.gui.widgets.scrolled import scrolled
from app.gui.widgets.wheel import leave_wheel_to_page
from app.texts import settings as texts

UPDATE_MS = 100
_DOT = "  ·  "
_WIDTH_EMS = 15

ACCEPTANCE_TIP = later(
    "Acceptance rate: of the tokens that the draft guessed, how many the target would have written itself"
)
LENGTH_TIP = later("Mean accepted length: tokens written for each pass of the target. 1.0 would be no gain at all")
SPEED_TIP = later("Tokens written per second, over the whole reply. A token is a word or a part of one")
SPEEDUP_TIP = later("Speed against plain decoding, which is in brackets: measured on this machine with this model")
DEMO_TIP = later("The demo always drafts: its target is so small that nothing is gained, and drafting would pause")
POSITIONS_TIP = later("How often the guesses came true, by their place in the draft's block")


class AcceptancePanel(QFrame):
    """Shows numbers at most ten times a second; `fold_asked` when the user wants the room for the chat.

    `drafting_chosen` carries a value of the setting DRAFTING; `measure_asked` when what the draft brings is to be
    measured.
    """

    fold_asked = Signal()
    drafting_chosen = Signal(str)
    measure_asked = Signal()
    readout_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("acceptancePanel")
        self._loaded: LoadResult | None = None
        self._waiting: Stats | None = None
        self._course = Course()
        self._is_off = False
        # Places never go while a reply is written: the bars would jump.
        self._positions_n = 0
        self._pause = QTimer(self, singleShot=True, interval=UPDATE_MS)
        self._pause.timeout.connect(self._on_pause_over)
        self.readout = Readout()
        self._make_parts()
        self._arrange()
        self.clear()

    def show_idle(self, loaded: LoadResult | None) -> None:
        """Something else is loaded now, or nothing: dashes until a reply is counted."""
        has_draft = loaded is not None and loaded.draft is not None
        for part in (self._drafting_choice, self.measure_button):
            part.setVisible(has_draft)
        if loaded is not self._loaded:
            self._loaded = loaded
            self.clear()

    def show_drafting(self, value: str, *, is_demo: bool) -> None:
        """What is chosen of the setting DRAFTING; with the demo automatic means always, and it says so."""
        self.drafting.setCurrentIndex(self.drafting.findData(value))
        is_off, self._is_off = self._is_off, value == "none"
        if is_off != self._is_off and not self.readout.has_numbers:
            self.clear()
        self.demo_note.setVisible(is_demo and value == "auto" and not self._drafting_choice.isHidden())
        self.drafting.setToolTip(tr(DEMO_TIP) if is_demo else texts.tip(DRAFTING.name))

    def clear(self) -> None:
        """A new reply begins, or another chat."""
        self._waiting = None
        self._course = Course()
        self._positions_n = 0
        self.line.clear()
        self._show(readout_when_idle(self._loaded, is_off=self._is_off))

    def show_numbers(self, numbers: ReplyNumbers) -> None:
        """Those of a reply that was written earlier."""
        self._show(readout_of_numbers(numbers, readout_when_idle(self._loaded, is_off=self._is_off)))

    def show_stats(self, stats: Stats) -> None:
        """Show the newest numbers, now or within a tenth of a second."""
        self._waiting = stats
        if not self._pause.isActive():
            self._on_pause_over()

    def show_state(self, words: str) -> None:
        """The numbers as they are, with another state."""
        self._waiting = None
        self._show(replace(self.readout, state=words, reason="", is_drafting=False))

    def end_reply(self) -> None:
        """The last numbers count, and nothing is drafted any more."""
        self._on_pause_over()
        self._show(self.readout.ended)

    def _on_pause_over(self) -> None:
        stats, self._waiting = self._waiting, None
        if stats is None:
            return
        self._pause.start()
        point = self._course.point_of(stats.timings)
        if point is not None:
            self.line.add(point)
        self._show(readout_of(stats))

    def _make_parts(self) -> None:
        self._title = plain_label(tr("ACCEPTANCE"), 11, tone="muted", is_bold=True)
        self._fold = IconButton(
            "panel", tr("Fold the numbers"), tip=tr("Fold the numbers to one line"), keys=keys_of("numbers")
        )
        self._fold.clicked.connect(self.fold_asked)
        self.acceptance = plain_label("", 28, is_bold=True, widest="100 %", tip=tr(ACCEPTANCE_TIP))
        self.line = Sparkline()
        self.accepted_length = plain_label("", 20, widest="8888", tip=tr(LENGTH_TIP))
        self.speed = plain_label("", 20, widest="8888", tip=tr(SPEED_TIP))
        self.speedup = plain_label("", 20, widest="8888", tip=tr(SPEEDUP_TIP))
        self.plain = plain_label(tr("plain"), 13, tone="muted", tip=tr(SPEEDUP_TIP))
        self._by_position = plain_label(tr("by position, from 0 to 100 %"), 11, tone="muted", tip=tr(POSITIONS_TIP))
        self.bars = PositionBars()
        self.method = plain_label("", 13, tip=tr("How the draft guesses, and how many tokens it proposes at once now"))
        self.state = plain_label("", 13, is_bold=True)
        self.reason = plain_label("", 13, tone="muted")
        demo_words = tr(
            "The demo is so tiny that no draft can make it faster. It drafts all the same, to show how guesses are "
            "accepted; the speed comes with larger models."
        )
        self.demo_note = plain_label(demo_words, 11, tone="muted")
        for words in (self.method, self.reason, self.demo_note):
            words.setWordWrap(True)
        self.drafting = QComboBox()
        for value in ("auto", "always", "none"):
            self.drafting.addItem(texts.option(DRAFTING.name, value), value)
        self.drafting.setAccessibleName(tr(DRAFTING.label))
        # In some languages the longest choice is wider than the panel.
        self.drafting.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        leave_wheel_to_page(self.drafting)
        self.measure_button = push_button(
            tr("Is it worth it?…"),
            self.measure_asked.emit,
            tip=tr("Compare with and without the draft on six kinds of text"),
            keys=keys_of("bench"),
        )
        self.drafting.activated.connect(lambda index: self.drafting_chosen.emit(self.drafting.itemData(index)))

    def _arrange(self) -> None:
        content = QWidget()
        content.setObjectName("scrolled")
        column = QVBoxLayout(content)
        column.setContentsMargins(4 * SPACE, 2 * SPACE, 4 * SPACE, 4 * SPACE)
        column.setSpacing(2 * SPACE)
        column.addLayout(_row(self._title, None, self._fold))
        caption = plain_label(tr("this reply"), 13, tone="muted", tip=tr(ACCEPTANCE_TIP))
        _share_baseline(self.acceptance, caption)
        column.addLayout(_row(self.acceptance, caption, None))
        column.addWidget(self.line)
        column.addLayout(self._make_figures())
        column.addSpacing(SPACE)
        column.addWidget(self._by_position)
        column.addWidget(self.bars)
        column.addSpacing(SPACE)
        for part in (self.method, self.state, self.reason):
            column.addWidget(part)
        self._drafting_choice = QWidget()
        # Not beside each other: in some languages there is no room for that.
        choice = QVBoxLayout(self._drafting_choice)
        choice.setContentsMargins(0, 0, 0, 0)
        choice.setSpacing(SPACE)
        choice.addWidget(plain_label(tr(DRAFTING.label), 13, tone="muted"))
        choice.addWidget(self.drafting)
        column.addWidget(self._drafting_choice)
        column.addWidget(self.demo_note)
        column.addWidget(self.measure_button)
        column.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scrolled(content))
        self.setFixedWidth(_WIDTH_EMS * self.fontMetrics().height())

    def _make_figures(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * SPACE)
        grid.setColumnStretch(1, 1)
        rows = (
            (self.accepted_length, plain_label(tr("tokens per pass"), 13, tone="muted", tip=tr(LENGTH_TIP))),
            (self.speed, plain_label(tr("tokens/s"), 13, tone="muted", tip=tr(SPEED_TIP))),
            (self.speedup, self.plain),
        )
        for number, (value, caption) in enumerate(rows):
            _share_baseline(value, caption)
            grid.addWidget(value, number, 0, Qt.AlignmentFlag.AlignBottom)
            grid.addWidget(caption, number, 1, Qt.AlignmentFlag.AlignBottom)
        return grid

    def _show(self, readout: Readout) -> None:
        self.readout = readout
        self.acceptance.setText(readout.acceptance)
        self.accepted_length.setText(readout.accepted_length)
        self.speed.setText(readout.tokens_per_second)
        self.speedup.setText(readout.speedup)
        self.plain.setText(tr("plain {plain_speed}", plain_speed=readout.plain_speed).rstrip())
        self._positions_n = max(self._positions_n, len(readout.by_position), readout.draft_length)
        self.bars.show_shares(readout.by_position, self._positions_n)
        for part in (self._by_position, self.bars):
            part.setVisible(self._positions_n > 0)
        self.method.setText(readout.method)
        self.method.setVisible(readout.method != NOTHING)
        self.state.setText(readout.state_line)
        self.state.setVisible(readout.state != NOTHING)
        self.reason.setText(readout.reason)
        self.reason.setVisible(bool(readout.reason))
        self.readout_changed.emit(readout)


class AcceptanceStrip(QFrame):
    """The same numbers in one line, for when the panel is folded; `unfold_asked` brings it back."""

    unfold_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("acceptanceStrip")
        self._parts: tuple[str, ...] = ()
        self._text = plain_label("", 11, tone="muted")
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self._text.setMinimumWidth(1)
        unfold = IconButton(
            "panel", tr("Show the numbers"), tip=tr("Show the numbers beside the chat"), keys=keys_of("numbers")
        )
        unfold.clicked.connect(self.unfold_asked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(3 * SPACE, 0, SPACE, 0)
        layout.addWidget(self._text, 1)
        layout.addWidget(unfold)

    def show_readout(self, readout: Readout) -> None:
        """Show what the panel shows."""
        self._parts = readout.parts
        self._text.setToolTip(readout.reason or _DOT.join(self._parts))
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut to the room there is."""
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        """Leave out whole parts from the end, and cut the first one only where it has no room alone."""
        metrics, room = self._text.fontMetrics(), self._text.width()
        shown = self._parts
        while len(shown) > 1 and metrics.horizontalAdvance(_DOT.join(shown)) > room:
            shown = shown[:-1]
        self._text.setText(metrics.elidedText(_DOT.join(shown), Qt.TextElideMode.ElideRight, room))


def _share_baseline(large: QLabel, small: QLabel) -> None:
    # Both stand on the bottom of their row; layouts of Qt do not know baselines.
    small.setContentsMargins(0, 0, 0, large.fontMetrics().descent() - small.fontMetrics().descent())


def _row(first: QWidget, second: QWidget | None, last: QWidget | None) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addWidget(first, 0, Qt.AlignmentFlag.AlignBottom if second else Qt.AlignmentFlag.AlignVCenter)
    if second:
        row.addWidget(second, 0, Qt.AlignmentFlag.AlignBottom)
    row.addStretch(1)
    if last:
        row.addWidget(last)
    return row
