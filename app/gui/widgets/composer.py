"""The message box: Enter sends, Shift+Enter begins a line, and what confirms an input method's word does not send."""

from PySide6.QtCore import QEvent, QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout

from app.gui.theme import SPACE, scaled_font
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.context_gauge import ContextGauge

TINT_KEYS = "Ctrl+T"
_MOST_LINES = 8


class _Text(QPlainTextEdit):
    """Grows with its lines up to eight."""

    submitted = Signal()
    focused = Signal(bool)
    scroll_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("composerText")
        self.setPlaceholderText("Message…")
        self.setAccessibleName("Message")
        self.setToolTip("Enter sends, Shift+Enter begins a new line")
        self.setFont(scaled_font(15))
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._is_composing = False
        self.document().documentLayout().documentSizeChanged.connect(self._on_size_changed)
        self._on_size_changed()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter sends unless Shift is held or an input method is at work; paging keys move the chat."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            if not self._is_composing:
                self.submitted.emit()
            return
        if event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.scroll_asked.emit(-1 if event.key() == Qt.Key.Key_PageUp else 1)
            return
        super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember that a word is being composed; some systems send the Enter that confirmed it right after."""
        super().inputMethodEvent(event)
        if event.preeditString():
            self._is_composing = True
        else:
            QTimer.singleShot(0, self, self._on_composed)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802
        """Text; files are models, and the window takes them."""
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keys go."""
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No longer here."""
        super().focusOutEvent(event)
        self.focused.emit(False)

    def changeEvent(self, change: QEvent) -> None:
        """Follow the text size."""
        super().changeEvent(change)
        if change.type() == QEvent.Type.FontChange:
            self._on_size_changed()

    def _on_composed(self) -> None:
        self._is_composing = False

    def _on_size_changed(self) -> None:
        lines = min(_MOST_LINES, max(1, round(self.document().size().height())))
        margin = 2 * round(self.document().documentMargin()) + 2 * SPACE + 2
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + margin)


class Composer(QFrame):
    """`submitted` carries the text, which stays in the box until `clear`; the button stops while a reply is written."""

    submitted = Signal(str)
    stop_asked = Signal()
    tint_toggled = Signal(bool)
    think_toggled = Signal(bool)
    scroll_asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("composer")
        self._is_replying = False
        self._can_send = False
        self.text = _Text()
        self.text.submitted.connect(self._on_submitted)
        self.text.focused.connect(self._on_focused)
        self.text.scroll_asked.connect(self.scroll_asked)
        self.text.textChanged.connect(self._update_button)
        self.tint_button = IconButton(
            "tint",
            "Tint drafted",
            tip="Mark the tokens that the draft guessed and the target accepted",
            keys=TINT_KEYS,
            is_text_shown=True,
        )
        self.tint_button.setCheckable(True)
        # Not its own shortcut, which would take the focus away from the text.
        QShortcut(QKeySequence(TINT_KEYS), self, self.tint_button.toggle)
        self.tint_button.toggled.connect(self.tint_toggled)
        self.think_button = IconButton(
            "think", "Think", tip="Think before answering: slower, and better at hard questions", is_text_shown=True
        )
        self.think_button.setCheckable(True)
        self.think_button.clicked.connect(self.think_toggled)
        self.think_button.hide()
        self.gauge = ContextGauge()
        self.send_button = IconButton("send", "Send", kind="primary")
        self.send_button.clicked.connect(self._on_button_clicked)
        row = QHBoxLayout()
        row.addWidget(self.tint_button)
        row.addWidget(self.think_button)
        row.addStretch(1)
        row.addWidget(self.gauge)
        row.addWidget(self.send_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * SPACE, SPACE, 2 * SPACE, 2 * SPACE)
        layout.setSpacing(SPACE)
        layout.addWidget(self.text)
        layout.addLayout(row)
        # In a low window the messages give way, not the box.
        layout.setSizeConstraint(QLayout.SizeConstraint.SetMinimumSize)
        self.setFocusProxy(self.text)
        self._update_button()

    def clear(self) -> None:
        """Empty the box."""
        self.text.clear()

    def show_state(self, *, can_send: bool, is_replying: bool, hint: str) -> None:
        """Whether a message would be answered now, whether a reply is being written, what the empty box says."""
        self.text.setPlaceholderText(hint)
        self._can_send, self._is_replying = can_send, is_replying
        if is_replying:
            self.send_button.set_face("stop", "Stop (Esc)")
        else:
            self.send_button.set_face("send", "Send (Enter)")
        self._update_button()

    def show_thinking(self, thinks: bool | None) -> None:
        """Whether the model is to think before it answers; None where it leaves no choice."""
        self.think_button.setVisible(thinks is not None)
        self.think_button.setChecked(bool(thinks))

    def _update_button(self) -> None:
        has_text = bool(self.text.toPlainText().strip())
        self.send_button.setEnabled(self._is_replying or (self._can_send and has_text))

    def _on_submitted(self) -> None:
        text = self.text.toPlainText().strip()
        if text and self._can_send and not self._is_replying:
            self.submitted.emit(text)

    def _on_button_clicked(self) -> None:
        # The button is switched off next, and the keys would go to whatever comes after it.
        self.text.setFocus()
        if self._is_replying:
            self.stop_asked.emit()
        else:
            self._on_submitted()

    def _on_focused(self, is_focused: bool) -> None:
        self.setProperty("isFocused", is_focused)
        self.style().unpolish(self)
        self.style().polish(self)
