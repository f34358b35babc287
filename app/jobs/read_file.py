"""The job that reads the text of a file that is to go with a message: no other process ever opens a PDF."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.chat.attachments import read
from app.chat.conversation import Attachment
from app.core.errors import Fact
from app.core.messages import from_json, to_json
from app.core.progress import Progress

_MOST_MEMORY_BYTES = 2 << 30


@dataclass(frozen=True, slots=True)
class Arguments:
    """The file."""

    path: Path


def attachment_of(result: Mapping[str, Fact]) -> Attachment:
    """What the job read, from its result; raises ProtocolError."""
    attachment: Attachment = from_json(Attachment, dict(result))
    return attachment


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Read; the result holds the fields of the Attachment."""
    if sys.platform == "linux":
        import resource

        # A small PDF can unpack to more than there is.
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY_BYTES, _MOST_MEMORY_BYTES))
    result: Mapping[str, Fact] = to_json(read(arguments.path, progress))
    return result
