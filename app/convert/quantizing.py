"""GGUF files that llama.cpp's quantizer makes of larger ones: what is allowed, how large they get, the check after."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from app.convert.blueprint import Note
from app.convert.errors import NotACheckpoint, NotSmaller, QuantizedAlready, WrittenFileWrong
from app.core.errors import ReportedError
from app.core.files import PART_SUFFIX, sole_writer
from app.core.progress import Progress
from app.formats.errors import FormatError
from app.formats.gguf import GgufTensor, part_paths, read_gguf, read_gguf_parts
from app.models.entry import ModelEntry
from app.models.output_types import FORMATS
from app.models.quantized_size import FINE, is_rounded, quantized_bytes
from app.models.recognition.inspect import inspect_model

# Makes of the first file the second one, in an output type; app.engine.tasks.quantize_file is one.
Quantizer = Callable[[Path, Path, str, Progress], None]
_FLOATS = ("F32", "F16", "BF16")


@dataclass(frozen=True, slots=True)
class QuantizingPlan:
    """A GGUF file to be made of another one; `sources` are the files of that, the first of which names the others."""

    entry: ModelEntry
    sources: tuple[Path, ...]
    source_bytes: int
    tensors: tuple[GgufTensor, ...]
    quantized_type: str
    notes: tuple[Note, ...]

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """What the new file must hold."""
        return {tensor.name: tensor.shape for tensor in self.tensors}

    @property
    def needed_bytes(self) -> int:
        """What has to be free on the disk: about the size of the new file."""
        tensors = [(tensor.name, tensor.shape, tensor.type, tensor.size_bytes) for tensor in self.tensors]
        return quantized_bytes(self.source_bytes, tensors, self.quantized_type)


def plan_quantizing(source: Path, output_type: str) -> QuantizingPlan:
    """The plan for the GGUF at `source`.

    Raises NotACheckpoint for an output type that rounds nothing, QuantizedAlready, NotSmaller, the problem of the file
    as ReportedError, and what reading it raises.
    """
    entry = inspect_model(source)
    if entry.problem is not None:
        raise ReportedError(entry.problem, dict(entry.problem_facts))
    if FORMATS[output_type].bits >= FORMATS["bf16"].bits:
        raise NotACheckpoint(path=str(source))
    header = read_gguf_parts(entry.path, arrays=False)
    tensors = tuple(header.tensors.values())
    kinds = {tensor.type for tensor in tensors if is_rounded(tensor.name, tensor.shape)}
    # What a model was trained in stays as it is, beside what is rounded.
    rounded = kinds - {*_FLOATS, "MXFP4"}
    if rounded - {FINE}:
        raise QuantizedAlready(path=str(source), file_type=entry.file_type)
    if rounded and FORMATS[output_type].bits >= FORMATS["q8_0"].bits:
        raise NotSmaller(path=str(source), file_type=entry.file_type, output_type=output_type.upper())
    notes = (Note("convert_quantized_twice"),) if rounded else ()
    return QuantizingPlan(entry, part_paths(entry.path), header.size_bytes, tensors, output_type, notes)


def _without_ones(shape: tuple[int, ...]) -> tuple[int, ...]:
    """A shape as the quantizer writes it: a matrix of one row becomes a vector."""
    first = next((index for index, size in enumerate(shape) if size > 1), len(shape) - 1)
    return shape[first:]


@contextmanager
def intermediate(destination: Path) -> Iterator[Path]:
    """Give the path of the file that the quantizer shall make `destination` of: beside it, and gone at the end."""
    path = intermediate_path(destination)
    with sole_writer(path):
        part = path.with_name(path.name + PART_SUFFIX)
        try:
            yield part
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def verify_quantized(shapes: Mapping[str, tuple[int, ...]], output_type: str, path: Path, progress: Progress) -> None:
    """Read the quantized file back as if it came from a stranger: all tensors of these shapes, and the right type.

    Raises WrittenFileWrong.
    """
    progress.update("verify", 0, None)
    try:
        header = read_gguf(path, arrays=False)
    except FormatError as error:
        raise WrittenFileWrong(path=str(path), detail=str(error.facts.get("detail") or error.code)) from error
    found = {tensor.name: _without_ones(tensor.shape) for tensor in header.tensors.values()}
    planned = {name: _without_ones(shape) for name, shape in shapes.items()}
    if found != planned:
        wrong = sorted(name for name in found.keys() | planned.keys() if found.get(name) != planned.get(name))
        raise WrittenFileWrong(path=str(path), detail=f"tensor {wrong[0]} is not as planned")
    if header.metadata.get("general.file_type") != FORMATS[output_type].file_type:
        raise WrittenFileWrong(path=str(path), detail="general.file_type is not as planned")
    progress.update("verify", header.size_bytes, header.size_bytes)


def intermediate_path(destination: Path) -> Path:
    """The name that this file never takes: it stays a .part, and is found by the name of `destination`."""
    return destination.with_name(f"{destination.name}.unquantized.gguf")
