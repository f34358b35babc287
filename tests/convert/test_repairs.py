"""What is tried with a draft that drafts nothing right, and how a lost head is given back."""

from pathlib import Path

import numpy as np
import pytest
from gguf import GGMLQuantizationType

from app.convert.errors import NothingToRepair
from app.convert.metadata import flag, integers
from app.convert.plan import plan_conversion
from app.convert.repair import repair_head
from app.convert.repairs import DraftFile, Repair, repairs
from app.convert.rewrite import Change, plan_rewriting, rewrite
from app.convert.run import convert
from app.convert.sources import Computed
from app.convert.target import read_target
from app.convert.tensor_plan import TensorPlan
from app.core.errors import AppError, code_of
from app.core.progress import Progress
from app.formats.gguf import read_gguf
from app.models.output_types import OutputType
from app.models.recognition.inspect import inspect_model


@pytest.fixture
def expected(shared: Path) -> Path:
    return shared / "fixtures/expected"


def offered(target: Path, draft: Path) -> dict[str, Change]:
    facts = inspect_model(draft).draft
    assert facts is not None
    found: list[Repair] = list(repairs(read_target(target), DraftFile(read_gguf(draft), facts)))
    assert len({repair.code for repair in found}) == len(found)
    return {repair.code: repair.change for repair in found}


def with_table(draft: Path, target: Path, destination: Path, *, factor: float = 1.0) -> Path:
    """With the target's embedding, made `factor` times as large, and no head."""
    table = read_gguf(target).tensors["token_embd.weight"]
    stored = np.fromfile(target, np.uint16, table.size_bytes // 2, offset=table.offset)
    values = (stored.astype(np.uint32) << 16).view(np.float32) * np.float32(factor)
    plan = TensorPlan(table.name, table.shape, GGMLQuantizationType.BF16, Computed(values, "F32"))
    return rewrite(plan_rewriting(read_gguf(draft), Change(tensors=(plan,))), destination, Progress())


def test_a_draft_that_borrows_its_tables_may_have_another_layout_or_other_layers(expected: Path) -> None:
    changes = offered(expected / "qwen3.bf16.gguf", expected / "dspark_deepspec.bf16.gguf")
    assert list(changes) == ["repair_layout", "repair_layers_up", "repair_layers_down"]
    assert changes["repair_layout"] == Change((flag("dflash.sample_from_anchor", False),))
    assert changes["repair_layers_up"] == Change((integers("dflash.target_layers", (2, 3, 5)),))
    assert changes["repair_layers_down"] == Change((integers("dflash.target_layers", (0, 1, 3)),))


def test_layers_that_the_target_does_not_have_are_not_tried(expected: Path, tmp_path: Path) -> None:
    last = inspect_model(expected / "qwen3.bf16.gguf").target
    assert last is not None
    change = Change((integers("dflash.target_layers", (0, 1, last.layers - 1)),))
    header = read_gguf(expected / "dspark_deepspec.bf16.gguf")
    draft = rewrite(plan_rewriting(header, change), tmp_path / "d.gguf", Progress())
    assert list(offered(expected / "qwen3.bf16.gguf", draft)) == ["repair_layout"]


def test_a_reduced_vocabulary_keeps_its_own_head(expected: Path) -> None:
    changes = offered(expected / "qwen3.bf16.gguf", expected / "dspark_speculators_bonus_reduced.bf16.gguf")
    assert not any(code.startswith("repair_head") for code in changes)


@pytest.mark.native
def test_a_dflash_draft_is_tried_from_the_anchor_with_an_empty_markov_head(expected: Path, tmp_path: Path) -> None:
    target, draft = expected / "qwen3.bf16.gguf", expected / "dflash_zlab.bf16.gguf"
    before, change = inspect_model(draft).draft, offered(target, draft)["repair_layout"]
    changed = rewrite(plan_rewriting(read_gguf(draft), change), tmp_path / "d.gguf", Progress())
    after = inspect_model(changed).draft
    assert before is not None and after is not None
    assert (before.method, before.sample_from_anchor) == ("dflash", False)
    assert (after.method, after.sample_from_anchor, after.draft_max) == ("dspark", True, before.draft_max + 1)


@pytest.mark.parametrize("output_type", ["bf16", "f16", "q8_0"])
def test_a_table_that_repeats_the_targets_is_left_out(
    shared: Path, expected: Path, tmp_path: Path, output_type: OutputType
) -> None:
    """However the target's was rounded: the engine lends both of its tables then."""
    broken = with_table(expected / "dspark_deepspec.bf16.gguf", expected / "qwen3.bf16.gguf", tmp_path / "b.gguf")
    plan = plan_conversion(shared / "fixtures/targets/qwen3", output_type=output_type)
    target = convert(plan, tmp_path / "target.gguf", Progress())
    done = repair_head(broken, target, tmp_path / "fixed.gguf", Progress())
    assert done.change == "repair_head_shared"
    assert done.path.read_bytes() == (expected / "dspark_deepspec.bf16.gguf").read_bytes()


@pytest.mark.parametrize("form", ["gguf", "checkpoint"])
def test_a_table_of_its_own_gets_the_targets_head(shared: Path, expected: Path, tmp_path: Path, form: str) -> None:
    target = expected / "qwen3.bf16.gguf"
    broken = with_table(expected / "dspark_deepspec.bf16.gguf", target, tmp_path / "b.gguf", factor=3.0)
    given = target if form == "gguf" else shared / "fixtures/targets/qwen3"
    done = repair_head(broken, given, tmp_path / "fixed.gguf", Progress())
    tensors, head = read_gguf(done.path).tensors, read_gguf(target).tensors["output.weight"]
    assert done.change == "repair_head_of_target"
    written = done.path.read_bytes()[tensors["output.weight"].offset :][: head.size_bytes]
    if form == "gguf":
        assert written == target.read_bytes()[head.offset :][: head.size_bytes]
    assert "token_embd.weight" in tensors and not inspect_model(done.path).draft.ties_own_embedding  # type: ignore[union-attr]


def test_what_is_whole_or_no_pair_is_left_alone(expected: Path, tmp_path: Path) -> None:
    target, whole = expected / "qwen3.bf16.gguf", expected / "dspark_deepspec.bf16.gguf"
    broken = with_table(whole, target, tmp_path / "b.gguf")
    for draft, other, code in (
        (whole, target, NothingToRepair.code),
        (broken, expected / "llama31.bf16.gguf", "pair_tokens"),
        (target, target, "not_a_draft"),
        (broken, whole, "convert_target_unusable"),
    ):
        with pytest.raises(AppError) as raised:
            repair_head(draft, other, tmp_path / "fixed.gguf", Progress())
        assert code_of(raised.value) == code
    assert not (tmp_path / "fixed.gguf").exists()
