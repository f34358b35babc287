"""The messages of a chat below each other, following the end unless the user scrolled away from it."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from app.chat.conversation import Message
from app.core.translation import tr
from app.engine.protocol import Piece
from app.gui.settling import Settling
from app.gui.sliced_work import SlicedWork
from app.gui.theme import SPACE, shown_colours
from app.gui.view_models.message_actions import Doing, Possible
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.found_place import select_found
from app.gui.widgets.message_actions import MessageActions
from app.gui.widgets.message_column import MessageColumn, View
from app.gui.widgets.message_editor import EditInPlace, MessageEditor
from app.gui.widgets.message_view import ReplyMessage, UserMessage
from app.gui.widgets.reading_place import ReadingPlace
from app.gui.widgets.resting_pointer import RestingPointer
from app.gui.widgets.selected_text import selected_text

# Messages that are made at a time, until so many pages of them are there.
_FURTHER = 12
_PAGES_MADE = 3
# Every widget takes its time when colours or the width change: what is further away from what is read goes.
_PAGES_KEPT = 4
# Messages above one that was looked for, so that it does not stand at the very top.
_ABOVE_FOUND = 5
_FOUND_SHOWN_MS = 1600


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
        self._place = ReadingPlace(self.viewport())
        self._is_placing = False
        # Views that are still to be made.
        self._awaited_n = 0
        self._unbuilt: list[Message] = []
        # Those below what is drawn, the next one last.
        self._unbuilt_below: list[Message] = []
        self._actions: dict[str, MessageActions] = {}
        self._work = SlicedWork(self)
        self._work.sliced.connect(self._on_work_sliced)
        self._settling = Settling(self)
        self._settling.settled.connect(self._on_settled)
        self._pointer = RestingPointer(self)
        self._pointer.rested.connect(self._on_pointer_rested)
        self.setObjectName("messages")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("Messages"))
        self._column = MessageColumn()
        self.setWidget(self._column)
        self._edit = EditInPlace(self._column.box, self)
        self._edit.saved.connect(self.edited)
        self._edit.left.connect(self._on_edit_left)
        self.end_button = IconButton("to-end", tr("Go to the end"), shortcut="Ctrl+End", kind="chip", parent=self)
        self.end_button.clicked.connect(self._on_end_asked)
        self.end_button.hide()
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._on_range_changed)

    @property
    def views(self) -> tuple[View, ...]:
        """What is drawn, from top to bottom."""
        return self._column.views

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be made or drawn, or has just moved."""
        return self._work.is_waiting or self._settling.is_going_on

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
        self._drop(self.views)
        self._column.mark_first_read(first_read)
        self._growing = None
        self._author = author
        self._is_following = True
        self._begin(messages)
        self._build(_FURTHER)
        self._work.go_on()

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
        self._column.mark_first_read(first_read)
        self._work.go_on()

    def mark_first_read(self, message_id: str) -> None:
        """Draw the line above that message; without an id there is none."""
        self._column.mark_first_read(message_id)

    def add(self, message: Message, author: str) -> None:
        """Add a message at the end; a reply grows with `add_pieces` until `end_reply`."""
        self._author = author
        view = self._make_view(message, is_growing=message.role == "assistant")
        if isinstance(view, ReplyMessage):
            self._growing = view
        self._column.add_below(view)
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
        is_more_left = self._growing is not None and self._draw(self._growing)
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
            self._work.add(partial(self._draw, self._growing))
            self._growing = None
            self._work.go_on()

    def show_possible(self) -> None:
        """Show anew what can be done with the messages that are looked at."""
        for actions in self._actions.values():
            if actions.is_awake:
                actions.show_possible()

    def show_message(self, messages: Sequence[Message], message_id: str, words: Sequence[str] = ()) -> None:
        """Scroll to one of the `messages` of the chat, to the first of the words in it; mark both for a moment."""
        if all(view.message_id != message_id for view in self.views):
            at = next(number for number, message in enumerate(messages) if message.id == message_id)
            self._drop(self.views)
            self._growing = None
            self._begin(messages[: max(0, at - _ABOVE_FOUND)])
            self._unbuilt_below = list(reversed(messages[len(self._unbuilt) :]))
            self._build_below(_FURTHER)
        self._is_following = False
        self._work.add(partial(self._reveal, message_id, words))
        self._work.go_on()

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
        self._work.add(*(partial(self._change, change, reply) for reply in replies))
        self._work.go_on()

    def _change(self, change: Callable[[ReplyMessage], None], reply: ReplyMessage) -> bool:
        change(reply)
        self._work.add_next(partial(self._draw, reply))
        return False

    def _draw(self, reply: ReplyMessage) -> bool:
        return reply.draw(is_followed=self._is_following)

    def _on_more_asked(self, reply: ReplyMessage) -> None:
        """From here on it is read, rather than its end."""
        self._lay_out()
        self._note_place()
        self._is_following = False
        self._work.add(reply.draw)
        self._work.begin_soon()

    def _on_work_sliced(self) -> None:
        self._lay_out()
        if not self._work.is_waiting:
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
        self._work.begin_soon()

    def _trim(self) -> None:
        """Take away what is far above and far below what is read."""
        bar = self.verticalScrollBar()
        if self._work.is_waiting or self.editor is not None or bar.isSliderDown():
            return
        highest = bar.value() - _PAGES_KEPT * bar.pageStep()
        lowest = bar.value() + (1 + _PAGES_KEPT) * bar.pageStep()
        above = list(takewhile(lambda view: view.geometry().bottom() < highest, self.views))
        below = list(takewhile(lambda view: view.y() > lowest, reversed(self.views)))
        if self._growing is not None:
            below = []
        if self.focused_message() in [view.message_id for view in (*above, *below)]:
            return
        self._unbuilt += [view.message for view in above]
        self._unbuilt_below += [view.message for view in below]
        self._drop((*above, *below))

    def _on_settled(self) -> None:
        self._trim()
        self._lay_out()
        self._note_place()
        self._pointer.start()
        self._build_near(self.verticalScrollBar().value())

    def _on_pointer_rested(self, found: QWidget) -> None:
        for view in self.views:
            if view.message_id in self._actions:
                self._actions[view.message_id].set_hovered(view is found or view.isAncestorOf(found))

    def _lay_out(self) -> None:
        self._column.lay_out()
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
            view.more_asked.connect(partial(self._on_more_asked, view))
        possible, is_at_right = partial(self._possible, message.id), message.role == "user"
        actions = self._actions[message.id] = MessageActions(possible, is_at_right=is_at_right)
        actions.asked.connect(lambda name: self.action_asked.emit(name, message.id))
        view.set_actions(actions)
        view.installEventFilter(self)
        return view

    def _build(self, count: int) -> None:
        """Have the last `count` messages built that are not yet."""
        for _ in range(min(count, len(self._unbuilt))):
            self._awaited_n += 1
            self._work.add(partial(self._prepend, self._unbuilt.pop()))

    def _build_below(self, count: int) -> None:
        """Have the next `count` messages below what is drawn built."""
        for _ in range(min(count, len(self._unbuilt_below))):
            self._awaited_n += 1
            self._work.add(partial(self._append, self._unbuilt_below.pop()))

    def _begin(self, messages: Sequence[Message]) -> None:
        """Draw nothing of the messages yet."""
        self._unbuilt, self._unbuilt_below = list(messages), []
        self._work.clear()
        self._awaited_n = 0

    def _prepend(self, message: Message) -> bool:
        self._column.add_above(self._made(message))
        return False

    def _append(self, message: Message) -> bool:
        self._column.add_below(self._made(message))
        if not self._awaited_n and not self.is_cut:
            self._work.add(self._tell_of_end)
        return False

    def _tell_of_end(self) -> bool:
        self.end_reached.emit()
        return False

    def _made(self, message: Message) -> View:
        """The view of a message that waited for one; drawn next."""
        self._awaited_n -= 1
        view = self._make_view(message, is_growing=False)
        if isinstance(view, ReplyMessage):
            self._work.add_next(view.draw)
        return view

    def _drop(self, views: Sequence[View]) -> None:
        if self._edit.view in views:
            self._edit.end()
        if self.focused_message() in [view.message_id for view in views]:
            # Else it would go to whatever comes next in the window.
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        for view in views:
            self._actions.pop(view.message_id, None)
            self._column.remove(view)

    def _reveal(self, message_id: str, words: Sequence[str]) -> bool:
        view = next((view for view in self.views if view.message_id == message_id), None)
        if view is not None:
            self._lay_out()
            place, height = select_found(view, words), self.viewport().height()
            if place is None and isinstance(view, ReplyMessage) and view.show_more_for(words):
                self._work.add(partial(self._reveal, message_id, words))
                return False
            # Where the message does not fit, the place of the words counts.
            top = view.y() + place.top() if place is not None and place.bottom() > height * 4 // 5 else view.y()
            self.verticalScrollBar().setValue(max(0, top - height // 5))
            self._note_place()
            view.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
            _mark(view, is_found=True)
            QTimer.singleShot(_FOUND_SHOWN_MS, view, partial(_mark, view, is_found=False))
        return False

    def _on_edit_left(self, message_id: str) -> None:
        self._actions[message_id].setFocus(Qt.FocusReason.OtherFocusReason)

    def _note_place(self) -> None:
        """What is read now is to stay where it is."""
        bar = self.verticalScrollBar()
        bottom_px = bar.maximum() - bar.value()
        self._is_following = bottom_px <= self.fontMetrics().height() and not self.is_cut
        self.end_button.setVisible(not self._is_following)
        views = self.views
        first = next((view for view in views if view.mapTo(self.viewport(), view.rect().bottomLeft()).y() >= 0), None)
        self._place.note(first.rows if first is not None else (), views)

    def _on_scrolled(self, value: int) -> None:
        self._pointer.start()
        if self._is_placing:
            return
        self._note_place()
        if not self._work.is_waiting:
            self._build_near(value)

    def _build_near(self, value: int) -> None:
        """Have more built where less than a page is left to scroll to."""
        bar = self.verticalScrollBar()
        if value < bar.pageStep() and self._unbuilt:
            self._trim()
            self._build(_FURTHER)
        elif bar.maximum() - value < bar.pageStep() and self.is_cut:
            self._trim()
            self._build_below(_FURTHER)
        self._work.begin_soon()

    def _on_end_asked(self) -> None:
        if self.is_cut:
            self.end_asked.emit()
        else:
            self.go_to_end()

    def _on_range_changed(self, lowest: int, highest: int) -> None:
        bar = self.verticalScrollBar()
        self._is_placing = True
        bar.setValue(highest if self._is_following else bar.value() + self._place.moved_px)
        self._is_placing = False
        self._settling.disturb()


def _mark(view: View, *, is_found: bool) -> None:
    view.setProperty("isFound", is_found)
    view.style().unpolish(view)
    view.style().polish(view)
