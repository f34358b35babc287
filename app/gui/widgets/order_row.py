"""One pair that is being made ready: its steps, how far they are, and what can be done about it."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from app.core.errors import ReportedError
from app.core.translation import later, tr
from app.gui.dialogs.details import show_details
from app.gui.failures import details_of
from app.gui.order_list import OrderList
from app.gui.theme import SPACE
from app.gui.view_models.orders import OrderLine
from app.gui.widgets.buttons import IconButton, push_button
from app.gui.widgets.elided_label import ElidedLabel
from app.gui.widgets.labels import plain_label
from app.gui.widgets.step_list import StepList

_PAUSE_TIP = later("Pause: what is fetched stays, a conversion begins anew")
_CANCEL_TIP = later("Give up: whole files stay, what is half-fetched is deleted")


class OrderRow(QFrame):
    """An order of the list; its buttons act on it."""

    def __init__(self, orders: OrderList, line: OrderLine) -> None:
        super().__init__()
        self._orders = orders
        self.line = line
        title = line.title
        self.title = ElidedLabel(is_bold=True)
        self.title.setText(title)
        self.words = ElidedLabel(11, tone="muted", is_tabular=True)
        self.hint = plain_label("", 11, tone="muted")
        self.hint.setWordWrap(True)
        self.steps = StepList(is_flat=True)
        self.details_button = push_button(tr("Details"), self._on_details_asked)
        self.resume_button = push_button("", self._on_resume_asked)
        self.earlier_button = IconButton(
            "up", tr("Earlier: {title}", title=title), tip=tr("Have its turn come earlier")
        )
        self.later_button = IconButton("down", tr("Later: {title}", title=title), tip=tr("Have its turn come later"))
        self.pause_button = IconButton("pause", tr("Pause: {title}", title=title), tip=tr(_PAUSE_TIP))
        self.cancel_button = IconButton("close", tr("Give up: {title}", title=title), tip=tr(_CANCEL_TIP))
        self._arrange()
        self._connect()
        self.show_line(line)

    def _arrange(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(0)
        for label in (self.title, self.words, self.hint):
            words.addWidget(label)
        head = QHBoxLayout()
        head.setSpacing(SPACE)
        head.addLayout(words, 1)
        for button in (
            *(self.details_button, self.resume_button),
            *(self.earlier_button, self.later_button, self.pause_button, self.cancel_button),
        ):
            head.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE, 0, SPACE)
        layout.setSpacing(2 * SPACE)
        layout.addLayout(head)
        layout.addWidget(self.steps)

    def _connect(self) -> None:
        orders = self._orders
        self.earlier_button.clicked.connect(lambda: orders.move(self.line.number, -1))
        self.later_button.clicked.connect(lambda: orders.move(self.line.number, 1))
        self.pause_button.clicked.connect(lambda: orders.pause(self.line.number))
        self.cancel_button.clicked.connect(lambda: orders.cancel(self.line.number))

    def show_line(self, line: OrderLine) -> None:
        """Show the order as it is now."""
        self.line = line
        is_over = line.order.is_over
        self.words.setText(line.words)
        # While it runs, its steps tell it all.
        self.words.setVisible(line.order.state != "running")
        self.words.setProperty("tone", "error" if line.is_wrong else "muted")
        self.words.style().polish(self.words)
        self.hint.setText(line.hint)
        self.hint.setVisible(bool(line.hint))
        self.steps.show_steps(line.short_steps)
        self.details_button.setVisible(line.is_wrong)
        self.resume_button.setVisible(bool(line.resume_words))
        self.resume_button.setText(line.resume_words)
        self.resume_button.setAccessibleName(f"{line.resume_words}: {line.title}")
        self.pause_button.setVisible(line.can_pause)
        self.cancel_button.setVisible(not is_over)
        self.setAccessibleName(f"{line.title}: {line.words} {line.hint}".strip())

    def show_turn(self, *, is_first: bool, is_last: bool) -> None:
        """Offer to change its turn where there is another one."""
        for button, is_end in ((self.earlier_button, is_first), (self.later_button, is_last)):
            button.setVisible(not self.line.order.is_over and not (is_first and is_last))
            button.setEnabled(not is_end)

    def _on_resume_asked(self) -> None:
        self._orders.resume(self.line.number)

    def _on_details_asked(self) -> None:
        if (halt := self.line.order.halt) is not None:
            error = ReportedError(halt.code, halt.facts, halt.log)
            show_details(self, self.line.title, self.line.words, details_of(error))
