"""Copies a GGUF file with some of its metadata and tensors changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gguf import GGMLQuantizationType

from app.convert.errors import WouldReplaceSource
from app.convert.layout import file_size
from app.convert.metadata import Pair, pairs_of
from app.convert.quantize import Array
from app.convert.sources import CHUNK_BYTES, CheckpointFiles
from app.convert.tensor_plan import TensorPlan
from app.convert.write import verify_gguf, write_gguf
from app.core.files import replacing, require_room, sole_writer
from app.core.progress import Progress
from app.formats.gguf import GgufHeader, GgufTensor

# True of the file that was read, not of the one that is written.
_OF_THE_OLD_FILE = ("general.alignment", "split.")
_ARCHITECTURE_KEY = "general.architecture"


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be different: `pairs` replace those of the same key or are added, so do the `tensors` by their names.

    Tensors that are `dropped` are left out.
    """

    pairs: tuple[Pair, ...] = ()
    tensors: tuple[TensorPlan, ...] = ()
    dropped: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Copied:
    """Bytes of a file that become a tensor as they are; `stored` is its type by its GGUF name, which may be any."""

    path: Path
    offset: int
    size_bytes: int
    stored: str

    @property
    def paths(self) -> tuple[Path, ...]:
        """The file that they are read from."""
        return (self.path,)

    def chunks(self, files: CheckpointFiles) -> Iterator[Array]:
        """The bytes in order."""
        for start in range(0, self.size_bytes, CHUNK_BYTES):
            yield files.read(self.path, self.offset + start, min(CHUNK_BYTES, self.size_bytes - start))


@dataclass(frozen=True, slots=True)
class Rewriting:
    """The file to be: `metadata` without `general.architecture`, which `architecture` holds."""

    architecture: str
    metadata: tuple[Pair, ...]
    tensors: tuple[TensorPlan, ...]

    @property
    def sources(self) -> frozenset[Path]:
        """The files that are read."""
        return frozenset(path for tensor in self.tensors for path in tensor.source.paths)

    @property
    def output_bytes(self) -> int:
        """Exactly how large the file will be."""
        return file_size(self.architecture, self.metadata, self.tensors)


def plan_rewriting(header: GgufHeader, change: Change) -> Rewriting:
    """The file of `header` (read with its arrays, all its parts together) with a change."""
    pairs = {pair.key: pair for pair in pairs_of(header) if not pair.key.startswith(_OF_THE_OLD_FILE)}
    pairs.update((pair.key, pair) for pair in change.pairs)
    pairs.pop(_ARCHITECTURE_KEY, None)
    tensors = {name: _copied(tensor) for name, tensor in header.tensors.items() if name not in change.dropped}
    tensors.update((tensor.name, tensor) for tensor in change.tensors)
    return Rewriting(header.architecture, tuple(pairs.values()), tuple(tensors.values()))


def rewrite(plan: Rewriting, destination: Path, progress: Progress) -> Path:
    """Write the planned file to `destination`, reported as stages "write" and "verify".

    Memory does not grow with the file. Raises WouldReplaceSource, DiskFull, PathNotWritable, BeingWritten,
    SourceChanged, PathNotReadable, WrittenFileWrong, Cancelled; after any of them no part of the file is left.
    """
    if destination.resolve() in {path.resolve() for path in plan.sources}:
        raise WouldReplaceSource(path=str(destination))
    with sole_writer(destination), replacing(destination) as part:
        write_rewriting(plan, part, progress)
    return destination


def write_rewriting(plan: Rewriting, path: Path, progress: Progress) -> None:
    """Write the planned file to `path` and read it back; raises as `rewrite` does, and OSError."""
    require_room(path.parent, plan.output_bytes)
    write_gguf(plan, path, progress)
    verify_gguf(plan, path, progress)


def _copied(tensor: GgufTensor) -> TensorPlan:
    source = Copied(tensor.path, tensor.offset, tensor.size_bytes, tensor.type)
    return TensorPlan(tensor.name, tensor.shape, GGMLQuantizationType[tensor.type], source)
