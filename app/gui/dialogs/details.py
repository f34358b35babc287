"""The details of a failure, to read and to copy."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.core.translation import tr
from app.gui.theme import SPACE, scaled_font
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label


def show_details(parent: QWidget, title: str, text: str, details: str) -> QDialog:
    """Open a window beside the page; nothing waits for it."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    em = dialog.fontMetrics().height()
    dialog.resize(36 * em, 20 * em)
    label = plain_label(text, 13)
    label.setWordWrap(True)
    body = QPlainTextEdit(details, readOnly=True)
    body.setFont(scaled_font(11, is_monospace=True))
    body.setAccessibleName(tr("Details"))
    body.setTabChangesFocus(True)
    buttons = QHBoxLayout()
    buttons.addStretch(1)
    buttons.addWidget(push_button(tr("Copy details"), lambda: QGuiApplication.clipboard().setText(details)))
    buttons.addWidget(push_button(tr("Close"), dialog.close, is_primary=True))
    layout = QVBoxLayout(dialog)
    layout.setSpacing(2 * SPACE)
    layout.addWidget(label)
    layout.addWidget(body, 1)
    layout.addLayout(buttons)
    dialog.open()
    return dialog
