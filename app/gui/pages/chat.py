"""The chat: messages, the message box, and the acceptance panel beside them."""

import time
from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from app.chat.conversation import Conversation, Message
from app.core.settings import DRAFTING, PANEL_OPEN, THINKING, TINT_DRAFTED, Settings
from app.engine.protocol import LoadResult, Piece, ReportProgress, Stats
from app.gui.chat_controller import ChatController, last_numbers
from app.gui.engine_session import EngineSession
from app.gui.theme import SPACE
from app.gui.widgets.acceptance_panel import AcceptancePanel, AcceptanceStrip
from app.gui.widgets.banner import Action
from app.gui.widgets.composer import Composer
from app.gui.widgets.message_list import WIDEST_EMS, MessageList
from app.gui.widgets.question_row import QuestionRow
from app.gui.widgets.reason_line import ReasonLine
from app.gui.widgets.welcome import Situation, Welcome
from app.texts import stage

# Below this many times the height of the text, the panel becomes a strip.
NARROW_LINES = 44
# Below this many, the explanation gives its room to the buttons.
_LOW_LINES = 24
_MOST_QUESTIONS = 4
_MOST_FURTHER = 3
# After a drawing the loop is left free for this many times as long as that took.
_DRAW_SHARE = 3


class ChatPage(QWidget):
    """Shows what the controller tells, and passes on what the user asks for.

    `demo_asked`, `pair_asked`, `discover_asked`, `last_pair_asked` come from the buttons of the empty page;
    `link_chosen` carries an address that the user wants to open.
    """

    demo_asked = Signal()
    pair_asked = Signal()
    discover_asked = Signal()
    last_pair_asked = Signal()
    link_chosen = Signal(str)

    def __init__(self, controller: ChatController, session: EngineSession, settings: Settings) -> None:
        super().__init__()
        self._controller = controller
        self._session = session
        self._settings = settings
        self._questions: tuple[str, ...] = ()
        self._last_pair = ""
        self._filled: LoadResult | None = None
        self._is_narrow = False
        self._draw_pause_ms = 0
        self._draw_timer = QTimer(self, singleShot=True)
        self._draw_timer.timeout.connect(self._on_time_to_draw)
        self.messages = MessageList()
        self.welcome = Welcome()
        self.composer = Composer()
        self.panel = AcceptancePanel()
        self.strip = AcceptanceStrip()
        self.further = QuestionRow()
        self.reason = ReasonLine()
        self._arrange()
        self._connect_parts()
        self._connect_controller()
        self.composer.tint_button.setChecked(settings.get(TINT_DRAFTED))
        self._show_panel(settings.get(PANEL_OPEN))
        self._on_state_changed()

    def suggest(self, questions: Sequence[str]) -> None:
        """Questions to offer while something is loaded: in an empty chat the first ones, above the box what is left."""
        self._questions = tuple(questions)
        self._on_state_changed()

    def name_last_pair(self, words: str) -> None:
        """What the button to load the last pair again says; empty for no such button."""
        self._last_pair = words
        self._on_state_changed()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow page the numbers take one line."""
        super().resizeEvent(event)
        is_high = self.height() >= _LOW_LINES * self.fontMetrics().height()
        self.welcome.show_explanation(is_high)
        self._show_reason()
        is_narrow = self.width() < NARROW_LINES * self.fontMetrics().height()
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._show_panel(not is_narrow and self._settings.get(PANEL_OPEN))

    def showEvent(self, event: QShowEvent) -> None:
        """Show what was chosen on the page of settings meanwhile."""
        super().showEvent(event)
        self._show_drafting()
        self._show_thinking()

    def _arrange(self) -> None:
        self._stack = QStackedWidget()
        scroll = QScrollArea(widgetResizable=True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self.welcome)
        self._stack.addWidget(scroll)
        self._stack.addWidget(self.messages)
        below = QWidget()
        below.setMaximumWidth(WIDEST_EMS * self.fontMetrics().height())
        box = QVBoxLayout(below)
        box.setContentsMargins(4 * SPACE, 0, 4 * SPACE, 3 * SPACE)
        box.setSpacing(2 * SPACE)
        box.addWidget(self.further)
        box.addWidget(self.composer)
        box.addWidget(self.reason)
        box.addWidget(self.strip)
        centred = QHBoxLayout()
        centred.addStretch(1)
        centred.addWidget(below, 1000)
        centred.addStretch(1)
        column = QVBoxLayout()
        column.addWidget(self._stack, 1)
        column.addLayout(centred)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(column, 1)
        layout.addWidget(self.panel)
        self.setFocusProxy(self.composer)

    def _connect_parts(self) -> None:
        self.composer.submitted.connect(self._on_submitted)
        self.composer.stop_asked.connect(self._controller.stop)
        self.composer.tint_toggled.connect(self._on_tint_toggled)
        self.composer.think_toggled.connect(self._on_think_toggled)
        self.composer.scroll_asked.connect(self.messages.scroll_page)
        self.messages.link_chosen.connect(self.link_chosen)
        self.panel.readout_changed.connect(self.strip.show_readout)
        self.panel.fold_asked.connect(self._on_fold_asked)
        self.panel.drafting_chosen.connect(self._on_drafting_chosen)
        self.strip.unfold_asked.connect(self._on_unfold_asked)
        self.strip.show_readout(self.panel.readout)
        self.welcome.demo_asked.connect(self.demo_asked)
        self.welcome.pair_asked.connect(self.pair_asked)
        self.welcome.discover_asked.connect(self.discover_asked)
        self.welcome.last_pair_asked.connect(self.last_pair_asked)
        self.welcome.restart_asked.connect(self._session.restart)
        self.welcome.question_chosen.connect(self._on_question_chosen)
        self.further.chosen.connect(self._on_question_chosen)
        self.composer.text.textChanged.connect(self._show_reason)
        QShortcut(QKeySequence("Esc"), self, self._controller.stop)

    def _connect_controller(self) -> None:
        self._controller.opened.connect(self._on_opened)
        self._controller.message_added.connect(self._on_message_added)
        self._controller.pieces_written.connect(self._on_pieces_written)
        self._controller.stats_counted.connect(self._on_stats_counted)
        self._controller.first_read_changed.connect(self.messages.mark_first_read)
        self._controller.reply_ended.connect(self._on_reply_ended)
        self._controller.taken_back.connect(self._on_taken_back)
        self._controller.chats_changed.connect(self._on_state_changed)
        self._session.state_changed.connect(self._on_state_changed)
        self._session.progress_reported.connect(self._on_progress_reported)

    def _on_submitted(self, text: str) -> None:
        if self._controller.can_send:
            self.composer.clear()
            self._send(text)

    def _on_question_chosen(self, text: str) -> None:
        # Its button goes away, and the keys would go to whatever comes after it.
        self.composer.setFocus()
        if self._controller.can_send:
            self._send(text)

    def _send(self, text: str) -> None:
        self.panel.clear()
        self._controller.send(text)

    def _on_taken_back(self, text: str) -> None:
        if not self.composer.text.toPlainText().strip():
            self.composer.text.setPlainText(text)
            self.composer.text.moveCursor(QTextCursor.MoveOperation.End)

    def _on_tint_toggled(self, is_tinted: bool) -> None:
        self.messages.set_tinted(is_tinted)
        self._settings.set(TINT_DRAFTED, is_tinted)

    def _on_think_toggled(self, thinks: bool) -> None:
        self._settings.set(THINKING, "on" if thinks else "off")

    def _show_thinking(self) -> None:
        loaded, chosen = self._session.loaded, self._settings.get(THINKING)
        if loaded is None or not loaded.thinking.has_switch:
            self.composer.show_thinking(None)
        else:
            self.composer.show_thinking(loaded.thinking.thinks is not False if chosen == "auto" else chosen == "on")

    def _on_fold_asked(self) -> None:
        self._keep_panel(is_open=False)

    def _on_drafting_chosen(self, value: str) -> None:
        self._settings.set(DRAFTING, value)
        self._show_drafting()

    def _show_drafting(self) -> None:
        self.panel.show_drafting(self._settings.get(DRAFTING), is_demo=self._controller.is_demo)

    def _on_unfold_asked(self) -> None:
        self._keep_panel(is_open=True)

    def _keep_panel(self, *, is_open: bool) -> None:
        self._show_panel(is_open)
        if not self._is_narrow:
            self._settings.set(PANEL_OPEN, is_open)

    def _show_panel(self, is_open: bool) -> None:
        self.panel.setVisible(is_open)
        self._show_reason()

    def _on_opened(self, conversation: Conversation) -> None:
        self._draw_timer.stop()
        reply = self._controller.shown_reply
        finished = [message for message in conversation.path() if reply is None or message.id != reply.id]
        self.messages.show_messages(finished, self._author(), self._controller.first_read)
        self.panel.clear()
        if reply is not None:
            self.messages.add(reply, self._author())
            self._draw_timer.start(0)
        elif numbers := last_numbers(conversation):
            self.panel.show_numbers(numbers)
        self._on_state_changed()
        self.composer.setFocus()

    def _on_message_added(self, message: Message) -> None:
        self.messages.add(message, self._author())
        self._on_state_changed()

    def _on_pieces_written(self, pieces: tuple[Piece, ...]) -> None:
        self.messages.add_pieces(pieces)
        if not self._draw_timer.isActive():
            self._draw_timer.start(self._draw_pause_ms)

    def _on_time_to_draw(self) -> None:
        start_s = time.monotonic()
        is_more_left = self.messages.draw()
        self._draw_pause_ms = round((time.monotonic() - start_s) * 1000 * _DRAW_SHARE)
        if is_more_left:
            self._draw_timer.start(self._draw_pause_ms)

    def _on_stats_counted(self, stats: Stats) -> None:
        self.panel.show_stats(stats)
        self._show_context()

    def _show_context(self) -> None:
        loaded = self._session.loaded
        self.composer.gauge.show_use(self._controller.context_n, loaded.context_size if loaded else 0)

    def _on_reply_ended(self, message: Message) -> None:
        self._draw_timer.stop()
        self.messages.end_reply(message)
        if message.finish_reason == "crashed":
            self.panel.show_state("the engine stopped")
        else:
            self.panel.end_reply()
        if message.finish_reason == "length":
            self._filled = self._session.loaded
        self._on_state_changed()

    def _on_progress_reported(self, progress: ReportProgress) -> None:
        if progress.job == self._session.reply_job and not self._session.is_measuring:
            self.messages.show_stage(stage(progress.stage))

    def _on_state_changed(self) -> None:
        is_replying = self._controller.is_replying
        hints = {"empty": "Choose a target first", "loading": "Message… It can be sent when the models are loaded"}
        hint = hints.get(self._session.state, "Message…")
        self.composer.show_state(can_send=self._controller.can_send, is_replying=is_replying, hint=hint)
        self.panel.show_idle(self._session.loaded)
        self._show_drafting()
        self._show_thinking()
        self._show_context()
        self._show_welcome()
        self._show_further()
        self._show_reason()

    def _show_further(self) -> None:
        conversation = self._controller.conversation
        is_offered = conversation.current is not None and self._session.state in ("ready", "generating")
        asked = {message.text for message in conversation.path()}
        left = [question for question in self._questions if question not in asked] if is_offered else []
        self.further.setEnabled(self._controller.can_send)
        self.further.show_questions(left[:_MOST_FURTHER])

    def _show_reason(self) -> None:
        reason, action = self._reason()
        self.reason.show_reason(reason, action)
        # A low page has room for one line under the message box.
        is_low = self.height() < _LOW_LINES * self.fontMetrics().height()
        self.strip.setVisible(self.panel.isHidden() and not (reason and is_low))

    def _reason(self) -> tuple[str, Action | None]:
        """Why a message would not be answered now, and what changes it; no words where the empty page tells."""
        if self._session.is_measuring:
            stop = Action("Stop measuring", self._session.stop_reply)
            return "What the draft brings is being measured. A message can be sent afterwards.", stop
        path, state, loaded = self._controller.conversation.path(), self._session.state, self._session.loaded
        if not path and not self.composer.text.toPlainText().strip():
            return "", None
        if self._controller.is_replying and self._controller.shown_reply is None:
            return "A reply is being written in another chat.", Action("Stop it", self._controller.stop)
        if state == "empty" and self._last_pair:
            return "No model is loaded.", Action(f"Load {self._last_pair}", self.last_pair_asked.emit)
        if state == "empty":
            return "No model is loaded.", Action("Open a pair…", self.pair_asked.emit)
        if state == "loading":
            return "A message can be sent when the models are loaded.", None
        if state == "crashed":
            return "The engine stopped.", Action("Start it again", self._session.restart)
        if path and path[-1].finish_reason == "length" and loaded is not None and loaded is self._filled:
            filled = f"The conversation fills the model's context of {loaded.context_size:,} tokens."
            text = f"{filled} For the next reply it no longer reads the oldest messages."
            return text, Action("New chat", self._controller.new_chat)
        return "", None

    def _show_welcome(self) -> None:
        situations: dict[str, Situation] = {
            "empty": "empty",
            "unloading": "empty",
            "loading": "loading",
            "ready": "ready",
            "generating": "ready",
            "crashed": "crashed",
        }
        self.welcome.show_situation(situations[self._session.state], self._last_pair, self._questions[:_MOST_QUESTIONS])
        has_messages = self._controller.conversation.current is not None
        self._stack.setCurrentIndex(1 if has_messages else 0)

    def _author(self) -> str:
        loaded = self._session.loaded
        return loaded.target.name if loaded else ""
