"""Asks before something that cannot be undone: the only modal boxes there are."""

from PySide6.QtWidgets import QCheckBox, QMessageBox, QWidget

from app.core.translation import tr


def confirm(parent: QWidget, title: str, text: str, yes: str, no: str = "") -> bool:
    """Whether the user wants it; Escape and the button that has the focus mean no, called "Cancel" without `no`."""
    is_wanted, _ = _ask(parent, title, text, yes, no or tr("Cancel"))
    return is_wanted


def confirm_with_more(parent: QWidget, title: str, text: str, yes: str, more: str) -> tuple[bool, bool]:
    """Whether the user wants it, and what `more` names besides."""
    return _ask(parent, title, text, yes, tr("Cancel"), more)


def _ask(parent: QWidget, title: str, text: str, yes: str, no: str, more: str = "") -> tuple[bool, bool]:
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setWindowTitle("Slipstream")
    box.setText(title)
    box.setInformativeText(text)
    # Without it the box is as narrow as its title.
    box.setStyleSheet("QLabel { min-width: 24em; }")
    check = QCheckBox(more)
    if more:
        box.setCheckBox(check)
    wanted = box.addButton(yes, QMessageBox.ButtonRole.DestructiveRole)
    kept = box.addButton(no, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(kept)
    box.setEscapeButton(kept)
    box.exec()
    return box.clickedButton() is wanted, check.isChecked()
