"""Runs llama.cpp's quantizer over a file: watched by what it writes, for it tells nothing by itself."""

import ctypes
import os
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from app.core.errors import AppError, DiskFull, PathNotWritable
from app.core.files import PART_SUFFIX, free_bytes
from app.core.progress import Progress
from app.engine.worker import devices, native_log
from app.engine.worker.errors import QuantizingFailed
from app.engine.worker.symbols import llama
from app.formats.ggml_types import GGML_TYPES
from app.formats.gguf import GgufTensor, read_gguf_parts
from app.models.output_types import FORMATS

_POLL_S = 0.05
# Rows in memory at once. More gain nothing, and the file would grow in leaps.
_BUFFER_BYTES = 64 << 20
# A disk is full that has less: what the quantizer writes at once is larger.
_FULL_BYTES = 1 << 20
# C++ opens files for writing by their names in the code page of Windows, which lacks most letters: there the folder
# becomes the current one, and a file is given its name afterwards.
_NEEDS_PLAIN_NAMES = os.name == "nt"
# What it rounds; whatever else a model was trained in stays as it is.
_ROUNDED = frozenset({"F32", "F16", "BF16", "Q8_0"})
_RESULT_SIZE = re.compile(r"quant size\s*=\s*([\d.]+) MiB")
_TYPE_NUMBERS = {kind.name: number for number, kind in GGML_TYPES.items()}


def quantize(source: Path, destination: Path, output_type: str, progress: Progress) -> None:
    """As app.engine.tasks.quantize_file says."""
    native_log.listen()
    progress.update("quantize", 0, None)
    header = read_gguf_parts(source, arrays=False)
    kept = [tensor for tensor in header.tensors.values() if tensor.type not in _ROUNDED]
    with _native_place(destination) as place:
        run = _Run(source.absolute(), place, output_type, kept)
        run.call(is_dry=True)
        total = _result_bytes()
        done: Future[None] = Future()
        Thread(target=_settle, args=(run, done), name="quantize", daemon=True).start()
        while not _is_over(done):
            progress.update("quantize", min(_size_of(place), total), total)
        done.result()
    progress.update("quantize", total, total)


@contextmanager
def _native_place(destination: Path) -> Iterator[Path]:
    """Give the path to write instead of `destination`, whose name that file gets in the end."""
    if not _NEEDS_PLAIN_NAMES:
        yield destination
        return
    folder, before = destination.absolute().parent, Path.cwd()
    os.chdir(folder)
    try:
        place = Path(destination.name if destination.name.isascii() else f"{os.getpid()}.gguf{PART_SUFFIX}")
        yield place
        if place.name != destination.name:
            place.replace(destination.name)
    finally:
        os.chdir(before)


class _Run:
    """One call of the quantizer, with all that it reads kept alive."""

    def __init__(self, source: Path, destination: Path, output_type: str, kept: Sequence[GgufTensor]) -> None:
        self._source = source
        self._destination = destination
        self._output_type = output_type
        self._parameters = llama.llama_model_quantize_default_params()
        self._parameters.ftype = FORMATS[output_type].file_type
        self._parameters.nthread = devices.core_count()
        self._parameters.max_buf_size = _BUFFER_BYTES
        # What may be rounded a second time is decided by whoever plans it.
        self._parameters.allow_requantize = True
        self._overrides = _overrides(kept)
        self._parameters.tt_overrides = self._overrides

    def call(self, *, is_dry: bool) -> None:
        """Quantize, or with `is_dry` only tell in the log what it would come to; raises what went wrong."""
        native_log.forget_errors()
        self._parameters.dry_run = is_dry
        paths = (os.fsencode(path) for path in (self._source, self._destination))
        if llama.llama_model_quantize(*paths, ctypes.byref(self._parameters)):
            raise self._failure(native_log.last_errors())

    def _failure(self, detail: str) -> AppError:
        reason = detail.rpartition("failed to quantize: ")[2] or detail
        # The C++ library's only words for a write that failed are those of its stream.
        if re.search(r"\bios|iostream", reason):
            free = free_bytes(self._destination)
            if free < _FULL_BYTES:
                return DiskFull(path=str(self._destination), needed_bytes=None, free_bytes=free)
            return PathNotWritable(path=str(self._destination), detail=reason)
        return QuantizingFailed(path=str(self._source), output_type=self._output_type.upper(), detail=reason)


def _overrides(kept: Sequence[GgufTensor]) -> Any:
    """A list for the quantizer, ended by an empty entry: these tensors keep their types."""
    entries = (llama.llama_model_tensor_override * (len(kept) + 1))()
    for entry, tensor in zip(entries, kept, strict=False):
        entry.pattern = f"^{re.escape(tensor.name)}$".encode()
        entry.type = _TYPE_NUMBERS[tensor.type]
    return entries


def _settle(run: _Run, done: "Future[None]") -> None:
    try:
        run.call(is_dry=False)
    except BaseException as error:  # noqa: BLE001 -- raised again where it is waited for
        done.set_exception(error)
    else:
        done.set_result(None)


def _is_over(done: "Future[None]") -> bool:
    try:
        done.exception(_POLL_S)
    except TimeoutError:
        return False
    return True


def _result_bytes() -> int:
    """What the dry run said, in bytes; 0 where the log does not tell."""
    found = _RESULT_SIZE.findall(native_log.log_tail())
    return round(float(found[-1]) * (1 << 20)) if found else 0


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
