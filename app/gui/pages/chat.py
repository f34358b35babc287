"""The chat: messages, the message box, and the acceptance panel beside them."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.chat.conversation import Attachment, Conversation, Message
from app.chat.prompt import attachment_text
from app.core.settings import DRAFTING, PANEL_OPEN, THINKING, TINT_DRAFTED, Settings
from app.core.translation import tr
from app.engine.protocol import LoadResult, Stats
from app.gui.attached_files import AttachedFiles
from app.gui.chat_controller import ChatController
from app.gui.chat_edits import ChatEdits
from app.gui.chat_messages import ChatMessages
from app.gui.dialogs.files import ask_files
from app.gui.engine_session import EngineSession
from app.gui.reply_numbers import last_numbers
from app.gui.theme import SPACE
from app.gui.unsent_tokens import UnsentTokens
from app.gui.view_models.message_actions import Doing
from app.gui.widgets.acceptance_panel import AcceptancePanel, AcceptanceStrip
from app.gui.widgets.attachment_row import AttachedLine
from app.gui.widgets.banner import Action
from app.gui.widgets.chat_sheet import ChatSheet
from app.gui.widgets.composer import Composer
from app.gui.widgets.message_column import WIDEST_EMS
from app.gui.widgets.passing_focus import pass_focus
from app.gui.widgets.question_row import QuestionRow
from app.gui.widgets.reason_line import ReasonLine
from app.gui.widgets.scrolled import scrolled
from app.gui.widgets.welcome import Situation, Welcome
from app.texts import count, token_count

# Below this many times the height of the text, the panel becomes a strip.
NARROW_LINES = 44
# Below this many, the explanation gives its room to the buttons.
_LOW_LINES = 24
_MOST_QUESTIONS = 4
_MOST_FURTHER = 3


class ChatPage(QWidget):
    """Shows what the controller tells, and passes on what the user asks for.

    `demo_asked`, `pair_asked`, `discover_asked`, `last_pair_asked` come from the buttons of the empty page;
    `link_chosen` carries an address that the user wants to open. `sheet_opened` tells that the settings of the chat are
    to be seen now.
    """

    demo_asked = Signal()
    pair_asked = Signal()
    discover_asked = Signal()
    last_pair_asked = Signal()
    link_chosen = Signal(str)
    sheet_opened = Signal()

    def __init__(
        self, controller: ChatController, edits: ChatEdits, session: EngineSession, settings: Settings
    ) -> None:
        super().__init__()
        self._controller = controller
        self._edits = edits
        self._session = session
        self._settings = settings
        self._questions: tuple[str, ...] = ()
        self._last_pair = ""
        self._filled: LoadResult | None = None
        self._is_narrow = False
        self._unsent_n = 0
        self._chat = ChatMessages(controller, edits, session, self)
        self.messages = self._chat.list
        self._tokens = UnsentTokens(session, self)
        self.files = AttachedFiles(controller, self)
        self._sent_files: Sequence[Attachment] = ()
        self.welcome = Welcome()
        self.composer = Composer()
        self.panel = AcceptancePanel()
        self.strip = AcceptanceStrip()
        self.sheet = ChatSheet(settings)
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
        self.welcome.show_explanation(not self._is_low)
        self._show_further()
        self._show_reason()
        is_narrow = self.width() < NARROW_LINES * self.fontMetrics().height()
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._show_sides()

    @property
    def _is_low(self) -> bool:
        return self.height() < _LOW_LINES * self.fontMetrics().height()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what was chosen on the page of settings meanwhile."""
        super().showEvent(event)
        self._show_drafting()
        self._show_thinking()

    def _arrange(self) -> None:
        self._stack = QStackedWidget()
        self._stack.addWidget(scrolled(self.welcome))
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
        self._column = QWidget()
        column = QVBoxLayout(self._column)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack, 1)
        column.addLayout(centred)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._column, 1)
        layout.addWidget(self.panel)
        layout.addWidget(self.sheet)
        self.sheet.hide()
        pass_focus(self, self.composer)

    def _connect_parts(self) -> None:
        self.composer.submitted.connect(self._on_submitted)
        self.composer.stop_asked.connect(self._controller.stop)
        self.composer.tint_toggled.connect(self._on_tint_toggled)
        self.composer.think_toggled.connect(self._on_think_toggled)
        self.composer.scroll_asked.connect(self.messages.scroll_page)
        self.messages.link_chosen.connect(self.link_chosen)
        self.messages.save_failed.connect(self._controller.failed)
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
        self.composer.setup_asked.connect(self._on_setup_asked)
        self.sheet.closed.connect(self.close_sheet)
        self.composer.last_edit_asked.connect(self._chat.edit_last_question)
        self.composer.text.textChanged.connect(self._show_reason)
        self.composer.text.textChanged.connect(self._on_text_changed)
        self._tokens.counted.connect(self._on_tokens_counted)
        self.composer.attach_asked.connect(self._on_attach_asked)
        self.composer.text.long_pasted.connect(self.files.attach_text)
        self.composer.files.removed.connect(self.files.remove)
        self.files.changed.connect(self._on_files_changed)
        self.files.failed.connect(self._controller.failed)

    def _connect_controller(self) -> None:
        self._controller.opened.connect(self._on_opened)
        self._controller.changed.connect(self._on_changed)
        self._controller.message_added.connect(self._on_state_changed)
        self._controller.reply_resumed.connect(self.panel.clear)
        self._controller.stats_counted.connect(self._on_stats_counted)
        self._controller.reply_ended.connect(self._on_reply_ended)
        self._controller.taken_back.connect(self._on_taken_back)
        self._controller.chats_changed.connect(self._on_state_changed)
        self._session.state_changed.connect(self._on_state_changed)
        self._session.served.connect(self._show_reason)

    def _on_submitted(self, text: str) -> None:
        if self._controller.can_send and not self.files.names_on_their_way:
            self.composer.clear()
            self._send(text, self.files.take())

    def _on_question_chosen(self, text: str) -> None:
        # Its button goes away, and the keys would go to whatever comes after it.
        self.composer.setFocus()
        if self._controller.can_send:
            self._send(text)

    def _send(self, text: str, attachments: Sequence[Attachment] = ()) -> None:
        self.panel.clear()
        self._sent_files = attachments
        self._controller.send(text, attachments)

    def _on_taken_back(self, text: str) -> None:
        if not self.composer.text.has_words:
            self.composer.text.setPlainText(text)
            self.composer.text.moveCursor(QTextCursor.MoveOperation.End)
        self.files.put_back(self._sent_files)

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

    def toggle_panel(self) -> None:
        """Show the numbers beside the chat, or fold them to one line."""
        self._keep_panel(is_open=self.panel.isHidden())

    def act(self, name: Doing) -> None:
        """Do something with the message in focus, or the last one."""
        self._chat.act(name)

    def open_sheet(self) -> None:
        """Show how the chat is set, in the place of the numbers, or of the chat where that leaves too little of it."""
        self.sheet.show()
        self.sheet_opened.emit()
        self._show_sides()
        self.sheet.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_sheet(self) -> None:
        """Back to the chat."""
        self.sheet.tell_prompt()
        self.sheet.hide()
        self._show_sides()
        self.composer.setFocus()

    def escape(self) -> bool:
        """Stop the reply, else close the settings of the chat."""
        if self._controller.is_replying:
            self._controller.stop()
        elif not self.sheet.isHidden():
            self.close_sheet()
        else:
            return False
        return True

    def _on_setup_asked(self) -> None:
        if self.sheet.isHidden():
            self.open_sheet()
        else:
            self.close_sheet()

    def _show_sides(self) -> None:
        is_alone = self._is_narrow and not self.sheet.isHidden()
        self.sheet.show_alone(is_alone=is_alone)
        self._column.setVisible(not is_alone)
        self._show_panel(not self._is_narrow and self._settings.get(PANEL_OPEN))

    def _show_panel(self, is_open: bool) -> None:
        self.panel.setVisible(is_open and self.sheet.isHidden())
        self._show_reason()

    def _on_opened(self, conversation: Conversation) -> None:
        self._show_numbers(conversation)
        self._on_state_changed()
        self.composer.setFocus()

    def _on_changed(self, conversation: Conversation) -> None:
        self._show_numbers(conversation)
        self._on_state_changed()

    def _show_numbers(self, conversation: Conversation) -> None:
        """Those of the last reply of the path that is shown; the one on its way tells its own."""
        self.panel.clear()
        numbers = last_numbers(conversation)
        if self._controller.shown_reply is None and numbers:
            self.panel.show_numbers(numbers)

    def _on_text_changed(self) -> None:
        texts = map(attachment_text, self.files.attachments)
        self._tokens.watch((self.composer.text.toPlainText(), *texts))

    def _on_attach_asked(self) -> None:
        self.files.attach(ask_files(self, tr("Attach"), "attachment", tr("Text, code, PDF (*)")))

    def _on_files_changed(self) -> None:
        self._show_files((), is_about=False)
        self._on_text_changed()
        self._show_reason()

    def _show_files(self, counts: tuple[int, ...], *, is_about: bool) -> None:
        # Without a model nothing was counted yet.
        told = [token_count(tokens_n, is_about=is_about) if tokens_n else "" for tokens_n in counts]
        details = told or [""] * len(self.files.attachments)
        lines = [AttachedLine(file.name, detail) for file, detail in zip(self.files.attachments, details, strict=True)]
        lines += [AttachedLine(name, tr("being read…")) for name in self.files.names_on_their_way]
        self.composer.show_files(lines)

    def _on_tokens_counted(self, counts: tuple[int, ...], is_about: bool) -> None:
        if len(counts) == 1 + len(self.files.attachments):
            self._show_files(counts[1:], is_about=is_about)
        self._unsent_n = sum(counts)
        self.composer.show_tokens(self._unsent_n, is_about=is_about)
        self._show_context()

    def _on_stats_counted(self, stats: Stats) -> None:
        self.panel.show_stats(stats)
        self._show_context()

    def _show_context(self) -> None:
        loaded = self._session.loaded
        size = loaded.context_size if loaded else 0
        self.composer.gauge.show_use(self._controller.context_n, size, self._unsent_n)

    def _on_reply_ended(self, message: Message) -> None:
        if message.finish_reason == "crashed":
            self.panel.show_state(tr("the engine stopped"))
        else:
            self.panel.end_reply()
        if message.finish_reason == "length":
            self._filled = self._session.loaded
        self._on_state_changed()

    def _on_state_changed(self) -> None:
        is_replying = self._controller.is_replying
        hints = {
            "empty": tr("Choose a target first"),
            "loading": tr("Message… It can be sent when the models are loaded"),
        }
        hint = hints.get(self._session.state, tr("Message…"))
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
        is_answering = self._session.state in ("ready", "generating")
        is_offered = conversation.current is not None and is_answering and not self._is_low
        asked = {message.text for message in conversation.path()}
        left = [question for question in self._questions if question not in asked] if is_offered else []
        self.further.setEnabled(self._controller.can_send)
        self.further.show_questions(left[:_MOST_FURTHER])

    def _show_reason(self) -> None:
        reason, action = self._reason()
        focused = self.reason.button if self.reason.button and self.reason.button.hasFocus() else None
        self.reason.show_reason(reason, action)
        if focused is not None and focused is not self.reason.button:
            self.composer.setFocus()
        # A low page has room for one line under the message box.
        self.strip.setVisible(self.panel.isHidden() and not (reason and self._is_low))

    def _reason(self) -> tuple[str, Action | None]:
        """Why a message would not be answered now, and what changes it; no words where the empty page tells."""
        if self._session.is_measuring:
            stop = Action(tr("Stop measuring"), self._session.stop_reply)
            return tr("What the draft brings is being measured. A message can be sent afterwards."), stop
        if self._session.is_reply_behind:
            return tr("Another program is being answered first."), Action(tr("Stop that"), self._session.stop_serving)
        path, state, loaded = self._controller.conversation.path(), self._session.state, self._session.loaded
        if not path and not self.composer.text.has_words:
            return "", None
        if self.files.names_on_their_way:
            return tr("A file is being read. The message can be sent afterwards."), None
        if self._controller.is_replying and self._controller.shown_reply is None:
            place = tr("another version of this chat") if self._controller.is_home_open else tr("another chat")
            return tr("A reply is being written in {place}.", place=place), Action(tr("Stop it"), self._controller.stop)
        if state == "empty" and self._last_pair:
            return tr("No model is loaded."), Action(tr("Load {pair}", pair=self._last_pair), self.last_pair_asked.emit)
        if state == "empty":
            return tr("No model is loaded."), Action(tr("Open a pair…"), self.pair_asked.emit)
        if state == "loading":
            return tr("A message can be sent when the models are loaded."), None
        if state == "crashed":
            return tr("The engine stopped."), Action(tr("Start it again"), self._session.restart)
        if path and path[-1].role == "user" and self._controller.can_send:
            answer = Action(tr("Have it answered"), partial(self._edits.answer_again, path[-1].id))
            return tr("The last message has no reply yet."), answer
        if path and path[-1].finish_reason == "length" and loaded is not None and loaded is self._filled:
            text = tr(
                "The conversation fills the model's context of {tokens} tokens. "
                "For the next reply it no longer reads the oldest messages.",
                tokens=count(loaded.context_size),
            )
            return text, Action(tr("New chat"), self._controller.new_chat)
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
