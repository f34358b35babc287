"""Which version this is, on the page of the settings: asking for a newer one, and the way to more about it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app import __version__
from app.core.translation import tr
from app.gui.actions import keys_of
from app.gui.theme import SPACE
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label


class AboutCard(QWidget):
    """`release_asked` and `about_asked` are those of its buttons."""

    release_asked = Signal()
    about_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.release_button = push_button(
            tr("Look for a new version"),
            self.release_asked.emit,
            tip=tr("Asks the page of Slipstream's releases; nothing is downloaded"),
            keys=keys_of("release"),
        )
        self.about_button = push_button(
            tr("About Slipstream…"),
            self.about_asked.emit,
            tip=tr("Versions of everything, licences, and where your data lies"),
            keys=keys_of("about"),
        )
        buttons = QHBoxLayout()
        buttons.setSpacing(2 * SPACE)
        buttons.addWidget(self.release_button)
        buttons.addWidget(self.about_button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(plain_label(tr("This is Slipstream {version}.", version=__version__), 13))
        layout.addLayout(buttons)
