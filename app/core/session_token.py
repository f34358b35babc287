"""The Hub's token of this session: in memory alone, and handed on to the processes of jobs through their pipes."""

from app.core.log import hide_secret

_held = [""]


def session_token() -> str:
    """The token that was given for as long as the program runs; empty without one."""
    return _held[0]


def hold_session_token(token: str) -> None:
    """Hold a token until the program ends; an empty one takes it back."""
    hide_secret(token)
    _held[0] = token
