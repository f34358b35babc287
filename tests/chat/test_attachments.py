"""Files that go with a message: their text, and in words why there is none."""

import os
from pathlib import Path

import pytest

from app.chat.attachments import MOST_TEXT_BYTES, read
from app.chat.errors import (
    AttachmentEmpty,
    AttachmentNotText,
    AttachmentTooLarge,
    PdfLocked,
    PdfUnreadable,
    PdfWithoutText,
)
from app.core.errors import AppError, Cancelled, PathMissing
from app.core.progress import Progress
from tests.chat.pdf_file import pdf_with


@pytest.mark.parametrize(
    ("name", "content", "kind", "text"),
    [
        ("notes.txt", "Größe 数据 👍".encode(), "text", "Größe 数据 👍"),
        ("notes.txt", "Größe".encode("utf-8-sig"), "text", "Größe"),
        ("notes.md", "Größe 数据".encode("utf-16"), "text", "Größe 数据"),
        ("notes", "Größe".encode("utf-16-be").join([b"\xfe\xff", b""]), "text", "Größe"),
        ("old.txt", "Größe – “so”".encode("cp1252"), "text", "Größe – “so”"),
        ("a.PY", b"print('hi')\n", "code", "print('hi')\n"),
        ("a.html", b"<!doctype html><p>Hi", "code", "<!doctype html><p>Hi"),
    ],
)
def test_text_is_read_in_its_encoding(tmp_path: Path, name: str, content: bytes, kind: str, text: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    attachment = read(path, Progress())
    assert (attachment.name, attachment.kind, attachment.text) == (name, kind, text)


def test_the_pages_of_a_pdf_are_read(tmp_path: Path) -> None:
    path = tmp_path / "paper.data"
    path.write_bytes(pdf_with("First page", "", "Third page"))
    attachment = read(path, Progress())
    assert (attachment.kind, attachment.text) == ("pdf", "First page\n\nThird page")

    with pytest.raises(Cancelled):
        read(path, Progress(lambda stage, done, total: None, lambda: True))


@pytest.mark.parametrize(
    ("content", "failure"),
    [
        (b"", AttachmentEmpty),
        (b" \n\t", AttachmentEmpty),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), AttachmentNotText),
        (b"GGUF" + bytes(40), AttachmentNotText),
        (bytes(100), AttachmentNotText),
        (b"GGUF" + bytes(MOST_TEXT_BYTES), AttachmentNotText),
        (b"a" * (MOST_TEXT_BYTES + 1), AttachmentTooLarge),
        (b"<html>" + b"a" * MOST_TEXT_BYTES, AttachmentTooLarge),
        (b"\xff\xfe\x00", AttachmentNotText),
        (pdf_with("", ""), PdfWithoutText),
        (pdf_with("Secret", password="x"), PdfLocked),
        (b"%PDF-1.7\nnothing else", PdfUnreadable),
        (pdf_with("Cut")[:300], PdfUnreadable),
    ],
)
def test_what_holds_no_text_is_refused(tmp_path: Path, content: bytes, failure: type[AppError]) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(failure):
        read(path, Progress())


def test_a_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    with pytest.raises(AttachmentNotText) as caught:
        read(tmp_path / "a.txt", Progress())
    assert caught.value.facts["detail"] == "it is a picture"


def test_damaged_pdfs_end_in_words(tmp_path: Path) -> None:
    whole = bytearray(pdf_with("First page", "Second page"))
    path = tmp_path / "file.pdf"
    for place in range(20, len(whole), 23):
        damaged = bytearray(whole)
        damaged[place] ^= 0x55
        path.write_bytes(damaged)
        try:
            assert read(path, Progress()).kind == "pdf"
        except AppError:
            continue


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PathMissing):
        read(tmp_path / "gone", Progress())
    with pytest.raises(AppError):
        read(tmp_path, Progress())
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(AppError):
            read(tmp_path / "pipe", Progress())
