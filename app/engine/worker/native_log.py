"""The last lines that llama.cpp had to say, kept for reports and otherwise quiet."""

import os
from collections import deque

from app.engine.worker import symbols
from app.engine.worker.symbols import llama

LINES_KEPT = 200
_LINE_LENGTH_MAX = 2000
# ggml_log_level
_DEBUG_LEVEL = 1
_ERROR_LEVEL = 4
_CONTINUED_LEVEL = 5

_lines: deque[str] = deque(maxlen=LINES_KEPT)
_errors: deque[str] = deque(maxlen=5)
_level = _DEBUG_LEVEL


def _keep(level: int, text: bytes) -> None:
    global _level
    if level != _CONTINUED_LEVEL:
        _level = level
    if _level <= _DEBUG_LEVEL:
        return
    for line in text.decode("utf-8", "replace").splitlines():
        if line.strip(" ."):
            _lines.append(line[:_LINE_LENGTH_MAX])
            if _level >= _ERROR_LEVEL:
                _errors.append(line[:_LINE_LENGTH_MAX])


def _on_log(level: int, text: bytes | None, _: object) -> None:
    _keep(level, text or b"")


def _on_abort(message: bytes | None) -> None:
    """The process ends when this returns; the log goes to stderr, where the parent looks for last words."""
    last_words = f"{log_tail()}\n{(message or b'').decode('utf-8', 'replace')}\n"
    os.write(2, last_words.encode("utf-8", "replace"))


_log_callback = llama.llama_log_callback(_on_log)
_abort_callback = symbols.ABORT_CALLBACK(_on_abort)


def listen() -> None:
    """Take over llama.cpp's log and ggml's last words; they print to stderr otherwise."""
    # Where a debugger is installed, ggml has it look at the dying process: that takes seconds, and tells nobody.
    os.environ.setdefault("GGML_NO_BACKTRACE", "1")
    llama.llama_log_set(_log_callback, None)
    symbols.set_abort_callback(_abort_callback)


def log_tail() -> str:
    """The last lines (200 at most), oldest first."""
    return "\n".join(tuple(_lines))


def forget_errors() -> None:
    """Start a step whose errors are to be told apart from those of steps before."""
    _errors.clear()


def last_errors() -> str:
    """What was logged as an error since `forget_errors`, in short."""
    return " ".join(tuple(_errors))
