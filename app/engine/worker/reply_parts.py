"""Parts a reply as it grows into what is thought and what is answered; markers never show, text is never lost."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.engine.protocol import PartKind
from app.engine.worker.detokenize import StopStrings, TextStream
from app.engine.worker.thinking import Markers, Part
from app.engine.worker.traced import Traced, traced

Parted = list[tuple[PartKind, Traced]]


@dataclass(frozen=True, slots=True)
class Fragment:
    """What one token brought of the text that became certain; `draft_position` is the token's, where it was drafted.

    A character that is cut over tokens belongs to the one that completed it.
    """

    text: str
    draft_position: int | None = None
    part: PartKind = "answer"


class Splitter:
    """Finds the parts of one reply.

    Markers that are tokens come through `mark` and count wherever they stand. Those in `written` are no tokens of the
    vocabulary and are looked for in the text: what opens thinking only at the beginning of the reply, for later it
    may be what the reply is about. Blank lines around the parts are left out. Tokens come whole, but where a part ends.
    """

    def __init__(self, markers: Markers, part: Part, header: str = "", written: Sequence[str] = ()) -> None:
        self._markers = markers
        self._part = part
        self._header = header
        self._written = tuple(written)
        self._held = Traced()
        # The last token of the part, where it ends in blanks that may belong to what follows.
        self._tail = Traced()
        self._is_fresh = True
        self._has_parts = part == "thinking"

    @property
    def part(self) -> Part:
        """Where the reply is now."""
        return self._part

    def text(self, text: Traced) -> Parted:
        """Take text, give what is certain of it."""
        self._held += text
        found: Parted = []
        while self._cut(found):
            pass
        end = self._held.whole_until(len(self._held.text) - self._marker_begun())
        taken, self._held = self._held[:end], self._held[end:]
        self._put(taken, found)
        return found

    def mark(self, marker: str) -> Parted:
        """Take a marker that is a token."""
        found: Parted = []
        self._put(self._held, found)
        self._held = Traced()
        self._turn(marker, found)
        return found

    def finish(self) -> Parted:
        """What was held back."""
        found: Parted = []
        self._put(self._held, found)
        self._held = Traced()
        if self._part == "answer" and not self._has_parts:
            found.append(("answer", self._tail))
        else:
            self._end_part(found)
        return found

    def go_on(self) -> None:
        """What is held back was given by `finish` before, but for blanks at its end: what comes now follows it."""
        self._held = self._held[len(self._held.text) - self._marker_begun() :].as_shown()
        self._is_fresh = self._is_fresh and not self._tail.text.strip()
        if self._held.text or (self._part == "answer" and not self._has_parts):
            self._tail = self._tail.as_shown()
        else:
            self._tail = self._tail[len(self._tail.text.rstrip()) :]

    def _cut(self, found: Parted) -> bool:
        """Take the text up to the first marker or end of a header that is whole in it."""
        if self._part == "header" and self._markers.header_end:
            end = self._held.text.find(self._markers.header_end)
            if end >= 0:
                self._enter(self._markers.part_named(self._header + self._held.text[:end]))
                self._held = self._held[end + len(self._markers.header_end) :]
                return True
        places = [(at, marker) for marker in self._sought() if (at := self._held.text.find(marker)) >= 0]
        if not places:
            return False
        at, marker = min(places)
        if self._part == "answer" and not self._has_parts and self._held.text[:at].strip():
            return False
        self._put(self._held[:at], found)
        self._held = self._held[at + len(marker) :]
        self._turn(marker, found)
        return True

    def _sought(self) -> tuple[str, ...]:
        """Written markers that would count here."""
        if self._part != "header" and self._has_parts:
            return tuple(marker for marker in self._written if self._markers.begins[marker] != "thinking")
        return self._written if self._is_fresh else ()

    def _marker_begun(self) -> int:
        """Characters at the end that are the start of a marker which would count."""
        held = self._held.text
        longest = max((len(marker) for marker in self._sought()), default=1) - 1
        for length in range(min(longest, len(held)), 0, -1):
            if any(marker.startswith(held[-length:]) for marker in self._sought()):
                return length
        return 0

    def _turn(self, marker: str, found: Parted) -> None:
        """Go on behind a marker."""
        self._end_part(found)
        part = self._markers.begins[marker]
        if marker == self._markers.ends_header:
            part = self._markers.part_named(self._header)
        self._enter(part)

    def _enter(self, part: Part) -> None:
        if part == "thinking":
            self._has_parts = True
        self._part, self._header, self._tail, self._is_fresh = part, "", Traced(), True

    def _put(self, text: Traced, found: Parted) -> None:
        if self._part == "header":
            self._header += text.text
            return
        text = self._tail + text
        if self._is_fresh and self._has_parts:
            text = text[len(text.text) - len(text.text.lstrip()) :]
        # Blanks at the end of what is thought belong to the marker that follows them, as do those before any text.
        has_end = self._part == "thinking" or (self._is_fresh and not text.text.strip())
        end = text.whole_until(len(text.text.rstrip())) if has_end else len(text.text)
        self._tail = text[end:]
        if end:
            self._is_fresh = False
            found.append((self._part, text[:end]))

    def _end_part(self, found: Parted) -> None:
        """Nothing more comes of this part: the blanks at its end are left out."""
        if self._part != "header":
            found.append((self._part, self._tail[: len(self._tail.text.rstrip())]))


class PartedText:
    """The text of one reply: bytes of tokens in, parts out; `stops` end the answer."""

    def __init__(self, splitter: Splitter, marker_tokens: Mapping[int, str], stops: Sequence[str] = ()) -> None:
        self._splitter = splitter
        self._marker_tokens = marker_tokens
        self._decoded = TextStream()
        self._answer = StopStrings(stops)

    @property
    def stopped(self) -> bool:
        """Whether a stop string has come; nothing is added from then on."""
        return self._answer.stopped

    @property
    def part(self) -> Part:
        """Where the reply is now."""
        return self._splitter.part

    def push(self, token: int, content: bytes, draft_position: int | None = None) -> list[Fragment]:
        """Take a token, which may have been drafted; give the text that is certain now."""
        marker = self._marker_tokens.get(token)
        if marker is None:
            return self._stopping(self._splitter.text(traced(self._decoded.push(content), draft_position)))
        self._decoded = TextStream()
        return self._stopping(self._splitter.mark(marker))

    def finish(self) -> list[Fragment]:
        """The rest that was held back."""
        return [*self._stopping(self._splitter.finish()), *_fragments([("answer", self._answer.finish())])]

    def go_on(self) -> None:
        """All that was read so far was shown before: what comes now follows it."""
        self._splitter.go_on()
        self._answer.go_on()

    def _stopping(self, parts: Parted) -> list[Fragment]:
        shown: Parted = []
        for part, text in parts:
            # What was held back of an answer comes before what is thought after it.
            shown.append(("answer", self._answer.push(text) if part == "answer" else self._answer.finish()))
            if part == "thinking":
                shown.append((part, text))
        return _fragments(shown)


class WholeText:
    """The text of one reply of a model that has no markers, or of a bare prompt: all of it is the answer."""

    def __init__(self, stops: Sequence[str] = ()) -> None:
        self._decoded = TextStream()
        self._answer = StopStrings(stops)

    @property
    def stopped(self) -> bool:
        """Whether a stop string has come; nothing is added from then on."""
        return self._answer.stopped

    @property
    def part(self) -> Part:
        """Always the answer."""
        return "answer"

    def push(self, _: int, content: bytes, draft_position: int | None = None) -> list[Fragment]:
        """Take a token, which may have been drafted; give the text that is certain now."""
        return _fragments([("answer", self._answer.push(traced(self._decoded.push(content), draft_position)))])

    def finish(self) -> list[Fragment]:
        """The rest that was held back."""
        return _fragments([("answer", self._answer.finish())])

    def go_on(self) -> None:
        """All that was read so far was shown before: what comes now follows it."""
        self._answer.go_on()


ReplyText = PartedText | WholeText


def _fragments(parts: Iterable[tuple[PartKind, Traced]]) -> list[Fragment]:
    return [Fragment(text, position, part) for part, found in parts for text, position in found.by_token()]
