"""SentencePiece models: every piece as the library itself reads it, and nothing worse than an error from any bytes."""

import contextlib
import struct
from pathlib import Path

import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import PathMissing
from app.formats.errors import FormatError
from app.formats.sentencepiece import BYTE, CONTROL, NORMAL, UNKNOWN, UNUSED, USER_DEFINED, Piece, read_pieces

MODELS = sorted((Path(__file__).parents[1] / "convert/families/tokenizers").glob("*/tokenizer.model"))


def field(number: int, content: bytes) -> bytes:
    return bytes([number << 3 | 2, len(content)]) + content


def piece(text: bytes, score: float = 0.0, kind: int = NORMAL) -> bytes:
    return field(1, field(1, text) + bytes([2 << 3 | 5]) + struct.pack("<f", score) + bytes([3 << 3, kind]))


def read(content: bytes, folder: Path) -> list[Piece]:
    path = folder / "tokenizer.model"
    path.write_bytes(content)
    return read_pieces(path)


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.parent.name)
def test_pieces_are_those_of_the_library(path: Path) -> None:
    library = sentencepiece.SentencePieceProcessor(model_file=str(path))
    pieces = read_pieces(path)
    assert [each.text for each in pieces] == [library.id_to_piece(i) for i in range(library.vocab_size())]
    assert [each.score for each in pieces] == [library.get_score(i) for i in range(len(pieces))]
    for i, each in enumerate(pieces):
        assert (each.kind == CONTROL) == library.is_control(i)
        assert (each.kind == UNKNOWN) == library.is_unknown(i)
        assert (each.kind == UNUSED) == library.is_unused(i)
        assert (each.kind == BYTE) == library.is_byte(i)


def test_other_fields_are_passed_over(tmp_path: Path) -> None:
    others = bytes([2 << 3, 200, 1]) + bytes([3 << 3 | 1]) + bytes(8) + bytes([4 << 3 | 5]) + bytes(4) + field(9, b"x")
    found = read(others + piece("\u2581é".encode(), -2.5, USER_DEFINED) + field(1, field(1, b"b")), tmp_path)
    assert found == [Piece("\u2581é", -2.5, USER_DEFINED), Piece("b")]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<!doctype html>",
        field(2, b"no pieces"),
        field(1, field(1, b"\xff")),
        field(1, bytes([1 << 3, 5])),  # a number for the text
        piece(b"a", kind=7),
        piece(b"a")[:-1],
        bytes([1 << 3 | 2]) + b"\xff" * 9 + b"\x7f",  # longer than any file
        b"\xff" * 11,
        bytes([1 << 3 | 3]),  # a wire type of long ago
    ],
)
def test_what_is_no_model(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        read(content, tmp_path)


def test_more_pieces_than_any_model_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.formats.sentencepiece._MOST_PIECES", 5)
    assert len(read(piece(b"a") * 5, tmp_path)) == 5
    with pytest.raises(FormatError):
        read(piece(b"a") * 6, tmp_path)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(PathMissing):
        read_pieces(tmp_path / "tokenizer.model")


@given(noise=st.binary(max_size=200), place=st.integers(0, 40))
def test_any_bytes_at_any_place(noise: bytes, place: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    content = piece(b"one") + piece(b"two", -1.0, BYTE)
    path = tmp_path_factory.getbasetemp() / "noise.model"
    path.write_bytes(content[:place] + noise + content[place:])
    with contextlib.suppress(FormatError):
        assert all(isinstance(each.text, str) for each in read_pieces(path))
