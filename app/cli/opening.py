"""What a start without a verb asks of the window."""

import os
from collections.abc import Sequence
from pathlib import Path

from app.cli.parser import VERBS, build_window_parser
from app.core.instance import WindowRequest

_ABOUT = ("-h", "--help", "--version")
# What a desktop gives the start of a program for its window to come to the front.
_ACTIVATION = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")


def is_for_command_line(argv: Sequence[str]) -> bool:
    """Whether the arguments begin with a verb, or ask about the program itself."""
    return any(word in _ABOUT for word in argv) or (bool(argv) and argv[0] in VERBS)


def is_headless(argv: Sequence[str]) -> bool:
    """Whether no window is wanted."""
    return "--headless" in argv


def window_request(argv: Sequence[str]) -> WindowRequest:
    """Files, pair and pair file that the arguments name; wrong use ends the program as argparse does."""
    parser = build_window_parser()
    named = parser.parse_args(argv)
    for path in named.paths:
        if not _is_there(path):
            parser.error(f"“{path}” is neither a verb nor a file that is there")
    if named.draft is not None and named.target is None:
        parser.error("--draft needs --target")
    if named.target is not None and named.config is not None:
        parser.error("--config names a target already: leave out either of them")
    if named.port is not None and not named.serve:
        parser.error("--port needs --serve")
    if named.host is not None or named.api_key is not None:
        parser.error("--host and --api-key go with --headless: a window answers this computer alone")
    if named.cors:
        parser.error("--cors goes with --headless: of a window, the settings say which web pages may ask")
    target, draft, config = (path and path.absolute() for path in (named.target, named.draft, named.config))
    activation = next((os.environ[name] for name in _ACTIVATION if os.environ.get(name)), "")
    paths = tuple(path.absolute() for path in named.paths)
    return WindowRequest(paths, target, draft, config, activation, named.serve, named.port or 0)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
