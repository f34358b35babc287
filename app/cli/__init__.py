"""The command line: thin verbs over the same core as the window."""

import argparse
import logging
from collections.abc import Callable, Sequence
from importlib import import_module

from app.cli.console import Console
from app.cli.errors import UnexpectedFailure, WrongUse
from app.cli.opening import is_for_command_line, is_headless, window_request
from app.cli.parser import VERBS, build_parser, build_window_parser
from app.core.errors import AppError, Cancelled, code_of
from app.core.log import logging_to
from app.core.paths import log_folder
from app.texts import notice

__all__ = ["FAILED", "VERBS", "is_for_command_line", "is_headless", "run", "serve", "window_request"]

DONE, FAILED, WRONG_USE, STOPPED, BROKEN_PIPE = 0, 1, 2, 130, 141

# A verb that is a word of Python's has a module by another name.
_MODULES = {"try": "try_pair"}
# Failures that loading with less may get around, where a verb has the options for it.
_WITHOUT_ROOM = ("engine_out_of_memory", "memory_ran_out", "context_not_made", "models_without_room")

_log = logging.getLogger(__name__)


def run(argv: Sequence[str]) -> int:
    """Run one verb and return the exit code; wrong use and --help end the program as argparse does."""
    console = Console()
    parser = build_parser()
    arguments = parser.parse_args(argv)
    console.as_json = arguments.json
    with logging_to(log_folder() / "command.log"):
        return _guarded(arguments.verb, arguments, console, parser)


def serve(argv: Sequence[str]) -> int:
    """Serve the local API without a window, until it is ended; the exit code, and else as `run`."""
    parser = build_window_parser()
    arguments = parser.parse_args(argv)
    with logging_to(log_folder() / "server.log"):
        return _guarded("serve", arguments, Console(), parser)


def _guarded(name: str, arguments: argparse.Namespace, console: Console, parser: argparse.ArgumentParser) -> int:
    try:
        module = import_module(f"app.cli.{_MODULES.get(name, name)}")
        verb: Callable[[argparse.Namespace, Console], int] = module.run
        return verb(arguments, console)
    except WrongUse as error:
        parser.error(str(error))
    except (Cancelled, KeyboardInterrupt):
        console.note("Stopped.")
        return STOPPED
    except BrokenPipeError:
        console.abandon()
        return BROKEN_PIPE
    except AppError as error:
        native_log = getattr(error, "log", "")
        _log.log(logging.WARNING if native_log else logging.INFO, "%s failed: %s %s", name, error, native_log)
        console.failure(error)
        if code_of(error) in _WITHOUT_ROOM and hasattr(arguments, "ctx_size"):
            console.text(notice("options_for_less"))
    except Exception as error:  # noqa: BLE001 (a top loop: a person reads a sentence, the log has the rest)
        _log.exception("%s failed", name)
        console.failure(UnexpectedFailure(detail=f"{type(error).__name__}: {error}"))
    return FAILED
