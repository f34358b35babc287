"""Labels that show text as it is, never as markup."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel

from app.gui.theme import Step, scaled_font


def plain_label(
    text: str, step: Step, *, tone: str = "", is_bold: bool = False, widest: str = "", tip: str = ""
) -> QLabel:
    """A label at a step of the type scale; `tone` is muted, accent, warning or error (assets/style.qss).

    With `widest` it has tabular figures, and room for that text from the start: nothing moves when digits are added.
    """
    label = QLabel(text)
    font = scaled_font(step, is_bold=is_bold, is_tabular=bool(widest))
    label.setFont(font)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("tone", tone)
    label.setToolTip(tip)
    if widest:
        label.setMinimumWidth(QFontMetrics(font).horizontalAdvance(widest))
    return label
