"""Chats as JSON, whole: every version, setting and attached file; what `imports.ours` reads."""

import json
from collections.abc import Sequence
from dataclasses import replace

from app.chat.conversation import Conversation
from app.core.messages import to_json

KIND = "slipstream-chats"
VERSION = 1


def write(conversations: Sequence[Conversation]) -> str:
    """The text of the file; where models lie on this computer is nobody else's business and not in it."""
    chats = [to_json(replace(chat, setup=replace(chat.setup, target="", draft=""))) for chat in conversations]
    return json.dumps({"kind": KIND, "version": VERSION, "chats": chats}, indent=1, ensure_ascii=False) + "\n"
