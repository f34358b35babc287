"""As whom the Hub is asked: the token that is at hand, where it comes from, and keeping another."""

import logging
import os
import re
from dataclasses import dataclass, field
from typing import Literal

from huggingface_hub import constants, get_token

from app.core.log import hide_secret
from app.core.session_token import session_token
from app.hub.errors import HubTokenMalformed
from app.hub.token_keyring import read_token

_log = logging.getLogger(__name__)

TokenSource = Literal["variable", "session", "keyring", "login"]
_VARIABLES = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")


@dataclass(frozen=True, slots=True)
class Token:
    """A token and who names it: an environment variable, this session, our keyring entry, or the Hub's own login."""

    text: str = field(repr=False)
    source: TokenSource


def token_at_hand(endpoint: str) -> Token | None:
    """The token in HF_TOKEN, else the one given to Slipstream for this Hub, else that of the Hub's own login.

    One that cannot be read or renewed counts as none: what is public stays open without.
    """
    token = _of_environment() or _of_session() or _of_keyring(endpoint) or _of_login()
    if token is not None:
        hide_secret(token.text)
    return token


def checked_token(text: str, endpoint: str) -> str:
    """A token as it was typed or pasted, without the space around it; raises HubTokenMalformed."""
    token = text.strip()
    if not is_well_formed(token):
        raise HubTokenMalformed(link=tokens_page(endpoint))
    hide_secret(token)
    return token


def is_well_formed(token: str) -> bool:
    """Whether it can be sent at all: printable ASCII without a space."""
    return re.fullmatch(r"[!-~]{1,1000}", token) is not None


def endpoint_at_hand() -> str:
    """The address of the Hub, which HF_ENDPOINT names where it is not the usual one."""
    return constants.ENDPOINT


def tokens_page(endpoint: str) -> str:
    """Where the Hub makes tokens."""
    return f"{endpoint}/settings/tokens"


def _of_environment() -> Token | None:
    found = (text for name in _VARIABLES if (text := os.environ.get(name, "").strip()))
    return next((Token(text, "variable") for text in found), None)


def _of_session() -> Token | None:
    text = session_token()
    return Token(text, "session") if text else None


def _of_keyring(endpoint: str) -> Token | None:
    text = read_token(endpoint)
    return Token(text, "keyring") if text else None


def _of_login() -> Token | None:
    try:
        text = get_token()
    except Exception as error:  # noqa: BLE001 -- the library reads files and may renew the login over the network
        _log.warning("the Hub's login cannot be used: %s", type(error).__name__)
        return None
    return Token(text, "login") if text else None
