"""Who chose a token, said above the line that it stands in: below there is what can be done with the message."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit, QToolTip

from app.gui.theme import SPACE

# What Qt calls the window of a tooltip.
_TIP_NAME = "qtooltip_label"


def show_above(view: QTextEdit | QPlainTextEdit, event: QHelpEvent, position: int, words: str) -> None:
    """Show words above the line of a character of the view; they go when the pointer leaves that character."""
    cursor = QTextCursor(view.document())
    cursor.setPosition(position)
    place = view.cursorRect(cursor)
    cursor.setPosition(position + 1)
    place = place.united(view.cursorRect(cursor)).adjusted(-1, 0, 1, 0)
    QToolTip.showText(event.globalPos(), words, view, place.translated(view.viewport().pos()))
    line_top = view.viewport().mapToGlobal(QPoint(event.pos().x(), place.top()))
    for tip in QApplication.topLevelWidgets():
        if tip.objectName() == _TIP_NAME and tip.windowType() == Qt.WindowType.ToolTip:
            tip.move(line_top.x(), line_top.y() - tip.height() - SPACE)
