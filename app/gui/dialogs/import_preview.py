"""Says what files would bring before anything of them is kept."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.core.translation import tr
from app.gui.theme import SPACE
from app.gui.view_models.imports import ImportLines
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label

_WIDTH_EMS, _HIGHEST_EMS = 32, 30


class ImportPreview(QDialog):
    """Shows the lines of each file; `on_agreed` is called when they are wanted.

    It is told whether chats that are here already are wanted once more.
    """

    def __init__(self, parent: QWidget, files: Sequence[ImportLines], on_agreed: Callable[[bool], object]) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Import"))
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        for lines in files:
            _add_lines(column, lines)
        column.addStretch(1)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(content)
        self.again_check = QCheckBox(tr("Import once more what is here already"))
        self.again_check.setVisible(any(lines.here for lines in files))
        self.accept_button = push_button(tr("Import"), self.accept, is_primary=True)
        self.accept_button.setDefault(True)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(push_button(tr("Cancel"), self.reject))
        buttons.addWidget(self.accept_button)
        layout = QVBoxLayout(self)
        layout.setSpacing(3 * SPACE)
        layout.addWidget(scroll, 1)
        layout.addWidget(self.again_check)
        layout.addLayout(buttons)
        em = self.fontMetrics().height()
        height = content.heightForWidth(_WIDTH_EMS * em) + 6 * em
        highest = min(_HIGHEST_EMS * em, round(0.9 * self.screen().availableSize().height()))
        self.resize(_WIDTH_EMS * em, min(height, highest))
        self.accepted.connect(lambda: on_agreed(self.again_check.isChecked()))
        self.accept_button.setFocus()


def _add_lines(column: QVBoxLayout, lines: ImportLines) -> None:
    parts = [plain_label(lines.title, 15, is_bold=True)]
    parts += [plain_label(f"•  {line}", 13) for line in lines.brings]
    if lines.here:
        parts.append(plain_label(lines.here, 13, is_bold=True))
    if lines.left:
        parts.append(plain_label(tr("Left out, for there is no place for it here:"), 13, tone="muted"))
        parts += [plain_label(f"•  {line}", 13, tone="muted") for line in lines.left]
    for part in parts:
        part.setWordWrap(True)
        column.addWidget(part)
    column.addSpacing(2 * SPACE)
