"""The estimate follows the files' own numbers."""

from pathlib import Path
from typing import Any

import pytest

from app.core.errors import AppError
from app.formats.gguf import read_gguf_parts
from app.models.layer_sizes import ModelSizes, gguf_sizes
from app.models.memory import MemoryEstimate
from app.models.placing import PairSizes, pair_memory
from tests.formats.files import gguf_bytes

PAIRS: dict[str, Any] = {
    "general.architecture": "qwen3",
    "qwen3.block_count": 4,
    "qwen3.embedding_length": 64,
    "qwen3.attention.head_count": 4,
    "qwen3.attention.head_count_kv": 2,
    "qwen3.attention.key_length": 32,
    "qwen3.attention.value_length": 16,
    "tokenizer.ggml.tokens": ["a", "b", "c"],
}


def write(folder: Path, **changes: Any) -> Path:
    path = folder / "x.gguf"
    renamed = {f"qwen3.attention.{key}": value for key, value in changes.items()}
    path.write_bytes(gguf_bytes(PAIRS | renamed, {"output.weight": (3, 64)}))
    return path


def sizes_of(path: Path) -> ModelSizes:
    return gguf_sizes(read_gguf_parts(path, arrays=False))


def estimate(target: Path, draft: Path | None, context_size: int, cache_type: str = "f16") -> MemoryEstimate:
    pair = PairSizes(sizes_of(target), None if draft is None else sizes_of(draft))
    return pair_memory(pair, context_size, cache_type)


def test_weights_and_caches_add_up(tmp_path: Path) -> None:
    found = estimate(write(tmp_path), None, 1000)
    assert found.weights_bytes == 3 * 64 * 4
    assert found.cache_bytes == 1000 * 4 * 2 * (32 + 16) * 2
    assert found.draft_bytes == 0
    assert found.total_bytes == found.weights_bytes + found.cache_bytes + found.work_bytes


def test_a_quantized_cache_of_the_target_takes_less(tmp_path: Path) -> None:
    path = write(tmp_path)
    exact, coarse = (estimate(path, path, 1000, kind) for kind in ("f16", "q4_0"))
    assert estimate(path, path, 1000, "q8_0").cache_bytes == exact.cache_bytes * 34 / 64
    assert coarse.cache_bytes == exact.cache_bytes * 18 / 64
    assert coarse.draft_bytes == exact.draft_bytes


def test_a_draft_counts_with_all_it_needs(tmp_path: Path) -> None:
    path = write(tmp_path)
    alone, pair = estimate(path, None, 1000), estimate(path, path, 1000)
    assert pair.draft_bytes == alone.total_bytes
    assert pair.total_bytes == 2 * alone.total_bytes


def test_layers_without_a_cache_take_nothing(tmp_path: Path) -> None:
    full = estimate(write(tmp_path), None, 8192).cache_bytes
    recurrent = estimate(write(tmp_path, recurrent_layers=[True, True, True, False]), None, 8192).cache_bytes
    assert recurrent * 4 == full
    shared = estimate(write(tmp_path, shared_kv_layers=3), None, 8192).cache_bytes
    assert shared * 4 == full
    by_layer = estimate(write(tmp_path, head_count_kv=[0, 0, 2, 2]), None, 8192).cache_bytes
    assert by_layer * 2 == full


def test_head_sizes_may_follow_from_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(gguf_bytes({key: value for key, value in PAIRS.items() if "length" not in key or "embed" in key}))
    assert estimate(path, None, 10).cache_bytes == 10 * 4 * 2 * (16 + 16) * 2


@pytest.mark.parametrize(
    ("name", "cache_mib"), [("qwen3", 6.0), ("qwen3_5", 1.0), ("gemma4", 6.0), ("gpt_oss", 4.0), ("llama31", 2.5)]
)
def test_caches_are_what_llama_cpp_allocates(shared: Path, name: str, cache_mib: float) -> None:
    """As its log told for a context of 4096 tokens (version 0.3.36 of the Python package, F16)."""
    path = shared / f"fixtures/expected/{name}.bf16.gguf"
    found = estimate(path, None, 4096)
    # What a hybrid family's layers recur on comes on top: it counts as 0.02 MiB there.
    assert found.cache_bytes == pytest.approx(cache_mib * (1 << 20), abs=0.02 * (1 << 20))
    assert 0 < found.weights_bytes < path.stat().st_size


@pytest.mark.parametrize("key", ["block_count", "embedding_length"])
def test_a_file_that_does_not_tell_says_so(tmp_path: Path, key: str) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(gguf_bytes({name: value for name, value in PAIRS.items() if not name.endswith(key)}))
    with pytest.raises(AppError, match=key):
        estimate(path, None, 10)
