"""One line below the message box: why a message would not be answered now, and the button that changes it."""

from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from app.gui.theme import SPACE
from app.gui.widgets.banner import Action
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label


class ReasonLine(QWidget):
    """Hidden while there is nothing to say."""

    def __init__(self) -> None:
        super().__init__()
        self.words: QLabel = plain_label("", 13, tone="muted")
        self.words.setWordWrap(True)
        policy = self.words.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Expanding)
        self.words.setSizePolicy(policy)
        self.button: QPushButton | None = None
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(2 * SPACE, 0, 0, 0)
        self._layout.addWidget(self.words, 1)
        self.hide()

    def show_reason(self, words: str, action: Action | None = None) -> None:
        """Say this, or with no words nothing."""
        text = action.text if action else ""
        if self.words.text() == words and (self.button.text() if self.button else "") == text:
            return
        self.words.setText(words)
        if self.button is not None:
            self.button.hide()
            self.button.deleteLater()
            self.button = None
        if action is not None:
            self.button = push_button(text, action.run)
            self._layout.addWidget(self.button)
        self.setVisible(bool(words))
