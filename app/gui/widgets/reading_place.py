"""What is read in something that scrolls: it stays where it is when what stands above it changes its height."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid


@dataclass(frozen=True, slots=True)
class _Mark:
    """A widget and where its upper edge was, in pixels below that of what is visible."""

    widget: QWidget
    top_px: int
    width_px: int
    height_px: int


class ReadingPlace:
    """Notes the first widgets that are visible in `viewport`, and tells how far they have moved since."""

    def __init__(self, viewport: QWidget) -> None:
        self._viewport = viewport
        self._marks: list[_Mark] = []

    def note(self, *levels: Iterable[QWidget]) -> None:
        """Note the first visible one of each; a later level counts where that of the one before is gone."""
        self._marks = []
        for widgets in levels:
            for widget in widgets:
                top_px = self._top_of(widget)
                if top_px + widget.height() > 0:
                    self._marks.append(_Mark(widget, top_px, widget.width(), widget.height()))
                    break

    @property
    def moved_px(self) -> int:
        """Pixels that it has moved down; 0 where nothing of it is left."""
        for mark in self._marks:
            if isValid(mark.widget) and mark.widget.isVisibleTo(self._viewport):
                wanted_px = mark.top_px
                if mark.widget.width() != mark.width_px and wanted_px < 0:
                    # Its lines are others now: about the same of them shall be above the edge.
                    wanted_px = round(wanted_px * mark.widget.height() / mark.height_px)
                return self._top_of(mark.widget) - wanted_px
        return 0

    def _top_of(self, widget: QWidget) -> int:
        return widget.mapTo(self._viewport, QPoint()).y()
