"""Sources that put values of a checkpoint into another order, or calculate with them, on their way through."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.convert.quantize import STORED_TYPES, Array, as_f32
from app.convert.sources import CHUNK_BYTES, CheckpointFiles, OfTensor, Source
from app.formats.safetensors import TensorInfo

PANEL_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Rows:
    """`count` rows of a checkpoint's tensor from row `first` on; a row is a run along the last dimension.

    A tensor of one dimension has rows of one value.
    """

    tensor: TensorInfo
    first: int
    count: int

    @property
    def row_bytes(self) -> int:
        """Bytes of one row."""
        rows_n = math.prod(self.tensor.shape[:-1]) if len(self.tensor.shape) > 1 else self.tensor.shape[0]
        return self.tensor.size_bytes // max(rows_n, 1)


def whole(tensor: TensorInfo) -> Rows:
    """All rows of a tensor."""
    return Rows(tensor, 0, math.prod(tensor.shape[:-1]))


@dataclass(frozen=True, slots=True)
class Joined:
    """Runs of rows out of one tensor or several of the same type, one after another."""

    runs: tuple[Rows, ...]

    @property
    def stored(self) -> str:
        return self.runs[0].tensor.dtype

    @property
    def paths(self) -> tuple[Path, ...]:
        return tuple(dict.fromkeys(run.tensor.path for run in self.runs))

    def chunks(self, files: CheckpointFiles) -> Iterator[Array]:
        for run in self.runs:
            begin = run.tensor.offset + run.first * run.row_bytes
            end = begin + run.count * run.row_bytes
            for start in range(begin, end, CHUNK_BYTES):
                content = files.read(run.tensor.path, start, min(CHUNK_BYTES, end - start))
                yield content.view(STORED_TYPES[self.stored])


@dataclass(frozen=True, slots=True)
class ColumnsTaken(OfTensor):
    """Columns of a checkpoint's matrix, in another order or only some: column i of the result is its `order[i]`."""

    order: NDArray[np.int64]

    def chunks(self, files: CheckpointFiles) -> Iterator[Array]:
        info = self.tensor
        row_bytes = info.size_bytes // info.shape[0]
        rows_n = max(CHUNK_BYTES // max(row_bytes, 1) // 32, 1) * 32
        for start in range(0, info.shape[0], rows_n):
            count = min(rows_n, info.shape[0] - start)
            content = files.read(info.path, info.offset + start * row_bytes, count * row_bytes)
            rows = content.view(STORED_TYPES[info.dtype]).reshape(count, -1)
            yield rows[:, self.order].reshape(-1)


@dataclass(frozen=True, slots=True)
class Transposed(OfTensor):
    """A stack of matrices, each turned over, with only every `step`-th column of it from `first` on.

    Held in memory is a panel of a matrix, so many of its columns as fit into PANEL_BYTES.
    """

    first: int = 0
    step: int = 1

    def chunks(self, files: CheckpointFiles) -> Iterator[Array]:
        info = self.tensor
        matrices_n, rows_n, columns_n = info.shape
        width = max(PANEL_BYTES // max(info.size_bytes // (matrices_n * columns_n), 1) // 64, 1) * 64
        for matrix in range(matrices_n):
            for left in range(0, columns_n, width):
                panel = self._panel(files, matrix * rows_n, left, min(width, columns_n - left))
                turned = panel[:, self.first :: self.step].T
                chunk_rows_n = max(CHUNK_BYTES // (turned.itemsize * max(rows_n, 1)) // 32, 1) * 32
                for start in range(0, len(turned), chunk_rows_n):
                    yield np.ascontiguousarray(turned[start : start + chunk_rows_n]).reshape(-1)

    def _panel(self, files: CheckpointFiles, first_row: int, left: int, width: int) -> Array:
        """`width` columns of one matrix from column `left` on."""
        info, kind = self.tensor, STORED_TYPES[self.tensor.dtype]
        rows_n, columns_n = info.shape[1:]
        start = info.offset + first_row * columns_n * kind.itemsize
        if width == columns_n:
            return files.read(info.path, start, rows_n * width * kind.itemsize).view(kind).reshape(rows_n, width)
        panel = np.empty((rows_n, width), kind)
        for row in range(rows_n):
            place = start + (row * columns_n + left) * kind.itemsize
            panel[row] = files.read(info.path, place, width * kind.itemsize).view(kind)
        return panel


@dataclass(frozen=True, slots=True)
class Changed:
    """The values of another source, as F32, after a calculation on each of them alone."""

    source: Source
    change: Callable[[Array], Array]
    stored: str = "F32"

    @property
    def paths(self) -> tuple[Path, ...]:
        return self.source.paths

    def chunks(self, files: CheckpointFiles) -> Iterator[Array]:
        for chunk in self.source.chunks(files):
            yield self.change(as_f32(chunk, self.source.stored)).astype(np.float32, copy=False)


@dataclass(frozen=True, slots=True)
class Mxfp4:
    """Experts in MXFP4, their blocks put into the engine's order; of each expert every `step`-th row from `first` on.

    `codes` is (experts, rows, blocks, 16) bytes, value 2i of a block in the low half of byte i and value 2i + 1 in the
    high one; `scales` is (experts, rows, blocks) exponents. The engine's block is its scale, then 16 bytes with value i
    in the low half of byte i and value i + 16 in the high one (ggml-common.h: block_mxfp4).
    """

    codes: TensorInfo
    scales: TensorInfo
    first: int = 0
    step: int = 1
    stored: str = "MXFP4"

    @property
    def paths(self) -> tuple[Path, ...]:
        return tuple(dict.fromkeys((self.codes.path, self.scales.path)))

    def chunks(self, files: CheckpointFiles) -> Iterator[Array]:
        experts_n, rows_n, blocks_n = self.scales.shape
        read_n = max(CHUNK_BYTES // max(16 * blocks_n * self.step, 1), 1) * self.step
        for expert in range(experts_n):
            for start in range(0, rows_n, read_n):
                count = min(read_n, rows_n - start)
                place = (expert * rows_n + start) * blocks_n
                size = count * blocks_n
                codes = files.read(self.codes.path, self.codes.offset + 16 * place, 16 * size)
                scales = files.read(self.scales.path, self.scales.offset + place, size)
                rows = slice(self.first, None, self.step)
                yield _mxfp4_blocks(codes.reshape(count, blocks_n, 16)[rows], scales.reshape(count, blocks_n, 1)[rows])


def _mxfp4_blocks(codes: Array, scales: Array) -> Array:
    values = np.stack([codes & 0x0F, codes >> 4], axis=-1).reshape(*codes.shape[:-1], 32)
    packed = values[..., :16] | (values[..., 16:] << 4)
    return np.concatenate([scales, packed], axis=-1).reshape(-1)
