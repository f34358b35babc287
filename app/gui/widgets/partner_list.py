"""The drafts of a target, or the targets of a draft: one is chosen, and of the others it is said why not."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QLabel, QRadioButton, QSizePolicy, QVBoxLayout, QWidget

from app.core.translation import later, tr
from app.gui.theme import SPACE
from app.gui.view_models.offer import NO_DRAFT, PartnerLine
from app.gui.view_models.wizard import Line
from app.gui.widgets.labels import plain_label
from app.gui.widgets.marked_line import MarkedLine

_NO_DRAFT_WORDS = later("No draft")
_NO_DRAFT_TIP = later("The target alone: it writes one token at a time")


class PartnerList(QWidget):
    """`chosen` carries the number of a line, or NO_DRAFT."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[tuple[PartnerLine, ...], bool] | None = None
        self.buttons: dict[int, QRadioButton] = {}
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.chosen)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2 * SPACE)

    def show_lines(self, lines: Sequence[PartnerLine], chosen: int, *, has_none: bool) -> None:
        """Show these; `has_none` offers to take none of them."""
        shown = (tuple(lines), has_none)
        if shown != self._shown:
            self._shown = shown
            self._rebuild(lines, has_none=has_none)
        if chosen in self.buttons:
            self.buttons[chosen].setChecked(True)

    def _rebuild(self, lines: Sequence[PartnerLine], *, has_none: bool) -> None:
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons = {}
        for number, line in enumerate(lines):
            self._layout.addWidget(self._make_line(number, line))
        if has_none and lines:
            button = self._make_button(NO_DRAFT, tr(_NO_DRAFT_WORDS))
            button.setToolTip(tr(_NO_DRAFT_TIP))
            self._layout.addWidget(button)

    def _make_button(self, number: int, words: str) -> QRadioButton:
        button = QRadioButton(words)
        # However long a name is, the page stays as wide as it is.
        button.setMinimumWidth(0)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._group.addButton(button, number)
        self.buttons[number] = button
        return button

    def _shifted(self, part: QWidget) -> QWidget:
        """Under the words of the button above, to the right of its circle (one em wide, assets/style.qss)."""
        part.setContentsMargins(self.fontMetrics().height() + 2 * SPACE, 0, 0, 0)
        return part

    def _make_line(self, number: int, line: PartnerLine) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        button = self._make_button(number, line.title)
        button.setEnabled(line.problem is None)
        button.setToolTip(line.tip)
        problem = f"{line.problem.sentence} {line.problem.hint}" if line.problem else ""
        button.setAccessibleDescription(" ".join(filter(None, (line.detail, line.told, line.caution, problem))))
        column.addWidget(button)
        for text in filter(None, (line.detail, line.told)):
            column.addWidget(self._shifted(_wrapped(text)))
        if line.caution:
            column.addWidget(self._shifted(MarkedLine(Line("warning", line.caution))))
        if line.problem:
            told = Line("bad", line.problem.sentence, tip=line.problem.hint)
            column.addWidget(self._shifted(MarkedLine(told)))
        return part


def _wrapped(text: str) -> QLabel:
    label = plain_label(text, 11, tone="muted")
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return label
