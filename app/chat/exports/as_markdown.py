"""A chat as Markdown: the versions that are shown, under the names of who speaks."""

import re

from app.chat.conversation import Attachment, Conversation
from app.chat.exports.speakers import moment_of, speaker_of

_BACKTICKS = re.compile(r"`{3,}")


def write(conversation: Conversation) -> str:
    """The text of the file."""
    parts = [f"# {_in_one_line(conversation.title) or 'Chat'}"]
    if conversation.system_prompt:
        parts += ["**System prompt**", _quoted(conversation.system_prompt)]
    for message in conversation.path():
        moment = moment_of(message)
        parts.append(f"## {_in_one_line(speaker_of(conversation, message))}{f' · {moment}' if moment else ''}")
        parts += [_attached(attachment) for attachment in message.attachments]
        if message.thinking.strip():
            parts += ["*Thought:*", _quoted(message.thinking)]
        parts.append(message.text.strip())
    return "\n\n".join(filter(None, parts)) + "\n"


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())


def _attached(attachment: Attachment) -> str:
    longest = max((len(run) for run in _BACKTICKS.findall(attachment.text)), default=2)
    fence = "`" * (longest + 1)
    return f"*Attached: {_in_one_line(attachment.name)}*\n\n{fence}\n{attachment.text.rstrip()}\n{fence}"
