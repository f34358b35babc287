"""Writes chats to files in the form that is wanted."""

import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.chat.conversation import Conversation
from app.chat.exports import as_json, as_markdown
from app.chat.rows import storable
from app.core.files import replacing, write_bytes


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A form of file; `suffix` is that of one with a single chat. Only what holds `many` has several in one file."""

    suffix: str
    write: Callable[[Sequence[Conversation]], str]
    holds_many: bool = False


def _web_page(conversations: Sequence[Conversation]) -> str:
    # Its parser takes long to import.
    from app.chat.exports import as_html

    return as_html.write(conversations[0])


FORMATS: Mapping[str, ExportFormat] = {
    "markdown": ExportFormat(".md", lambda chats: as_markdown.write(chats[0])),
    "html": ExportFormat(".html", _web_page),
    "json": ExportFormat(".json", as_json.write, holds_many=True),
}
ARCHIVE_SUFFIX = ".zip"
_LONGEST_STEM = 80
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def export_chat(path: Path, conversation: Conversation, form: str) -> None:
    """Write one chat; raises DiskFull or PathNotWritable."""
    write_bytes(path, _bytes(FORMATS[form], [conversation]))


def export_chats(path: Path, conversations: Iterable[Conversation], form: str) -> int:
    """Write several chats into one file, an archive where the form holds one chat a file; their number.

    Raises DiskFull or PathNotWritable.
    """
    wanted = FORMATS[form]
    if wanted.holds_many:
        chats = list(conversations)
        write_bytes(path, _bytes(wanted, chats))
        return len(chats)
    count = 0
    with replacing(path) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, chat in _named(conversations, wanted.suffix):
            archive.writestr(name, _bytes(wanted, [chat]))
            count += 1
    return count


def stem_of(title: str) -> str:
    """A title as the name of a file that every system takes."""
    stem = " ".join(_NOT_IN_NAMES.sub(" ", storable(title)).split())[:_LONGEST_STEM].strip(" .")
    return "Chat" if not stem or _RESERVED.fullmatch(stem) else stem


def _named(conversations: Iterable[Conversation], suffix: str) -> Iterator[tuple[str, Conversation]]:
    """Each with a name of its own, in the folder that it lies in."""
    taken: set[str] = set()
    for chat in conversations:
        base = stem_of(chat.title)
        if chat.folder:
            base = f"{stem_of(chat.folder)}/{base}"
        name, number = base, 1
        while name.casefold() in taken:
            number += 1
            name = f"{base} ({number})"
        taken.add(name.casefold())
        yield name + suffix, chat


def _bytes(form: ExportFormat, conversations: Sequence[Conversation]) -> bytes:
    return form.write(conversations).encode("utf-8", "replace")
