"""What the program is made of: versions to copy into a report, licences, and the folders that it writes to."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from app import __version__
from app.core.paths import Folders
from app.core.translation import later, tr
from app.gui.icons import draw_icon
from app.gui.theme import SPACE, scaled_font
from app.gui.widgets.buttons import push_button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import plain_label
from app.texts.shell import ABOUT

_COPY, _LICENCES, _VERSIONS = later("Copy"), later("Licences"), later("Versions")


class AboutDialog(QDialog):
    """Shows versions first; `licences_asked` when the licences are wanted, which `show_licences` brings."""

    licences_asked = Signal()

    def __init__(self, parent: QWidget, versions: str, folders: Folders) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("About Slipstream"))
        self._versions = versions
        self._folders = folders
        em = self.fontMetrics().height()
        self.resize(QSize(36 * em, 28 * em).boundedTo(self.screen().availableSize() * 0.9))
        self.body = QPlainTextEdit(versions, readOnly=True)
        self.body.setFont(scaled_font(11, is_monospace=True))
        self.body.setTabChangesFocus(True)
        self.body.setAccessibleName(tr(_VERSIONS))
        self.copy_button = push_button(tr(_COPY), self._on_copy_asked)
        self.copy_button.setToolTip(tr("Copy this, for a report of something that does not work"))
        self.licences_button = push_button(tr(_LICENCES), self._on_licences_asked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * SPACE, 4 * SPACE, 4 * SPACE, 4 * SPACE)
        layout.setSpacing(3 * SPACE)
        layout.addLayout(self._head())
        layout.addWidget(self.body, 1)
        layout.addLayout(self._buttons())

    def show_licences(self, text: str) -> None:
        """Show the licences in place of the versions."""
        self.body.setPlainText(text)
        self.body.setAccessibleName(tr(_LICENCES))
        self.licences_button.setText(tr(_VERSIONS))

    def _head(self) -> QHBoxLayout:
        logo = QLabel()
        size = 3 * self.fontMetrics().height()
        logo.setPixmap(draw_icon("slipstream", "#000000", size, self.devicePixelRatioF()))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(plain_label(f"Slipstream {__version__}", 20, is_bold=True))
        sentence = plain_label(tr(ABOUT), 13, tone="muted")
        sentence.setWordWrap(True)
        words.addWidget(sentence)
        head = QHBoxLayout()
        head.setSpacing(3 * SPACE)
        head.addWidget(logo)
        head.addLayout(words, 1)
        return head

    def _buttons(self) -> QHBoxLayout:
        data = push_button(tr("Your data"), lambda: _open(self._folders.data))
        data.setToolTip(tr("Open the folder of chats and models: {data}", data=self._folders.data))
        logs = push_button(tr("Logs"), lambda: _open(self._folders.logs))
        logs.setToolTip(tr("Open the folder of the logs: {logs}", logs=self._folders.logs))
        close = push_button(tr("Close"), self.close, is_primary=True)
        ways = FlowLayout()
        for button in (self.copy_button, self.licences_button, data, logs):
            ways.addWidget(button)
        buttons = QHBoxLayout()
        buttons.setSpacing(2 * SPACE)
        buttons.addLayout(ways, 1)
        buttons.addWidget(close, 0, Qt.AlignmentFlag.AlignBottom)
        return buttons

    def _on_copy_asked(self) -> None:
        QGuiApplication.clipboard().setText(self.body.toPlainText())

    def _on_licences_asked(self) -> None:
        if self.licences_button.text() == tr(_LICENCES):
            self.licences_asked.emit()
            return
        self.body.setPlainText(self._versions)
        self.body.setAccessibleName(tr(_VERSIONS))
        self.licences_button.setText(tr(_LICENCES))


def _open(folder: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
