"""The messages of a chat below each other, following the end unless the user scrolled away from it."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.chat.conversation import Message
from app.engine.protocol import Piece
from app.gui.settling import Settling
from app.gui.theme import SPACE, shown_colours
from app.gui.view_models.message_actions import Doing, Possible
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.context_line import ContextLine
from app.gui.widgets.message_actions import MessageActions
from app.gui.widgets.message_editor import EditInPlace, MessageEditor
from app.gui.widgets.message_view import ReplyMessage, UserMessage
from app.gui.widgets.selected_text import selected_text

WIDEST_EMS = 48
_SLICE_S = 0.02
# Messages that are made at a time, until so many pages of them are there.
_FURTHER = 12
_PAGES_MADE = 3
# Every widget takes its time when colours or the width change: while the end is followed, what is further above goes.
_PAGES_KEPT = 6
# Messages above one that was looked for, so that it does not stand at the very top.
_ABOVE_FOUND = 5
_FOUND_SHOWN_MS = 1600

View = UserMessage | ReplyMessage


class MessageList(QScrollArea):
    """Of long chats a part is drawn, a message at a time: from the end, or around one that was looked for.

    More comes where that part is scrolled to its edge. `link_chosen` carries an address, `action_asked` the name of
    what is to be done (MessageAction) and with which message, `edited` a message and its new text, `save_failed` the
    AppError that code could not be saved for. `end_asked` tells that the end is to be shown and is not drawn,
    `end_reached` that the last message which was known is drawn now.
    """

    link_chosen = Signal(str)
    action_asked = Signal(str, str)
    edited = Signal(str, str)
    end_asked = Signal()
    end_reached = Signal()
    save_failed = Signal(object)

    def __init__(self, possible: Callable[[str], Possible] = lambda message_id: Possible()) -> None:
        super().__init__()
        self._possible = possible
        self._is_tinted = False
        self._colours = shown_colours()
        self._is_following = True
        self._author = ""
        self._growing: ReplyMessage | None = None
        self._first_read = ""
        self._context_line: ContextLine | None = None
        self._bottom_px = 0
        # While messages come above, what is read keeps its distance from the end; else from the top.
        self._grows_upwards = False
        # Views that are still to be made.
        self._awaited_n = 0
        self._unbuilt: list[Message] = []
        # Those below what is drawn, the next one last.
        self._unbuilt_below: list[Message] = []
        self._actions: dict[str, MessageActions] = {}
        self._work: deque[Callable[[], bool]] = deque()
        self._work_timer = QTimer(self, interval=0)
        self._work_timer.timeout.connect(self._on_time_to_work)
        self._settling = Settling(self)
        self._settling.settled.connect(self._on_settled)
        self.setObjectName("messages")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Messages")
        self._make_column()
        self._edit = EditInPlace(self._column, self)
        self._edit.saved.connect(self.edited)
        self._edit.left.connect(self._on_edit_left)
        self.end_button = IconButton("to-end", "Go to the end", shortcut="Ctrl+End", kind="chip", parent=self)
        self.end_button.clicked.connect(self._on_end_asked)
        self.end_button.hide()
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._on_range_changed)

    def _make_column(self) -> None:
        content = QWidget()
        content.setObjectName("scrolled")
        column = QWidget()
        column.setMaximumWidth(WIDEST_EMS * self.fontMetrics().height())
        self._column = QVBoxLayout(column)
        self._column.setContentsMargins(4 * SPACE, 4 * SPACE, 4 * SPACE, 4 * SPACE)
        self._column.setSpacing(2 * SPACE)
        self._column.addStretch(1)
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(column, 1000)
        row.addStretch(1)
        self.setWidget(content)

    @property
    def views(self) -> tuple[View, ...]:
        """What is drawn, from top to bottom."""
        widgets = (item.widget() for n in range(self._column.count()) if (item := self._column.itemAt(n)) is not None)
        return tuple(widget for widget in widgets if isinstance(widget, UserMessage | ReplyMessage))

    @property
    def is_cut(self) -> bool:
        """Whether the end is not drawn."""
        return bool(self._unbuilt_below)

    @property
    def is_growing(self) -> bool:
        """Whether a reply stands at the end and grows."""
        return self._growing is not None

    @property
    def editor(self) -> MessageEditor | None:
        """The message being edited, if one is."""
        return self._edit.editor

    def actions_of(self, message_id: str) -> MessageActions:
        """The row of actions of a message that is drawn; raises KeyError."""
        return self._actions[message_id]

    def show_messages(self, messages: Sequence[Message], author: str, first_read: str = "") -> None:
        """Show another chat, its end first; `author` names who replies where a message does not tell.

        The model reads only from the message with the id `first_read` on, where it is not empty.
        """
        self.mark_first_read("")
        self._first_read = first_read
        self._drop(self.views)
        self._growing = None
        self._author = author
        self._is_following = True
        self._begin(messages)
        self._build(_FURTHER)
        self._on_time_to_work()

    def show_path(
        self, messages: Sequence[Message], author: str, first_read: str = "", *, keeps_growing: bool = False
    ) -> None:
        """Show the same chat with another path: what stands already stays where it is.

        `keeps_growing` says that the growing reply comes after `messages`; if it cannot stay it has to be added anew.
        """
        if not keeps_growing and self._growing is not None:
            self._drop([self._growing])
            self._growing = None
        views, was_cut = [view for view in self.views if view is not self._growing], self.is_cut
        ids = [message.id for message in messages]
        start = ids.index(views[0].message_id) if views and views[0].message_id in ids else len(ids)
        pairs = zip(views, ids[start:], strict=False)
        kept = sum(1 for _ in takewhile(lambda pair: pair[0].message_id == pair[1], pairs))
        added = messages[start + kept :]
        if self._awaited_n or not kept or (added and self._growing is not None):
            self.show_messages(messages, author, first_read)
            return
        self._edit.end()
        self._drop(views[kept:])
        self._is_following = self._is_following and not added
        self._unbuilt_below = list(reversed(added))
        if kept < len(views) or not was_cut:
            self._build_below(_FURTHER)
        for actions in self._actions.values():
            actions.show_possible()
        self.mark_first_read(first_read)
        self._on_time_to_work()

    def mark_first_read(self, message_id: str) -> None:
        """Draw the line above that message; without an id there is none."""
        self._first_read = message_id
        if self._context_line is not None:
            self._column.removeWidget(self._context_line)
            self._context_line.hide()
            self._context_line.deleteLater()
            self._context_line = None
        for view in self.views:
            if view.message_id == message_id:
                self._mark_above(view)

    def _mark_above(self, view: View) -> None:
        self._context_line = ContextLine()
        self._column.insertWidget(self._column.indexOf(view), self._context_line)

    def add(self, message: Message, author: str) -> None:
        """Add a message at the end; a reply grows with `add_pieces` until `end_reply`."""
        self._author = author
        view = self._make_view(message, is_growing=message.role == "assistant")
        if isinstance(view, ReplyMessage):
            self._growing = view
        self._column.insertWidget(self._column.count() - 1, view)
        view.show()
        self._trim()
        self._lay_out()
        self.go_to_end()

    def resume(self, message: Message, author: str) -> None:
        """Let the last reply grow again."""
        self._drop([view for view in self.views if view.message_id == message.id])
        self.add(message, author)

    def add_pieces(self, pieces: Sequence[Piece]) -> None:
        """Add to the growing reply what was written; drawn with `draw`."""
        if self._growing is not None:
            self._growing.add_pieces(pieces)

    def draw(self) -> bool:
        """Draw what was added to the growing reply; true when more is left to draw."""
        is_more_left = self._growing is not None and self._growing.draw()
        self._lay_out()
        return is_more_left

    def show_stage(self, words: str) -> None:
        """What goes on before the first word of the growing reply."""
        if self._growing is not None:
            self._growing.show_stage(words)

    def end_reply(self, message: Message) -> None:
        """The growing reply is whole, or ended early."""
        if self._growing is not None:
            self._growing.end(message)
            self._work.append(self._growing.draw)
            self._growing = None
            self._on_time_to_work()

    def show_possible(self) -> None:
        """Show anew what can be done with the messages that are looked at."""
        for actions in self._actions.values():
            if actions.is_awake:
                actions.show_possible()

    def show_message(self, messages: Sequence[Message], message_id: str) -> None:
        """Scroll to one of the `messages` of the chat, and mark it for a moment."""
        if all(view.message_id != message_id for view in self.views):
            at = next(number for number, message in enumerate(messages) if message.id == message_id)
            self._drop(self.views)
            self._growing = None
            self._begin(messages[: max(0, at - _ABOVE_FOUND)])
            self._unbuilt_below = list(reversed(messages[len(self._unbuilt) :]))
            self._build_below(_FURTHER)
        self._is_following = False
        self._work.append(partial(self._reveal, message_id))
        self._on_time_to_work()

    def edit(self, message: Message) -> None:
        """Have a message edited in its place."""
        view = next((view for view in self.views if view.message_id == message.id), None)
        if view is not None:
            editor = self._edit.begin(view, message)
            self._lay_out()
            self.ensureWidgetVisible(editor)

    def focus_action(self, message_id: str, name: Doing) -> None:
        """Let the keys go to a button of a message that is drawn."""
        actions = self._actions.get(message_id)
        if actions is not None:
            actions.wake()
            actions.buttons[name].setFocus(Qt.FocusReason.OtherFocusReason)

    def focused_message(self) -> str:
        """The id of the message that the keys go to, empty for none."""
        focused = QApplication.focusWidget()
        views = (view for view in self.views if focused is not None and view.isAncestorOf(focused))
        return next((view.message_id for view in views), "")

    def set_tinted(self, is_tinted: bool) -> None:
        """Tint the drafted tokens of all replies, or not."""
        self._is_tinted = is_tinted
        self._for_every_reply(lambda reply: reply.set_tinted(is_tinted))

    def go_to_end(self) -> None:
        """Show the end and follow it."""
        self._is_following = True
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        self.end_button.hide()

    def scroll_page(self, direction: int) -> None:
        """Up (-1) or down (1) by most of what is visible."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + direction * round(bar.pageStep() * 0.9))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button at the lower edge."""
        super().resizeEvent(event)
        size = self.end_button.sizeHint()
        self.end_button.resize(size)
        self.end_button.move((self.width() - size.width()) // 2, self.height() - size.height() - 2 * SPACE)

    def changeEvent(self, change: QEvent) -> None:
        """Draw the replies again in the colours of another palette."""
        super().changeEvent(change)
        if change.type() == QEvent.Type.PaletteChange and shown_colours() is not self._colours:
            self._colours = shown_colours()
            self._for_every_reply(ReplyMessage.draw_again)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """The pointer comes to a message and leaves it; its menu is asked for."""
        if isinstance(watched, UserMessage | ReplyMessage):
            actions = self._actions.get(watched.message_id)
            if actions is not None and event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
                actions.set_hovered(event.type() == QEvent.Type.Enter)
            elif actions is not None and isinstance(event, QContextMenuEvent):
                actions.popup_menu(event.globalPos(), selected_text(watched))
                return True
        return super().eventFilter(watched, event)

    def _for_every_reply(self, change: Callable[[ReplyMessage], None]) -> None:
        """Change the newest now and the others soon."""
        replies = [view for view in reversed(self.views) if isinstance(view, ReplyMessage)]
        self._work.extend(partial(self._change, change, reply) for reply in replies)
        self._on_time_to_work()

    def _change(self, change: Callable[[ReplyMessage], None], reply: ReplyMessage) -> bool:
        change(reply)
        self._work.appendleft(reply.draw)
        return False

    def _on_time_to_work(self) -> None:
        """Do what waits, a slice of time in each turn of the loop; work that is not done is begun again."""
        deadline_s = time.monotonic() + _SLICE_S
        while self._work and time.monotonic() < deadline_s:
            do = self._work.popleft()
            if do():
                self._work.appendleft(do)
        self._lay_out()
        if self._work:
            self._work_timer.start()
        else:
            self._work_timer.stop()
            self._fill()
            self._settling.begin()

    def _fill(self) -> None:
        """Make more while there are too few pages."""
        bar = self.verticalScrollBar()
        if bar.maximum() >= (_PAGES_MADE - 1) * bar.pageStep():
            return
        if self.is_cut:
            self._build_below(_FURTHER)
        else:
            self._build(_FURTHER)
        if self._work:
            self._work_timer.start()

    def _trim(self) -> None:
        """Take away what is far above the end that is followed."""
        if not self._is_following or self._work or self.editor is not None:
            return
        bar = self.verticalScrollBar()
        highest = bar.maximum() - (_PAGES_KEPT - 1) * bar.pageStep()
        far = list(takewhile(lambda view: view.geometry().bottom() < highest, self.views))
        if far and self.focused_message() not in [view.message_id for view in far]:
            self._unbuilt += [view.message for view in far]
            self._drop(far)
            self.mark_first_read(self._first_read)

    def _on_settled(self) -> None:
        if not self._work:
            self._grows_upwards = False

    def _lay_out(self) -> None:
        """Give the column its new height at once: painted before, it would be squeezed, and its longest reply cut."""
        views = self.views[-1:]
        bodies = [view.body for view in views if isinstance(view, ReplyMessage)]
        for widget in (*bodies, *views, self._column.parentWidget(), self.widget()):
            layout = widget.layout() if widget is not None else None
            if layout is not None:
                layout.activate()
        QCoreApplication.sendEvent(self, QEvent(QEvent.Type.LayoutRequest))

    def _make_view(self, message: Message, *, is_growing: bool) -> View:
        view: View
        if message.role == "user":
            view = UserMessage(message)
        else:
            author = message.numbers.target if message.numbers and message.numbers.target else self._author
            view = ReplyMessage(message, author or "Slipstream", is_tinted=self._is_tinted, is_growing=is_growing)
            view.link_chosen.connect(self.link_chosen)
            view.save_failed.connect(self.save_failed)
        possible, is_at_right = partial(self._possible, message.id), message.role == "user"
        actions = self._actions[message.id] = MessageActions(possible, is_at_right=is_at_right)
        actions.asked.connect(lambda name: self.action_asked.emit(name, message.id))
        view.set_actions(actions)
        view.installEventFilter(self)
        return view

    def _build(self, count: int) -> None:
        """Have the last `count` messages built that are not yet."""
        self._grows_upwards = self._grows_upwards or bool(self._unbuilt)
        for _ in range(min(count, len(self._unbuilt))):
            self._awaited_n += 1
            self._work.append(partial(self._prepend, self._unbuilt.pop()))

    def _build_below(self, count: int) -> None:
        """Have the next `count` messages below what is drawn built."""
        for _ in range(min(count, len(self._unbuilt_below))):
            self._awaited_n += 1
            self._work.append(partial(self._append, self._unbuilt_below.pop()))

    def _begin(self, messages: Sequence[Message]) -> None:
        """Draw nothing of the messages yet."""
        self._unbuilt, self._unbuilt_below = list(messages), []
        self._work.clear()
        self._awaited_n = 0

    def _prepend(self, message: Message) -> bool:
        self._place(0, message)
        return False

    def _append(self, message: Message) -> bool:
        self._place(self._column.count() - 1, message)
        if not self._awaited_n and not self.is_cut:
            self._work.append(self._tell_of_end)
        return False

    def _tell_of_end(self) -> bool:
        self.end_reached.emit()
        return False

    def _place(self, at: int, message: Message) -> None:
        self._awaited_n -= 1
        view = self._make_view(message, is_growing=False)
        self._column.insertWidget(at, view)
        if message.id == self._first_read:
            self._mark_above(view)
        if isinstance(view, ReplyMessage):
            self._work.appendleft(view.draw)

    def _drop(self, views: Sequence[View]) -> None:
        if self._edit.view in views:
            self._edit.end()
        if self.focused_message() in [view.message_id for view in views]:
            # Else it would go to whatever comes next in the window.
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        for view in views:
            self._actions.pop(view.message_id, None)
            self._column.removeWidget(view)
            view.hide()
            view.deleteLater()

    def _reveal(self, message_id: str) -> bool:
        view = next((view for view in self.views if view.message_id == message_id), None)
        if view is not None:
            self._lay_out()
            self.verticalScrollBar().setValue(max(0, view.y() - self.viewport().height() // 5))
            view.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
            _mark(view, is_found=True)
            QTimer.singleShot(_FOUND_SHOWN_MS, view, partial(_mark, view, is_found=False))
        return False

    def _on_edit_left(self, message_id: str) -> None:
        self._actions[message_id].setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        self._bottom_px = bar.maximum() - value
        self._is_following = self._bottom_px <= self.fontMetrics().height() and not self.is_cut
        self.end_button.setVisible(not self._is_following)
        if self._work:
            return
        if value < bar.pageStep() and self._unbuilt:
            self._build(_FURTHER)
            self._work_timer.start()
        elif self._bottom_px < bar.pageStep() and self.is_cut:
            self._build_below(_FURTHER)
            self._work_timer.start()

    def _on_end_asked(self) -> None:
        if self.is_cut:
            self.end_asked.emit()
        else:
            self.go_to_end()

    def _on_range_changed(self, lowest: int, highest: int) -> None:
        bar = self.verticalScrollBar()
        if self._is_following:
            bar.setValue(highest)
        elif self._grows_upwards:
            bar.setValue(highest - self._bottom_px)
        self._settling.disturb()


def _mark(view: View, *, is_found: bool) -> None:
    view.setProperty("isFound", is_found)
    view.style().unpolish(view)
    view.style().polish(view)
