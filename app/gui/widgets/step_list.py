"""The steps of a longer way: which is done, how far the one at work is, which are to come."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from app.core.translation import later, tr
from app.gui.icons import draw_icon
from app.gui.theme import SPACE, shown_colours
from app.gui.view_models.orders import StepLine as Step
from app.gui.widgets.elided_label import ElidedLabel

_ICONS = {"waiting": "", "running": "play", "done": "check", "failed": "warning", "stopped": "stop"}
_STATES = later({"waiting": "waiting", "running": "at work", "done": "done", "failed": "failed", "stopped": "stopped"})
BAR_STEPS = 1000


class StepLine(QWidget):
    """One step: its words under the bar, or where it `is_flat` beside it."""

    def __init__(self, *, is_flat: bool = False) -> None:
        super().__init__()
        self._step: Step | None = None
        self._mark = QLabel()
        self.title = ElidedLabel()
        self.words = ElidedLabel(11, tone="muted", is_tabular=True)
        self.bar = QProgressBar(textVisible=False)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * SPACE)
        grid.setVerticalSpacing(SPACE)
        grid.addWidget(self._mark, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.title, 0, 1)
        if is_flat:
            self._lay_flat(grid)
        else:
            grid.addWidget(self.bar, 1, 1)
            grid.addWidget(self.words, 2, 1)

    def _lay_flat(self, grid: QGridLayout) -> None:
        for column, (part, share) in enumerate(((self.title, 3), (self.words, 6), (self.bar, 3)), start=1):
            grid.addWidget(part, 0, column)
            grid.setColumnStretch(column, share)
            # The lines stand under each other like the rows of a table.
            policy = part.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            part.setSizePolicy(policy)

    def show_step(self, step: Step) -> None:
        """Show a step as it is now."""
        if step == self._step:
            return
        self._step = step
        self.title.setText(step.title)
        self.words.setText(step.words)
        self.words.setVisible(bool(step.words))
        self.bar.setVisible(step.state == "running")
        show_share(self.bar, step.share)
        self.bar.setAccessibleName(tr("Progress: {title}", title=step.title))
        self.setAccessibleName(f"{step.title}: {tr(_STATES[step.state])}. {step.words}")
        self._draw()

    def changeEvent(self, change: QEvent) -> None:
        """Draw the mark again when colours or text size changed."""
        super().changeEvent(change)
        if change.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._draw()

    def _draw(self) -> None:
        size = self.fontMetrics().height()
        self._mark.setFixedSize(size, size)
        name = _ICONS[self._step.state] if self._step else ""
        if not name:
            self._mark.clear()
            return
        colours = shown_colours()
        colour = colours.error if name == "warning" else colours.accent
        self._mark.setPixmap(draw_icon(name, colour, size, self.devicePixelRatioF()))


class StepList(QFrame):
    """All steps, one under the other: a card, or where it `is_flat` bare lines like a table's."""

    def __init__(self, *, is_flat: bool = False) -> None:
        super().__init__()
        self._is_flat = is_flat
        self._layout = QVBoxLayout(self)
        margin = 0 if is_flat else 3 * SPACE
        self._layout.setContentsMargins(margin, margin, margin, margin)
        self._layout.setSpacing(0 if is_flat else 3 * SPACE)
        if not is_flat:
            self.setObjectName("card")
        self.lines: list[StepLine] = []
        self.hide()

    def show_steps(self, steps: Sequence[Step]) -> None:
        """Show these steps; nothing at all without any."""
        while len(self.lines) < len(steps):
            self.lines.append(StepLine(is_flat=self._is_flat))
            self._layout.addWidget(self.lines[-1])
        while len(self.lines) > len(steps):
            line = self.lines.pop()
            line.hide()
            line.deleteLater()
        for line, step in zip(self.lines, steps, strict=True):
            line.show_step(step)
        self.setVisible(bool(steps))


def show_share(bar: QProgressBar, share: float | None) -> None:
    """A bar at a share of 1; one that only says that something goes on where the share is not known."""
    bar.setRange(0, 0 if share is None else BAR_STEPS)
    if share is not None:
        bar.setValue(round(share * BAR_STEPS))
