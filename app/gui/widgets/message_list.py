"""The messages of a chat below each other, following the end unless the user scrolled away from it."""

from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.chat.conversation import Message
from app.engine.protocol import Piece
from app.gui.theme import SPACE
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.message_view import ReplyMessage, UserMessage

WIDEST_EMS = 48
_AT_ONCE = 6


class MessageList(QScrollArea):
    """Long chats are drawn from their end, a message at a time; `link_chosen` carries an address."""

    link_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._is_tinted = False
        self._is_following = True
        self._author = ""
        self._growing: ReplyMessage | None = None
        self._earlier: deque[Message] = deque()
        self._bottom_px = 0
        self.setObjectName("messages")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Messages")
        self._make_column()
        self.end_button = IconButton("to-end", "Go to the end", shortcut="Ctrl+End", kind="chip", parent=self)
        self.end_button.clicked.connect(self.go_to_end)
        self.end_button.hide()
        self._earlier_timer = QTimer(self, interval=0)
        self._earlier_timer.timeout.connect(self._on_time_for_earlier)
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

    def show_messages(self, messages: Sequence[Message], author: str) -> None:
        """Show another chat, its end first; `author` names who replies where a message does not tell."""
        for view in self.views:
            self._column.removeWidget(view)
            view.hide()
            view.deleteLater()
        self._growing = None
        self._author = author
        self._is_following = True
        self._earlier = deque(messages)
        for _ in range(min(_AT_ONCE, len(messages))):
            self._prepend()
        if self._earlier:
            self._earlier_timer.start()

    def add(self, message: Message, author: str) -> None:
        """Add a message at the end; a reply grows with `add_pieces` until `end_reply`."""
        self._author = author
        view = self._make_view(message, is_growing=message.role == "assistant")
        if isinstance(view, ReplyMessage):
            self._growing = view
        self._column.insertWidget(self._column.count() - 1, view)
        self.go_to_end()

    def add_pieces(self, pieces: Sequence[Piece]) -> None:
        """Add to the growing reply what was written; drawn with `draw`."""
        if self._growing is not None:
            self._growing.add_pieces(pieces)

    def draw(self) -> None:
        """Draw what was added to the growing reply."""
        if self._growing is not None:
            self._growing.draw()

    def show_stage(self, words: str) -> None:
        """What goes on before the first word of the growing reply."""
        if self._growing is not None:
            self._growing.show_stage(words)

    def end_reply(self, message: Message) -> None:
        """The growing reply is whole, or ended early."""
        if self._growing is not None:
            self._growing.end(message)
            self._growing = None

    def set_tinted(self, is_tinted: bool) -> None:
        """Tint the drafted tokens of all replies, or not."""
        self._is_tinted = is_tinted
        for view in self.views:
            if isinstance(view, ReplyMessage):
                view.set_tinted(is_tinted)

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

    def _make_view(self, message: Message, *, is_growing: bool) -> UserMessage | ReplyMessage:
        if message.role == "user":
            return UserMessage(message)
        author = message.numbers.target if message.numbers and message.numbers.target else self._author
        view = ReplyMessage(message, author or "Slipstream", is_tinted=self._is_tinted, is_growing=is_growing)
        view.link_chosen.connect(self.link_chosen)
        return view

    def _prepend(self) -> None:
        self._column.insertWidget(0, self._make_view(self._earlier.pop(), is_growing=False))

    def _on_time_for_earlier(self) -> None:
        if self._earlier:
            self._prepend()
        else:
            self._earlier_timer.stop()

    def _on_scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        self._bottom_px = bar.maximum() - value
        self._is_following = self._bottom_px <= self.fontMetrics().height()
        self.end_button.setVisible(not self._is_following)

    def _on_range_changed(self, lowest: int, highest: int) -> None:
        bar = self.verticalScrollBar()
        if self._is_following:
            bar.setValue(highest)
        elif self._earlier_timer.isActive():
            # Messages were added above: what is read stays where it is.
            bar.setValue(highest - self._bottom_px)
