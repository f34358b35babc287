"""Asks for a name."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QWidget

from app.core.translation import tr

_WIDTH_EMS = 22


def ask_name(parent: QWidget, label: str, name: str, on_given: Callable[[str], object]) -> QInputDialog:
    """Open a window that asks for a name, and begins with `name`; nothing waits for it."""
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle("Slipstream")
    dialog.setLabelText(label)
    dialog.setTextValue(name)
    dialog.setOkButtonText(tr("OK"))
    dialog.setCancelButtonText(tr("Cancel"))
    # Else it is as narrow as its label; a least width would give way to that of its layout.
    dialog.resize(_WIDTH_EMS * dialog.fontMetrics().height(), dialog.sizeHint().height())

    def take(given: str) -> None:
        if given.strip():
            on_given(given.strip())

    dialog.textValueSelected.connect(take)
    dialog.open()
    return dialog
