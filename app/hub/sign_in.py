"""Signing in to the Hub with a token and out again; who is signed in now."""

from dataclasses import dataclass

from app.core.progress import Progress
from app.hub.account import checked_token, endpoint_at_hand, token_at_hand
from app.hub.client import HubClient
from app.hub.errors import HubKeyringMissing, HubKeyringRefused
from app.hub.patience import WHILE_SOMEBODY_WAITS
from app.hub.token_keyring import forget_token, has_keyring, keep_token


@dataclass(frozen=True, slots=True)
class Account:
    """Who asks the Hub at `endpoint`: where the token comes from ("" without one), and whose it is where that is known.

    `has_keyring` says whether a token can be kept on this system. The token itself is not in here.
    """

    endpoint: str
    source: str
    has_keyring: bool
    name: str = ""


def account_at_hand() -> Account:
    """What is known without asking the Hub."""
    endpoint = endpoint_at_hand()
    token = token_at_hand(endpoint)
    return Account(endpoint, token.source if token else "", has_keyring())


def checked_account(progress: Progress) -> Account:
    """The same with the owner's name; raises HubTokenNeeded, HubTokenInvalid and what asking can fail with."""
    account = account_at_hand()
    name = HubClient.of_this_machine(patience=WHILE_SOMEBODY_WAITS).account_name(progress)
    return Account(account.endpoint, account.source, account.has_keyring, name)


def sign_in(text: str, progress: Progress) -> Account:
    """Keep a token in the keyring once the Hub has told whose it is; `source` is "" where there is no keyring for it.

    Raises HubTokenMalformed, HubTokenInvalid and what asking can fail with.
    """
    endpoint = endpoint_at_hand()
    token = checked_token(text, endpoint)
    name = HubClient.of_this_machine(token=token, patience=WHILE_SOMEBODY_WAITS).account_name(progress)
    try:
        keep_token(endpoint, token)
    except (HubKeyringMissing, HubKeyringRefused):
        return Account(endpoint, "", has_keyring=False, name=name)
    return Account(endpoint, "keyring", has_keyring=True, name=name)


def sign_out() -> Account:
    """Forget the token that was kept here; that of HF_TOKEN or the Hub's own login stays. Raises HubKeyringRefused."""
    forget_token(endpoint_at_hand())
    return account_at_hand()
