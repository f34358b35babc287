"""A row of questions that may be asked next, as many as there is room for."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from app.gui.theme import SPACE


class QuestionRow(QWidget):
    """`chosen` carries the question; hidden while there is none."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.buttons: tuple[QToolButton, ...] = ()
        # The buttons that do not fit are hidden; the row itself takes the width it gets.
        self.setMinimumWidth(1)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(2 * SPACE)
        self._layout.addStretch(1)
        self.hide()

    def show_questions(self, questions: Sequence[str]) -> None:
        """Offer these instead of the ones before."""
        if tuple(button.text() for button in self.buttons) != tuple(questions):
            for button in self.buttons:
                self._layout.removeWidget(button)
                button.hide()
                button.deleteLater()
            self.buttons = tuple(self._make_button(question) for question in questions)
            for at, button in enumerate(self.buttons):
                self._layout.insertWidget(at, button)
        self.setVisible(bool(questions))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, other questions."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, change: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(change)
        if change.type() == QEvent.Type.FontChange:
            self._fit()

    def _make_button(self, question: str) -> QToolButton:
        button = QToolButton()
        button.setText(question)
        button.setProperty("kind", "chip")
        button.clicked.connect(partial(self.chosen.emit, question))
        return button

    def _fit(self) -> None:
        right = 0
        for button in self.buttons:
            right += button.sizeHint().width()
            button.setVisible(right <= self.width())
            right += self._layout.spacing()
