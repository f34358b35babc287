"""A conversation as frozen data: a tree of messages with one current path, and the edits that give a new one."""

import re
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Literal
from uuid import uuid4

from app.chat.setup import ChatSetup

Role = Literal["user", "assistant"]

_LONGEST_TITLE = 60
_NUMBERED = re.compile(r"(.+) \((\d{1,6})\)", re.DOTALL)
_NOTHING_SET = ChatSetup()
# What models think stands apart since it is told apart; texts from elsewhere may still have it in tags.
_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DraftedSpan:
    """Characters `start` to `end` (exclusive) of a reply, guessed by the draft; `position` in its block, 0-based.

    `is_thought` where they are characters of what was thought.
    """

    start: int
    end: int
    position: int | None = None
    is_thought: bool = False


@dataclass(frozen=True, slots=True)
class ReplyNumbers:
    """What stands under a finished reply; None where nothing was measured. Names and meanings are the engine's.

    `first_read` is the id of the first message that the model still read, empty where it read all of them.
    Of a reply that was continued, counts and times are those of all its parts, the shares by position of the last one.
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
    acceptance_by_position: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Attachment:
    """The text of a file that goes with a message."""

    name: str
    kind: Literal["text", "code", "pdf"]
    text: str


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
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages in the order they came, parents before children; `current` is the last message of the path shown.

    A title that the user gave (`is_titled`) stays; any other follows the first question.
    """

    id: str
    title: str = ""
    system_prompt: str = ""
    messages: tuple[Message, ...] = ()
    current: str | None = None
    setup: ChatSetup = _NOTHING_SET
    folder: str = ""
    is_pinned: bool = False
    is_titled: bool = False

    def message(self, message_id: str) -> Message:
        """The message of that id; raises KeyError."""
        for message in reversed(self.messages):
            if message.id == message_id:
                return message
        raise KeyError(message_id)

    def path(self) -> tuple[Message, ...]:
        """From the first message to the current one."""
        return tuple(reversed(tuple(self.upwards())))

    def children(self, parent: str | None) -> tuple[Message, ...]:
        """The messages that follow `parent`, oldest first: the alternatives at that place."""
        return tuple(message for message in self.messages if message.parent == parent)

    def upwards(self) -> Iterator[Message]:
        """From the current message to the first one."""
        at = self.current
        for message in reversed(self.messages):
            if at is None:
                return
            if message.id == at:
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
        title=_title_with(conversation, message),
        messages=(*conversation.messages, message),
        current=message.id,
    )


def versions(conversation: Conversation, message_id: str) -> tuple[Message, ...]:
    """The alternatives at the place of a message, oldest first, itself among them; raises KeyError."""
    return conversation.children(conversation.message(message_id).parent)


def edit(conversation: Conversation, message_id: str, text: str) -> Conversation:
    """With a version of the message that has another text, and the path ending there; raises KeyError.

    What the model measured and guessed is not of this text and left out.
    """
    old = conversation.message(message_id)
    version = replace(old, id=new_id(), text=text, created_s=time.time(), numbers=None, drafted=())
    return add(conversation, version if old.role == "user" else replace(version, finish_reason="stop"))


def regenerate(conversation: Conversation, reply_id: str) -> Conversation:
    """With the path ending before that reply, so that another version of it can follow; raises KeyError."""
    return replace(conversation, current=conversation.message(reply_id).parent)


def without_message(conversation: Conversation, message_id: str) -> Conversation:
    """Without a message and all that follows it; raises KeyError.

    Where the path led through it, it leads through the newest other version now, or ends before it.
    """
    parent = conversation.message(message_id).parent
    gone = {message_id}
    for message in conversation.messages:
        if message.parent in gone:
            gone.add(message.id)
    left = replace(conversation, messages=tuple(message for message in conversation.messages if message.id not in gone))
    if conversation.current not in gone:
        return left
    others = left.children(parent)
    return select(left, others[-1].id) if others else replace(left, current=parent)


def branch(conversation: Conversation, message_id: str, taken: Collection[str] = ()) -> Conversation:
    """A chat of its own, with everything up to that message under new ids; raises KeyError.

    Its title is numbered on, past those that are `taken`, and stays.
    """
    conversation.message(message_id)
    path = replace(conversation, current=message_id).path()
    ids: dict[str | None, str] = {message.id: new_id() for message in path}
    return replace(
        conversation,
        id=new_id(),
        title=_numbered_on(conversation.title, taken) if conversation.title else "",
        messages=tuple(_under_new_ids(message, ids) for message in path),
        current=ids[message_id],
        is_pinned=False,
        is_titled=bool(conversation.title),
    )


def _under_new_ids(message: Message, ids: dict[str | None, str]) -> Message:
    numbers = message.numbers
    if numbers is not None:
        numbers = replace(numbers, first_read=ids.get(numbers.first_read, ""))
    return replace(message, id=ids[message.id], parent=ids.get(message.parent), numbers=numbers)


def append_text(message: Message, piece: str, draft_position: int | None, *, is_thought: bool = False) -> Message:
    """With a piece at its end, or at the end of what was thought; a guessed one's place there is kept."""
    if not piece:
        return message
    start = len(message.thinking if is_thought else message.text)
    drafted = message.drafted
    if draft_position is not None:
        drafted = (*drafted, DraftedSpan(start, start + len(piece), draft_position, is_thought))
    if is_thought:
        return replace(message, thinking=message.thinking + piece, drafted=drafted)
    return replace(message, text=message.text + piece, drafted=drafted)


def put(conversation: Conversation, message: Message) -> Conversation:
    """With `message` in the place of the one of the same id; raises KeyError."""
    conversation.message(message.id)
    messages = tuple(message if old.id == message.id else old for old in conversation.messages)
    return replace(conversation, messages=messages)


def select(conversation: Conversation, message_id: str) -> Conversation:
    """With the path leading through that message and on to its newest descendant; raises KeyError."""
    newest = conversation.message(message_id).id
    newest_child = {message.parent: message.id for message in conversation.messages}
    while child := newest_child.pop(newest, None):
        newest = child
    return replace(conversation, current=newest)


def title_of(text: str) -> str:
    """A title from the first line with something in it that was not merely thought."""
    said = _THOUGHT.sub("", text)
    line = " ".join(next((line for line in said.splitlines() if line.strip()), "").split())
    if len(line) <= _LONGEST_TITLE:
        return line
    cut = line[:_LONGEST_TITLE].rsplit(" ", 1)[0] if " " in line[:_LONGEST_TITLE] else line[: _LONGEST_TITLE - 1]
    return cut.rstrip(" ,;:.–-") + "…"


def _numbered_on(title: str, taken: Collection[str]) -> str:
    """“Title (2)” after “Title”, or the next number that is free."""
    numbered = _NUMBERED.fullmatch(title)
    stem, number = (numbered[1], int(numbered[2])) if numbered else (title, 1)
    while number == 1 or f"{stem} ({number})" in {title, *taken}:
        number += 1
    return f"{stem} ({number})"


def _title_with(conversation: Conversation, message: Message) -> str:
    if conversation.is_titled or message.role != "user":
        return conversation.title
    if conversation.title and not _is_first_question(conversation, message):
        return conversation.title
    names = [attachment.name for attachment in message.attachments]
    return title_of(message.text) or title_of(" ".join(names)) or conversation.title


def _is_first_question(conversation: Conversation, message: Message) -> bool:
    """Whether nothing but greetings stands before it."""
    before = replace(conversation, current=message.parent).upwards()
    return all(earlier.role == "assistant" for earlier in before)
