"""The composition root: what the arguments ask for is started, the window or the command line."""

import os
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress

from app import cli
from app.core import paths
from app.core.crash_reports import hard_crashes_noted, left_traces
from app.core.errors import AppError
from app.core.instance import Instance, WindowRequest, claim
from app.core.log import logging_to
from app.texts import sentence_of


class NoDisplay(AppError):
    """A window was asked for where there is no display."""

    code = "no_display"


class WindowUnavailable(AppError):
    """The library that draws the window cannot be loaded: detail."""

    code = "window_unavailable"


class NoWindowHere(AppError):
    """A window was asked of the program that has none: the second one of a bundle."""

    code = "no_window_here"


def start(argv: Sequence[str]) -> int:
    """Run the program and return its exit code; wrong use ends it as argparse does."""
    _keep_to_portable_folder()
    if cli.is_for_command_line(argv):
        return cli.run(argv)
    if cli.is_headless(argv):
        return cli.serve(argv)
    request = cli.window_request(argv)
    try:
        return _open_window(request)
    except AppError as error:
        words = sentence_of(error)
        if sys.stderr is not None:
            # A program without a terminal has none on Windows.
            sys.stderr.write(f"{words.sentence} {words.hint}\n")
            sys.stderr.flush()
        if not isinstance(error, NoDisplay | NoWindowHere | WindowUnavailable):
            from app.gui import application

            application.tell(words)
        return cli.FAILED


def _keep_to_portable_folder() -> None:
    """Have the Hub's own library keep to the folder of a portable copy as well, unless it is told otherwise."""
    folder = paths.portable_folder()
    if folder is not None:
        os.environ.setdefault("HF_HOME", str(folder / "hub"))


def _open_window(request: WindowRequest) -> int:
    """Show the window, or have the one that is open already do what is asked."""
    if sys.platform.startswith("linux") and not _has_display():
        raise NoDisplay
    own = paths.folders()
    with logging_to(own.logs / "window.log"):
        instance = claim(own.data, request)
        if instance is None:
            return 0
        left = left_traces(own.reports)
        try:
            with hard_crashes_noted(own.reports):
                return _run_window(instance, request, left)
        finally:
            instance.close()


def _run_window(instance: Instance, request: WindowRequest, left: Sequence[str]) -> int:
    try:
        from app.gui import application
    except ImportError as error:
        if error.name == "app.gui":
            raise NoWindowHere from error
        raise WindowUnavailable(detail=str(error)) from error
    return application.run(instance, request, left)


def _has_display() -> bool:
    """Whether Qt will find one: where it does not, it ends the process with words of its own."""
    if any(os.environ.get(name) for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        return True
    host, _, screen = os.environ.get("DISPLAY", "").rpartition(":")
    return bool(screen) and (host not in ("", "unix") or _is_listening(f"/tmp/.X11-unix/X{screen.partition('.')[0]}"))


def _is_listening(place: str) -> bool:
    """Whether an X server of this computer is there, behind a file or by Linux's way to do without one."""
    for address in (place, f"\0{place}"):
        with socket.socket(socket.AF_UNIX) as asking, suppress(OSError):
            asking.connect(address)
            return True
    return False
