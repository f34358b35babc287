"""The files that go with the unsent message, each with a button that leaves it out."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.core.translation import tr
from app.gui.theme import SPACE
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import plain_label

_NAME_EMS = 14


@dataclass(frozen=True, slots=True)
class AttachedLine:
    """A file: its name, and how long it is or that it is still being read."""

    name: str
    detail: str


class AttachmentRow(QWidget):
    """`removed` carries the number of a file, from 0; hidden while there is none."""

    removed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[AttachedLine, ...] = ()
        self._layout = FlowLayout()
        self.setLayout(self._layout)
        self.hide()

    def show_files(self, lines: Sequence[AttachedLine]) -> None:
        """Show these in place of those before."""
        if tuple(lines) == self.lines:
            return
        self.lines = tuple(lines)
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for number, line in enumerate(lines):
            self._layout.addWidget(self._make_chip(number, line))
        self.setVisible(bool(lines))

    def _make_chip(self, number: int, line: AttachedLine) -> QFrame:
        chip = QFrame()
        chip.setObjectName("attachment")
        name = plain_label("", 13, tip=line.name)
        widest_px = _NAME_EMS * name.fontMetrics().height()
        name.setText(name.fontMetrics().elidedText(line.name, Qt.TextElideMode.ElideMiddle, widest_px))
        remove = IconButton("close", tr("Leave out {name}", name=line.name), tip=tr("Leave this file out"))
        remove.clicked.connect(partial(self.removed.emit, number))
        row = QHBoxLayout(chip)
        row.setContentsMargins(2 * SPACE, 0, 0, 0)
        row.setSpacing(2 * SPACE)
        for part in (name, plain_label(line.detail, 11, tone="muted"), remove):
            row.addWidget(part)
        return chip
