"""The messages of a chat below each other, following the end unless the user scrolled away from it."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.chat.conversation import Message
from app.engine.protocol import Piece
from app.gui.theme import SPACE, shown_colours
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.context_line import ContextLine
from app.gui.widgets.message_view import ReplyMessage, UserMessage

WIDEST_EMS = 48
_SLICE_S = 0.02


class MessageList(QScrollArea):
    """Long chats are drawn from their end, a message at a time; `link_chosen` carries an address."""

    link_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._is_tinted = False
        self._colours = shown_colours()
        self._is_following = True
        self._author = ""
        self._growing: ReplyMessage | None = None
        self._first_read = ""
        self._context_line: ContextLine | None = None
        self._bottom_px = 0
        self._work: deque[Callable[[], bool]] = deque()
        self._work_timer = QTimer(self, interval=0)
        self._work_timer.timeout.connect(self._on_time_to_work)
        self.setObjectName("messages")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Messages")
        self._make_column()
        self.end_button = IconButton("to-end", "Go to the end", shortcut="Ctrl+End", kind="chip", parent=self)
        self.end_button.clicked.connect(self.go_to_end)
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
        self._column.setSpacing(5 * SPACE)
        self._column.addStretch(1)
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(column, 1000)
        row.addStretch(1)
        self.setWidget(content)

    @property
    def views(self) -> tuple[UserMessage | ReplyMessage, ...]:
        """What is drawn, from top to bottom."""
        widgets = (item.widget() for n in range(self._column.count()) if (item := self._column.itemAt(n)) is not None)
        return tuple(widget for widget in widgets if isinstance(widget, UserMessage | ReplyMessage))

    def show_messages(self, messages: Sequence[Message], author: str, first_read: str = "") -> None:
        """Show another chat, its end first; `author` names who replies where a message does not tell.

        The model reads only from the message with the id `first_read` on, where it is not empty.
        """
        self.mark_first_read("")
        self._first_read = first_read
        for view in self.views:
            self._column.removeWidget(view)
            view.hide()
            view.deleteLater()
        self._growing = None
        self._author = author
        self._is_following = True
        self._work = deque(partial(self._prepend, message) for message in reversed(messages))
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

    def _mark_above(self, view: UserMessage | ReplyMessage) -> None:
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
        self._lay_out()
        self.go_to_end()

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

    def _lay_out(self) -> None:
        """Give the column its new height at once: painted before, it would be squeezed, and its longest reply cut."""
        views = self.views[-1:]
        bodies = [view.body for view in views if isinstance(view, ReplyMessage)]
        for widget in (*bodies, *views, self._column.parentWidget(), self.widget()):
            layout = widget.layout() if widget is not None else None
            if layout is not None:
                layout.activate()
        QCoreApplication.sendEvent(self, QEvent(QEvent.Type.LayoutRequest))

    def _make_view(self, message: Message, *, is_growing: bool) -> UserMessage | ReplyMessage:
        if message.role == "user":
            return UserMessage(message)
        author = message.numbers.target if message.numbers and message.numbers.target else self._author
        view = ReplyMessage(message, author or "Slipstream", is_tinted=self._is_tinted, is_growing=is_growing)
        view.link_chosen.connect(self.link_chosen)
        return view

    def _prepend(self, message: Message) -> bool:
        view = self._make_view(message, is_growing=False)
        self._column.insertWidget(0, view)
        if message.id == self._first_read:
            self._mark_above(view)
        if isinstance(view, ReplyMessage):
            self._work.appendleft(view.draw)
        return False

    def _on_scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        self._bottom_px = bar.maximum() - value
        self._is_following = self._bottom_px <= self.fontMetrics().height()
        self.end_button.setVisible(not self._is_following)

    def _on_range_changed(self, lowest: int, highest: int) -> None:
        bar = self.verticalScrollBar()
        if self._is_following:
            bar.setValue(highest)
        elif self._work:
            # Messages were added above: what is read stays where it is.
            bar.setValue(highest - self._bottom_px)
