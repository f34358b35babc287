"""Layers are counted tensor by tensor, in GGUF files and in checkpoints that will become such."""

from pathlib import Path

import pytest

from app.formats.gguf import read_gguf_parts
from app.models.expected import expected_sizes
from app.models.layer_sizes import ModelSizes, gguf_sizes
from app.models.recognition.inspect import inspect_model
from tests.engine.worker.gguf_edit import rewrite

TARGETS = ("qwen3", "qwen3_5", "qwen3_moe", "gemma4", "gpt_oss", "llama31")
DRAFTS = ("dspark_deepspec", "dspark_speculators_bonus_reduced", "dflash_zlab")


def sizes_of(path: Path) -> ModelSizes:
    return gguf_sizes(read_gguf_parts(path, arrays=False))


@pytest.fixture
def expected(shared: Path) -> Path:
    return shared / "fixtures" / "expected"


@pytest.mark.parametrize("name", [*TARGETS, *DRAFTS, "eagle3_speculators"])
def test_every_tensor_counts_once(expected: Path, name: str) -> None:
    path = expected / f"{name}.bf16.gguf"
    sizes = sizes_of(path)
    assert sizes.weights_bytes == sum(tensor.size_bytes for tensor in read_gguf_parts(path).tensors.values())
    assert all(0 < layer.largest_bytes < layer.weights_bytes for layer in sizes.layers)


def test_tables_stay_and_a_tied_one_is_copied(expected: Path) -> None:
    untied, tied = sizes_of(expected / "qwen3.bf16.gguf"), sizes_of(expected / "gemma4.bf16.gguf")
    table = 1024 * 64 * 2
    assert (untied.tables_bytes, untied.tied_bytes) == (table, 0) and untied.head_bytes > table
    assert tied.tables_bytes == tied.tied_bytes == table and tied.head_bytes < table
    draft = sizes_of(expected / "dspark_deepspec.bf16.gguf")
    assert draft.tables_bytes == draft.tied_bytes == 0, "it borrows its target's"


def test_what_layers_keep(expected: Path) -> None:
    hybrid = sizes_of(expected / "qwen3_5.bf16.gguf")
    assert [layer.cached_values for layer in hybrid.layers] == [0, 0, 0, 2 * 2 * 32]
    # 3 places before the last of 64 values and 2 x 2 x 16 keys and queries, and a table of 16 x 64.
    assert [layer.state_bytes for layer in hybrid.layers] == [4 * (3 * 128 + 16 * 64)] * 3 + [0]
    sliding = sizes_of(expected / "gemma4.bf16.gguf")
    assert [layer.cached_values for layer in sliding.layers] == [2 * 64, 2 * 64, 128, 2 * 64, 2 * 64, 128]
    assert (sliding.masks_n, hybrid.masks_n) == (2, 1)


def test_layers_that_only_draft_are_told_apart(expected: Path, tmp_path: Path) -> None:
    changes = {"qwen3.nextn_predict_layers": 2}
    sizes = sizes_of(rewrite(expected / "qwen3.bf16.gguf", tmp_path / "mtp.gguf", metadata=changes))
    assert (len(sizes.layers), len(sizes.answering_layers), len(sizes.drafting_layers)) == (6, 4, 2)
    whole = sizes_of(expected / "qwen3.bf16.gguf")
    assert whole.weights_bytes - sizes.weights_bytes == sum(layer.weights_bytes for layer in sizes.drafting_layers)


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_is_known_before_it_is_converted(shared: Path, expected: Path, name: str) -> None:
    entry = inspect_model(shared / "fixtures/targets" / name)
    before, after = expected_sizes(entry, "bf16"), sizes_of(expected / f"{name}.bf16.gguf")
    assert len(before.layers) == len(after.layers)
    assert before.weights_bytes == pytest.approx(after.weights_bytes, rel=0.1)
    assert [layer.state_bytes for layer in before.layers] == [layer.state_bytes for layer in after.layers]
    assert before.masks_n == after.masks_n
    for planned, real in zip(before.layers, after.layers, strict=True):
        assert planned.weights_bytes == pytest.approx(real.weights_bytes, rel=0.15)
    if name != "gemma4":
        # That family's wide layers have fewer heads, which its config tells in words of its own.
        assert [layer.cached_values for layer in before.layers] == [layer.cached_values for layer in after.layers]


@pytest.mark.parametrize("name", DRAFTS)
def test_a_draft_is_known_before_it_is_converted(shared: Path, expected: Path, name: str) -> None:
    before = expected_sizes(inspect_model(shared / "fixtures/drafts" / name), "bf16")
    after = sizes_of(expected / f"{name}.bf16.gguf")
    assert before.cached_values == after.cached_values and len(before.layers) == len(after.layers)
    assert after.weights_bytes <= before.weights_bytes, "what it borrows counts until it is converted"
