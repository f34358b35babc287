"""`logout`: forget the token that `login` or the window keeps."""

import argparse

from app.cli.console import Console
from app.hub.sign_in import sign_out
from app.texts.hub import TOKEN_SOURCES


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Forget it; tells where another token is still found."""
    account = sign_out()
    console.line("No token is kept in the keyring now.")
    if account.source:
        console.line(f"The Hub is still asked with another token: {TOKEN_SOURCES[account.source]}.")
    console.result({"endpoint": account.endpoint, "used": account.source})
    return 0
