"""Opens a file of unknown origin: what is plainly something else is refused by name before anything is parsed."""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from app.core.errors import PathMissing, PathNotReadable
from app.formats.errors import FileEmpty, FileIsLfsPointer, FileIsWebPage, FormatError

_HEAD_BYTES = 512
_WEB_TAGS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<title", b"<?xml")
_LFS_POINTER = b"version https://git-lfs.github.com/spec/"
_LFS_SIZE = re.compile(rb"^size (\d{1,18})$", re.M)


@contextmanager
def open_unknown(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """Give (stream at its start, size in bytes) of a regular file; symbolic links are followed.

    Raises PathMissing, PathNotReadable, FileEmpty, FileIsWebPage, FileIsLfsPointer, and FormatError for a folder or a
    device.
    """
    try:
        _require_regular(path)
        with path.open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            _refuse_lookalikes(path, stream.read(_HEAD_BYTES), size)
            stream.seek(0)
            yield stream, size
    except FileNotFoundError as error:
        raise PathMissing(path=str(path)) from error
    except OSError as error:
        raise PathNotReadable(path=str(path), detail=error.strerror or str(error)) from error


def _require_regular(path: Path) -> None:
    # A pipe would block on opening, so its kind is asked before.
    try:
        mode = path.stat().st_mode
    except ValueError as error:  # a zero byte in the name
        raise PathMissing(path=str(path)) from error
    if not stat.S_ISREG(mode):
        raise FormatError(path=str(path), detail="it is a folder" if stat.S_ISDIR(mode) else "it is not a regular file")


def _refuse_lookalikes(path: Path, head: bytes, size: int) -> None:
    if size == 0:
        raise FileEmpty(path=str(path))
    if head.startswith(_LFS_POINTER):
        found = _LFS_SIZE.search(head)
        raise FileIsLfsPointer(path=str(path), size_bytes=int(found[1]) if found else None)
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if text.startswith(b"<") and any(tag in text for tag in _WEB_TAGS):
        raise FileIsWebPage(path=str(path))


def describe_head(head: bytes) -> str:
    """What a file most likely is by its first bytes, for a `detail` that ends a sentence: "it is a ZIP archive"."""
    for magic, name in _MAGICS:
        if head.startswith(magic):
            return name
    if head and not any(head):
        return "it holds only zeros: the download was never finished"
    return "its first bytes are not those of a model file"


_MAGICS = (
    (b"GGUF", "it is a GGUF file"),
    (b"PK\x03\x04", "it is a ZIP archive or a PyTorch file"),
    (b"\x80\x02", "it is a Python pickle"),
    (b"\x80\x03", "it is a Python pickle"),
    (b"\x80\x04", "it is a Python pickle"),
    (b"\x1f\x8b", "it is a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "it is a 7-Zip archive"),
    (b"Rar!", "it is a RAR archive"),
    (b"%PDF", "it is a PDF document"),
    (b"\x89PNG", "it is a picture"),
    (b"\x89HDF", "it is an HDF5 file"),
    (b"tjgg", "it is a GGML file of the time before GGUF"),
    (b"lmgg", "it is a GGML file of the time before GGUF"),
    (b"fmgg", "it is a GGML file of the time before GGUF"),
    (b"MZ", "it is a Windows program"),
    (b"\x7fELF", "it is a Linux program"),
    (b"{", "it is a JSON text"),
)
