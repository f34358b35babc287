"""The account at the Hub as the window knows it; the token itself goes to a job and is not kept here."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from app.core.errors import AppError, Fact
from app.core.session_token import hold_session_token
from app.gui.background_jobs import BackgroundJobs


@dataclass(frozen=True, slots=True)
class AccountState:
    """`source` is "" without a token, else "variable", "session", "keyring" or "login"; `name` is "" until checked.

    `link` is where tokens are made, "" before anything is known; `error` is what the last try failed with. `is_busy`
    says that the user waits for an answer.
    """

    link: str = ""
    source: str = ""
    has_keyring: bool = True
    name: str = ""
    is_busy: bool = False
    error: AppError | None = None


class HubAccount(QObject):
    """`changed` when `state` is another, `signed_in` when the Hub took a new token."""

    changed = Signal()
    signed_in = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = BackgroundJobs(self)
        self._running: int | None = None
        self.state = AccountState()

    def look(self) -> None:
        """Find out where a token comes from; the Hub is not asked."""
        self._start("look")

    def check(self) -> None:
        """Ask the Hub whose token it is."""
        self._start("check")

    def sign_in(self, token: str) -> None:
        """Keep a token once the Hub knows it: in the keyring, or without one until the program ends."""

        def on_signed_in(result: Mapping[str, Fact]) -> None:
            is_kept = result["source"] == "keyring"
            hold_session_token("" if is_kept else token.strip())
            self._on_told({**result, "source": "keyring" if is_kept else "session"})
            self.signed_in.emit()

        self._drop()
        self._running = self._jobs.run("account", {"action": "sign_in"}, on_signed_in, self._on_failed, token=token)
        self._put(replace(self.state, is_busy=True, error=None))

    def sign_out(self) -> None:
        """Forget the token that was entered here."""
        hold_session_token("")
        self._start("sign_out")

    def close(self) -> None:
        """End what still runs."""
        self._jobs.close()

    def _start(self, action: str) -> None:
        self._drop()
        self._running = self._jobs.run("account", {"action": action}, self._on_told, self._on_failed)
        self._put(replace(self.state, is_busy=action != "look", error=None))

    def _drop(self) -> None:
        if self._running is not None:
            self._jobs.drop(self._running)
            self._running = None

    def _on_told(self, result: Mapping[str, Fact]) -> None:
        source, name = str(result["source"]), str(result["name"] or "")
        if not name and source == self.state.source:
            # Who it is was told before, and nothing says that it has changed.
            name = self.state.name
        self._put(AccountState(str(result["link"]), source, bool(result["has_keyring"]), name))

    def _on_failed(self, error: AppError) -> None:
        self._put(replace(self.state, is_busy=False, error=error))

    def _put(self, state: AccountState) -> None:
        self.state = state
        self.changed.emit()
