"""Chats read back from a damaged store, row by row, into a new one."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path

from app.chat.conversation import Conversation, Message, append_text, title_of
from app.chat.pages import Pages, Value, newer_pages
from app.chat.presets import Preset
from app.chat.rows import conversation_of, message_of, sampling_in

_log = logging.getLogger(__name__)

_LONGEST_ID = 100


@dataclass(slots=True)
class _Found:
    """Rows by table and id; the values are in the order of the columns of the table."""

    chats: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    messages: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    pieces: dict[str, dict[int, tuple[Value, ...]]] = field(default_factory=dict)
    presets: dict[str, Preset] = field(default_factory=dict)
    unsent: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What could be read: chats with the time of their last change, presets, and unsent text by chat."""

    chats: tuple[tuple[Conversation, float], ...] = ()
    presets: tuple[Preset, ...] = ()
    unsent: tuple[tuple[str, str], ...] = ()
    deleted: tuple[str, ...] = ()
    """Those of the chats that were deleted and could still have been brought back."""


def salvage(path: Path) -> Salvaged:
    """All in a damaged store but messages deleted one by one; the file and the log beside it stay as they are."""
    newer = newer_pages(path.with_name(path.name + "-wal"))
    try:
        with path.open("rb") as stream:
            # A log may belong to another file: what it hides is taken from below it.
            below = _found(Pages(stream, {}))
            found = _laid_over(_found(Pages(stream, newer)), below) if newer else below
    except OSError as error:
        _log.warning("the damaged store cannot be read: %s", error)
        return Salvaged()
    deleted = tuple(chat_id for chat_id, row in found.chats.items() if _number(row, 6) is not None)
    return Salvaged(_chats(found), tuple(found.presets.values()), tuple(found.unsent.items()), deleted)


def _found(pages: Pages) -> _Found:
    found = _Found()
    for number, row in pages.rows():
        _sort_in(found, number, row)
    return found


def _laid_over(found: _Found, below: _Found) -> _Found:
    return _Found(
        below.chats | found.chats,
        below.messages | found.messages,
        below.places | found.places,
        # The pieces of a message that is whole above are gone there.
        {message_id: pieces for message_id, pieces in below.pieces.items() if message_id not in found.messages}
        | found.pieces,
        below.presets | found.presets,
        below.unsent | found.unsent,
    )


def _sort_in(found: _Found, number: int, row: tuple[Value, ...]) -> None:
    """Take a row for what its values say: the table that it is of is not told by its page."""
    match row:
        case [None, str(own), str(), (None | str()), ("user" | "assistant"), str(text), *_] if _is_id(own):
            known = found.messages.get(own)
            if known is None or len(text) > len(str(known[5])):
                found.messages[own] = row
                found.places[own] = number
        case [None, str(message_id), str(), *rest] if _is_id(message_id) and len(rest) <= 2:
            found.pieces.setdefault(message_id, {})[number] = row
        case [str(chat_id), str(), str(), (None | str()), (int() | float()), (int() | float()), *_] if _is_id(chat_id):
            found.chats[chat_id] = row
        case [str(name), str(system_prompt), str(sampling)] if sampling.startswith("{"):
            found.presets[name] = Preset(name, system_prompt, sampling_in(sampling))
        case [str(chat_id), str(text)] if len(chat_id) <= _LONGEST_ID:
            found.unsent[chat_id] = text


def _is_id(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_ID and text.isprintable()


def _chats(found: _Found) -> tuple[tuple[Conversation, float], ...]:
    by_chat: dict[str, list[Message]] = {chat_id: [] for chat_id in found.chats}
    for message_id in sorted(found.messages, key=found.places.__getitem__):
        row = found.messages[message_id]
        if _number(row, 13) is None:
            by_chat.setdefault(str(row[2]), []).append(_message(row, found.pieces.get(message_id, {})))
    return tuple(
        _chat(chat_id, found.chats.get(chat_id, ()), messages) for chat_id, messages in by_chat.items() if messages
    )


def _message(row: tuple[Value, ...], pieces: dict[int, tuple[Value, ...]]) -> Message:
    message = message_of(
        (
            *(row[1], row[3], row[4], row[5]),
            _number(row, 6) or 0.0,
            _text(row, 7),
            _text(row, 8),
            _text(row, 9) or "[]",
            _text(row, 10) or "",
            _number(row, 11),
            _text(row, 12) or "[]",
        )
    )
    for _, (_, _, text, *marks) in sorted(pieces.items()):
        position = marks[0] if marks and isinstance(marks[0], int) else None
        message = append_text(message, str(text), position, is_thought=marks[1:] == [1])
    return message


def _chat(chat_id: str, row: tuple[Value, ...], messages: Iterable[Message]) -> tuple[Conversation, float]:
    """A chat without a row of its own is named by its first question; no message is left without its place."""
    linked = _linked(messages)
    ids = [message.id for message in linked]
    question = next((message.text for message in linked if message.role == "user"), "")
    values = (
        chat_id,
        _text(row, 1) or title_of(question),
        _text(row, 2) or "",
        _text(row, 3) if _text(row, 3) in ids else ids[-1] if ids else None,
        _text(row, 7) or "",
        _number(row, 8) == 1,
        _number(row, 9) == 1,
        _text(row, 10) or "{}",
    )
    last_s = linked[-1].created_s if linked else 0.0
    return conversation_of(values, linked), _number(row, 5) or last_s


def _linked(messages: Iterable[Message]) -> tuple[Message, ...]:
    """The messages, each of which the one before it that is still there follows where its own was lost."""
    linked: dict[str, Message] = {}
    for message in messages:
        if message.parent is not None and message.parent not in linked:
            message = replace(message, parent=next(reversed(linked), None))
        linked[message.id] = message
    return tuple(linked.values())


def _text(row: tuple[Value, ...], index: int) -> str | None:
    value = row[index] if index < len(row) else None
    return value if isinstance(value, str) else None


def _number(row: tuple[Value, ...], index: int) -> float | None:
    """A column of real numbers keeps whole ones as integers."""
    value = row[index] if index < len(row) else None
    return float(value) if isinstance(value, int | float) and isfinite(value) else None
