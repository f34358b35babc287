"""The character card in a CHARX archive; its pictures and sounds are not unpacked.

Format: https://github.com/kwaroran/character-card-spec-v3/blob/main/SPEC_V3.md, "CHARX". The archive may also stand
behind a JPEG picture, as RisuAI writes it. Records of archives:
https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT.
"""

import struct
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO

from app.chat.errors import ImportInvalid, ImportUnknown

SIGNATURES = (b"PK\x03\x04", b"\xff\xd8\xff")
_CARD = "card.json"
_MOST_TEXT_BYTES = 32 << 20
# Every entry of the directory takes memory before any of them is asked for: room for some ten thousand.
_MOST_DIRECTORY_BYTES = 1 << 20
_END = struct.Struct("<4s4H2IH")
_END_MAGIC, _LARGE_END_MAGIC, _LARGE_END_BYTES = b"PK\x05\x06", b"PK\x06\x07", 20
_LONGEST_REMARK = 0xFFFF


def card_in_archive(stream: BinaryIO, path: Path) -> bytes:
    """The JSON text of the card; raises ImportUnknown or ImportInvalid."""
    _require_small_directory(stream, path)
    try:
        with zipfile.ZipFile(stream) as archive:
            entry = archive.getinfo(_CARD)
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise ImportInvalid(path=str(path), detail="its card is packed in an unusual way")
            with archive.open(entry) as card:
                text = card.read(_MOST_TEXT_BYTES + 1)
    except KeyError as error:
        raise ImportUnknown(path=str(path)) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, struct.error) as error:
        # RuntimeError is what an entry with a password raises, and NotImplementedError one from a future version.
        raise ImportInvalid(path=str(path), detail="its card cannot be unpacked") from error
    if len(text) > _MOST_TEXT_BYTES:
        raise ImportInvalid(path=str(path), detail="its card is too long")
    return text


def _require_small_directory(stream: BinaryIO, path: Path) -> None:
    size = stream.seek(0, 2)
    stream.seek(max(0, size - _LONGEST_REMARK - _END.size - _LARGE_END_BYTES))
    tail = stream.read()
    at = tail.rfind(_END_MAGIC)
    if at < 0 or at + _END.size > len(tail):
        raise ImportUnknown(path=str(path))
    directory_bytes = _END.unpack_from(tail, at)[5]
    is_large = tail[max(0, at - _LARGE_END_BYTES) : at].startswith(_LARGE_END_MAGIC)
    if is_large or directory_bytes > _MOST_DIRECTORY_BYTES:
        raise ImportInvalid(path=str(path), detail="it holds more files than a character has")
