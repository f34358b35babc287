"""Every fixture becomes what llama.cpp's own converter makes of it, byte for byte."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from gguf import GGMLQuantizationType, GGUFReader
from gguf.quants import dequantize, quantize

from app.convert.architectures import MODULES
from app.convert.plan import plan_conversion
from app.convert.run import convert
from app.core.progress import Progress
from app.models.output_types import WRITTEN_TYPES, WrittenType
from app.models.recognition.families import CONVERTIBLE
from tests.convert.checkpoints import copied, read_tensors, write_shards

TARGETS = ("qwen3", "llama31", "qwen3_moe", "qwen3_5", "gpt_oss", "gemma4")
DRAFTS = (
    "dspark_deepspec",
    "dspark_specforge_flat",
    "dspark_flat_aux",
    "dspark_speculators_anchor",
    "dspark_speculators_bonus_reduced",
    "dflash_zlab",
)
EXPECTED = Path(__file__).parent / "expected"


def made(source: Path, folder: Path, output_type: WrittenType = "bf16", target: Path | None = None) -> Path:
    plan = plan_conversion(source, target=target, output_type=output_type)
    path = convert(plan, folder / f"{source.name}.gguf", Progress())
    assert path.stat().st_size == plan.output_bytes
    return path


def assert_same(expected: Path, actual: Path, shared: Path) -> None:
    command = [sys.executable, str(shared / "tools/compare_gguf.py"), str(expected), str(actual)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.mark.parametrize("name", TARGETS)
def test_targets(name: str, shared: Path, tmp_path: Path) -> None:
    path = made(shared / "fixtures/targets" / name, tmp_path)
    assert_same(shared / f"fixtures/expected/{name}.bf16.gguf", path, shared)


@pytest.mark.parametrize("name", DRAFTS)
def test_drafts_with_the_checkpoint_or_the_gguf_of_their_target(name: str, shared: Path, tmp_path: Path) -> None:
    fixtures = shared / "fixtures"
    source = fixtures / "drafts" / name
    first = made(source, tmp_path / "a", target=fixtures / "targets/qwen3")
    second = made(source, tmp_path / "b", target=fixtures / "expected/qwen3.bf16.gguf")
    assert_same(fixtures / f"expected/{name}.bf16.gguf", first, shared)
    assert first.read_bytes() == second.read_bytes()


def test_a_draft_for_a_family_that_only_its_gguf_is_read_of(shared: Path, tmp_path: Path) -> None:
    fixtures, name = shared / "fixtures", "dspark_speculators_gemma4"
    path = made(fixtures / "drafts" / name, tmp_path, target=fixtures / "expected/gemma4.bf16.gguf")
    assert_same(fixtures / f"expected/{name}.bf16.gguf", path, shared)


def test_q8_0_as_llama_cpp_writes_it(shared: Path, tmp_path: Path) -> None:
    fixtures = shared / "fixtures"
    target = made(fixtures / "targets/llama31", tmp_path, "q8_0")
    assert_same(EXPECTED / "llama31.q8_0.gguf", target, shared)
    name = "dspark_speculators_bonus_reduced"
    draft = made(fixtures / "drafts" / name, tmp_path, "q8_0", fixtures / "targets/qwen3")
    assert_same(EXPECTED / f"{name}.q8_0.gguf", draft, shared)


@pytest.mark.parametrize("output_type", WRITTEN_TYPES)
@pytest.mark.parametrize("name", ["qwen3", "llama31", "dspark_flat_aux"])
def test_other_types_hold_the_same_numbers(name: str, output_type: WrittenType, shared: Path, tmp_path: Path) -> None:
    fixtures = shared / "fixtures"
    is_target = name in TARGETS
    source = fixtures / ("targets" if is_target else "drafts") / name
    path = made(source, tmp_path, output_type, None if is_target else fixtures / "targets/qwen3")
    exact = {t.name: t for t in GGUFReader(fixtures / f"expected/{name}.bf16.gguf").tensors}
    for tensor in GGUFReader(path).tensors:
        kind = GGMLQuantizationType(tensor.tensor_type)
        expected = exact[tensor.name]
        if kind == expected.tensor_type:
            assert np.array_equal(tensor.data, expected.data)
        else:
            values = dequantize(expected.data.view(np.uint8), GGMLQuantizationType(expected.tensor_type))
            assert np.array_equal(tensor.data.view(np.uint8), quantize(values, kind).view(np.uint8)), tensor.name


def test_rows_that_are_no_whole_blocks_fall_back_to_f16(shared: Path, tmp_path: Path) -> None:
    draft = shared / "fixtures/drafts/dspark_deepspec"
    path = made(draft, tmp_path, "q8_0", shared / "fixtures/targets/qwen3")
    types = {t.name: t.tensor_type for t in GGUFReader(path).tensors}
    assert types["markov_w1.weight"] == GGMLQuantizationType.F16  # 16 values a row
    assert types["fc.weight"] == GGMLQuantizationType.Q8_0


@pytest.mark.parametrize("shards_n", [2, 5])
def test_shards_make_the_same_file_as_one(shards_n: int, shared: Path, tmp_path: Path) -> None:
    source = shared / "fixtures/targets/llama31"
    single = made(source, tmp_path / "single")
    sharded = copied(source, tmp_path / "in" / "llama31")
    write_shards(sharded, read_tensors(sharded), shards_n)
    assert made(sharded, tmp_path / "sharded").read_bytes() == single.read_bytes()


def test_every_class_called_convertible_has_a_module() -> None:
    assert MODULES.keys() == CONVERTIBLE
