"""Carries out a conversion: room first, .part files that are checked before one takes its name, nothing left behind."""

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path

from app.convert.errors import WouldReplaceOther, WouldReplaceSource
from app.convert.plan import ConversionPlan
from app.convert.quantizing import Quantizer, QuantizingPlan, intermediate, intermediate_path, verify_quantized
from app.convert.write import verify_gguf, write_gguf
from app.core.errors import DiskFull, PathNotReadable
from app.core.files import free_bytes, remove_abandoned, replacing, require_room, sole_writer
from app.core.progress import Progress


def convert(plan: ConversionPlan, destination: Path, progress: Progress, quantizer: Quantizer | None = None) -> Path:
    """Write the planned file to `destination`, reported as stages "write" and "verify".

    A plan with a quantized type takes a `quantizer`; its stages are "convert", "quantize" and "verify". Memory does not
    grow with the model. Raises DiskFull before a byte is written or when the room runs out later, PathNotWritable,
    SourceChanged, PathNotReadable, WrittenFileWrong, WouldReplaceSource, WouldReplaceOther, BeingWritten, what the
    quantizer raises, Cancelled; after any of them, and after a kill at the next start, no part of a file is left.
    """
    with _new_file(destination, plan.sources, plan.needed_bytes) as part:
        if plan.quantized_type is None:
            write_gguf(plan, part, progress)
            verify_gguf(plan, part, progress)
            return destination
        if quantizer is None:
            raise ValueError(f"a plan for {plan.quantized_type} without a quantizer")
        with intermediate(destination) as unquantized:
            write_gguf(plan, unquantized, progress, "convert")
            quantizer(unquantized, part, plan.quantized_type, progress)
        shapes = {tensor.name: tensor.shape for tensor in plan.tensors}
        verify_quantized(shapes, plan.quantized_type, part, progress)
    return destination


def quantize(plan: QuantizingPlan, destination: Path, progress: Progress, quantizer: Quantizer) -> Path:
    """Make the planned file of its GGUF, reported as stages "quantize" and "verify"; raises as `convert` does."""
    with _new_file(destination, plan.sources, plan.needed_bytes) as part:
        quantizer(plan.sources[0], part, plan.quantized_type, progress)
        verify_quantized(plan.shapes, plan.quantized_type, part, progress)
    return destination


def remove_remains(destination: Path) -> None:
    """Delete what a killed conversion to `destination` left half-written; what is being written now stays."""
    for path in (destination, intermediate_path(destination)):
        remove_abandoned(path.parent, escape(path.name))


@contextmanager
def _new_file(destination: Path, sources: Collection[Path], needed_bytes: int) -> Iterator[Path]:
    """Give the .part path of a new file that there is room for, and its name to the file in the end."""
    if os.path.realpath(destination) in map(os.path.realpath, sources):
        raise WouldReplaceSource(path=str(destination))
    if destination.exists() and not destination.is_dir() and not _is_gguf(destination):
        raise WouldReplaceOther(path=str(destination))
    remove_remains(destination)
    with _told_in_full(destination, needed_bytes), sole_writer(destination), replacing(destination) as part:
        require_room(destination.parent, needed_bytes)
        yield part


@contextmanager
def _told_in_full(destination: Path, needed_bytes: int) -> Iterator[None]:
    """Have a disk that ran full on the way tell what has to be free to begin anew, now that the parts are gone."""
    try:
        yield
    except DiskFull as error:
        if error.facts["needed_bytes"] is not None:
            raise
        free = free_bytes(destination.parent)
        raise DiskFull(path=str(destination), needed_bytes=needed_bytes, free_bytes=free) from error


def _is_gguf(path: Path) -> bool:
    """Whether it is a GGUF file by its first bytes, or an empty one."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as stream:
            return stream.read(4) in (b"GGUF", b"")
    except OSError as error:
        raise PathNotReadable(path=str(path), detail=error.strerror or str(error)) from error
