"""Files that go with a message: the text of text files, code and PDFs."""

import codecs
import re
from pathlib import Path

from app.chat.conversation import Attachment
from app.chat.errors import (
    AttachmentEmpty,
    AttachmentNotText,
    AttachmentTooLarge,
    PdfLocked,
    PdfUnreadable,
    PdfWithoutText,
)
from app.core.progress import Progress
from app.formats.errors import FileEmpty, FileIsWebPage
from app.formats.opening import describe_head, open_unknown

MOST_TEXT_BYTES = 4 << 20
MOST_PDF_BYTES = 100 << 20
_MOST_PAGES = 3000
_HEAD_BYTES = 4096
_PDF = b"%PDF-"
# The mark of a PDF may stand a little after the beginning of the file.
_PDF_WITHIN_BYTES = 1024
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What has no place in any text: control characters but tab, line ends, form feed and escape.
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r\f\x1b"))
_CODE_SUFFIX = re.compile(
    r"\.(asm|bash|bat|c|cc|clj|cmake|cpp|cs|css|cu|dart|diff|el|ex|f90|fs|go|gradle|h|hpp|hs|html|ini|java|jl|js|json"
    r"|jsonl|jsx|kt|lisp|lua|m|mjs|ml|mm|nim|nix|patch|php|pl|ps1|py|r|rb|rs|scala|scss|sh|sql|svelte|swift|tcl|toml"
    r"|ts|tsx|vb|vue|xml|ya?ml|zig)",
    re.IGNORECASE,
)


def read(path: Path, progress: Progress) -> Attachment:
    """The text of a file. Meant for a process of its own: a hostile PDF may take any time and memory.

    Reports stage "read_pages". Raises AttachmentNotText, AttachmentTooLarge, AttachmentEmpty, PdfLocked,
    PdfWithoutText, PdfUnreadable and what `open_unknown` raises.
    """
    try:
        content = _content(path)
    except FileEmpty as error:
        raise AttachmentEmpty(path=str(path)) from error
    if _PDF in content[:_PDF_WITHIN_BYTES]:
        return Attachment(path.name, "pdf", _text_of_pdf(path, progress))
    text = _decoded(content, path)
    if not text.strip():
        raise AttachmentEmpty(path=str(path))
    return Attachment(path.name, "code" if _CODE_SUFFIX.fullmatch(path.suffix) else "text", text)


def _content(path: Path) -> bytes:
    """The beginning of a PDF, or a text file whole."""
    try:
        with open_unknown(path) as (stream, size):
            head = stream.read(_HEAD_BYTES)
            is_pdf = _PDF in head[:_PDF_WITHIN_BYTES]
            if not is_pdf:
                _refuse_binary(head, path)
            _refuse_large(path, size, MOST_PDF_BYTES if is_pdf else MOST_TEXT_BYTES)
            return head if is_pdf else head + stream.read(MOST_TEXT_BYTES)
    except FileIsWebPage:
        # No model, but text like any other.
        _refuse_large(path, path.stat().st_size, MOST_TEXT_BYTES)
        return path.read_bytes()


def _refuse_large(path: Path, size_bytes: int, limit_bytes: int) -> None:
    if size_bytes > limit_bytes:
        raise AttachmentTooLarge(path=str(path), size_bytes=size_bytes, limit_bytes=limit_bytes)


def _decoded(content: bytes, path: Path) -> str:
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            try:
                return content.decode(encoding)
            except UnicodeDecodeError as error:
                raise AttachmentNotText(path=str(path), detail="its text is damaged") from error
    _refuse_binary(content, path)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        # Western text of the time before: any bytes could be that, so binary files were refused before.
        return content.decode("cp1252", "replace")


def _refuse_binary(content: bytes, path: Path) -> None:
    has_mark = content.startswith(tuple(mark for mark, _ in _BOMS))
    if not has_mark and content.translate(None, _CONTROLS) != content:
        kind = describe_head(content[:_HEAD_BYTES])
        raise AttachmentNotText(path=str(path), detail=kind if kind.startswith("it is ") else "")


def _text_of_pdf(path: Path, progress: Progress) -> str:
    # Only the process that reads one loads the library.
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            raise PdfLocked(path=str(path))
        pages_n = len(reader.pages)
        texts, characters_n = [], 0
        for number, page in enumerate(reader.pages[:_MOST_PAGES]):
            progress.update("read_pages", number, pages_n)
            texts.append(page.extract_text().strip())
            characters_n += len(texts[-1])
            _refuse_large(path, characters_n, MOST_TEXT_BYTES)
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, ArithmeticError) as error:
        raise PdfUnreadable(path=str(path), detail=str(error)[:200]) from error
    except (RecursionError, MemoryError, NotImplementedError, OSError) as error:
        raise PdfUnreadable(path=str(path), detail=type(error).__name__) from error
    text = "\n\n".join(filter(None, texts))
    if not text:
        raise PdfWithoutText(path=str(path), pages_n=pages_n)
    return text
