"""A chip of the model bar: an icon, a name that is cut to the room there is, and a list behind it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.gui.view_models.choices import Choice
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.pick_list import PickList

# Padding, borders and the gap between icon and text.
_AROUND_PX = 28


class Chip(IconButton):
    """Shows what is chosen; a click or the down key opens the list that `lines` gives, `chosen` carries the Choice."""

    chosen = Signal(object)

    def __init__(
        self,
        icon_name: str,
        name: str,
        lines: Callable[[], Sequence[Choice]],
        tip: str,
        keys: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(icon_name, name, tip=tip, keys=keys, is_text_shown=True, kind="chip", parent=parent)
        self._name = name
        self._tip_start = tip
        self._lines = lines
        self._current: object = None
        self._words = name
        self._figures = ""
        self._widest_px = 400
        self.clicked.connect(self._on_clicked)

    def show_choice(self, words: str, current: object, tip: str = "", *, figures: str = "") -> None:
        """What the chip says, which line of its list that is, more of it for the tooltip; figures are never cut."""
        self._words, self._current = words, current
        self._figures = f"  {figures}" if figures else ""
        self.setAccessibleName(f"{self._name}: {words}{self._figures}")
        self.setToolTip(f"{words}{self._figures}\n{self.with_keys(tip or self._tip_start)}")
        self._cut()

    def set_widest(self, widest_px: int) -> None:
        """How wide the chip may get."""
        if widest_px != self._widest_px:
            self._widest_px = widest_px
            self._cut()

    def changeEvent(self, change: QEvent) -> None:
        """Cut again when the text size changed."""
        super().changeEvent(change)
        if change.type() == QEvent.Type.FontChange:
            self._cut()

    def _cut(self) -> None:
        metrics, arrow = self.fontMetrics(), "  ▾"
        room = self._widest_px - self.iconSize().width() - metrics.horizontalAdvance(arrow) - _AROUND_PX
        figures = self._figures if room > metrics.horizontalAdvance(self._figures) + 2 * metrics.height() else ""
        room -= metrics.horizontalAdvance(figures)
        words = metrics.elidedText(self._words, Qt.TextElideMode.ElideMiddle, room) if room > metrics.height() else ""
        self.setText(words + figures + arrow)

    def _on_clicked(self) -> None:
        PickList(self, self._lines(), self._current, self.chosen.emit).show()
