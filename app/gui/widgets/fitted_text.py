"""Text that is as high as what it shows, inside something that scrolls."""

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QResizeEvent, QTextOption, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QTextBrowser, QWidget

from app.gui.markdown.copying import selected_text
from app.gui.theme import Step, scaled_font


class FittedText(QTextBrowser):
    """Read-only and selectable; what is copied is text, with formulas as they were written.

    With `is_wide`, what does not fit scrolls sideways instead of being wrapped anywhere.
    """

    def __init__(self, step: Step, *, is_wide: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(policy.ScrollBarAsNeeded if is_wide else policy.ScrollBarAlwaysOff)
        wrap = QTextOption.WrapMode
        self.setWordWrapMode(wrap.WordWrap if is_wide else wrap.WrapAtWordBoundaryOrAnywhere)
        self.setUndoRedoEnabled(False)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        # The message around it has one.
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.document().setDocumentMargin(0)
        self.document().setDefaultFont(scaled_font(step))

    @property
    def shown_height(self) -> int:
        """Pixels of the text that are to be shown."""
        bar = self.horizontalScrollBar()
        return round(self.document().size().height() + 0.5) + (bar.sizeHint().height() if bar.maximum() else 0)

    def fit(self) -> None:
        """As high as what is shown."""
        height = self.shown_height
        if height != self.height():
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, another height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, N802
        """A link that Tab comes to is brought into sight by what scrolls around this."""
        is_taken = super().focusNextPrevChild(next)
        around = self.parentWidget()
        while self.hasFocus() and around is not None:
            if isinstance(around, QScrollArea) and (inside := around.widget()) is not None:
                link = self.viewport().mapTo(inside, self.cursorRect().center())
                around.ensureVisible(link.x(), link.y())
            around = around.parentWidget()
        return is_taken

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Up and down moves the chat."""
        if abs(event.angleDelta().x()) > abs(event.angleDelta().y()) and self.horizontalScrollBar().maximum():
            super().wheelEvent(event)
        else:
            event.ignore()

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802
        """What is copied or dragged away."""
        data = QMimeData()
        data.setText(selected_text(self.textCursor()))
        return data
