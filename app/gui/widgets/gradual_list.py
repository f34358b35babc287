"""A column of widgets that is filled little by little, so that a long one does not stop the window."""

import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.gui.theme import SPACE

# Of the tenth of a second that nobody notices, the rest is for painting.
_TURN_S = 0.02
_GAP = 4 * SPACE


@dataclass(frozen=True, slots=True)
class Part:
    """A widget to be made by `make`; one of the same name that shows equal `content` already is kept."""

    name: Hashable
    content: Any
    make: Callable[[], QWidget]


class GradualList(QWidget):
    """Shows parts from top to bottom; `added` carries the widgets that are new, a tuple.

    It places them itself: a layout would measure all of them again for each that is added.
    """

    added = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._parts: tuple[Part, ...] = ()
        self._widgets: list[QWidget | None] = []
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._fill)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._place)

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """What is there by now, in order."""
        return tuple(widget for widget in self._widgets if widget is not None)

    def show_parts(self, parts: Sequence[Part]) -> None:
        """Show these instead of what was shown."""
        known = {
            part.name: (part.content, widget)
            for part, widget in zip(self._parts, self._widgets, strict=True)
            if widget is not None
        }
        self._parts, self._widgets = tuple(parts), []
        for part in parts:
            content, widget = known.get(part.name, (None, None))
            is_same = widget is not None and content == part.content
            self._widgets.append(known.pop(part.name)[1] if is_same else None)
        for _, widget in known.values():
            widget.hide()
            widget.deleteLater()
        self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        """Make what was to be shown meanwhile: before, the style of all of it would be found at once."""
        super().showEvent(event)
        self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, other heights."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._place()

    def event(self, event: QEvent) -> bool:
        """A part that wants another size tells so."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._soon.start()
        return super().event(event)

    def _fill(self) -> None:
        if not self.isVisible():
            return
        end = time.monotonic() + _TURN_S
        new: list[QWidget] = []
        for index, part in enumerate(self._parts):
            widget = self._widgets[index]
            if widget is None:
                if time.monotonic() > end:
                    self._next.start()
                    break
                widget = self._widgets[index] = part.make()
                widget.setParent(self)
                widget.show()
                new.append(widget)
        self.added.emit(tuple(new))
        self._place()

    def _place(self) -> None:
        top, width = 0, self.width()
        for widget in self.widgets:
            if widget.isHidden():
                continue
            height = widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
            widget.setGeometry(0, top, width, height)
            top += height + _GAP
        self.setFixedHeight(max(top - _GAP, 0))
