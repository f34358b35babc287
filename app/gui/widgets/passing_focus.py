"""Hands the focus that a page gets to one of its parts."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget


class _PassingFocus(QObject):
    def __init__(self, page: QWidget, part: QWidget) -> None:
        super().__init__(page)
        self._part = part
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """The page itself does nothing with keys."""
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusIn:
            self._part.setFocus(Qt.FocusReason.OtherFocusReason)
        return False


def pass_focus(page: QWidget, part: QWidget) -> None:
    """Have `page.setFocus()` give the focus to a part of it.

    A focus proxy does the same, but then Tab skips everything that comes between the page and that part.
    """
    _PassingFocus(page, part)
