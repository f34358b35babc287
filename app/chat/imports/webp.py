"""The character card in the metadata of a WebP picture.

Exporters put it as JSON, as base64 or as the numbers of its bytes into the EXIF field `UserComment`, some into XMP.
Chunks: https://developers.google.com/speed/webp/docs/riff_container; fields: the EXIF standard, CIPA DC-008.
"""

import base64
import binascii
import html
import re
import struct
from collections.abc import Iterator
from pathlib import Path

from app.chat.errors import ImportUnknown

_HEAD = struct.Struct("<4sI")
_ORDERS = {b"II*\0": "<", b"MM\0*": ">"}
# The fields that hold the card, and the one that says where the further fields are.
_IMAGE_DESCRIPTION, _FURTHER_FIELDS, _USER_COMMENT = 0x010E, 0x8769, 0x9286
_CHARSETS = (b"ASCII\0\0\0", b"UNICODE\0", bytes(8))
_SHORTEST_CARD = 40
_XMP_TEXT = re.compile(r'="([^"]{40,})"|>([^<>]{40,})<')
_NUMBERS = re.compile(r"[\d,\s]+")


def is_webp(head: bytes) -> bool:
    """Whether a file that begins so is a WebP picture."""
    return head.startswith(b"RIFF") and head[8:12] == b"WEBP"


def card_in_webp(content: bytes, path: Path) -> bytes:
    """The JSON text of the card; raises ImportUnknown."""
    for kind, data in _chunks(content):
        texts = _exif_texts(data) if kind == b"EXIF" else _xmp_texts(data) if kind == b"XMP " else ()
        for text in texts:
            card = _card_in(text)
            if card is not None:
                return card
    raise ImportUnknown(path=str(path))


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at + _HEAD.size <= len(content):
        kind, length = _HEAD.unpack_from(content, at)
        at += _HEAD.size
        if kind in (b"EXIF", b"XMP "):
            yield kind, content[at : at + length]
        at += length + length % 2


def _exif_texts(data: bytes) -> Iterator[str]:
    data = data.removeprefix(b"Exif\0\0")
    order = _ORDERS.get(data[:4])
    if order is None or len(data) < 8:
        return
    (first,) = struct.unpack_from(order + "I", data, 4)
    fields = _fields(data, order, first)
    if _FURTHER_FIELDS in fields:
        (further,) = struct.unpack(order + "I", fields[_FURTHER_FIELDS][1])
        fields = _fields(data, order, further) | fields
    for tag in (_USER_COMMENT, _IMAGE_DESCRIPTION):
        if tag in fields:
            length, at = fields[tag][0], struct.unpack(order + "I", fields[tag][1])[0]
            yield _text(data[at : at + length], order)


def _fields(data: bytes, order: str, at: int) -> dict[int, tuple[int, bytes]]:
    """Of the fields at that place, by tag: how many values there are, and the four bytes that tell them or where."""
    if at + 2 > len(data):
        return {}
    (count,) = struct.unpack_from(order + "H", data, at)
    entry = struct.Struct(order + "HHI4s")
    ends = range(at + 2 + entry.size, len(data) + 1, entry.size)[:count]
    rows = (entry.unpack_from(data, end - entry.size) for end in ends)
    return {tag: (values_n, value) for tag, _, values_n, value in rows}


def _text(value: bytes, order: str) -> str:
    charset = next((known for known in _CHARSETS if value.startswith(known)), b"")
    value = value.removeprefix(charset)
    if charset.startswith(b"UNICODE"):
        return value.decode("utf-16-le" if order == "<" else "utf-16-be", "replace")
    return value.decode("utf-8", "replace")


def _xmp_texts(data: bytes) -> Iterator[str]:
    for attribute, element in _XMP_TEXT.findall(data.decode("utf-8", "replace")):
        yield html.unescape(attribute or element)


def _card_in(text: str) -> bytes | None:
    text = text.strip(" \t\r\n\0")
    if len(text) < _SHORTEST_CARD:
        return None
    if text.startswith("{"):
        return text.encode("utf-8", "replace")
    try:
        if _NUMBERS.fullmatch(text):
            decoded = bytes(int(number) for number in text.split(",") if number.strip())
        else:
            decoded = base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        return None
    return decoded if decoded.lstrip().startswith(b"{") else None
