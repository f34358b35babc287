"""Writes a planned GGUF file and reads it back."""

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from gguf import GGUFWriter

from app.convert.errors import WrittenFileWrong
from app.convert.layout import encoded, padded
from app.convert.metadata import Pair
from app.convert.output import synced
from app.convert.plan import ConversionPlan
from app.convert.quantize import Array, encode
from app.convert.sources import CheckpointFiles
from app.convert.tensor_plan import TensorPlan
from app.core.progress import Progress
from app.formats.errors import FormatError
from app.formats.gguf import read_gguf

# More gain little: reading and writing take their time too.
_ENCODERS_N = min(os.cpu_count() or 1, 4)


def write_gguf(plan: ConversionPlan, path: Path, progress: Progress) -> None:
    """Write the planned file, reported as stage "write" in bytes of tensor data.

    Raises OSError when writing fails, SourceChanged or PathNotReadable when reading does.
    """
    total = sum(tensor.size_bytes for tensor in plan.tensors)
    done = 0
    progress.update("write", 0, total)
    with (
        _begun(plan, path) as stream,
        synced(stream, progress) as output,
        CheckpointFiles() as files,
        ThreadPoolExecutor(_ENCODERS_N, "encode") as pool,
    ):
        for tensor in plan.tensors:
            for written in _encoded(tensor, files, pool):
                output.write(written.data)
                done += written.size
                progress.update("write", done, total)
            output.write(bytes(padded(tensor.size_bytes) - tensor.size_bytes))


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


@contextmanager
def _begun(plan: ConversionPlan, path: Path) -> Iterator[BinaryIO]:
    """Give the stream at the place where the first tensor begins, all before it written."""
    writer = GGUFWriter(path, plan.architecture)
    for pair in plan.metadata:
        writer.add_key_value(pair.key, _packable(pair), pair.type, pair.items)
    for tensor in plan.tensors:
        writer.add_tensor_info(
            tensor.name, tensor.shape, np.dtype(np.float32), tensor.size_bytes, raw_dtype=tensor.type
        )
    try:
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_ti_data_to_file()
        assert writer.fout is not None
        stream = writer.fout[0]
        writer.write_padding(stream, stream.tell())
        yield stream
    finally:
        writer.close()


def _packable(pair: Pair) -> Any:
    if isinstance(pair.value, str):
        return encoded(pair.value)
    return [encoded(item) if isinstance(item, str) else item for item in pair.value] if pair.items else pair.value


def verify_gguf(plan: ConversionPlan, path: Path, progress: Progress) -> None:
    """Read the file back as if it came from a stranger and compare it with the plan; raises WrittenFileWrong."""
    progress.update("verify", 0, None)
    try:
        header = read_gguf(path)
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
    if header.metadata.keys() != keys:
        raise WrittenFileWrong(path=str(path), detail=f"{sorted(header.metadata.keys() ^ keys)[0]} is not as planned")
    progress.update("verify", header.size_bytes, header.size_bytes)
