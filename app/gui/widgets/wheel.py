"""The mouse wheel over a field: the page scrolls, and the value stays."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


def leave_wheel_to_page(field: QWidget) -> None:
    """Have a field pass the wheel on to what it lies in: turned over a page, it would change and save a value."""
    field.installEventFilter(_WheelPasser(field))


class _WheelPasser(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Refuse the wheel, so that Qt offers it to the parent."""
        if event.type() != QEvent.Type.Wheel:
            return False
        event.ignore()
        return True
