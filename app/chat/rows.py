"""Chats and messages as rows of the chat store, and back."""

import json
import logging
from dataclasses import fields, replace
from types import NoneType
from typing import Any, get_type_hints

from app.chat.conversation import Attachment, Conversation, DraftedSpan, Message, ReplyNumbers
from app.chat.setup import ChatSetup, SamplingValue, sampling_of
from app.core.messages import ProtocolError, from_json, to_json

_log = logging.getLogger(__name__)

_UNREADABLE = (ProtocolError, ValueError, RecursionError)

COLUMNS = "id, parent, role, text, created_s, finish_reason, numbers, drafted, thinking, thought_s, attachments"
CHAT_COLUMNS = "id, title, system_prompt, current, folder, is_pinned, is_titled, setup"


def message_of(row: tuple[Any, ...]) -> Message:
    """The message in a row of COLUMNS; numbers or spans that cannot be read are left out, the text never is."""
    message_id, parent, role, text, created_s, finish_reason, numbers, drafted, thinking, thought_s, attachments = row
    return Message(
        *(message_id, parent, role, text, created_s, finish_reason, _numbers(numbers, message_id), _drafted(drafted)),
        thinking=thinking,
        thought_s=thought_s if isinstance(thought_s, float) else None,
        attachments=_attachments(attachments, message_id),
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
        json.dumps(
            [[span.start, span.end, span.position, int(span.is_thought)] for span in message.drafted],
            separators=(",", ":"),
        ),
        storable(message.thinking),
        message.thought_s,
        json.dumps(to_json(message.attachments)),
    )


def conversation_of(row: tuple[Any, ...], messages: tuple[Message, ...]) -> Conversation:
    """The chat in a row of CHAT_COLUMNS; parts of its setup that cannot be read are left out."""
    chat_id, title, system_prompt, current, folder, is_pinned, is_titled, setup = row
    return Conversation(
        *(chat_id, title, system_prompt, messages, current, _setup(setup, chat_id), folder),
        is_pinned=bool(is_pinned),
        is_titled=bool(is_titled),
    )


def chat_row_of(conversation: Conversation) -> tuple[Any, ...]:
    """The values for CHAT_COLUMNS."""
    return (
        conversation.id,
        storable(conversation.title),
        storable(conversation.system_prompt),
        conversation.current,
        storable(conversation.folder),
        conversation.is_pinned,
        conversation.is_titled,
        json.dumps(to_json(conversation.setup)),
    )


def storable(text: str) -> str:
    """The text without halves of surrogate pairs, as broken pastes bring them: they are no text for SQLite."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def sampling_in(text: str) -> dict[str, SamplingValue]:
    """The sampler values in a column of JSON, without those that cannot be read."""
    try:
        values = json.loads(text)
    except _UNREADABLE:
        values = None
    return sampling_of(values) if isinstance(values, dict) else {}


def _numbers(text: str | None, message_id: str) -> ReplyNumbers | None:
    if text is None:
        return None
    try:
        numbers: ReplyNumbers = from_json(ReplyNumbers, json.loads(text))
    except _UNREADABLE:
        _log.warning("the numbers of message %s cannot be read", message_id)
        return None
    return numbers


def _attachments(text: str, message_id: str) -> tuple[Attachment, ...]:
    if text == "[]":
        return ()
    try:
        attachments: tuple[Attachment, ...] = from_json(tuple[Attachment, ...], json.loads(text))
    except _UNREADABLE:
        _log.warning("the attachments of message %s cannot be read", message_id)
        return ()
    return attachments


def _setup(text: str, chat_id: str) -> ChatSetup:
    setup, hints = ChatSetup(), get_type_hints(ChatSetup)
    try:
        content = json.loads(text)
    except _UNREADABLE:
        content = None
    if not isinstance(content, dict):
        _log.warning("the setup of chat %s cannot be read", chat_id)
        return setup
    for name in (field.name for field in fields(ChatSetup) if field.name in content):
        try:
            setup = replace(setup, **{name: from_json(hints[name], content[name])})
        except ProtocolError:
            _log.warning("%s of chat %s cannot be read", name, chat_id)
    return replace(setup, sampling=sampling_of(setup.sampling))


def _drafted(text: str) -> tuple[DraftedSpan, ...]:
    """Older spans do not tell whether they were thought, the first ones have no position."""
    try:
        # Column by column: a long chat has hundreds of thousands of them.
        columns = tuple(zip(*json.loads(text), strict=True))
        kinds = [set(map(type, column)) for column in columns]
        is_sound = all(found <= {int} for found in kinds[:2]) and all(found <= {int, NoneType} for found in kinds)
        columns = (*columns[:3], *(tuple(map(bool, column)) for column in columns[3:]))
        return tuple(map(DraftedSpan, *columns)) if columns and is_sound else ()
    except (TypeError, *_UNREADABLE):
        return ()
