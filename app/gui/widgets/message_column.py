"""The messages of a chat below each other, with a line above the first that the model still reads."""

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.gui.theme import SPACE
from app.gui.widgets.context_line import ContextLine
from app.gui.widgets.message_view import ReplyMessage, UserMessage

WIDEST_EMS = 48

View = UserMessage | ReplyMessage


class MessageColumn(QWidget):
    """Views in the middle of the page; `box` is their layout."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("scrolled")
        self._inner = QWidget()
        self._inner.setMaximumWidth(WIDEST_EMS * self.fontMetrics().height())
        self.box = QVBoxLayout(self._inner)
        self.box.setContentsMargins(4 * SPACE, 4 * SPACE, 4 * SPACE, 4 * SPACE)
        self.box.setSpacing(2 * SPACE)
        self.box.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(self._inner, 1000)
        row.addStretch(1)
        self._first_read = ""
        self._context_line: ContextLine | None = None

    @property
    def views(self) -> tuple[View, ...]:
        """The messages, from top to bottom."""
        widgets = (item.widget() for n in range(self.box.count()) if (item := self.box.itemAt(n)) is not None)
        return tuple(widget for widget in widgets if isinstance(widget, UserMessage | ReplyMessage))

    def add_above(self, view: View) -> None:
        """Add one above all others."""
        self._add(0, view)

    def add_below(self, view: View) -> None:
        """Add one below all others."""
        self._add(self.box.count() - 1, view)

    def remove(self, view: View) -> None:
        """Take one away, and the line above it."""
        if view.message_id == self._first_read:
            self._take_line_out()
        self._take_out(view)

    def mark_first_read(self, message_id: str) -> None:
        """Draw the line above that message; without an id there is none."""
        self._first_read = message_id
        self._take_line_out()
        for view in self.views:
            if view.message_id == message_id:
                self._mark_above(view)

    def lay_out(self) -> None:
        """Give it its new height at once: painted before, it would be squeezed, and its longest reply cut."""
        views = self.views[-1:]
        bodies = [view.body for view in views if isinstance(view, ReplyMessage)]
        for widget in (*bodies, *views, self._inner, self):
            layout = widget.layout()
            if layout is not None:
                layout.activate()

    def _add(self, at: int, view: View) -> None:
        self.box.insertWidget(at, view)
        if view.message_id == self._first_read:
            self._mark_above(view)

    def _mark_above(self, view: View) -> None:
        self._context_line = ContextLine()
        self.box.insertWidget(self.box.indexOf(view), self._context_line)

    def _take_line_out(self) -> None:
        if self._context_line is not None:
            self._take_out(self._context_line)
            self._context_line = None

    def _take_out(self, widget: QWidget) -> None:
        self.box.removeWidget(widget)
        widget.hide()
        widget.deleteLater()
