"""The left side: new chat, search, the chats, and buttons for the pages."""

from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.core.translation import tr, tr_n
from app.gui.actions import keys_of
from app.gui.dialogs.naming import ask_name
from app.gui.theme import SPACE
from app.gui.view_models.chats import ChatListModel, Line
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.chat_delegate import ChatDelegate
from app.gui.widgets.labels import plain_label
from app.gui.widgets.menus import add_line

_WIDTH_EMS = 13
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Sidebar(QFrame):
    """Tells what was asked for; shows the chats that its model holds.

    `match_chosen` carries a chat and the message of it that was found; `pin_asked` a chat and whether to pin it,
    `move_asked` a chat and a folder, empty for none, `folder_move_asked` a folder and a name, empty to dissolve it,
    `export_asked` a chat and its title.
    """

    new_chat_asked = Signal()
    chat_chosen = Signal(str)
    match_chosen = Signal(str, str)
    chat_deletion_asked = Signal(str)
    pin_asked = Signal(str, bool)
    move_asked = Signal(str, str)
    folder_move_asked = Signal(str, str)
    folder_deletion_asked = Signal(str)
    search_changed = Signal(str)
    export_asked = Signal(str, str)
    export_all_asked = Signal()
    import_asked = Signal()
    deleted_asked = Signal()
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
        for changed in (chats.rowsInserted, chats.rowsRemoved, chats.dataChanged):
            changed.connect(self._on_chats_changed)

    def _make_parts(self) -> None:
        self.new_button = IconButton(
            "new-chat",
            tr("New chat"),
            tip=tr("Begin a new chat"),
            keys=keys_of("new_chat"),
            is_text_shown=True,
            kind="page",
        )
        self.new_button.clicked.connect(self.new_chat_asked)
        self.more_button = IconButton("more", tr("More about chats"), tip=tr("Import, export, bring back"), kind="page")
        self.more_button.clicked.connect(self._on_more_asked)
        self.search = QLineEdit(placeholderText=tr("Search chats"), clearButtonEnabled=True)
        self.search.setAccessibleName(tr("Search chats"))
        keys = QKeySequence(keys_of("search")).toString(QKeySequence.SequenceFormat.NativeText)
        self.search.setToolTip(tr("Search titles and messages ({keys})", keys=keys))
        self.search.textChanged.connect(self.search_changed)
        self.search.textChanged.connect(self._show_nothing_found)
        self.nothing_found = plain_label(tr("No chat holds these words."), 13, tone="muted")
        self.nothing_found.setWordWrap(True)
        self.nothing_found.hide()
        self.list = QListView()
        self.list.setModel(self._chats)
        self.list.setItemDelegate(ChatDelegate(self.list))
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.list.setAccessibleName(tr("Chats"))
        # The buttons keep their height in a low window; the list scrolls.
        self.list.setMinimumHeight(1)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.clicked.connect(self._on_chat_chosen)
        self.list.installEventFilter(self)
        self.search.installEventFilter(self)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._on_menu_asked)

    def _arrange(self) -> None:
        self._pages = QVBoxLayout()
        self._pages.setSpacing(SPACE // 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * SPACE, 2 * SPACE, 2 * SPACE, 2 * SPACE)
        layout.setSpacing(2 * SPACE)
        _stretch(self.new_button)
        top = QHBoxLayout()
        top.setSpacing(SPACE)
        top.addWidget(self.new_button, 1)
        top.addWidget(self.more_button)
        layout.addLayout(top)
        for part in (self.search, self.nothing_found):
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
        marked, row = self._chats.line(self.list.currentIndex()), self._chats.row_of(chat_id)
        if marked is not None and marked.chat_id == chat_id:
            # A pinned one stands in its folder as well.
            row = self.list.currentIndex().row()
        if row < 0:
            self.list.clearSelection()
        else:
            self.list.setCurrentIndex(self._chats.index(row))

    @property
    def marked_line(self) -> Line | None:
        """The line of the list that the keys go to, None while they go elsewhere."""
        return self._chats.line(self.list.currentIndex()) if self.list.hasFocus() else None

    def focus_search(self) -> None:
        """Let the user type what to look for."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def escape(self) -> bool:
        """Search no more."""
        has_words = bool(self.search.text())
        self.search.clear()
        return has_words

    def changeEvent(self, change: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(change)
        if change.type() == QEvent.Type.FontChange:
            self._size_parts()

    def eventFilter(self, watched: object, event: QEvent) -> bool:  # noqa: N802
        """The delete key on a chat; down leads from the search to what it found."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        line = self._chats.line(self.list.currentIndex())
        if watched is self.list and event.key() == Qt.Key.Key_Delete and line is not None:
            self._ask_deletion(line)
            return True
        is_editing = self.list.state() == QAbstractItemView.State.EditingState
        if watched is self.list and event.key() in _ENTER and line is not None and not is_editing:
            # Not `activated`, which on some systems comes with a click as well.
            self._on_chat_chosen(self.list.currentIndex())
            return True
        if watched is self.search and event.key() == Qt.Key.Key_Down:
            self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
            if not self.list.currentIndex().isValid():
                self._move_to_first()
            return True
        return False

    def menu_for(self, line: Line) -> QMenu:
        """What can be done with a chat or a folder."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        add_line(menu, tr("Rename"), self._rename_current, "F2")
        if line.chat_id:
            words = tr("Unpin") if line.is_pinned else tr("Pin")
            pin = partial(self.pin_asked.emit, line.chat_id, not line.is_pinned)
            add_line(menu, words, pin, keys_of("pin"))
            folders = menu.addMenu(self.folder_menu(line.chat_id, line.folder, menu))
            folders.setShortcut(QKeySequence(keys_of("move")))
            add_line(menu, tr("Export…"), partial(self.export_asked.emit, line.chat_id, line.text), keys_of("export"))
        else:
            take_out = partial(self.folder_move_asked.emit, line.folder, "")
            add_line(menu, tr("Take the chats out"), take_out, keys_of("move"))
        words = tr("Delete chat") if line.chat_id else _words_to_delete(line.chats_n)
        add_line(menu, words, partial(self._ask_deletion, line), "Del")
        return menu

    def more_menu(self) -> QMenu:
        """What can be done with chats as a whole."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, name, asked in (
            (tr("Import…"), "import", self.import_asked),
            (tr("Export all chats…"), "export_all", self.export_all_asked),
            (tr("Recently deleted…"), "deleted", self.deleted_asked),
        ):
            add_line(menu, words, asked.emit, keys_of(name))
        return menu

    def folder_menu(self, chat_id: str, lies_in: str, parent: QWidget) -> QMenu:
        """Where a chat, which lies in a folder or in none, can be moved to."""
        folders = QMenu(tr("Move to"), parent)
        for folder in self._chats.folders:
            action = folders.addAction(folder, partial(self.move_asked.emit, chat_id, folder))
            action.setEnabled(folder != lies_in)
        if lies_in:
            folders.addAction(tr("No folder"), partial(self.move_asked.emit, chat_id, ""))
        folders.addSeparator()
        move = partial(self.move_asked.emit, chat_id)
        folders.addAction(tr("New folder…"), lambda: ask_name(self, tr("Name of the folder"), "", move))
        return folders

    def _rename_current(self) -> None:
        self.list.edit(self.list.currentIndex())

    def _ask_deletion(self, line: Line) -> None:
        if line.chat_id:
            self.chat_deletion_asked.emit(line.chat_id)
        elif line.kind == "folder":
            self.folder_deletion_asked.emit(line.folder)

    def _move_to_first(self) -> None:
        rows = map(self._chats.index, range(self._chats.rowCount()))
        first = next((row for row in rows if row.flags() & Qt.ItemFlag.ItemIsSelectable), None)
        if first is not None:
            self.list.setCurrentIndex(first)

    def _size_parts(self) -> None:
        self.setFixedWidth(_WIDTH_EMS * self.fontMetrics().height())

    def _on_chat_chosen(self, index: QModelIndex) -> None:
        line = self._chats.line(index)
        if line is None:
            return
        if line.kind == "folder":
            self._chats.fold(line.folder)
        elif line.chat_id and line.message_id:
            self.match_chosen.emit(line.chat_id, line.message_id)
        elif line.chat_id:
            self.chat_chosen.emit(line.chat_id)

    def _on_more_asked(self) -> None:
        self.more_menu().popup(self.more_button.mapToGlobal(self.more_button.rect().bottomLeft()))

    def _on_menu_asked(self, place: QPoint) -> None:
        index = self.list.indexAt(place)
        # The key for menus tells no place in the list.
        line = self._chats.line(index if index.isValid() else self.list.currentIndex())
        if line is not None and line.kind != "heading":
            menu = self.menu_for(line)
            # The right button marked it, though another chat is open.
            menu.aboutToHide.connect(self._on_chats_changed)
            menu.popup(self.list.viewport().mapToGlobal(place))

    def _on_chats_changed(self) -> None:
        if self.list.state() != QAbstractItemView.State.EditingState:
            self.mark_chat(self._current)
        self._show_nothing_found()

    def _show_nothing_found(self) -> None:
        self.nothing_found.setVisible(bool(self.search.text().strip()) and not self._chats.rowCount())


def _words_to_delete(chats_n: int) -> str:
    return tr_n("Delete folder and {n} chat", "Delete folder and {n} chats", chats_n)


def _stretch(button: IconButton) -> None:
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
