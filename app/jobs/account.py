"""The job about the Hub's token: where it comes from, whose it is, keeping and forgetting it.

In a process of its own, for a locked keyring may ask a question and wait, and so may the Hub.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from app.core.errors import Fact
from app.core.progress import Progress
from app.core.session_token import hold_session_token, session_token
from app.hub.account import tokens_page
from app.hub.sign_in import account_at_hand, checked_account, sign_in, sign_out

Action = Literal["look", "check", "sign_in", "sign_out"]


@dataclass(frozen=True, slots=True)
class Arguments:
    """The token to sign in with is not among them: it comes as that of the session."""

    action: Action


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Act; the result is an Account's fields, "name" where the Hub was asked, and "link", where tokens are made."""
    match arguments.action:
        case "look":
            account = account_at_hand()
        case "check":
            account = checked_account(progress)
        case "sign_in":
            account = sign_in(session_token(), progress)
        case "sign_out":
            hold_session_token("")
            account = sign_out()
    return {**asdict(account), "link": tokens_page(account.endpoint)}
