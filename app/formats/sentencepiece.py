"""Reads the vocabulary of a SentencePiece model (tokenizer.model), a protobuf of unknown origin."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from app.formats.errors import FormatError
from app.formats.opening import open_unknown

_MAX_BYTES = 64 << 20
_MOST_PIECES = 1 << 21
# Kinds of a piece (sentencepiece_model.proto, SentencePiece.Type).
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)

_PIECES_FIELD = 1
_TEXT_FIELD, _SCORE_FIELD, _KIND_FIELD = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the vocabulary: the higher its `score`, the sooner it is put together."""

    text: str
    score: float = 0.0
    kind: int = NORMAL


def read_pieces(path: Path) -> list[Piece]:
    """The pieces in order of their ids.

    Format: https://github.com/google/sentencepiece/blob/master/src/sentencepiece_model.proto. Raises FormatError or one
    of its kinds, PathMissing, PathNotReadable.
    """
    with open_unknown(path) as (stream, size):
        if size > _MAX_BYTES:
            raise FormatError(path=str(path), detail=f"a tokenizer model of {size} bytes")
        content = stream.read()
    try:
        messages = (value for field, value in _fields(content) if field == _PIECES_FIELD)
        pieces = [_piece(message) for message in islice(messages, _MOST_PIECES + 1)]
    except (ValueError, struct.error, IndexError) as error:
        raise FormatError(path=str(path), detail="it is no SentencePiece model") from error
    if not 0 < len(pieces) <= _MOST_PIECES:
        raise FormatError(path=str(path), detail=f"a SentencePiece model with {len(pieces)} or more pieces")
    return pieces


def _piece(message: bytes | int) -> Piece:
    if isinstance(message, int):
        raise ValueError("a piece is a message")
    found = dict(_fields(message))
    text, score, kind = (
        found.get(_TEXT_FIELD, b""),
        found.get(_SCORE_FIELD, b"\0\0\0\0"),
        found.get(_KIND_FIELD, NORMAL),
    )
    if isinstance(text, int) or isinstance(score, int) or not isinstance(kind, int) or not NORMAL <= kind <= BYTE:
        raise ValueError("a piece has a field of another type")
    return Piece(text.decode(), struct.unpack("<f", score)[0], kind)


def _fields(message: bytes) -> Iterator[tuple[int, bytes | int]]:
    """(number, value) of each field of a protobuf message; raises ValueError or IndexError for what is none."""
    place = 0
    while place < len(message):
        key, place = _varint(message, place)
        match key & 7:
            case 0:
                value, place = _varint(message, place)
                yield key >> 3, value
                continue
            case 1:
                size = 8
            case 2:
                size, place = _varint(message, place)
            case 5:
                size = 4
            case other:
                raise ValueError(f"no wire type {other}")
        if size > len(message) - place:
            raise ValueError("a field goes beyond the end")
        yield key >> 3, message[place : place + size]
        place += size


def _varint(message: bytes, place: int) -> tuple[int, int]:
    """(value, place after it)."""
    value = 0
    for i in range(10):
        byte = message[place + i]
        value |= (byte & 0x7F) << (7 * i)
        if byte < 0x80:
            return value, place + i + 1
    raise ValueError("a number without an end")
