"""Which version this is, on the page of the settings: asking for a newer one, and the way to more about it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from app import __version__
from app.gui.theme import SPACE
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label


class AboutCard(QFrame):
    """`release_asked` and `about_asked` are those of its buttons."""

    release_asked = Signal()
    about_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self.release_button = push_button("Look for a new version", self.release_asked.emit)
        self.release_button.setToolTip("Asks the page of Slipstream's releases; nothing is downloaded")
        self.about_button = push_button("About Slipstream…", self.about_asked.emit)
        self.about_button.setToolTip("Versions of everything, licences, and where your data lies")
        buttons = QHBoxLayout()
        buttons.setSpacing(2 * SPACE)
        buttons.addWidget(self.release_button)
        buttons.addWidget(self.about_button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * SPACE, 3 * SPACE, 3 * SPACE, 3 * SPACE)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(plain_label(f"Slipstream {__version__}", 15, is_bold=True))
        layout.addLayout(buttons)
