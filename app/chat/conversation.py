"""A conversation as frozen data: a tree of messages with one current path, and the edits that give a new one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal
from uuid import uuid4

Role = Literal["user", "assistant"]

_LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class DraftedSpan:
    """Characters `start` to `end` (exclusive) of a reply, guessed by the draft; `position` in its block, 0-based."""

    start: int
    end: int
    position: int | None = None


@dataclass(frozen=True, slots=True)
class ReplyNumbers:
    """What stands under a finished reply; None where nothing was measured. Names and meanings are the engine's.

    `first_read` is the id of the first message that the model still read, empty where it read all of them.
    """

    target: str = ""
    draft: str | None = None
    method: str = "none"
    state: str = "off"
    reason: str | None = None
    prompt_n: int = 0
    prompt_ms: float = 0.0
    predicted_n: int = 0
    predicted_ms: float = 0.0
    predicted_per_second: float | None = None
    draft_n: int = 0
    draft_n_accepted: int = 0
    acceptance_rate: float | None = None
    mean_accepted_length: float | None = None
    speedup: float | None = None
    context_n: int = 0
    first_read: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. `finish_reason` is None while a reply is on its way, and stays so where the program died meanwhile.

    `thinking` is what the model thought before its answer `text`, for `thought_s` seconds where that is known.
    """

    id: str
    parent: str | None
    role: Role
    text: str = ""
    created_s: float = 0.0
    finish_reason: str | None = None
    numbers: ReplyNumbers | None = None
    drafted: tuple[DraftedSpan, ...] = ()
    thinking: str = ""
    thought_s: float | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages in the order they came, parents before children; `current` is the last message of the path shown."""

    id: str
    title: str = ""
    system_prompt: str = ""
    messages: tuple[Message, ...] = ()
    current: str | None = None

    def message(self, message_id: str) -> Message:
        """The message of that id; raises KeyError."""
        for message in reversed(self.messages):
            if message.id == message_id:
                return message
        raise KeyError(message_id)

    def path(self) -> tuple[Message, ...]:
        """From the first message to the current one."""
        return tuple(reversed(tuple(self._upwards())))

    def children(self, parent: str | None) -> tuple[Message, ...]:
        """The messages that follow `parent`, oldest first: the alternatives at that place."""
        return tuple(message for message in self.messages if message.parent == parent)

    def _upwards(self) -> Iterator[Message]:
        by_id = {message.id: message for message in self.messages}
        at = self.current
        while at is not None:
            message = by_id.pop(at, None)
            if message is None:
                return
            yield message
            at = message.parent


def new_id() -> str:
    """An id that no other conversation or message has."""
    return uuid4().hex


def add(conversation: Conversation, message: Message) -> Conversation:
    """With a message after its parent, and the path leading to it; raises KeyError when the parent is not there."""
    if message.parent is not None:
        conversation.message(message.parent)
    return replace(
        conversation,
        title=conversation.title or title_of(message.text),
        messages=(*conversation.messages, message),
        current=message.id,
    )


def append_text(message: Message, piece: str, draft_position: int | None, *, is_thought: bool = False) -> Message:
    """With a piece at its end, or at the end of what was thought; a guessed one's place in the answer is kept."""
    if not piece:
        return message
    if is_thought:
        return replace(message, thinking=message.thinking + piece)
    start = len(message.text)
    end = start + len(piece)
    drafted = message.drafted
    if draft_position is not None:
        drafted = (*drafted, DraftedSpan(start, end, draft_position))
    return replace(message, text=message.text + piece, drafted=drafted)


def put(conversation: Conversation, message: Message) -> Conversation:
    """With `message` in the place of the one of the same id; raises KeyError."""
    conversation.message(message.id)
    messages = tuple(message if old.id == message.id else old for old in conversation.messages)
    return replace(conversation, messages=messages)


def select(conversation: Conversation, message_id: str) -> Conversation:
    """With the path leading through that message and on to its newest descendant; raises KeyError."""
    conversation.message(message_id)
    newest = message_id
    while children := conversation.children(newest):
        newest = children[-1].id
    return replace(conversation, current=newest)


def title_of(text: str) -> str:
    """A title from the first line with something in it."""
    line = " ".join(next((line for line in text.splitlines() if line.strip()), "").split())
    if len(line) <= _LONGEST_TITLE:
        return line
    cut = line[:_LONGEST_TITLE].rsplit(" ", 1)[0] if " " in line[:_LONGEST_TITLE] else line[: _LONGEST_TITLE - 1]
    return cut.rstrip(" ,;:.–-") + "…"
