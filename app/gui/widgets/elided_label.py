"""A label of one line that is cut with an ellipsis where there is no room, and then tells the whole in its tooltip."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.gui.theme import Step, scaled_font


class ElidedLabel(QLabel):
    """Takes whatever width it gets; `where` is the side that gives way."""

    def __init__(
        self,
        step: Step = 13,
        *,
        tone: str = "",
        is_bold: bool = False,
        is_tabular: bool = False,
        where: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._where = where
        self.setFont(scaled_font(step, is_bold=is_bold, is_tabular=is_tabular))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("tone", tone)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:  # noqa: N802
        """Show a text."""
        super().setText(text)
        self._tell_whole()

    def minimumSizeHint(self) -> QSize:
        """One line, however narrow."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The whole text is in the tooltip while it does not fit."""
        super().resizeEvent(event)
        self._tell_whole()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Cut to the room there is."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = self.fontMetrics().elidedText(self.text(), self._where, self.contentsRect().width())
        painter.drawText(self.contentsRect(), self.alignment(), text)

    def _tell_whole(self) -> None:
        is_cut = self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()
        self.setToolTip(self.text() if is_cut else "")
