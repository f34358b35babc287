"""A GGUF file that is copied with changes is the old one but for them, whole or not at all."""

import shutil
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gguf import GGMLQuantizationType, GGUFReader, GGUFWriter

from app.convert.errors import SourceChanged, WouldReplaceSource
from app.convert.metadata import flag, integers, text
from app.convert.rewrite import Change, plan_rewriting, rewrite
from app.convert.sources import Zeros
from app.convert.tensor_plan import TensorPlan
from app.core import files
from app.core.errors import Cancelled, DiskFull
from app.core.progress import Progress
from app.formats.gguf import read_gguf, read_gguf_parts


@pytest.fixture
def draft(shared: Path, tmp_path: Path) -> Path:
    name = "dspark_speculators_bonus_reduced.bf16.gguf"
    return Path(shutil.copy(shared / "fixtures/expected" / name, tmp_path / "a.gguf"))


def contents(path: Path) -> dict[str, bytes]:
    content = path.read_bytes()
    return {t.name: content[t.offset : t.offset + t.size_bytes] for t in read_gguf(path).tensors.values()}


def test_without_a_change_the_copy_is_the_same(draft: Path, tmp_path: Path) -> None:
    copy = rewrite(plan_rewriting(read_gguf(draft), Change()), tmp_path / "Kopie 数据.gguf", Progress())
    assert copy.read_bytes() == draft.read_bytes()


def test_only_what_changes_is_different(draft: Path, tmp_path: Path) -> None:
    before = read_gguf(draft)
    added = TensorPlan("more.weight", (4, 32), GGMLQuantizationType.BF16, Zeros(128))
    change = Change(
        (flag("dflash.sample_from_anchor", True), integers("dflash.target_layers", [0, 1, 3]), text("a.new", "ü")),
        (added,),
        frozenset({"output.weight"}),
    )
    after = read_gguf(rewrite(plan_rewriting(before, change), tmp_path / "b.gguf", Progress()))
    changed = {"dflash.sample_from_anchor": True, "dflash.target_layers": [0, 1, 3], "a.new": "ü"}
    assert after.metadata == {**before.metadata, **changed}
    assert {key: after.types[key] for key in before.types} == before.types
    old, new = contents(draft), contents(after.path)
    assert new.pop("more.weight") == bytes(256)
    assert old.pop("output.weight") and new == old


def test_every_type_is_copied_bit_by_bit(tmp_path: Path) -> None:
    """Blocks of any kind are bytes here; whoever wrote the file may have aligned them otherwise."""
    source, random = tmp_path / "all.gguf", np.random.default_rng(7)
    writer = GGUFWriter(source, "dflash")
    writer.add_custom_alignment(128)
    for kind in ("Q4_K", "Q6_K", "IQ4_XS", "Q8_0", "MXFP4", "F16", "I64", "TQ2_0"):
        type_ = GGMLQuantizationType[kind]
        plan = TensorPlan(kind, (3, 256), type_, Zeros(0))
        row_bytes = plan.size_bytes // 3
        writer.add_tensor(kind, random.integers(0, 256, (3, row_bytes), dtype=np.uint8), raw_dtype=type_)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    copy = rewrite(plan_rewriting(read_gguf(source), Change()), tmp_path / "copy.gguf", Progress())
    assert contents(copy) == contents(source)
    assert "general.alignment" not in read_gguf(copy).metadata
    assert len(GGUFReader(copy).tensors) == 8


def test_a_split_model_becomes_one_file(shared: Path, tmp_path: Path) -> None:
    header = read_gguf(shared / "fixtures/expected/qwen3.bf16.gguf")
    names = list(header.tensors)
    parts = [tmp_path / f"m-0000{number}-of-00002.gguf" for number in (1, 2)]
    for part, dropped in zip(parts, (names[5:], names[:5]), strict=True):
        rewrite(plan_rewriting(header, Change(dropped=frozenset(dropped))), part, Progress())
    whole = rewrite(plan_rewriting(read_gguf_parts(parts[0]), Change()), tmp_path / "whole.gguf", Progress())
    assert contents(whole) == contents(header.path)


def test_the_file_that_is_read_is_never_the_one_that_is_written(draft: Path) -> None:
    before = draft.read_bytes()
    with pytest.raises(WouldReplaceSource):
        rewrite(plan_rewriting(read_gguf(draft), Change()), draft, Progress())
    assert draft.read_bytes() == before


@pytest.mark.parametrize("stage", ["write", "verify"])
def test_a_cancelled_copy_leaves_nothing(draft: Path, tmp_path: Path, stage: str) -> None:
    reached: list[str] = []
    progress = Progress(lambda name, *_: reached.append(name), lambda: stage in reached)
    with pytest.raises(Cancelled):
        rewrite(plan_rewriting(read_gguf(draft), Change()), tmp_path / "b.gguf", progress)
    assert {path.name for path in tmp_path.iterdir()} == {"a.gguf"}


def test_a_full_disk_is_told_before_a_byte_is_written(
    draft: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "free_bytes", lambda path: 1000)
    with pytest.raises(DiskFull) as raised:
        rewrite(plan_rewriting(read_gguf(draft), Change()), tmp_path / "b.gguf", Progress())
    assert raised.value.facts["needed_bytes"] == draft.stat().st_size
    assert {path.name for path in tmp_path.iterdir()} == {"a.gguf"}


def test_a_file_that_was_cut_meanwhile_is_told(draft: Path, tmp_path: Path) -> None:
    plan = plan_rewriting(read_gguf(draft), Change())
    with draft.open("rb+") as stream:
        stream.truncate(draft.stat().st_size // 2)
    with pytest.raises(SourceChanged):
        rewrite(plan, tmp_path / "b.gguf", Progress())
    assert {path.name for path in tmp_path.iterdir()} == {"a.gguf"}


def test_memory_does_not_grow_with_a_tensor(draft: Path, tmp_path: Path) -> None:
    """A hole of 600 MB takes no room, and no more memory than a piece of it."""
    header = read_gguf(draft)
    name, tensor = next(iter(header.tensors.items()))
    hole = tmp_path / "hole"
    with hole.open("wb") as stream:
        stream.truncate(600 << 20)
    large = replace(tensor, name="hole", shape=(600, 1 << 20), type="I8", offset=0, size_bytes=600 << 20, path=hole)
    plan = plan_rewriting(replace(header, tensors={name: tensor, "hole": large}), Change())
    tracemalloc.start()
    try:
        rewrite(plan, tmp_path / "b.gguf", Progress())
        assert tracemalloc.get_traced_memory()[1] < 64 << 20
    finally:
        tracemalloc.stop()
