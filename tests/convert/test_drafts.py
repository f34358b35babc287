"""Drafts: whose tables they write, how their heads turn out, and which ones are refused."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gguf import GGMLQuantizationType, GGUFReader, GGUFValueType, GGUFWriter
from gguf.quants import quantize

from app.convert.errors import TargetCheckpointNeeded, TargetNeeded, TargetUnusable
from app.convert.plan import ConversionPlan, plan_conversion
from app.convert.run import convert
from app.core.errors import AppError, ReportedError, code_of
from app.core.progress import Progress
from app.models.errors import D2tDuplicate, D2tOutOfRange, MaskTokenMissing
from tests.convert.checkpoints import (
    Array,
    change_tensors,
    copied,
    edit_json,
    random_bf16,
    read_tensors,
)

TABLES = {"token_embd.weight", "output.weight"}


@pytest.fixture
def target(shared: Path) -> Path:
    return shared / "fixtures/targets/qwen3"


@pytest.fixture
def draft(shared: Path, tmp_path: Path) -> Path:
    """Full vocabulary, no tables of its own."""
    return copied(shared / "fixtures/drafts/dspark_deepspec", tmp_path / "draft")


@pytest.fixture
def reduced(shared: Path, tmp_path: Path) -> Path:
    return copied(shared / "fixtures/drafts/dspark_speculators_bonus_reduced", tmp_path / "reduced")


def notes(plan: ConversionPlan) -> list[str]:
    return [note.code for note in plan.notes]


def tables(plan: ConversionPlan) -> set[str]:
    return {tensor.name for tensor in plan.tensors} & TABLES


def values(plan: ConversionPlan) -> Mapping[str, Any]:
    return {pair.key: pair.value for pair in plan.metadata}


def read(plan: ConversionPlan, folder: Path) -> dict[str, Array]:
    path = convert(plan, folder / "out.gguf", Progress())
    return {tensor.name: np.array(tensor.data) for tensor in GGUFReader(path).tensors}


def tables_of(target: Path, *, changed: bool = False, head: bool = True) -> dict[str, tuple[str, Array]]:
    """The target's tables as tensors of a draft, the head with one bit flipped if `changed`."""
    tensors = read_tensors(target)
    found = {"embed_tokens.weight": tensors["model.embed_tokens.weight"]}
    if head:
        bits = tensors["lm_head.weight"][1].copy()
        bits[-1, -1] ^= int(changed)
        found["lm_head.weight"] = ("BF16", bits)
    return found


