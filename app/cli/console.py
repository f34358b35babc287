"""What the command line prints: text as UTF-8, JSON, one sentence for a failure, a line of progress."""

import getpass
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TextIO

from app.core.errors import AppError, PathNotWritable, code_of
from app.texts import Text, sentence_of, share, stage


class Console:
    """Results go to stdout, everything else to stderr; after `--json` stdout holds one JSON value and nothing else."""

    def __init__(self) -> None:
        self.as_json = False
        self._out = _utf8(sys.stdout)
        self._err = _utf8(sys.stderr)
        self._progress_width = 0
        self._is_thinking = False

    @property
    def is_interactive(self) -> bool:
        """Whether somebody sits at a terminal and may be asked."""
        return not self.as_json and sys.stdin is not None and sys.stdin.isatty() and self._out.isatty()

    def ask(self) -> str | None:
        """A line typed by the person, None at the end of input."""
        self._clear_progress()
        try:
            return input("> ")
        except EOFError:
            self.line()
            return None

    def ask_secret(self, prompt: str) -> str:
        """A line that does not show while it is typed; empty at the end of input."""
        self._clear_progress()
        try:
            return getpass.getpass(prompt)
        except EOFError:
            return ""

    def piped_input(self) -> str:
        """All of stdin as text; empty where stdin is a terminal."""
        if sys.stdin is None or sys.stdin.isatty():
            return ""
        return sys.stdin.buffer.read().decode("utf-8", "replace")

    def write(self, text: str) -> None:
        """A piece of a result for people, shown at once."""
        if not self.as_json:
            self._end_thought()
            self._clear_progress()
            self._put_out(text)

    def thought(self, text: str) -> None:
        """What a model thinks, as it comes: shown to whoever sits before a terminal, and no part of any result."""
        if self.as_json or not self._err.isatty():
            return
        self._clear_progress()
        if not self._is_thinking:
            self._err.write(f"{stage('thinking')} …\n")
        self._is_thinking = True
        self._err.write(text)
        self._err.flush()

    def _end_thought(self) -> None:
        if self._is_thinking:
            self._err.write("\n\n")
            self._err.flush()
            self._is_thinking = False

    def line(self, text: str = "") -> None:
        """A line of a result for people."""
        self.write(text + "\n")

    def result(self, value: Mapping[str, Any]) -> None:
        """The result for programs; nothing without `--json`."""
        if self.as_json:
            self._put_out(json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n")

    def _put_out(self, text: str) -> None:
        try:
            self._out.write(text)
            self._out.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            # What it still holds would fail again at exit.
            self.abandon()
            raise PathNotWritable(path="the output", detail=error.strerror or str(error)) from error

    def note(self, text: str) -> None:
        """Something beside the result."""
        self._clear_progress()
        self._err.write(text + "\n")
        self._err.flush()

    def text(self, words: Text) -> None:
        """A sentence beside the result, and its hint on a line of its own."""
        self.note("\n".join(part for part in (words.sentence, words.hint) if part))

    def failure(self, error: AppError, **beside: Any) -> None:
        """One sentence on stderr, the hint after it; for programs code and facts on stdout, after `beside`."""
        self.text(sentence_of(error))
        self.result({**beside, "error": failure_json(error)})

    def progress(self, identifier: str, done: int, total: int | None) -> None:
        """How far a long task is, on one line that is written over; nothing where stderr is no terminal."""
        self.progress_line(f"{stage(identifier)} …" + (f" {share(done / total)}" if total else ""))

    def progress_line(self, line: str) -> None:
        """Words on how far something is, on that line."""
        if not self._err.isatty():
            return
        # Spaces instead of an escape sequence: older Windows consoles print those.
        self._err.write("\r" + line.ljust(self._progress_width))
        self._err.flush()
        self._progress_width = len(line)

    def _clear_progress(self) -> None:
        if self._progress_width:
            self._err.write("\r" + " " * self._progress_width + "\r")
            self._err.flush()
            self._progress_width = 0

    def abandon(self) -> None:
        """Nobody reads any more: let Python's own flush at exit meet no broken pipe."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        with suppress(OSError, ValueError):
            os.dup2(nowhere, self._out.fileno())
        os.close(nowhere)


def failure_json(error: AppError) -> dict[str, Any]:
    """A failure for programs: its code and facts, and the words for people."""
    words = sentence_of(error)
    facts = {name: str(fact) if isinstance(fact, float) else fact for name, fact in error.facts.items()}
    return {"code": code_of(error), "facts": facts, "sentence": words.sentence, "hint": words.hint}


def _utf8(stream: TextIO | None) -> TextIO:
    if stream is None:
        # A windowed program on Windows has no streams.
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123
    if reconfigure := getattr(stream, "reconfigure", None):
        # Whatever the locale: replies hold every script, and file names may hold bytes that are no text.
        reconfigure(encoding="utf-8", errors="backslashreplace")
    return stream
