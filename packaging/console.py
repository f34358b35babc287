"""What a set-up says while it works: sentences, and one line that keeps moving."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TextIO

PLAIN_INTERVAL_S = 10.0


class Console:
    """Writes to stderr: an updating line on a terminal, now and then a plain line elsewhere."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        self._line_open = False
        self._last_plain = 0.0

    def say(self, sentence: str) -> None:
        """Write a whole line."""
        self.close_line()
        self._stream.write(sentence + "\n")
        self._stream.flush()
        self._last_plain = time.monotonic()

    def progress(self, text: str) -> None:
        """Show how far the work is; replaces what the last call showed."""
        if self._is_terminal:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write("\r\x1b[K" + text[:width])
            self._line_open = True
        elif time.monotonic() - self._last_plain >= PLAIN_INTERVAL_S:
            self._stream.write(text + "\n")
            self._last_plain = time.monotonic()
        self._stream.flush()

    def close_line(self) -> None:
        """Leave the updating line as it stands and go to the next one."""
        if self._line_open:
            self._stream.write("\n")
            self._line_open = False
