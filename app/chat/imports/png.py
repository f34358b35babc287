"""The character card in the text chunks of a picture.

Chunks: https://www.w3.org/TR/png-3/#11textinfo. The keywords are `chara` (V1, V2) and `ccv3`, the text is JSON as
base64: https://github.com/kwaroran/character-card-spec-v3/blob/main/SPEC_V3.md.
"""

import base64
import binascii
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from app.chat.errors import ImportInvalid, ImportUnknown

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KEYWORDS = (b"ccv3", b"chara")
_MOST_TEXT_BYTES = 32 << 20
_LONGEST_KEYWORD = 79
_HEAD = struct.Struct(">I4s")


def card_in_png(content: bytes, path: Path) -> bytes:
    """The JSON text of the card, the newer form where there are two; raises ImportUnknown or ImportInvalid."""
    found: dict[bytes, bytes] = {}
    for kind, data in _chunks(content, path):
        keyword = data[: _LONGEST_KEYWORD + 1].partition(b"\0")[0]
        if kind in _TEXTS and keyword in _KEYWORDS and keyword not in found:
            found[keyword] = _TEXTS[kind](data[len(keyword) + 1 :], path)
    text = next((found[keyword] for keyword in _KEYWORDS if keyword in found), None)
    if text is None:
        raise ImportUnknown(path=str(path))
    try:
        return base64.b64decode(text, validate=False)
    except binascii.Error as error:
        raise ImportInvalid(path=str(path), detail="the card in the picture is not base64") from error


def _chunks(content: bytes, path: Path) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at + _HEAD.size <= len(content):
        length, kind = _HEAD.unpack_from(content, at)
        begin, end = at + _HEAD.size, at + _HEAD.size + length
        if end + 4 > len(content):
            raise ImportInvalid(path=str(path), detail="the picture is cut short")
        if kind == b"IEND":
            return
        if kind in _TEXTS:
            data = content[begin:end]
            if zlib.crc32(data, zlib.crc32(kind)) != int.from_bytes(content[end : end + 4], "big"):
                raise ImportInvalid(path=str(path), detail="the picture is damaged: a checksum does not match")
            yield kind, data
        at = end + 4


def _plain(data: bytes, path: Path) -> bytes:
    return data


def _compressed(data: bytes, path: Path) -> bytes:
    return _inflated(data[1:], path) if data[:1] == b"\0" else b""


def _international(data: bytes, path: Path) -> bytes:
    flag, rest = data[:1], data[2:]
    # A language and a translated keyword stand before the text.
    text = rest.split(b"\0", 2)[-1]
    return _inflated(text, path) if flag == b"\1" else text


def _inflated(data: bytes, path: Path) -> bytes:
    inflater = zlib.decompressobj()
    try:
        text = inflater.decompress(data, _MOST_TEXT_BYTES)
    except zlib.error as error:
        raise ImportInvalid(path=str(path), detail="the text in the picture cannot be unpacked") from error
    if not inflater.eof:
        raise ImportInvalid(path=str(path), detail="the text in the picture is too long or cut short")
    return text


_TEXTS = {b"tEXt": _plain, b"zTXt": _compressed, b"iTXt": _international}
