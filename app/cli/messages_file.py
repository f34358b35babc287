"""A conversation in a JSON file, as --messages takes it."""

import json
from pathlib import Path
from typing import Any, get_args, get_type_hints

from app.cli.errors import MessagesFileInvalid
from app.core.errors import PathMissing, PathNotReadable
from app.engine.protocol import ChatMessage

_LONGEST_BYTES = 16 << 20
_ROLES = get_args(get_type_hints(ChatMessage)["role"])


def read_messages(path: Path) -> tuple[ChatMessage, ...]:
    """The messages in a list of {"role", "content"}, or in an object that has one as "messages".

    Raises PathMissing, PathNotReadable or MessagesFileInvalid.
    """
    content = _json(path)
    if isinstance(content, dict):
        content = content.get("messages")
    if not isinstance(content, list) or not content:
        raise MessagesFileInvalid(path=str(path), detail="it holds no list of messages")
    return tuple(_message(path, place, item) for place, item in enumerate(content, start=1))


def _json(path: Path) -> Any:
    try:
        with path.open("rb") as stream:
            raw = stream.read(_LONGEST_BYTES + 1)
    except FileNotFoundError as error:
        raise PathMissing(path=str(path)) from error
    except OSError as error:
        raise PathNotReadable(path=str(path), detail=error.strerror or str(error)) from error
    if len(raw) > _LONGEST_BYTES:
        raise MessagesFileInvalid(path=str(path), detail="it is larger than 16 MB")
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise MessagesFileInvalid(path=str(path), detail="it is no UTF-8 text") from error
    except (ValueError, RecursionError) as error:
        raise MessagesFileInvalid(path=str(path), detail=f"it is no JSON ({error})") from error


def _message(path: Path, place: int, item: Any) -> ChatMessage:
    role: Any
    role, content = (item.get("role"), item.get("content")) if isinstance(item, dict) else (None, None)
    if role not in _ROLES:
        roles = ", ".join(_ROLES)
        raise MessagesFileInvalid(path=str(path), detail=f"message {place} needs a role out of {roles}")
    if not isinstance(content, str):
        raise MessagesFileInvalid(path=str(path), detail=f"message {place} has no text as its content")
    return ChatMessage(role, content.encode("utf-8", "replace").decode())
