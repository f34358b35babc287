"""Where the user writes: the message box, and below it what counts for the next reply."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from app.core.translation import tr
from app.gui.actions import keys_of
from app.gui.theme import SPACE
from app.gui.widgets.attachment_row import AttachedLine, AttachmentRow
from app.gui.widgets.box_frame import BoxFrame
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.context_gauge import ContextGauge
from app.gui.widgets.labels import plain_label
from app.gui.widgets.message_box import MessageBox
from app.texts import token_count

# Below this many times the height of the text, buttons in the row keep their words to themselves.
_NARROW_LINES = 40
# Below this many, the preset as well.
_TIGHT_LINES = 27
_LEAST_LINES = 16
_PRESET_EMS = 8
# More characters than these at once go with the message as a file does: in the box every key would take long.
_MOST_PASTED = 250_000


class Composer(BoxFrame):
    """`submitted` carries the text, which stays in the box until `clear`; the button stops while a reply is written.

    `preset_asked` carries the place for a list of presets.
    """

    submitted = Signal(str)
    stop_asked = Signal()
    tint_toggled = Signal(bool)
    think_toggled = Signal(bool)
    scroll_asked = Signal(int)
    setup_asked = Signal()
    attach_asked = Signal()
    preset_asked = Signal(object)
    last_edit_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._is_replying = False
        self._has_files = False
        self._can_send = False
        self.text = MessageBox(most_pasted=_MOST_PASTED)
        self.text.setPlaceholderText(tr("Message…"))
        self.text.setAccessibleName(tr("Message"))
        self.text.setToolTip(tr("Enter sends, Shift+Enter begins a new line"))
        self.text.up_asked.connect(self.last_edit_asked)
        self.text.submitted.connect(self._on_submitted)
        self.text.focused.connect(self.show_focus)
        self.text.scroll_asked.connect(self.scroll_asked)
        self.text.textChanged.connect(self._update_button)
        self.tint_button = IconButton(
            "tint",
            tr("Tint drafted"),
            tip=tr("Mark the tokens that the draft guessed and the target accepted"),
            keys=keys_of("tint"),
            is_text_shown=True,
        )
        self.tint_button.setCheckable(True)
        self.tint_button.toggled.connect(self.tint_toggled)
        self.think_button = IconButton(
            "think",
            tr("Think"),
            tip=tr("Think before answering: slower, and better at hard questions"),
            keys=keys_of("think"),
            is_text_shown=True,
        )
        self.think_button.setCheckable(True)
        self.think_button.clicked.connect(self.think_toggled)
        self.think_button.hide()
        self._make_setup_buttons()
        self.tokens = plain_label("", 11, tone="muted", tip=tr("Tokens of the message that is not sent yet"))
        self.gauge = ContextGauge()
        self.send_button = IconButton("send", tr("Send"), kind="primary")
        self.send_button.clicked.connect(self._on_button_clicked)
        self._arrange()
        self.setFocusProxy(self.text)
        self._update_button()

    def _make_setup_buttons(self) -> None:
        self.files = AttachmentRow()
        self.attach_button = IconButton(
            "attach", tr("Attach"), tip=tr("Attach text, code or a PDF"), keys=keys_of("attach")
        )
        self.attach_button.clicked.connect(self.attach_asked)
        self.setup_button = IconButton(
            "settings",
            tr("System prompt"),
            tip=tr("System prompt, sampling and models of this chat"),
            keys=keys_of("setup"),
        )
        self.setup_button.clicked.connect(self.setup_asked)
        self.preset_button = IconButton(
            "presets", tr("Preset"), tip=tr("Choose a preset for this chat"), keys=keys_of("preset"), is_text_shown=True
        )
        self.preset_button.clicked.connect(self._on_preset_clicked)

    def _arrange(self) -> None:
        row = QHBoxLayout()
        buttons = (self.attach_button, self.tint_button, self.think_button, self.setup_button, self.preset_button)
        for button in buttons:
            row.addWidget(button)
        row.addStretch(1)
        for part in (self.tokens, self.gauge, self.send_button):
            row.addWidget(part)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * SPACE, SPACE, 2 * SPACE, 2 * SPACE)
        layout.setSpacing(SPACE)
        layout.addWidget(self.files)
        layout.addWidget(self.text)
        layout.addLayout(row)

    def clear(self) -> None:
        """Empty the box."""
        self.text.clear()

    def show_state(self, *, can_send: bool, is_replying: bool, hint: str) -> None:
        """Whether a message would be answered now, whether a reply is being written, what the empty box says."""
        self.text.setPlaceholderText(hint)
        # Qt draws it anew when it comes or goes, not when it is another one.
        self.text.viewport().update()
        self._can_send, self._is_replying = can_send, is_replying
        if is_replying:
            self.send_button.set_face("stop", tr("Stop (Esc)"))
        else:
            self.send_button.set_face("send", tr("Send (Enter)"))
        self._update_button()

    def show_files(self, lines: Sequence[AttachedLine]) -> None:
        """The files that go with the message, which then needs no words of its own."""
        self._has_files = bool(lines)
        self.files.show_files(lines)
        self._update_button()

    def show_thinking(self, thinks: bool | None) -> None:
        """Whether the model is to think before it answers; None where it leaves no choice."""
        self.think_button.setVisible(thinks is not None)
        self.think_button.setChecked(bool(thinks))

    def show_preset(self, words: str) -> None:
        """What the chat is set to; a long name is cut."""
        widest_px = _PRESET_EMS * self.fontMetrics().height()
        cut = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, widest_px)
        self.preset_button.set_face("presets", f"{cut}  ▾")
        self.preset_button.setAccessibleName(tr("Preset: {words}", words=words))

    def show_tokens(self, tokens_n: int, *, is_about: bool) -> None:
        """How long the unsent message is, 0 for nothing to tell."""
        self.tokens.setText(token_count(tokens_n, is_about=is_about) if tokens_n else "")

    def minimumSizeHint(self) -> QSize:
        """In a low window the messages give way, not the box; in a narrow one the buttons get along with less."""
        return QSize(_LEAST_LINES * self.fontMetrics().height(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window buttons keep their words to themselves."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        em, style = self.fontMetrics().height(), Qt.ToolButtonStyle
        for button in (self.tint_button, self.think_button, self.setup_button):
            is_narrow = self.width() < _NARROW_LINES * em
            button.setToolButtonStyle(style.ToolButtonIconOnly if is_narrow else style.ToolButtonTextBesideIcon)
        is_tight = self.width() < _TIGHT_LINES * em
        self.preset_button.setToolButtonStyle(style.ToolButtonIconOnly if is_tight else style.ToolButtonTextBesideIcon)
        self.tokens.setVisible(not is_tight)

    def _on_preset_clicked(self) -> None:
        self.preset_asked.emit(self.preset_button.mapToGlobal(self.preset_button.rect().topLeft()))

    def _update_button(self) -> None:
        self.send_button.setEnabled(self._is_replying or (self._can_send and (self.text.has_words or self._has_files)))

    def _on_submitted(self) -> None:
        text = self.text.toPlainText().strip()
        if (text or self._has_files) and self._can_send and not self._is_replying:
            self.submitted.emit(text)

    def _on_button_clicked(self) -> None:
        # The button is switched off next, and the keys would go to whatever comes after it.
        self.text.setFocus()
        if self._is_replying:
            self.stop_asked.emit()
        else:
            self._on_submitted()
