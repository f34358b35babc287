"""What the library's page shows beside models: what was not fetched whole, and the user's own folders."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout

from app.core.translation import tr
from app.gui.theme import SPACE
from app.gui.view_models.library import folder_words, incomplete_title, incomplete_words
from app.gui.widgets.buttons import IconButton, push_button
from app.gui.widgets.elided_label import ElidedLabel
from app.gui.widgets.labels import plain_label
from app.gui.widgets.model_card import wrapped_label
from app.gui.widgets.step_list import show_share
from app.hub.shelf import Incomplete
from app.models.library.user_folders import UserFolder


class IncompleteCard(QFrame):
    """A model that stopped while it was fetched. Both signals carry the Incomplete."""

    resume_asked = Signal(object)
    remove_asked = Signal(object)

    def __init__(self, stopped: Incomplete) -> None:
        super().__init__()
        self.setObjectName("card")
        self.stopped = stopped
        title = incomplete_title(stopped)
        self.badge = plain_label(tr("INCOMPLETE"), 11, is_bold=True)
        self.badge.setObjectName("badge")
        name = ElidedLabel(15, is_bold=True, where=Qt.TextElideMode.ElideMiddle)
        name.setText(title)
        head = QHBoxLayout()
        head.setSpacing(2 * SPACE)
        head.addWidget(self.badge)
        head.addWidget(name, 1)
        bar = QProgressBar(textVisible=False)
        bar.setAccessibleName(tr("Here of {title}", title=title))
        show_share(bar, stopped.present_bytes / stopped.size_bytes if stopped.size_bytes else 0.0)
        self.resume_button = push_button(tr("Resume"), lambda: self.resume_asked.emit(stopped), is_primary=True)
        self.resume_button.setToolTip(tr("Fetch what is missing; what is here is kept"))
        self.remove_button = IconButton(
            "delete", tr("Remove {title}", title=title), tip=tr("Delete what is here of it")
        )
        self.remove_button.clicked.connect(lambda: self.remove_asked.emit(stopped))
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE)
        for button in (self.resume_button, self.remove_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = _card_layout(self)
        layout.addLayout(head)
        layout.addWidget(wrapped_label(incomplete_words(stopped), 13, "muted"))
        layout.addWidget(bar)
        layout.addLayout(buttons)

    def mark_fetching(self, *, is_fetching: bool) -> None:
        """Say that it is on its way; how far, the line of its task tells."""
        self.resume_button.setText(tr("Being fetched") if is_fetching else tr("Resume"))
        for button in (self.resume_button, self.remove_button):
            button.setEnabled(not is_fetching)


class FolderCard(QFrame):
    """A folder of the user's own. All signals carry its path."""

    scan_asked = Signal(object)
    open_asked = Signal(object)
    remove_asked = Signal(object)

    def __init__(self, folder: UserFolder) -> None:
        super().__init__()
        self.setObjectName("card")
        path = str(folder.path)
        name = ElidedLabel(13, is_bold=True, where=Qt.TextElideMode.ElideMiddle)
        name.setText(path)
        is_away = folder.is_there is False
        self.words = wrapped_label(folder_words(folder), 13, "warning" if is_away else "muted")
        self.scan_button = push_button(tr("Look again"), lambda: self.scan_asked.emit(folder.path))
        self.scan_button.setToolTip(tr("Look for models that came or went"))
        show = IconButton("open", tr("Show {path}", path=path), tip=tr("Show the folder"))
        show.clicked.connect(lambda: self.open_asked.emit(folder.path))
        show.setEnabled(not is_away)
        self.remove_button = IconButton(
            "close", tr("List {path} no more", path=path), tip=tr("Take out of the list; its files stay")
        )
        self.remove_button.clicked.connect(lambda: self.remove_asked.emit(folder.path))
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE)
        for button in (self.scan_button, show, self.remove_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = _card_layout(self)
        layout.addWidget(name)
        layout.addWidget(self.words)
        layout.addLayout(buttons)


def _card_layout(card: QFrame) -> QVBoxLayout:
    layout = QVBoxLayout(card)
    layout.setContentsMargins(3 * SPACE, 3 * SPACE, 3 * SPACE, 3 * SPACE)
    layout.setSpacing(2 * SPACE)
    return layout
