"""Our own files: chats as `exports.as_json` writes them, and presets."""

from dataclasses import replace
from typing import Any

from app.chat.conversation import Conversation, new_id
from app.chat.errors import ImportInvalid
from app.chat.exports.as_json import KIND, VERSION
from app.chat.imports.content import Content
from app.chat.imports.dialogue import MOST_MESSAGES, objects
from app.chat.imports.imported import Imported, LeftOut
from app.chat.setup import sampling_of
from app.core.messages import ProtocolError, from_json


def recognises(content: Content) -> bool:
    """Whether it says so."""
    return isinstance(content.value, dict) and content.value.get("kind") == KIND


def read(content: Content) -> Imported:
    """All its chats, in their folders; one that cannot be read is named. Raises ImportInvalid."""
    version = content.value.get("version")
    if version != VERSION:
        raise ImportInvalid(path=content.name, detail=f"it is of version {version!s:.20}, and {VERSION} is known here")
    chats, left_out = [], []
    for item in objects(content.value.get("chats")):
        try:
            chats.append(_chat(item))
        except ProtocolError as error:
            title = item.get("title")
            detail = error.facts["detail"]
            left_out.append(LeftOut("broken_chats", f"{title if isinstance(title, str) else '?'} ({detail})"))
    return Imported("ours", tuple(chats), left_out=tuple(left_out))


def _chat(item: dict[str, Any]) -> Conversation:
    """A chat whose tree holds together, under new ids; raises ProtocolError."""
    told: Conversation = from_json(Conversation, item)
    ids: dict[str | None, str | None] = {None: None}
    messages = []
    if len(told.messages) > MOST_MESSAGES:
        raise ProtocolError(detail=f"it has {len(told.messages)} messages")
    for message in told.messages:
        if message.parent not in ids or message.id in ids:
            raise ProtocolError(detail="its messages do not follow each other")
        ids[message.id] = new = new_id()
        numbers = message.numbers
        if numbers is not None:
            numbers = replace(numbers, first_read=ids.get(numbers.first_read) or "")
        messages.append(replace(message, id=new, parent=ids[message.parent], numbers=numbers))
    if told.current not in ids:
        raise ProtocolError(detail="the end of its path is not there")
    setup = replace(told.setup, sampling=sampling_of(told.setup.sampling))
    return replace(told, id=new_id(), messages=tuple(messages), current=ids[told.current], setup=setup)
