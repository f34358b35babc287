"""Values that are put into another order on their way, in pieces however small."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from app.convert import rearranged, sources
from app.convert.rearranged import Changed, ColumnsTaken, Joined, Mxfp4, Rows, Transposed, whole
from app.convert.sources import CheckpointFiles, Source, Stored
from app.formats.checkpoint import read_checkpoint
from app.formats.safetensors import TensorInfo
from tests.convert.checkpoints import Array, write_tensors

Stack = dict[str, tuple[str, Array]]


@pytest.fixture(params=[1 << 20, 4096])
def chunk_bytes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    size: int = request.param
    monkeypatch.setattr(sources, "CHUNK_BYTES", size)
    monkeypatch.setattr(rearranged, "CHUNK_BYTES", size)
    return size


@pytest.fixture
def stack() -> Array:
    """Three matrices of 192 rows and 160 columns."""
    return np.arange(3 * 192 * 160, dtype=np.float32).reshape(3, 192, 160)


def info(values: Array, folder: Path, name: str = "t", dtype: str = "F32") -> TensorInfo:
    (folder / name).mkdir()
    write_tensors(folder / name / "model.safetensors", {name: (dtype, values)})
    return read_checkpoint(folder / name)[name]


def read(source: Source, chunk_bytes: int) -> Array:
    with CheckpointFiles() as files:
        chunks = list(source.chunks(files))
    assert max(chunk.nbytes for chunk in chunks) <= 2 * max(chunk_bytes, 32 * 192 * 4)
    assert all(chunk.size % 32 == 0 for chunk in chunks[:-1])
    return np.concatenate(chunks)


def test_runs_of_rows_one_after_another(stack: Array, chunk_bytes: int, tmp_path: Path) -> None:
    first, second = info(stack, tmp_path, "a"), info(stack[0] + 1, tmp_path, "b")
    source = Joined((Rows(first, 192, 7), whole(second), Rows(first, 0, 1)))
    expected = np.concatenate([stack[1, :7].ravel(), (stack[0] + 1).ravel(), stack[0, 0]])
    assert np.array_equal(read(source, chunk_bytes), expected)
    assert len(source.paths) == 2


def test_a_vector_has_rows_of_one_value(tmp_path: Path) -> None:
    values = info(np.arange(6, dtype=np.float32), tmp_path)
    with CheckpointFiles() as files:
        found = np.concatenate(list(Joined((Rows(values, 4, 2), Rows(values, 0, 1))).chunks(files)))
    assert found.tolist() == [4, 5, 0]


def test_columns_in_another_order(stack: Array, chunk_bytes: int, tmp_path: Path) -> None:
    order = np.random.default_rng(1).permutation(160)
    source = ColumnsTaken(info(stack[0], tmp_path), order)
    assert np.array_equal(read(source, chunk_bytes), stack[0][:, order].ravel())


@pytest.mark.parametrize("panel_bytes", [1 << 20, 192 * 4 * 64])
@pytest.mark.parametrize(("first", "step"), [(0, 1), (0, 2), (1, 2)])
def test_matrices_turned_over(
    first: int,
    step: int,
    panel_bytes: int,
    stack: Array,
    chunk_bytes: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rearranged, "PANEL_BYTES", panel_bytes)
    source = Transposed(info(stack, tmp_path), first, step)
    assert np.array_equal(read(source, chunk_bytes), stack[:, :, first::step].swapaxes(1, 2).ravel())


def test_values_are_calculated_in_single_precision(chunk_bytes: int, tmp_path: Path) -> None:
    bits = np.arange(0x3F80, 0x3F80 + 64, dtype=np.uint16)
    add: Callable[[Array], Array] = lambda values: values + np.float32(1)  # noqa: E731
    source = Changed(Stored(info(bits, tmp_path, dtype="BF16")), add)
    exact = (bits.astype(np.uint32) << 16).view(np.float32)
    assert source.stored == "F32"
    assert np.array_equal(read(source, chunk_bytes), exact + 1)


@pytest.mark.parametrize(("first", "step"), [(0, 1), (0, 2), (1, 2)])
def test_mxfp4_keeps_every_value(first: int, step: int, chunk_bytes: int, tmp_path: Path) -> None:
    random = np.random.default_rng(2)
    codes = random.integers(0, 256, (2, 40, 3, 16), dtype=np.uint8)
    scales = random.integers(100, 130, (2, 40, 3), dtype=np.uint8)
    source = Mxfp4(info(codes, tmp_path, "a", "U8"), info(scales, tmp_path, "b", "U8"), first, step)
    with CheckpointFiles() as files:
        blocks = np.concatenate(list(source.chunks(files))).reshape(2, -1, 3, 17)
    # In the checkpoint neighbours share a byte, in GGUF values that are 16 apart.
    stored = np.stack([codes & 15, codes >> 4], axis=-1).reshape(2, 40, 3, 32)
    written = np.concatenate([blocks[..., 1:] & 15, blocks[..., 1:] >> 4], axis=-1)
    assert np.array_equal(written, stored[:, first::step])
    assert np.array_equal(blocks[..., 0], scales[:, first::step])