def quantized_gguf(source: Path, destination: Path, kind: GGMLQuantizationType) -> Path:
    """The GGUF `source` with its tables in another type."""
    reader = GGUFReader(source)
    writer = GGUFWriter(destination, "qwen3")
    for field in reader.fields.values():
        if not field.name.startswith(("GGUF.", "general.architecture")):
            items = field.types[-1] if field.types[0] == GGUFValueType.ARRAY else None
            writer.add_key_value(field.name, field.contents(), field.types[0], items)
    for tensor in reader.tensors:
        if tensor.name in TABLES:
            exact = (tensor.data.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
            writer.add_tensor(tensor.name, quantize(exact, kind), raw_dtype=kind)
        else:
            writer.add_tensor(tensor.name, tensor.data, raw_dtype=tensor.tensor_type)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return destination


def test_tables_that_repeat_the_target_are_shared(draft: Path, target: Path, shared: Path) -> None:
    change_tensors(draft, tables_of(target))
    for named in (target, shared / "fixtures/expected/qwen3.bf16.gguf"):
        plan = plan_conversion(draft, target=named)
        assert tables(plan) == set() and notes(plan) == ["convert_tables_shared"]
        assert dict(plan.notes[0].facts) == {"saved_bytes": 2 * 1024 * 64 * 2}


def test_one_other_bit_keeps_both_tables(draft: Path, target: Path, shared: Path, tmp_path: Path) -> None:
    change_tensors(draft, tables_of(target, changed=True))
    for named in (target, shared / "fixtures/expected/qwen3.bf16.gguf"):
        plan = plan_conversion(draft, target=named)
        assert tables(plan) == TABLES and notes(plan) == ["convert_tables_own"]
    found = read(plan, tmp_path)
    assert np.array_equal(found["output.weight"].view(np.uint16), read_tensors(draft)["lm_head.weight"][1])


def test_a_head_without_an_embedding(draft: Path, target: Path) -> None:
    change_tensors(draft, {"lm_head.weight": random_bf16(1024, 64)})
    assert tables(plan_conversion(draft, target=target)) == {"output.weight"}
    change_tensors(draft, {"lm_head.weight": read_tensors(target)["lm_head.weight"]})
    assert tables(plan_conversion(draft, target=target)) == set()


def test_an_embedding_that_repeats_the_target_is_shared(draft: Path, target: Path) -> None:
    change_tensors(draft, tables_of(target, head=False))
    plan = plan_conversion(draft, target=target)
    assert tables(plan) == set() and notes(plan) == ["convert_tables_shared"]


def test_an_embedding_of_its_own_takes_the_targets_head_along(
    draft: Path, target: Path, shared: Path, tmp_path: Path
) -> None:
    # The engine would take the embedding for the head.
    change_tensors(draft, {"embed_tokens.weight": random_bf16(1024, 64)})
    for named in (target, shared / "fixtures/expected/qwen3.bf16.gguf"):
        found = read(plan_conversion(draft, target=named), tmp_path)
        assert np.array_equal(found["output.weight"].view(np.uint16), read_tensors(target)["lm_head.weight"][1])
    quantized = quantized_gguf(named, tmp_path / "q.gguf", GGMLQuantizationType.Q8_0)
    with pytest.raises(TargetCheckpointNeeded):
        plan_conversion(draft, target=quantized)


def test_a_tied_head_of_its_own_needs_no_second_table(draft: Path, target: Path) -> None:
    change_tensors(draft, {"embed_tokens.weight": random_bf16(1024, 64)})
    edit_json(draft / "config.json", tie_word_embeddings=True)
    assert tables(plan_conversion(draft, target=target)) == {"token_embd.weight"}


@pytest.mark.parametrize("kind", ["F32", "F16", "Q8_0", "Q4_0", "Q5_1"])
def test_shared_tables_are_told_from_a_target_in_any_type(
    kind: str, draft: Path, target: Path, shared: Path, tmp_path: Path
) -> None:
    stored = GGMLQuantizationType[kind]
    gguf = quantized_gguf(shared / "fixtures/expected/qwen3.bf16.gguf", tmp_path / "target.gguf", stored)
    change_tensors(draft, tables_of(target))
    assert tables(plan_conversion(draft, target=gguf)) == set()
    change_tensors(draft, {"lm_head.weight": random_bf16(1024, 64)})
    assert tables(plan_conversion(draft, target=gguf)) == TABLES


def test_a_mask_row_of_its_own_keeps_the_table(draft: Path, target: Path, shared: Path, tmp_path: Path) -> None:
    gguf = quantized_gguf(
        shared / "fixtures/expected/qwen3.bf16.gguf", tmp_path / "target.gguf", GGMLQuantizationType.Q4_0
    )
    own = tables_of(target)
    embedding = own["embed_tokens.weight"][1].copy()
    embedding[1021] = random_bf16(64, seed=9)[1]
    change_tensors(draft, {**own, "embed_tokens.weight": ("BF16", embedding)})
    assert tables(plan_conversion(draft, target=gguf)) == TABLES


def test_a_reduced_vocabulary_keeps_its_head(reduced: Path, target: Path, tmp_path: Path) -> None:
    plan = plan_conversion(reduced, target=target)
    assert tables(plan) == {"output.weight"} and notes(plan) == []
    found = read(plan, tmp_path)
    offsets = read_tensors(reduced)["d2t"][1]
    assert np.array_equal(found["d2t"], offsets + np.arange(512))


def test_a_table_that_leads_nowhere(reduced: Path, target: Path) -> None:
    offsets = read_tensors(reduced)["d2t"][1].copy()
    offsets[7] = 1024
    change_tensors(reduced, {"d2t": ("I64", offsets)})
    with pytest.raises(D2tOutOfRange) as caught:
        plan_conversion(reduced, target=target)
    assert caught.value.facts == {"row": 7, "token": 1031, "vocabulary_n": 1024}


def test_a_table_that_leads_two_tokens_to_one(reduced: Path, target: Path) -> None:
    offsets = read_tensors(reduced)["d2t"][1].copy()
    offsets[1] = offsets[0] - 1
    change_tensors(reduced, {"d2t": ("I64", offsets)})
    with pytest.raises(D2tDuplicate):
        plan_conversion(reduced, target=target)


def test_interleaved_heads_are_put_into_halves(draft: Path, target: Path, tmp_path: Path) -> None:
    edit_json(draft / "config.json", rope_is_neox_style=False)
    found = read(plan_conversion(draft, target=target), tmp_path)
    tensors = read_tensors(draft)
    queries = tensors["layers.0.self_attn.q_proj.weight"][1].reshape(4, 16, 2, 64)
    expected = np.concatenate([queries[:, :, 0], queries[:, :, 1]], axis=1).reshape(128, 64)
    assert np.array_equal(found["blk.0.attn_q.weight"].view(np.uint16), expected)
    norm = tensors["layers.0.self_attn.k_norm.weight"][1].reshape(16, 2)
    exact = (np.concatenate([norm[:, 0], norm[:, 1]]).astype(np.uint32) << 16).view(np.float32)
    assert np.array_equal(found["blk.0.attn_k_norm.weight"], exact)


def test_windows_scales_and_sinks(draft: Path, target: Path) -> None:
    sinks = {f"layers.{i}.self_attn.sinks": random_bf16(4) for i in range(2)}
    change_tensors(draft, sinks)
    edit_json(
        draft / "config.json", use_sliding_window=True, sliding_window=64, is_causal=True, output_multiplier=0.5,
        layer_types=["sliding_attention", "full_attention"], input_embedding_scale=8.0, final_logit_softcapping=0.0,
        hidden_act="gelu",
    )  # fmt: skip
    plan = plan_conversion(draft, target=target)
    found = values(plan)
    assert found["dflash.attention.sliding_window"] == 64
    assert list(found["dflash.attention.sliding_window_pattern"]) == [True, False]
    assert found["dflash.attention.causal"] is True
    assert (found["dflash.logit_scale"], found["dflash.embedding_scale"]) == (0.5, 8.0)
    assert "dflash.final_logit_softcapping" not in found
    assert found["dflash.hidden_activation"] == "gelu"
    assert "blk.1.attn_sinks.weight" in {tensor.name for tensor in plan.tensors}


def test_a_target_that_counts_positions_in_several_dimensions(draft: Path, shared: Path) -> None:
    # Of this family only the GGUF is read; its draft follows the first dimension.
    gguf = shared / "fixtures/expected/qwen3_5.bf16.gguf"
    edit_json(draft / "config.json", without=["num_target_layers"], target_layer_ids=[0, 1, 2])
    found = values(plan_conversion(draft, target=gguf))
    assert found["dflash.rope.dimension_sections"] == [16, 0, 0, 0]


def test_drafting_from_the_anchor_without_a_markov_head(draft: Path, target: Path, tmp_path: Path) -> None:
    heads = [name for name in read_tensors(draft) if "markov" in name or "confidence" in name]
    change_tensors(draft, without=heads)
    edit_json(draft / "config.json", markov_rank=0, enable_confidence_head=False)
    plan = plan_conversion(draft, target=target)
    assert notes(plan) == ["convert_zero_markov"]
    assert values(plan)["dflash.sample_from_anchor"] is True
    found = read(plan, tmp_path)
    assert found["markov_w1.weight"].view(np.uint16).shape == (1024, 32)
    assert not found["markov_w2.weight"].any()


def test_a_confidence_head_without_markov_input_is_left_out(draft: Path, target: Path) -> None:
    change_tensors(draft, {"confidence_head.proj.weight": random_bf16(1, 64)})
    plan = plan_conversion(draft, target=target)
    assert notes(plan) == ["convert_confidence_dropped"]
    assert values(plan)["dflash.has_confidence_head"] is False
    assert "conf_proj.weight" not in {tensor.name for tensor in plan.tensors}


def test_a_gated_markov_head(draft: Path, target: Path) -> None:
    edit_json(draft / "config.json", markov_head_type="gated")
    with pytest.raises(AppError) as caught:
        plan_conversion(draft, target=target)
    assert code_of(caught.value) == "draft_markov_type"


def test_a_draft_without_a_mask_token(draft: Path, target: Path) -> None:
    edit_json(draft / "config.json", without=["mask_token_id"])
    with pytest.raises(MaskTokenMissing):
        plan_conversion(draft, target=target)


def test_a_draft_of_another_target(draft: Path, shared: Path) -> None:
    edit_json(draft / "config.json", without=["num_target_layers"], target_layer_ids=[0, 1, 4])
    with pytest.raises(AppError) as caught:
        plan_conversion(draft, target=shared / "fixtures/targets/llama31")
    assert code_of(caught.value).startswith("pair_")


def test_a_draft_needs_a_target_that_is_one(draft: Path, target: Path, tmp_path: Path) -> None:
    with pytest.raises(TargetNeeded):
        plan_conversion(draft)
    with pytest.raises(TargetUnusable):
        plan_conversion(draft, target=draft)
    page = tmp_path / "page.gguf"
    page.write_text("<!doctype html><html></html>")
    with pytest.raises(ReportedError) as caught:
        plan_conversion(draft, target=page)
    assert code_of(caught.value) == "file_is_web_page"


def test_comparing_tables_can_be_cancelled_and_is_reported(draft: Path, target: Path) -> None:
    change_tensors(draft, tables_of(target))
    reports: list[tuple[str, int, int | None]] = []
    plan_conversion(draft, target=target, progress=Progress(lambda *report: reports.append(report)))
    assert reports[0] == ("plan", 0, None)
    assert reports[-1] == ("compare", 1024 * 64 * 2, 1024 * 64 * 2)
