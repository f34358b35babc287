"""Parts a reply as it grows into what is thought and what is answered; markers never show, text is never lost."""

from collections.abc import Mapping, Sequence

from app.engine.protocol import PartKind
from app.engine.worker.detokenize import TextStream
from app.engine.worker.thinking import Markers, Part

Parted = list[tuple[PartKind, str]]


class Splitter:
    """Finds the parts of one reply.

    Markers that are tokens come through `mark` and count wherever they stand. Those in `written` are no tokens of the
    vocabulary and are looked for in the text: what opens thinking only at the beginning of the reply, for later it
    may be what the reply is about. Blank lines around the parts are left out.
    """

    def __init__(self, markers: Markers, part: Part, header: str = "", written: Sequence[str] = ()) -> None:
        self._markers = markers
        self._part = part
        self._header = header
        self._written = tuple(written)
        self._held = ""
        self._blank = ""
        self._is_fresh = True
        self._has_parts = part == "thinking"

    @property
    def part(self) -> Part:
        """Where the reply is now."""
        return self._part

    def text(self, text: str) -> Parted:
        """Take text, give what is certain of it."""
        self._held += text
        found: Parted = []
        while self._cut(found):
            pass
        kept = self._marker_begun()
        end = len(self._held) - kept
        taken, self._held = self._held[:end], self._held[end:]
        self._put(taken, found)
        return found

    def mark(self, marker: str) -> Parted:
        """Take a marker that is a token."""
        found: Parted = []
        self._put(self._held, found)
        self._held = ""
        self._turn(marker)
        return found

    def finish(self) -> Parted:
        """What was held back."""
        found: Parted = []
        self._put(self._held, found)
        self._held = ""
        if self._blank and self._part == "answer" and not self._has_parts:
            found.append(("answer", self._blank))
        return found

    def _cut(self, found: Parted) -> bool:
        """Take the text up to the first marker or end of a header that is whole in it."""
        if self._part == "header" and self._markers.header_end:
            name, end, rest = self._held.partition(self._markers.header_end)
            if end:
                self._enter(self._markers.part_named(self._header + name))
                self._held = rest
                return True
        places = [(at, marker) for marker in self._sought() if (at := self._held.find(marker)) >= 0]
        if not places:
            return False
        at, marker = min(places)
        if self._part == "answer" and not self._has_parts and self._held[:at].strip():
            return False
        self._put(self._held[:at], found)
        self._held = self._held[at + len(marker) :]
        self._turn(marker)
        return True

    def _sought(self) -> tuple[str, ...]:
        """Written markers that would count here."""
        if self._part != "header" and self._has_parts:
            return tuple(marker for marker in self._written if self._markers.begins[marker] != "thinking")
        return self._written if self._is_fresh else ()

    def _marker_begun(self) -> int:
        """Characters at the end that are the start of a marker which would count."""
        longest = max((len(marker) for marker in self._sought()), default=1) - 1
        for length in range(min(longest, len(self._held)), 0, -1):
            if any(marker.startswith(self._held[-length:]) for marker in self._sought()):
                return length
        return 0

    def _turn(self, marker: str) -> None:
        """Go on behind a marker."""
        part = self._markers.begins[marker]
        if marker == self._markers.ends_header:
            part = self._markers.part_named(self._header)
        self._enter(part)

    def _enter(self, part: Part) -> None:
        if part == "thinking":
            self._has_parts = True
        self._part, self._header, self._blank, self._is_fresh = part, "", "", True

    def _put(self, text: str, found: Parted) -> None:
        if self._part == "header":
            self._header += text
            return
        text = self._blank + text
        if self._is_fresh and self._has_parts:
            text = text.lstrip()
        # Blanks at the end of what is thought belong to the marker that follows them, as do those before any text.
        shown = text.rstrip() if self._part == "thinking" or (self._is_fresh and not text.strip()) else text
        self._blank = text[len(shown) :]
        if shown:
            self._is_fresh = False
            found.append((self._part, shown))


class PartedText:
    """The text of one reply: bytes of tokens in, parts out; `stops` end the answer."""

    def __init__(self, splitter: Splitter, marker_tokens: Mapping[int, str], stops: Sequence[str] = ()) -> None:
        self._splitter = splitter
        self._marker_tokens = marker_tokens
        self._decoded = TextStream()
        self._answer = TextStream(stops)

    @property
    def stopped(self) -> bool:
        """Whether a stop string has come; nothing is added from then on."""
        return self._answer.stopped

    @property
    def part(self) -> Part:
        """Where the reply is now."""
        return self._splitter.part

    def push(self, token: int, content: bytes) -> Parted:
        """Take a token, give the text that is certain now."""
        marker = self._marker_tokens.get(token)
        if marker is None:
            return self._stopping(self._splitter.text(self._decoded.push(content)))
        before = self._splitter.text(self._decoded.finish())
        self._decoded = TextStream()
        return self._stopping([*before, *self._splitter.mark(marker)])

    def finish(self) -> Parted:
        """The rest that was held back."""
        parts = self._stopping([*self._splitter.text(self._decoded.finish()), *self._splitter.finish()])
        if rest := self._answer.finish():
            parts.append(("answer", rest))
        return parts

    def _stopping(self, parts: Parted) -> Parted:
        shown: Parted = []
        for part, text in parts:
            # What was held back of an answer comes before what is thought after it.
            released = self._answer.push(text.encode()) if part == "answer" else self._answer.finish()
            if released:
                shown.append(("answer", released))
            if part == "thinking":
                shown.append((part, text))
        return shown


class WholeText:
    """The text of one reply of a model that has no markers, or of a bare prompt: all of it is the answer."""

    def __init__(self, stops: Sequence[str] = ()) -> None:
        self._text = TextStream(stops)

    @property
    def stopped(self) -> bool:
        """Whether a stop string has come; nothing is added from then on."""
        return self._text.stopped

    @property
    def part(self) -> Part:
        """Always the answer."""
        return "answer"

    def push(self, _: int, content: bytes) -> Parted:
        """Take a token, give the text that is certain now."""
        text = self._text.push(content)
        return [("answer", text)] if text else []

    def finish(self) -> Parted:
        """The rest that was held back."""
        text = self._text.finish()
        return [("answer", text)] if text else []


ReplyText = PartedText | WholeText
