"""The quantizer's progress, its failures in words, and its way out."""

import threading
import time
from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFWriter

from app.core.errors import Cancelled, DiskFull, PathNotWritable
from app.core.progress import Progress
from app.engine.tasks import quantize_file
from app.engine.worker.errors import QuantizingFailed
from app.formats.gguf import read_gguf
from tests.engine.conftest import Trained

pytestmark = pytest.mark.native


def random_model(path: Path, layers: int = 2, architecture: str = "llama", width: int = 512) -> Path:
    """A file that is large enough for the quantizer; nothing else could be done with it."""
    writer = GGUFWriter(path, architecture)
    for key, value in (("block_count", layers), ("context_length", 64), ("embedding_length", width)):
        writer.add_uint32(f"{architecture}.{key}", value)
    writer.add_uint32(f"{architecture}.feed_forward_length", 4 * width)
    writer.add_uint32(f"{architecture}.attention.head_count", 8)
    writer.add_float32(f"{architecture}.attention.layer_norm_rms_epsilon", 1e-5)
    writer.add_tokenizer_model("none")
    values = np.random.default_rng(0).standard_normal((4 * width, width)).astype(np.float16)
    for layer in range(layers):
        for name in ("ffn_up", "ffn_gate"):
            writer.add_tensor(f"blk.{layer}.{name}.weight", values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def test_progress_counts_up_to_the_size_of_the_file(trained: Trained, tmp_path: Path) -> None:
    told: list[tuple[str, int, int | None]] = []
    path = tmp_path / "out.gguf"
    quantize_file(trained.target, path, "q4_k_m", Progress(lambda *report: told.append(report)))
    assert {stage for stage, _, _ in told} == {"quantize"}
    done = [count for _, count, _ in told]
    assert done == sorted(done) and told[-1][1] == told[-1][2]
    tensors = read_gguf(path).tensors.values()
    assert told[-1][2] == pytest.approx(sum(tensor.size_bytes for tensor in tensors), rel=0.02)


def test_cancelling_is_seen_at_once(tmp_path: Path) -> None:
    source = random_model(tmp_path / "in.gguf", layers=4)
    is_cancelled = threading.Event()
    began: list[float] = []

    def report(stage: str, done: int, total: int | None) -> None:
        if done and not began:
            began.append(time.process_time())
            is_cancelled.set()

    with pytest.raises(Cancelled):
        quantize_file(source, tmp_path / "out.gguf", "iq4_nl", Progress(report, is_cancelled.is_set))
    assert time.process_time() - began[0] < 2
    # It cannot be stopped, and shall not write into what other tests look at.
    for thread in threading.enumerate():
        if thread.name == "quantize":
            thread.join()


@pytest.mark.parametrize("name", ["out.gguf", "Größe 数据.gguf.part"])
def test_names_that_only_python_can_write(
    name: str, trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "Jürgen"
    folder.mkdir()
    quantize_file(trained.target, tmp_path / "as-usual.gguf", "q4_0", Progress())
    monkeypatch.setattr("app.engine.worker.quantizing._NEEDS_PLAIN_NAMES", True)
    monkeypatch.chdir(folder)
    quantize_file(trained.target, Path(name), "q4_0", Progress())
    assert [path.name for path in folder.iterdir()] == [name] and Path.cwd() == folder
    assert (folder / name).read_bytes() == (tmp_path / "as-usual.gguf").read_bytes()


def test_a_family_that_the_engine_does_not_know(tmp_path: Path) -> None:
    source = random_model(tmp_path / "in.gguf", architecture="nothing")
    with pytest.raises(QuantizingFailed) as raised:
        quantize_file(source, tmp_path / "out.gguf", "q4_0", Progress())
    assert raised.value.facts["output_type"] == "Q4_0"
    assert "unknown model architecture" in str(raised.value.facts["detail"])
    assert not (tmp_path / "out.gguf").exists()


def test_where_nothing_can_be_written(trained: Trained, tmp_path: Path) -> None:
    with pytest.raises(PathNotWritable):
        quantize_file(trained.target, tmp_path / "gone" / "out.gguf", "q4_0", Progress())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a disk that is always full")
def test_a_disk_that_runs_full(trained: Trained, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.engine.worker.quantizing.free_bytes", lambda path: 4096)
    with pytest.raises(DiskFull):
        quantize_file(trained.target, Path("/dev/full"), "q4_0", Progress())
