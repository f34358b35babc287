"""Writes a planned GGUF file and reads it back."""

import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

import numpy as np

from app.convert.errors import WrittenFileWrong
from app.convert.layout import header_bytes, padded
from app.convert.metadata import Pair
from app.convert.output import SyncedOutput, synced
from app.convert.quantize import Array, encode
from app.convert.sources import CHUNK_BYTES, CheckpointFiles, Stored
from app.convert.tensor_plan import TensorPlan
from app.core.progress import Progress
from app.formats.errors import FormatError
from app.formats.gguf import read_gguf

# More gain little: reading and writing take their time too.
_ENCODERS_N = min(os.cpu_count() or 1, 4)


class FilePlan(Protocol):
    """What a GGUF file shall hold: `metadata` without `general.architecture`, which `architecture` holds."""

    @property
    def architecture(self) -> str: ...

    @property
    def metadata(self) -> Sequence[Pair]: ...

    @property
    def tensors(self) -> Sequence[TensorPlan]: ...

    @property
    def output_bytes(self) -> int: ...


def write_gguf(plan: FilePlan, path: Path, progress: Progress, stage: str = "write") -> None:
    """Write the planned file, reported as `stage` in bytes of tensor data.

    Raises OSError when writing fails, SourceChanged or PathNotReadable when reading does.
    """
    total = sum(tensor.size_bytes for tensor in plan.tensors)
    done = 0
    progress.update(stage, 0, total)
    with (
        path.open("wb") as stream,
        synced(stream, progress) as output,
        CheckpointFiles() as files,
        ThreadPoolExecutor(_ENCODERS_N, "encode") as pool,
    ):
        output.write(header_bytes(plan.architecture, plan.metadata, plan.tensors))
        for tensor in plan.tensors:
            for size_bytes in _written(tensor, files, pool, output):
                done += size_bytes
                progress.update(stage, done, total)
            output.write(bytes(padded(tensor.size_bytes) - tensor.size_bytes))


def _written(
    tensor: TensorPlan, files: CheckpointFiles, pool: ThreadPoolExecutor, output: SyncedOutput
) -> Iterator[int]:
    """Write a tensor; gives how many bytes, piece by piece."""
    source = tensor.source
    if isinstance(source, Stored) and source.stored == tensor.type.name:
        yield from _copied(source, files, output)
        return
    for piece in _encoded(tensor, files, pool):
        output.write(piece.data)
        yield piece.size


def _copied(source: Stored, files: CheckpointFiles, output: SyncedOutput) -> Iterator[int]:
    """As it is: by the system if it can, which spares the processor half the work."""
    info, done = source.tensor, 0
    for size_bytes in output.copied(files.descriptor(info.path), info.offset, info.size_bytes):
        done += size_bytes
        yield size_bytes
    for start in range(done, info.size_bytes, CHUNK_BYTES):
        piece = files.read(info.path, info.offset + start, min(CHUNK_BYTES, info.size_bytes - start))
        output.write(piece.data)
        yield piece.size


def _encoded(tensor: TensorPlan, files: CheckpointFiles, pool: ThreadPoolExecutor) -> Iterator[Array]:
    """The bytes of a tensor in order; while one chunk is written, others are being encoded."""
    if tensor.source.stored == tensor.type.name:
        yield from (chunk.view(np.uint8) for chunk in tensor.source.chunks(files))
        return
    waiting: deque[Future[Array]] = deque()
    for chunk in tensor.source.chunks(files):
        waiting.append(pool.submit(encode, chunk, tensor.source.stored, tensor.type))
        if len(waiting) > _ENCODERS_N:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def verify_gguf(plan: FilePlan, path: Path, progress: Progress) -> None:
    """Read the file back as if it came from a stranger and compare it with the plan; raises WrittenFileWrong."""
    progress.update("verify", 0, None)
    try:
        header = read_gguf(path, arrays=False)
    except FormatError as error:
        raise WrittenFileWrong(path=str(path), detail=str(error.facts.get("detail") or error.code)) from error
    if header.size_bytes != plan.output_bytes:
        detail = f"it has {header.size_bytes} bytes instead of {plan.output_bytes}"
        raise WrittenFileWrong(path=str(path), detail=detail)
    found = [(tensor.name, tensor.shape, tensor.type, tensor.size_bytes) for tensor in header.tensors.values()]
    planned = [(tensor.name, tensor.shape, tensor.type.name, tensor.size_bytes) for tensor in plan.tensors]
    if found != planned:
        wrong = next((f"tensor {a[0]} is not as planned" for a, b in zip(planned, found, strict=False) if a != b), None)
        raise WrittenFileWrong(path=str(path), detail=wrong or f"it has {len(found)} tensors instead of {len(planned)}")
    keys = {"general.architecture", *(pair.key for pair in plan.metadata)}
    if header.types.keys() != keys:
        raise WrittenFileWrong(path=str(path), detail=f"{sorted(header.types.keys() ^ keys)[0]} is not as planned")
    progress.update("verify", header.size_bytes, header.size_bytes)
