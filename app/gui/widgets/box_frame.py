"""The frame around a message box and its buttons, which shows when the keys go to the box."""

from PySide6.QtWidgets import QFrame


class BoxFrame(QFrame):
    """Looks as assets/style.qss has it for `composer`."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("composer")

    def show_focus(self, is_focused: bool) -> None:
        """Whether the keys go to the box."""
        self.setProperty("isFocused", is_focused)
        self.style().unpolish(self)
        self.style().polish(self)
