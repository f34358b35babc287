"""The composition root: what the arguments ask for is started, the window or the command line."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from app import cli
from app.core.errors import AppError
from app.core.log import logging_to
from app.core.paths import log_folder
from app.texts import sentence_of


class NoDisplay(AppError):
    """A window was asked for where there is no display."""

    code = "no_display"


class WindowUnavailable(AppError):
    """The library that draws the window cannot be loaded: detail."""

    code = "window_unavailable"


def start(argv: Sequence[str]) -> int:
    """Run the program and return its exit code; what is neither a verb, an option nor a path is wrong use."""
    if argv and (argv[0] in cli.VERBS or argv[0].startswith("-") or not _is_there(argv[0])):
        return cli.run(argv)
    try:
        return _open_window(tuple(Path(name).absolute() for name in argv))
    except AppError as error:
        words = sentence_of(error)
        sys.stderr.write(f"{words.sentence} {words.hint}\n")
        return cli.FAILED


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def _open_window(paths: tuple[Path, ...]) -> int:
    if sys.platform.startswith("linux") and not _has_display():
        raise NoDisplay
    try:
        from app.gui import application
    except ImportError as error:
        raise WindowUnavailable(detail=str(error)) from error
    with logging_to(log_folder() / "window.log"):
        return application.run(paths)


def _has_display() -> bool:
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
