"""Where a target and its draft are chosen, checked, converted and loaded."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.translation import tr
from app.gui.actions import MAIN_KEYS
from app.gui.engine_session import EngineSession
from app.gui.failures import message_of
from app.gui.pair_wizard import PairWizard
from app.gui.theme import SPACE
from app.gui.view_models.library import PairLine
from app.gui.view_models.memory import memory_views
from app.gui.view_models.wizard import Line, button_words, pair_lines, plan_for, seat_view
from app.gui.widgets.banner import BannerStack
from app.gui.widgets.buttons import push_button
from app.gui.widgets.elided_label import ElidedLabel
from app.gui.widgets.labels import plain_label
from app.gui.widgets.marked_line import MarkedLine
from app.gui.widgets.memory_bar import MemoryTable
from app.gui.widgets.model_seat import ModelSeat
from app.gui.widgets.page_frame import PageFrame
from app.gui.widgets.passing_focus import pass_focus
from app.gui.widgets.step_list import StepList
from app.models.survey import Seat

# Below this many times the height of the text, the two seats stand one above the other.
_NARROW_LINES = 46
_MOST_RECENT = 4


class PairPage(PageFrame):
    """Shows what the wizard knows, and passes on what the user chooses.

    `repair_asked` carries the paths of a target and of the draft whose file lost its head.
    """

    repair_asked = Signal(object, object)

    def __init__(self, wizard: PairWizard, session: EngineSession) -> None:
        super().__init__(
            tr("Open a pair"), tr("Choose a target and the draft that was made for it, or drop them anywhere here.")
        )
        self._wizard = wizard
        self._session = session
        self.lines: tuple[Line, ...] = ()
        """What is said of the two together."""
        self.marked_lines: list[MarkedLine] = []
        self.repairs_under_way: Callable[[], Collection[tuple[Path, Path]]] = frozenset
        """The pairs whose draft is being repaired; `mark_repairing` when that may have changed."""
        self._was_running = self._follows_steps = False
        self._shown_steps_n = 0
        self.recent_buttons: list[QPushButton] = []
        self.seats: dict[Seat, ModelSeat] = {"target": ModelSeat("target"), "draft": ModelSeat("draft")}
        self.banners = BannerStack()
        self.memory = MemoryTable()
        self.steps = StepList()
        self.start_button = push_button(tr("Chat"), self._on_start_asked, is_primary=True, shortcut=MAIN_KEYS)
        # With a click the focus stays in a path's box, whose text would otherwise be looked at and the click lost.
        self.start_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.cancel_button = push_button(tr("Cancel"), wizard.preparation.cancel)
        self.clear_button = push_button(tr("Start over"), wizard.clear)
        self.verdict = ElidedLabel(tone="muted", is_tabular=True)
        self._arrange()
        self._connect(wizard)
        self._on_changed()

    def _arrange(self) -> None:
        self._recent = QWidget()
        self._recent_layout = QVBoxLayout(self._recent)
        self._recent_layout.setContentsMargins(0, 0, 0, 0)
        self._recent_layout.setSpacing(SPACE)
        self._seats_layout = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._seats_layout.setSpacing(3 * SPACE)
        for seat in self.seats.values():
            self._seats_layout.addWidget(seat, 1)
        self._lines_layout = QVBoxLayout()
        self._lines_layout.setSpacing(SPACE)
        for part in (self.start_button, self.cancel_button, self.clear_button):
            self.footer.addWidget(part)
        self.footer.addWidget(self.verdict, 1)
        self.show_footer()
        pass_focus(self, self.seats["target"].path_box)
        self.content.addWidget(self._recent)
        self.content.addLayout(self._seats_layout)
        self.content.addLayout(self._lines_layout)
        self.content.addWidget(self.memory)
        self.content.addWidget(self.steps)
        self.content.addWidget(self.banners)
        self.content.addStretch(1)
        self._recent.hide()

    def _connect(self, wizard: PairWizard) -> None:
        for name, seat in self.seats.items():
            seat.path_chosen.connect(partial(self._on_path_chosen, name))
            seat.path_typed.connect(self._on_path_typed)
            seat.removed.connect(partial(wizard.remove, name))
            seat.type_chosen.connect(partial(wizard.set_output_type, name))
        wizard.changed.connect(self._on_changed)
        wizard.asked.connect(self._on_asked)
        wizard.failed.connect(self._on_failed)
        self._session.devices_listed.connect(self._on_changed)
        bar = self.scroll_area.verticalScrollBar()
        # What stands above the steps may grow after they were brought into sight.
        bar.rangeChanged.connect(self._on_grown)
        bar.actionTriggered.connect(self._on_scrolled_by_hand)

    def show_recent(self, pairs: Sequence[PairLine]) -> None:
        """Offer pairs that ran before."""
        while (item := self._recent_layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        if pairs:
            self._recent_layout.addWidget(plain_label(tr("Opened before"), 11, tone="muted", is_bold=True))
        self.recent_buttons = []
        for pair in pairs[:_MOST_RECENT]:
            button = push_button(pair.title, partial(self._wizard.open_pair, pair.pair))
            button.setToolTip(pair.detail)
            self.recent_buttons.append(button)
            self._recent_layout.addWidget(button)
        self._recent.setVisible(bool(pairs))

    def showEvent(self, event: QShowEvent) -> None:
        """Begin at the top, wherever it was left; at what is going on where something is."""
        super().showEvent(event)
        if not self._wizard.preparation.is_running and not self.banners.messages:
            self.scroll_area.verticalScrollBar().setValue(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow page the seats stand one above the other."""
        super().resizeEvent(event)
        is_narrow = self.width() < _NARROW_LINES * self.fontMetrics().height()
        direction = QBoxLayout.Direction
        self._seats_layout.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)

    def _on_changed(self) -> None:
        wizard, survey = self._wizard, self._wizard.survey
        is_running = wizard.preparation.is_running
        for name, seat in self.seats.items():
            model = survey.target if name == "target" else survey.draft
            seat.show_view(seat_view(model) if model else None, is_looking=wizard.is_looking, is_locked=is_running)
        loaded, devices = self._session.loaded, self._session.devices
        now, left_out = loaded.plan if loaded else None, self._session.devices_left_out
        plan = plan_for(survey, devices, self._session.options, now, left_out)
        self._show_lines(pair_lines(survey, plan, devices))
        self.memory.show_views(memory_views(plan, devices) if plan else ())
        self.steps.show_steps(wizard.preparation.steps)
        self.start_button.setText(button_words(survey))
        self._on_path_typed()
        self.start_button.setVisible(not is_running)
        self.cancel_button.setVisible(is_running)
        self.clear_button.setVisible(not is_running and (survey.target or survey.draft) is not None)
        self.verdict.setText(self._verdict())
        self._recent.setEnabled(not is_running)
        if is_running and not self._was_running:
            self._on_asked()
            if self.isVisible():
                # The fields are locked now, and the keys would go to whatever comes after them.
                self.cancel_button.setFocus()
        steps_n = len(wizard.preparation.steps) if is_running else 0
        if steps_n > self._shown_steps_n:
            self._follows_steps = True
            QTimer.singleShot(0, self, self._on_scroll_due)
        self._was_running, self._shown_steps_n = is_running, steps_n

    def _verdict(self) -> str:
        """What keeps the button from being pressed with an easy mind, beside it; all else stands above."""
        wizard = self._wizard
        if wizard.preparation.is_running:
            return ""
        if wizard.is_looking:
            return tr("Looking…")
        problems = [
            tr("The {name} cannot be used: see above.", name=name)
            for name, seat in self.seats.items()
            if seat.problem_texts
        ]
        worst = sorted(self.lines, key=lambda line: line.mark != "bad")
        told = (line.text for line in worst if line.mark in ("bad", "warning") or not wizard.can_start)
        return next(iter((*problems, *told)), "")

    def _on_grown(self) -> None:
        if self._was_running and self._follows_steps:
            QTimer.singleShot(0, self, self._on_scroll_due)

    def _on_scrolled_by_hand(self) -> None:
        self._follows_steps = False

    def _on_scroll_due(self) -> None:
        self.scroll_area.ensureWidgetVisible(self.banners if self.banners.messages else self.steps)

    def _show_lines(self, lines: tuple[Line, ...]) -> None:
        if lines == self.lines:
            return
        self.lines = lines
        while (item := self._lines_layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.marked_lines = [MarkedLine(line) for line in lines]
        for marked in self.marked_lines:
            marked.asked.connect(self._on_repair_asked)
            self._lines_layout.addWidget(marked)
        self.mark_repairing()

    def mark_repairing(self) -> None:
        """Say whether the repair goes on: then the button stops it."""
        is_under_way = (self._wizard.question.target, self._wizard.question.draft) in self.repairs_under_way()
        for marked in self.marked_lines:
            if marked.button is not None:
                marked.button.setText(tr("Stop repairing") if is_under_way else marked.line.action)

    def _on_repair_asked(self) -> None:
        question = self._wizard.question
        if question.target is not None and question.draft is not None:
            self.repair_asked.emit(question.target, question.draft)

    def _on_path_chosen(self, seat: Seat, path: Path) -> None:
        self._wizard.take((path,), seat)

    def _on_path_typed(self) -> None:
        has_typed = any(seat.has_typed for seat in self.seats.values())
        may_try = has_typed and not self._wizard.is_looking and not self._wizard.preparation.is_running
        self.start_button.setEnabled(self._wizard.can_start or may_try)

    def _on_start_asked(self) -> None:
        for seat in self.seats.values():
            seat.take_typed()
        self._wizard.start_when_known()

    def _on_asked(self) -> None:
        self.banners.clear("pair")

    def _on_failed(self, error: AppError) -> None:
        self.banners.show_message(replace(message_of(error), key="pair"))
        QTimer.singleShot(0, self, self._on_scroll_due)
