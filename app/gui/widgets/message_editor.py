"""A message being edited in its place."""

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.chat.conversation import Message, Role
from app.core.translation import tr
from app.gui.actions import ESCAPE
from app.gui.theme import SPACE
from app.gui.widgets.box_frame import BoxFrame
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label
from app.gui.widgets.message_box import MessageBox

_MOST_LINES = 16


class MessageEditor(BoxFrame):
    """`saved` carries the new text; `left` that nothing is to change."""

    saved = Signal(str)
    left = Signal()

    def __init__(self, role: Role, text: str) -> None:
        super().__init__()
        self.text = MessageBox(_MOST_LINES)
        self.text.setAccessibleName(tr("Edited message"))
        self.text.setPlainText(text)
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.text.submitted.connect(self._on_submitted)
        self.text.focused.connect(self.show_focus)
        save = tr("Save and ask again") if role == "user" else tr("Save")
        self.save_button = push_button(save, self._on_submitted, is_primary=True, keys="Return")
        self.cancel_button = push_button(tr("Cancel"), self.left.emit, keys=ESCAPE)
        hint = plain_label(tr("Enter saves, Shift+Enter begins a line, Esc cancels"), 11, tone="muted")
        hint.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(hint, 1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.save_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * SPACE, SPACE, 2 * SPACE, 2 * SPACE)
        layout.setSpacing(SPACE)
        layout.addWidget(self.text)
        layout.addLayout(row)
        self.setFocusProxy(self.text)

    def escape(self) -> bool:
        """Leave the message as it was."""
        self.left.emit()
        return True

    def _on_submitted(self) -> None:
        text = self.text.toPlainText().strip()
        if text:
            self.saved.emit(text)


class EditInPlace(QObject):
    """Puts an editor in the place of one view of a column. `saved` carries a message and its new text, `left` one."""

    saved = Signal(str, str)
    left = Signal(str)

    def __init__(self, column: QVBoxLayout, parent: QObject) -> None:
        super().__init__(parent)
        self._column = column
        self.editor: MessageEditor | None = None
        """The editor, while there is one."""
        self.view: QWidget | None = None
        """The view in whose place it stands."""

    def begin(self, view: QWidget, message: Message) -> MessageEditor:
        """Have a message edited in the place of its view."""
        self.end()
        editor = MessageEditor(message.role, message.text)
        editor.saved.connect(partial(self._on_saved, message.id))
        editor.left.connect(partial(self._on_left, message.id))
        self.editor, self.view = editor, view
        self._column.insertWidget(self._column.indexOf(view), editor)
        view.hide()
        editor.show()
        editor.setFocus()
        return editor

    def end(self) -> None:
        """Show the view again."""
        editor, view = self.editor, self.view
        self.editor = self.view = None
        if editor is not None:
            self._column.removeWidget(editor)
            editor.hide()
            editor.deleteLater()
        if view is not None:
            view.show()

    def _on_saved(self, message_id: str, text: str) -> None:
        self.end()
        self.saved.emit(message_id, text)

    def _on_left(self, message_id: str) -> None:
        self.end()
        self.left.emit(message_id)
