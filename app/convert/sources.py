"""Where the values of a GGUF tensor come from, read in chunks so that memory does not grow with the model."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from app.convert.errors import SourceChanged
from app.convert.quantize import STORED_TYPES, Array
from app.core.errors import PathNotReadable
from app.formats.safetensors import TensorInfo

# A multiple of 32 values of every type, so that a chunk is always whole blocks.
CHUNK_BYTES = 1 << 20


class CheckpointFiles:
    """The open files of a checkpoint; a context manager."""

    def __init__(self) -> None:
        self._files: dict[Path, FileIO] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def read(self, path: Path, offset: int, size_bytes: int) -> Array:
        """Exactly these bytes; raises SourceChanged when the file has become shorter, PathNotReadable."""
        buffer = np.empty(size_bytes, np.uint8)
        view = memoryview(buffer.data)
        try:
            stream = self._open(path)
            stream.seek(offset)
            while view and (read := stream.readinto(view)):
                view = view[read:]
        except OSError as error:
            raise PathNotReadable(path=str(path), detail=error.strerror or str(error)) from error
        if view:
            raise SourceChanged(path=str(path))
        return buffer

    def descriptor(self, path: Path) -> int:
        """That of the open file; raises PathNotReadable."""
        try:
            return self._open(path).fileno()
        except OSError as error:
            raise PathNotReadable(path=str(path), detail=error.strerror or str(error)) from error

    def _open(self, path: Path) -> FileIO:
        stream = self._files.get(path)
        if stream is None:
            stream = self._stack.enter_context(FileIO(path))
            self._files[path] = stream
        return stream


class Source(Protocol):
    """The values of one tensor, row after row, held as STORED_TYPES[`stored`]."""

    @property
    def stored(self) -> str:
        """The type of the values, a key of STORED_TYPES."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files that it is read from."""

    def chunks(self, files: CheckpointFiles) -> Iterator[Array]:
        """The values, flat, in pieces of about CHUNK_BYTES at most; all but the last a multiple of 32 values."""


@dataclass(frozen=True, slots=True)
class OfTensor:
    """What all sources have in common that read one tensor of a checkpoint."""

    tensor: TensorInfo

    @property
    def stored(self) -> str:
        return self.tensor.dtype

    @property
    def paths(self) -> tuple[Path, ...]:
        return (self.tensor.path,)


@dataclass(frozen=True, slots=True)
class Stored(OfTensor):
    """A checkpoint's tensor as it is."""

    def chunks(self, files: CheckpointFiles) -> Iterator[Array]:
        info = self.tensor
        for start in range(0, info.size_bytes, CHUNK_BYTES):
            content = files.read(info.path, info.offset + start, min(CHUNK_BYTES, info.size_bytes - start))
            yield content.view(STORED_TYPES[info.dtype])


@dataclass(frozen=True, slots=True)
class Reordered(OfTensor):
    """A checkpoint's tensor with its rows in another order: row i of the result is row `order[i]` of the tensor.

    Rows that follow each other in the result lie close together in the file, as within an attention head.
    """

    order: NDArray[np.int64]

    def chunks(self, files: CheckpointFiles) -> Iterator[Array]:
        info = self.tensor
        row_bytes = info.size_bytes // len(self.order)
        # Multiples of 32 rows keep a chunk at whole blocks even where a row is none.
        rows_n = max(CHUNK_BYTES // max(row_bytes, 1) // 32, 1) * 32
        for start in range(0, len(self.order), rows_n):
            wanted = self.order[start : start + rows_n]
            first, last = int(wanted.min()), int(wanted.max())
            content = files.read(info.path, info.offset + first * row_bytes, (last - first + 1) * row_bytes)
            rows = content.view(STORED_TYPES[info.dtype]).reshape(last - first + 1, -1)
            yield rows[wanted - first].reshape(-1)


@dataclass(frozen=True, slots=True)
class Computed:
    """Values worked out from the config, or a small table worked out from the checkpoint's."""

    values: Array
    stored: str
    paths: tuple[Path, ...] = ()

    def chunks(self, files: CheckpointFiles) -> Iterator[Array]:
        yield self.values.reshape(-1)


@dataclass(frozen=True, slots=True)
class Zeros:
    """As many zeros as asked for."""

    values_n: int
    stored: str = "F32"
    paths: tuple[Path, ...] = ()

    def chunks(self, files: CheckpointFiles) -> Iterator[Array]:
        step = CHUNK_BYTES // 4
        for start in range(0, self.values_n, step):
            yield np.zeros(min(step, self.values_n - start), dtype=np.float32)
