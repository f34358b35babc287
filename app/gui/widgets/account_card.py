"""The account at the Hub: where the token comes from, whose it is, entering and removing it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from app.core.translation import tr
from app.gui.hub_account import HubAccount
from app.gui.theme import SPACE, Step
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label
from app.texts import sentence_of
from app.texts.hub import account_hint, account_words

# What was entered here can be removed here.
_OURS = ("keyring", "session")


class AccountCard(QWidget):
    """`link_asked` carries an address to open in the browser."""

    link_asked = Signal(str)

    def __init__(self, account: HubAccount) -> None:
        super().__init__()
        self._account = account
        self.words = _wrapped(13)
        self.hint = _wrapped(11, "muted")
        self.problem = _wrapped(13, "error")
        self.token_box = QLineEdit()
        self.token_box.setEchoMode(QLineEdit.EchoMode.Password)
        self.token_box.setPlaceholderText(tr("Paste a token: hf_…"))
        self.token_box.setAccessibleName(tr("Token of your Hugging Face account"))
        self.token_box.textChanged.connect(self._show)
        self.token_box.returnPressed.connect(self._on_sign_in_asked)
        self.sign_in_button = push_button(tr("Sign in"), self._on_sign_in_asked, is_primary=True)
        self.check_button = push_button(tr("Check"), account.check)
        self.check_button.setToolTip(tr("Ask the Hub whose token it is, and whether it is still good"))
        self.remove_button = push_button(tr("Remove"), account.sign_out)
        self.make_button = push_button(tr("Make a token…"), self._on_make_asked)
        self._arrange()
        account.changed.connect(self._show)
        self._show()

    def focus_token(self) -> None:
        """Be ready for a token to be pasted."""
        self.token_box.setFocus()

    def _arrange(self) -> None:
        entry = QHBoxLayout()
        entry.setSpacing(2 * SPACE)
        entry.addWidget(self.token_box, 1)
        entry.addWidget(self.sign_in_button)
        buttons = QHBoxLayout()
        buttons.setSpacing(2 * SPACE)
        for button in (self.check_button, self.remove_button, self.make_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2 * SPACE)
        layout.addWidget(plain_label(tr("Your account"), 13, is_bold=True))
        for part in (self.words, self.problem):
            layout.addWidget(part)
        layout.addLayout(entry)
        layout.addWidget(self.hint)
        layout.addLayout(buttons)

    def _show(self) -> None:
        state = self._account.state
        is_known = bool(state.link)
        self.words.setText(account_words(state.source, state.name, is_busy=state.is_busy, is_known=is_known))
        self.hint.setText(account_hint(state.source, has_keyring=state.has_keyring))
        text = sentence_of(state.error) if state.error is not None and not state.is_busy else None
        self.problem.setText(f"{text.sentence} {text.hint}" if text else "")
        self.problem.setVisible(text is not None)
        # The variable goes first: another token would be kept and not used.
        can_enter = state.source != "variable"
        self.token_box.setVisible(can_enter)
        self.sign_in_button.setVisible(can_enter)
        self.sign_in_button.setEnabled(not state.is_busy and bool(self.token_box.text().strip()))
        self.check_button.setVisible(bool(state.source))
        self.check_button.setEnabled(not state.is_busy)
        self.remove_button.setVisible(state.source in _OURS)
        self.remove_button.setEnabled(not state.is_busy)
        self.make_button.setEnabled(is_known)

    def _on_sign_in_asked(self) -> None:
        if self.sign_in_button.isEnabled():
            token = self.token_box.text()
            self.token_box.clear()
            self._account.sign_in(token)

    def _on_make_asked(self) -> None:
        self.link_asked.emit(self._account.state.link)


def _wrapped(step: Step, tone: str = "") -> QLabel:
    label = plain_label("", step, tone=tone)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return label
