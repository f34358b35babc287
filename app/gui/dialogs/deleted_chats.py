"""The chats that were deleted lately: brought back, or deleted for good."""

import math
import time
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.chat.store import KEPT_DAYS, ChatSummary
from app.core.translation import tr, tr_n
from app.gui.dialogs.confirm import confirm
from app.gui.theme import SPACE
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label

_WIDTH_EMS, _HEIGHT_EMS = 32, 26
_DAY_S = 86400


class DeletedChatsDialog(QDialog):
    """`restore_asked` and `wipe_asked` carry ids of chats, `wipe_asked` once that is confirmed."""

    restore_asked = Signal(object)
    wipe_asked = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Recently deleted"))
        self.about = plain_label("", 13, tone="muted")
        self.about.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Deleted chats"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.itemSelectionChanged.connect(self._show_possible)
        self.list.itemDoubleClicked.connect(self._on_restore_asked)
        self.restore_button = push_button(
            tr("Bring back"), self._on_restore_asked, is_primary=True, tip=tr("Put the chats back into the list")
        )
        self.restore_button.setDefault(True)
        self.wipe_button = push_button(
            tr("Delete for good"), self._on_wipe_asked, tip=tr("Delete the chats, and free their space"), shortcut="Del"
        )
        self.wipe_all_button = push_button(tr("Delete all for good"), self._on_wipe_all_asked)
        for button in (self.wipe_button, self.wipe_all_button):
            # Enter never deletes.
            button.setAutoDefault(False)
        self._arrange()
        self.show_chats(())

    def show_chats(self, chats: Sequence[ChatSummary]) -> None:
        """Offer these, the first one chosen."""
        self.list.clear()
        for chat in chats:
            item = QListWidgetItem(f"{chat.title or tr('New chat')}\n{_left_words(chat)}")
            item.setData(Qt.ItemDataRole.UserRole, chat.id)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.about.setText(
            tr_n("Deleted chats stay here for {n} day.", "Deleted chats stay here for {n} days.", KEPT_DAYS)
            if chats
            else tr("Nothing was deleted lately.")
        )
        self._show_possible()

    def _arrange(self) -> None:
        buttons = QHBoxLayout()
        for button in (self.wipe_all_button, self.wipe_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(push_button(tr("Close"), self.reject))
        buttons.addWidget(self.restore_button)
        layout = QVBoxLayout(self)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(self.about)
        layout.addWidget(self.list, 1)
        layout.addLayout(buttons)
        em, available = self.fontMetrics().height(), self.screen().availableSize()
        self.resize(min(_WIDTH_EMS * em, available.width()), min(_HEIGHT_EMS * em, round(0.9 * available.height())))
        self.list.setFocus()

    @property
    def _chosen(self) -> tuple[str, ...]:
        return tuple(item.data(Qt.ItemDataRole.UserRole) for item in self.list.selectedItems())

    def _show_possible(self) -> None:
        for button in (self.restore_button, self.wipe_button):
            button.setEnabled(bool(self._chosen))
        self.wipe_all_button.setEnabled(self.list.count() > 0)

    def _on_restore_asked(self) -> None:
        if self._chosen:
            self.restore_asked.emit(self._chosen)

    def _on_wipe_asked(self) -> None:
        self._confirm_wipe(self._chosen)

    def _on_wipe_all_asked(self) -> None:
        self.list.selectAll()
        self._confirm_wipe(self._chosen)

    def _confirm_wipe(self, chats: tuple[str, ...]) -> None:
        title = tr_n("Delete {n} chat for good?", "Delete {n} chats for good?", len(chats))
        if chats and confirm(self, title, tr("This cannot be undone."), tr("Delete for good")):
            self.wipe_asked.emit(chats)


def _left_words(chat: ChatSummary) -> str:
    left_s = (chat.deleted_s or 0) + KEPT_DAYS * _DAY_S - time.time()
    return tr_n("{n} day left", "{n} days left", max(1, math.ceil(left_s / _DAY_S)))
