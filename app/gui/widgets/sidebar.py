"""The left side: new chat, search, the chats by day, and buttons for the pages."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QLineEdit,
    QListView,
    QMenu,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
)

from app.gui.theme import SPACE, scaled_font
from app.gui.view_models.chats import ID_ROLE, IS_DAY_ROLE, ChatListModel
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.labels import plain_label

NEW_CHAT_KEYS = "Ctrl+N"
SEARCH_KEYS = "Ctrl+F"
_WIDTH_EMS = 13


class _ChatDelegate(QStyledItemDelegate):
    """Days smaller and muted."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:  # noqa: N802
        super().initStyleOption(option, index)
        if index.data(IS_DAY_ROLE):
            option.font = scaled_font(11, is_bold=True)


class Sidebar(QFrame):
    """Tells what was asked for; shows the chats that its model holds."""

    new_chat_asked = Signal()
    chat_chosen = Signal(str)
    chat_deletion_asked = Signal(str)
    search_changed = Signal(str)
    page_chosen = Signal(str)

    def __init__(self, chats: ChatListModel) -> None:
        super().__init__()
        self.setObjectName("sidebar")
        self._chats = chats
        self._current: str | None = None
        self._buttons: dict[str, IconButton] = {}
        self._group = QButtonGroup(self)
        self._make_parts()
        self._arrange()
        chats.modelReset.connect(self._on_chats_changed)

    def _make_parts(self) -> None:
        self.new_button = IconButton(
            "new-chat", "New chat", tip="Begin a new chat", keys=NEW_CHAT_KEYS, is_text_shown=True, kind="page"
        )
        self.new_button.clicked.connect(self.new_chat_asked)
        self.search = QLineEdit(placeholderText="Search chats", clearButtonEnabled=True)
        self.search.setAccessibleName("Search chats")
        keys = QKeySequence(SEARCH_KEYS).toString(QKeySequence.SequenceFormat.NativeText)
        self.search.setToolTip(f"Search titles and messages ({keys})")
        self.search.textChanged.connect(self.search_changed)
        self.search.textChanged.connect(self._show_nothing_found)
        self.nothing_found = plain_label("No chat holds these words.", 13, tone="muted")
        self.nothing_found.setWordWrap(True)
        self.nothing_found.hide()
        self.list = QListView()
        self.list.setModel(self._chats)
        self.list.setItemDelegate(_ChatDelegate(self.list))
        self.list.setAccessibleName("Chats")
        # The buttons keep their height in a low window; the list scrolls.
        self.list.setMinimumHeight(1)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.clicked.connect(self._on_chat_chosen)
        self.list.activated.connect(self._on_chat_chosen)
        self.list.installEventFilter(self)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._on_menu_asked)

    def _arrange(self) -> None:
        self._pages = QVBoxLayout()
        self._pages.setSpacing(SPACE // 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * SPACE, 2 * SPACE, 2 * SPACE, 2 * SPACE)
        layout.setSpacing(2 * SPACE)
        _stretch(self.new_button)
        for part in (self.new_button, self.search, self.nothing_found):
            layout.addWidget(part)
        layout.addWidget(self.list, 1)
        layout.addLayout(self._pages)
        self._size_parts()

    def add_page_button(self, name: str, title: str, icon: str, tip: str, keys: str) -> None:
        """A button at the bottom that brings a page to the front."""
        button = IconButton(icon, title, tip=tip, keys=keys, is_text_shown=True, kind="page")
        button.setCheckable(True)
        _stretch(button)
        button.clicked.connect(lambda: self.page_chosen.emit(name))
        self._group.addButton(button)
        self._buttons[name] = button
        self._pages.addWidget(button)

    def mark_page(self, name: str) -> None:
        """Show which page is in front."""
        self._group.setExclusive(False)
        for known, button in self._buttons.items():
            button.setChecked(known == name)
        self._group.setExclusive(True)

    def mark_chat(self, chat_id: str | None) -> None:
        """Show which chat is open."""
        self._current = chat_id
        row = self._chats.row_of(chat_id)
        if row < 0:
            self.list.clearSelection()
        else:
            self.list.setCurrentIndex(self._chats.index(row))

    def focus_search(self) -> None:
        """Let the user type what to look for."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def changeEvent(self, change: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(change)
        if change.type() == QEvent.Type.FontChange:
            self._size_parts()

    def eventFilter(self, watched: object, event: QEvent) -> bool:  # noqa: N802
        """The delete key on a chat."""
        if watched is self.list and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            chat_id = self.list.currentIndex().data(ID_ROLE)
            if event.key() == Qt.Key.Key_Delete and chat_id:
                self.chat_deletion_asked.emit(chat_id)
                return True
        return False

    def _size_parts(self) -> None:
        self.setFixedWidth(_WIDTH_EMS * self.fontMetrics().height())

    def _on_chat_chosen(self, index: QModelIndex) -> None:
        chat_id = index.data(ID_ROLE)
        if chat_id:
            self.chat_chosen.emit(chat_id)

    def _on_menu_asked(self, place: QPoint) -> None:
        chat_id = self.list.indexAt(place).data(ID_ROLE)
        if chat_id:
            menu = QMenu(self)
            # The right button marked it, though another chat is open.
            menu.aboutToHide.connect(self._on_chats_changed)
            menu.addAction("Delete chat", lambda: self.chat_deletion_asked.emit(chat_id))
            menu.popup(self.list.viewport().mapToGlobal(place))

    def _on_chats_changed(self) -> None:
        self.mark_chat(self._current)
        self._show_nothing_found()

    def _show_nothing_found(self) -> None:
        self.nothing_found.setVisible(bool(self.search.text().strip()) and not self._chats.rowCount())


def _stretch(button: IconButton) -> None:
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
