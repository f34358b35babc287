"""The log of the program: rotating, and without what a person would not want to show."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from app.core.tracebacks import frames_of

_MAX_BYTES = 1_000_000
_BACKUPS = 3

_SECRETS = (
    (re.compile(r"\bhf_[A-Za-z0-9]{8,}"), "hf_***"),
    (re.compile(r"(?i)\b(bearer|token|authorization|api[_-]?key|password)(\W{1,4})[^\s\"'&,;]{8,}"), r"\1\2***"),
    (re.compile(r"(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"), "***"),
)


_LEAST_SECRET = 6
_hidden: set[str] = set()


def hide_secret(secret: str) -> None:
    """Have `redact` take out this very text from now on, whatever it looks like; too short a one would hide words."""
    if len(secret) >= _LEAST_SECRET:
        _hidden.add(secret)


def redact(text: str, home: Path | None = None) -> str:
    """The text with access tokens, passwords in addresses and the home folder (hence the user's name) taken out."""
    for secret in _hidden:
        text = text.replace(secret, "***")
    for pattern, substitute in _SECRETS:
        text = pattern.sub(substitute, text)
    folder = str(home) if home else _home()
    if len(folder) > 1:
        # Windows writes the same folder with either slash, and JSON doubles the backslash.
        for spelling in {folder.replace("\\", "\\\\"), folder, folder.replace("\\", "/")}:
            text = re.sub(re.escape(spelling) + r"(?![\w.-])", "~", text)
        # A stick lies in a folder of the user's name as well.
        name = re.split(r"[\\/]", folder)[-1]
        text = re.sub(rf"(?<=[\\/]){re.escape(name)}(?![\w.-])", "***", text) if name else text
    return text


def _home() -> str:
    try:
        return str(Path.home())
    except RuntimeError:
        # Somebody whom the system does not know, as in a container.
        return ""


class _RedactingFormatter(logging.Formatter):
    def formatException(self, ei: Any) -> str:  # noqa: N802 -- logging's name
        return frames_of(super().formatException(ei))

    def format(self, record: logging.LogRecord) -> str:
        # The one who formats a traceback first keeps it in the record, for all.
        own = copy(record)
        own.exc_text = None
        return redact(super().format(own))


@contextmanager
def logging_to(path: Path) -> Iterator[None]:
    """Write what is logged to a file of at most 1 MB with three older ones beside it, until the block ends.

    A folder that cannot be written costs the log, not the program.
    """
    handler: logging.Handler
    # A log that cannot be written must not fill the terminal with tracebacks of its own.
    logging.raiseExceptions = False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            path, maxBytes=_MAX_BYTES, backupCount=_BACKUPS, encoding="utf-8", errors="backslashreplace"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(_RedactingFormatter("%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.setLevel(level)
        root.removeHandler(handler)
        # What was still to be written has no room.
        with suppress(OSError):
            handler.close()
