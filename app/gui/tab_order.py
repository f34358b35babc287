"""Where Tab goes: through everything in the order in which it is read, whenever it was made."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLayout, QScrollArea, QWidget

_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


def next_in_order(window: QWidget, focused: QWidget, *, is_forward: bool) -> QWidget:
    """What Tab, or Shift and Tab, leads to from one part of a window; after the last one comes the first."""
    stops = [part for part in reading_order(window) if part is focused or takes_tab(part)]
    if focused not in stops:
        return stops[0 if is_forward else -1] if stops else focused
    return stops[(stops.index(focused) + (1 if is_forward else -1)) % len(stops)]


def bring_into_sight(part: QWidget) -> None:
    """Scroll whatever it stands in to it."""
    around = part.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(part)
        around = around.parentWidget()


def takes_tab(widget: QWidget) -> bool:
    """Whether Tab stops there, if it is shown; on some systems it does at texts and lists alone."""
    behaviour = QGuiApplication.styleHints().tabFocusBehavior()
    wanted = Qt.FocusPolicy.TabFocus
    if behaviour != Qt.TabFocusBehavior.TabFocusAllControls:
        wanted = Qt.FocusPolicy.StrongFocus
    return widget.isEnabled() and widget.focusPolicy() & wanted == wanted and widget.focusProxy() is None


def reading_order(widget: QWidget) -> Iterator[QWidget]:
    """The shown parts of a widget, each before those inside it: as they were laid out, then the others from the top."""
    layout = widget.layout()
    placed = list(_placed(layout)) if layout is not None else []
    others = sorted(widget.findChildren(QWidget, options=_DIRECT), key=lambda part: (part.y(), part.x()))
    for part in dict.fromkeys((*placed, *others)):
        if part.isVisible() and not part.isWindow():
            yield part
            yield from reading_order(part)


def _placed(layout: QLayout) -> Iterator[QWidget]:
    for number in range(layout.count()):
        item = layout.itemAt(number)
        inner = item.layout() if item is not None else None
        if inner is not None:
            yield from _placed(inner)
        elif item is not None and (part := item.widget()) is not None:
            yield part
