"""What the local API is at, and the address that other programs need."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.core.translation import tr
from app.gui.engine_session import EngineSession
from app.gui.serving import Serving
from app.gui.theme import SPACE
from app.gui.widgets.buttons import COPIED_SHOWN_MS, IconButton
from app.gui.widgets.labels import plain_label
from app.texts import sentence_of
from app.texts.server import state_words


class ApiState(QWidget):
    """Follows the API by itself."""

    def __init__(self, serving: Serving, session: EngineSession) -> None:
        super().__init__()
        self._serving = serving
        self._session = session
        self.words = plain_label("", 13)
        self.words.setWordWrap(True)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.address = plain_label("", 13, is_bold=True)
        self.address.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.address.setAccessibleName(tr("Address of the local API"))
        self.copy_button = IconButton("copy", tr("Copy the address"))
        self.copy_button.clicked.connect(self._on_copy_asked)
        self._back = QTimer(self, singleShot=True, interval=COPIED_SHOWN_MS)
        self._back.timeout.connect(self._show_copy)
        line = QHBoxLayout()
        line.setSpacing(SPACE)
        line.addWidget(self.address)
        line.addWidget(self.copy_button)
        line.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addWidget(self.words)
        layout.addLayout(line)
        serving.changed.connect(self._show)
        session.state_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        serving = self._serving
        failure = sentence_of(serving.error) if serving.error is not None else None
        is_loaded = self._session.loaded is not None
        words = state_words(serving.address, failure, is_loaded=is_loaded, is_answering=serving.is_answering)
        self.words.setText(words)
        self.address.setText(serving.address)
        self.address.setVisible(bool(serving.address))
        self.copy_button.setVisible(bool(serving.address))

    def _on_copy_asked(self) -> None:
        QGuiApplication.clipboard().setText(self._serving.address)
        self.copy_button.set_face("check", tr("Copied"))
        self._back.start()

    def _show_copy(self) -> None:
        self.copy_button.set_face("copy", tr("Copy the address"))
