"""`login`: sign in to the Hub with a token, kept in the keyring of the system."""

import argparse

from app.cli.console import Console
from app.cli.interrupt import interruptible
from app.core.progress import Progress
from app.hub.account import endpoint_at_hand, tokens_page
from app.hub.errors import HubKeyringMissing
from app.hub.sign_in import account_at_hand, sign_in
from app.texts import notice


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Take the token from a prompt or a pipe, never from the arguments, which every program on the machine may see."""
    if console.is_interactive:
        console.line(f"Make a token at {tokens_page(endpoint_at_hand())} (type “Read”), and paste it here.")
    text = console.ask_secret("Token: ") if console.is_interactive else console.piped_input()
    with interruptible() as interrupted:
        account = sign_in(text, Progress(console.progress, interrupted.is_set))
    if account.source != "keyring":
        raise HubKeyringMissing
    console.line(f"Signed in to {account.endpoint} as {account.name}.")
    source = account_at_hand().source
    if source != "keyring":
        console.text(notice("hub_token_overruled"))
    console.result({"endpoint": account.endpoint, "name": account.name, "kept_in": "keyring", "used": source})
    return 0
