"""All shortcuts of the window on one sheet."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.core.translation import later, tr
from app.gui.actions import sheet_lines
from app.gui.theme import SPACE
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label

_TITLE = later("Shortcuts")


def show_shortcuts(parent: QWidget) -> QDialog:
    """Open the sheet beside the page; nothing waits for it."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(tr(_TITLE))
    em = dialog.fontMetrics().height()
    dialog.resize(QSize(38 * em, 34 * em).boundedTo(dialog.screen().availableSize() * 0.9))
    scroll = QScrollArea(widgetResizable=True)
    scroll.setAccessibleName(tr(_TITLE))
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setWidget(_sheet())
    close = push_button(tr("Close"), dialog.close, is_primary=True)
    bottom = QHBoxLayout()
    bottom.addStretch(1)
    bottom.addWidget(close)
    layout = QVBoxLayout(dialog)
    layout.setSpacing(2 * SPACE)
    layout.addWidget(scroll, 1)
    layout.addLayout(bottom)
    dialog.open()
    scroll.setFocus()
    return dialog


def _sheet() -> QWidget:
    sheet = QWidget()
    sheet.setObjectName("scrolled")
    grid = QGridLayout(sheet)
    grid.setHorizontalSpacing(4 * SPACE)
    grid.setVerticalSpacing(SPACE)
    grid.setColumnStretch(0, 1)
    row = 0
    for heading, lines in sheet_lines().items():
        grid.addWidget(plain_label(tr(heading), 11, tone="muted", is_bold=True), row, 0, 1, 2)
        row += 1
        for words, keys in lines:
            label = plain_label(tr(words), 13)
            label.setWordWrap(True)
            grid.addWidget(label, row, 0)
            grid.addWidget(plain_label(_native(keys), 13, tone="accent"), row, 1)
            row += 1
        grid.setRowMinimumHeight(row, 3 * SPACE)
        row += 1
    return sheet


def _native(keys: Sequence[str]) -> str:
    return tr(" or ").join(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in keys)
