"""The Hub's token in the keyring of the system, one for each Hub; without a keyring it is not kept at all."""

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from app.core.paths import portable_folder
from app.hub.errors import HubKeyringMissing, HubKeyringRefused

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

_log = logging.getLogger(__name__)
_SERVICE = "Slipstream"
# A locked keyring asks for its password in a window of its own; where nobody sees that, it would wait for ever.
_LONGEST_WAIT_S = 60.0
T = TypeVar("T")


def read_token(endpoint: str) -> str | None:
    """The token kept for the Hub at this address; None without one, or where the keyring does not tell."""
    try:
        return _in_time(lambda: _keyring().get_password(_SERVICE, endpoint)) or None
    except HubKeyringMissing:
        return None
    except HubKeyringRefused as error:
        _log.warning("the keyring does not tell the token: %s", error.facts["detail"])
        return None


def keep_token(endpoint: str, token: str) -> None:
    """Keep the token for the Hub at this address; raises HubKeyringMissing or HubKeyringRefused."""

    def keep() -> bool:
        keyring = _keyring()
        keyring.set_password(_SERVICE, endpoint, token)
        return bool(keyring.get_password(_SERVICE, endpoint) == token)

    # There are backends that take everything and keep nothing.
    if not _in_time(keep):
        raise HubKeyringMissing


def forget_token(endpoint: str) -> bool:
    """Take the token out again; False where none was kept. Raises HubKeyringRefused."""

    def forget() -> bool:
        keyring = _keyring()
        if keyring.get_password(_SERVICE, endpoint) is None:
            return False
        keyring.delete_password(_SERVICE, endpoint)
        return True

    try:
        return _in_time(forget)
    except HubKeyringMissing:
        return False


def has_keyring() -> bool:
    """Whether this system has a keyring that keeps anything."""
    try:
        _in_time(_keyring)
    except (HubKeyringMissing, HubKeyringRefused):
        return False
    return True


def _keyring() -> "KeyringBackend":
    """The keyring that the system or the person names; those that store in the open are not taken by themselves."""
    if portable_folder() is not None:
        # A portable copy leaves nothing on the computer that it runs on.
        raise HubKeyringMissing
    import keyring.backends.fail
    import keyring.backends.null
    import keyring.core

    keyring.core.init_backend(limit=keyring.core.recommended)
    backend = keyring.core.get_keyring()
    if isinstance(backend, keyring.backends.fail.Keyring | keyring.backends.null.Keyring):
        raise HubKeyringMissing
    return backend


def _in_time(act: Callable[[], T]) -> T:
    """What `act` gives; raises HubKeyringRefused for whatever it raises, or when it takes too long."""
    outcome: list[T | Exception] = []

    def run() -> None:
        try:
            outcome.append(act())
        except Exception as error:  # noqa: BLE001 -- each system's keyring fails in exceptions of its own
            outcome.append(error)

    thread = threading.Thread(target=run, name="keyring", daemon=True)
    thread.start()
    thread.join(_LONGEST_WAIT_S)
    if not outcome:
        raise HubKeyringRefused(detail="it does not answer")
    result = outcome[0]
    if isinstance(result, HubKeyringMissing):
        raise result
    if isinstance(result, Exception):
        raise HubKeyringRefused(detail=type(result).__name__) from result
    return result
