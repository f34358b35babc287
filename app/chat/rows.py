"""Messages as rows of the chat store, and back."""

import json
import logging
from typing import Any

from app.chat.conversation import DraftedSpan, Message, ReplyNumbers
from app.core.messages import ProtocolError, from_json, to_json

_log = logging.getLogger(__name__)

COLUMNS = "id, parent, role, text, created_s, finish_reason, numbers, drafted, thinking, thought_s"


def message_of(row: tuple[Any, ...]) -> Message:
    """The message in a row of COLUMNS; numbers or spans that cannot be read are left out, the text never is."""
    message_id, parent, role, text, created_s, finish_reason, numbers, drafted, thinking, thought_s = row
    return Message(
        *(message_id, parent, role, text, created_s, finish_reason, _numbers(numbers, message_id), _drafted(drafted)),
        thinking=thinking,
        thought_s=thought_s if isinstance(thought_s, float) else None,
    )


def row_of(message: Message) -> tuple[Any, ...]:
    """The values for COLUMNS."""
    return (
        message.id,
        message.parent,
        message.role,
        storable(message.text),
        message.created_s,
        message.finish_reason,
        None if message.numbers is None else json.dumps(to_json(message.numbers)),
        json.dumps([[span.start, span.end, span.position] for span in message.drafted], separators=(",", ":")),
        storable(message.thinking),
        message.thought_s,
    )


def storable(text: str) -> str:
    """The text without halves of surrogate pairs, as broken pastes bring them: they are no text for SQLite."""
    return text.encode("utf-8", "replace").decode()


def _numbers(text: str | None, message_id: str) -> ReplyNumbers | None:
    if text is None:
        return None
    try:
        numbers: ReplyNumbers = from_json(ReplyNumbers, json.loads(text))
    except (ProtocolError, ValueError):
        _log.warning("the numbers of message %s cannot be read", message_id)
        return None
    return numbers


def _drafted(text: str) -> tuple[DraftedSpan, ...]:
    try:
        spans: tuple[tuple[int | None, ...], ...] = from_json(tuple[tuple[int | None, ...], ...], json.loads(text))
        return tuple(_span(*numbers) for numbers in spans)
    except (ProtocolError, ValueError, TypeError):
        return ()


def _span(start: int | None, end: int | None, position: int | None = None) -> DraftedSpan:
    """Spans of the first version of the store have no position."""
    if start is None or end is None:
        raise ValueError("a span without its ends")
    return DraftedSpan(start, end, position)
