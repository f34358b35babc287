"""Brings the messages of the open chat into their list, and what is asked of them there to the edits."""

import time
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from app.chat.conversation import Conversation, Message
from app.engine.protocol import Piece, ReportProgress
from app.gui.chat_controller import ChatController
from app.gui.chat_edits import ChatEdits
from app.gui.engine_session import EngineSession
from app.gui.view_models.message_actions import ACTIONS, STEPS, Doing, is_possible
from app.gui.widgets.message_list import MessageList
from app.texts import stage

# After a drawing the loop is left free for this many times as long as that took.
_DRAW_SHARE = 3
# What is done with the message takes the button away that has the focus, and what is typed next would go nowhere.
_TAKES_BUTTON = ("again", "go_on", "delete")


class ChatMessages(QObject):
    """Everything that the list of messages shows; its shortcuts count in the whole of `page`."""

    def __init__(self, controller: ChatController, edits: ChatEdits, session: EngineSession, page: QWidget) -> None:
        super().__init__(page)
        self._controller = controller
        self._edits = edits
        self._session = session
        self._page = page
        self.list = MessageList(edits.possible)
        self._draw_pause_ms = 0
        self._draw_timer = QTimer(self, singleShot=True)
        self._draw_timer.timeout.connect(self._on_time_to_draw)
        self.list.action_asked.connect(self._on_action_asked)
        self.list.edited.connect(self._on_edited)
        self.list.end_asked.connect(self._on_end_asked)
        self.list.end_reached.connect(self._on_end_reached)
        for action in (*ACTIONS, *STEPS):
            shortcut = QShortcut(QKeySequence(action.keys), page, partial(self.act, action.name))
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        controller.opened.connect(self._on_opened)
        controller.changed.connect(self._on_changed)
        controller.found.connect(self._on_found)
        controller.message_added.connect(self._on_message_added)
        controller.reply_resumed.connect(self._on_reply_resumed)
        controller.pieces_written.connect(self._on_pieces_written)
        controller.first_read_changed.connect(self.list.mark_first_read)
        controller.reply_ended.connect(self._on_reply_ended)
        controller.chats_changed.connect(self.list.show_possible)
        session.state_changed.connect(self.list.show_possible)
        session.progress_reported.connect(self._on_progress_reported)

    def edit_last_question(self) -> None:
        """Have the user's last message edited, if there is one."""
        asked = [message for message in self._controller.conversation.path() if message.role == "user"]
        if asked:
            self.list.edit(asked[-1])

    def _on_opened(self, conversation: Conversation) -> None:
        self._draw_timer.stop()
        reply = self._controller.shown_reply
        self.list.show_messages(self._finished(conversation), self._author(), self._controller.first_read)
        if reply is not None:
            self.list.add(reply, self._author())
            self._draw_timer.start(0)

    def _on_changed(self, conversation: Conversation) -> None:
        reply, first_read = self._controller.shown_reply, self._controller.first_read
        self.list.show_path(self._finished(conversation), self._author(), first_read, keeps_growing=reply is not None)
        if reply is not None and not self.list.is_growing and not self.list.is_cut:
            self.list.add(reply, self._author())
            self._draw_timer.start(0)

    def _finished(self, conversation: Conversation) -> list[Message]:
        reply = self._controller.shown_reply
        return [message for message in conversation.path() if reply is None or message.id != reply.id]

    def _on_found(self, message_id: str, words: Sequence[str]) -> None:
        self.list.show_message(self._finished(self._controller.conversation), message_id, words)

    def _on_end_asked(self) -> None:
        self._on_opened(self._controller.conversation)

    def _on_end_reached(self) -> None:
        # Meanwhile a reply may have come to the end of the chat, or be on its way there.
        self._on_changed(self._controller.conversation)

    def _on_message_added(self, message: Message) -> None:
        if self.list.is_cut:
            earlier = [known for known in self._controller.conversation.path() if known.id != message.id]
            self.list.show_messages(earlier, self._author(), self._controller.first_read)
        self.list.add(message, self._author())

    def _on_reply_resumed(self, message: Message) -> None:
        if self.list.is_cut:
            self._on_opened(self._controller.conversation)
        else:
            self.list.resume(message, self._author())
        self._draw_timer.start(0)

    def _on_pieces_written(self, pieces: tuple[Piece, ...]) -> None:
        self.list.add_pieces(pieces)
        if not self._draw_timer.isActive():
            self._draw_timer.start(self._draw_pause_ms)

    def _on_time_to_draw(self) -> None:
        start_s = time.monotonic()
        is_more_left = self.list.draw()
        self._draw_pause_ms = round((time.monotonic() - start_s) * 1000 * _DRAW_SHARE)
        if is_more_left:
            self._draw_timer.start(self._draw_pause_ms)

    def _on_reply_ended(self, message: Message) -> None:
        self._draw_timer.stop()
        self.list.end_reply(message)

    def _on_progress_reported(self, progress: ReportProgress) -> None:
        if progress.job == self._session.reply_job and not self._session.is_measuring:
            self.list.show_stage(stage(progress.stage))

    def act(self, name: Doing) -> None:
        """Do something with the message in focus, or the last one."""
        path = self._controller.conversation.path()
        message_id = self.list.focused_message() or (path[-1].id if path else "")
        if name == "edit" and not self.list.focused_message():
            self.edit_last_question()
        elif message_id:
            self._on_action_asked(name, message_id)

    def _on_action_asked(self, name: Doing, message_id: str) -> None:
        if not is_possible(name, self._edits.possible(message_id)):
            return
        doings: dict[Doing, Callable[[str], object]] = {
            "copy": self._copy,
            "edit": self._edit,
            "again": self._edits.answer_again,
            "go_on": self._edits.go_on,
            "branch": self._edits.branch,
            "delete": self._edits.delete,
            "back": partial(self._step, "back", -1),
            "forth": partial(self._step, "forth", 1),
        }
        if name in _TAKES_BUTTON and self.list.focused_message():
            self._page.setFocus(Qt.FocusReason.OtherFocusReason)
        doings[name](message_id)

    def _on_edited(self, message_id: str, text: str) -> None:
        # The box that it was typed in is gone.
        self._page.setFocus(Qt.FocusReason.OtherFocusReason)
        self._edits.edit(message_id, text)

    def _step(self, name: Doing, direction: int, message_id: str) -> None:
        had_focus = bool(self.list.focused_message())
        shown = self._edits.step(message_id, direction)
        if had_focus:
            # At the first version and the last one its button is off.
            other: Doing = "forth" if name == "back" else "back"
            goes_on = is_possible(name, self._edits.possible(shown))
            self.list.focus_action(shown, name if goes_on else other)

    def _copy(self, message_id: str) -> None:
        QGuiApplication.clipboard().setText(self._controller.conversation.message(message_id).text)
        self.list.actions_of(message_id).show_copied()

    def _edit(self, message_id: str) -> None:
        self.list.edit(self._controller.conversation.message(message_id))

    def _author(self) -> str:
        loaded, character = self._session.loaded, self._controller.conversation.setup.character
        if character is not None and character.name:
            return character.name
        return loaded.target.name if loaded else ""
