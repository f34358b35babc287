"""Bytes of tokens to text as it grows: characters cut over tokens made whole, stop strings found over piece borders."""

import codecs
from collections.abc import Sequence

from app.engine.worker.traced import Traced

REPLACEMENT = "\ufffd"


class TextStream:
    """Makes characters whole; one that is never completed is left out.

    Bytes that are no UTF-8 show as one U+FFFD per run.
    """

    def __init__(self) -> None:
        self._cut_off = b""
        self._is_in_garbage = False

    def push(self, content: bytes) -> str:
        """Take the bytes of one or more tokens, give the text that is certain now."""
        content = self._cut_off + content
        parts: list[str] = []
        while True:
            try:
                text, used = codecs.utf_8_decode(content, "strict", False)
            except UnicodeDecodeError as error:
                good, content = content[: error.start].decode(), content[error.end :]
                is_new_run = bool(good) or not self._is_in_garbage
                parts.append(good + REPLACEMENT if is_new_run else good)
                self._is_in_garbage = True
            else:
                self._cut_off = content[used:]
                self._is_in_garbage = self._is_in_garbage and not text
                return "".join((*parts, text))


class StopStrings:
    """Holds back tokens that may still turn out to be the start of a stop string.

    The text ends before the stop string that is complete first (the longest of those that end together).
    """

    def __init__(self, stops: Sequence[str] = ()) -> None:
        self._stops = tuple(stop for stop in dict.fromkeys(stops) if stop)
        self._held = Traced()
        self._is_stopped = False

    @property
    def stopped(self) -> bool:
        """Whether a stop string has come; nothing is added from then on."""
        return self._is_stopped

    def push(self, text: Traced) -> Traced:
        """Take text, give what is certain of it."""
        if self._is_stopped:
            return Traced()
        self._held += text
        if self._cut_at_stop():
            return self._release(0)
        return self._release(self._stop_begun())

    def finish(self) -> Traced:
        """The rest that was held back."""
        return Traced() if self._is_stopped else self._release(0)

    def go_on(self) -> None:
        """What is held back was given by `finish` before: what comes now follows it."""
        self._held = self._held[len(self._held.text) - self._stop_begun() :].as_shown()

    def _cut_at_stop(self) -> bool:
        found = [(at + len(stop), at) for stop in self._stops if (at := self._held.text.find(stop)) >= 0]
        if not found:
            return False
        _, start = min(found)
        self._held = self._held[:start]
        self._is_stopped = True
        return True

    def _stop_begun(self) -> int:
        """Characters at the end that are the start of a stop string."""
        held = self._held.text
        longest = max((len(stop) for stop in self._stops), default=1) - 1
        for length in range(min(longest, len(held)), 0, -1):
            if any(stop.startswith(held[-length:]) for stop in self._stops):
                return length
        return 0

    def _release(self, kept: int) -> Traced:
        end = self._held.whole_until(len(self._held.text) - kept)
        text, self._held = self._held[:end], self._held[end:]
        return text
