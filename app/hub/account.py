"""As whom the Hub is asked: the token that is at hand, which is never stored here."""

import logging

from huggingface_hub import get_token

_log = logging.getLogger(__name__)


def token_at_hand() -> str | None:
    """The token in HF_TOKEN, else that of the Hub's own login (`hf auth login`); None without any.

    One that cannot be read or renewed counts as none: what is public stays open without.
    """
    try:
        return get_token()
    except Exception as error:  # noqa: BLE001 -- the library reads files and may renew the login over the network
        _log.warning("the Hub's login cannot be used: %s", type(error).__name__)
        return None
