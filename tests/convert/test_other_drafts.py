"""Draft kinds beside plain DSpark, byte for byte as llama.cpp's own converter writes them or their twins."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gguf import GGUFReader

from app.convert.plan import ConversionPlan, plan_conversion
from app.core.errors import AppError, code_of
from app.models.output_types import WrittenType
from app.models.recognition.inspect import inspect_model
from tests.convert.checkpoints import change_tensors, copied, edit_json, random_bf16, read_tensors
from tests.convert.test_same_bytes import EXPECTED, assert_same, made
from tests.formats.files import torch_bytes

OWN = Path(__file__).parent / "drafts"
# Checkpoint -> the GGUF of its target.
TARGETS = {
    "dflash2_flat": "qwen3",
    "dspark_gemma4_tied": "gemma4",
    "eagle3_flat": "llama31",
    "gemma4_assistant": "gemma4",
}
# What the speculators library keeps apart from the description of the transformer.
ITS_OWN = ("architectures", "block_size", "num_target_layers", "dflash_config")


@pytest.fixture
def qwen3(shared: Path) -> Path:
    return shared / "fixtures/targets/qwen3"


@pytest.fixture
def llama(shared: Path) -> Path:
    return shared / "fixtures/targets/llama31"


def values(plan: ConversionPlan) -> Mapping[str, Any]:
    return {pair.key: pair.value for pair in plan.metadata}


def notes(plan: ConversionPlan) -> list[str]:
    return [note.code for note in plan.notes]


def nested(flat: Path, folder: Path) -> Path:
    """The same draft as the speculators library writes it."""
    copied(flat, folder)
    config = json.loads((folder / "config.json").read_text("utf-8"))
    draft = config.pop("dflash_config")
    nested_config = {
        "architectures": config["architectures"],
        "speculators_model_type": "dflash2" if "selector_rank" in draft else "dflash",
        "speculators_version": "0.9.0",
        "block_size": config["block_size"],
        "draft_vocab_size": config["vocab_size"],
        "aux_hidden_state_layer_ids": [i + 1 for i in draft.pop("target_layer_ids")],
        "sample_from_anchor": False,
        "sliding_window_non_causal": False,
        "transformer_layer_config": {key: value for key, value in config.items() if key not in ITS_OWN},
        "speculators_config": {"verifier": {"name_or_path": "a/b", "architectures": ["Qwen3ForCausalLM"]}},
        **draft,
    }
    (folder / "config.json").write_text(json.dumps(nested_config), "utf-8")
    return folder


@pytest.mark.parametrize("name", TARGETS)
def test_as_llama_cpp_writes_it(name: str, shared: Path, tmp_path: Path) -> None:
    fixtures = shared / "fixtures"
    for i, target in enumerate((f"targets/{TARGETS[name]}", f"expected/{TARGETS[name]}.bf16.gguf")):
        path = made(OWN / name, tmp_path / str(i), target=fixtures / target)
        assert_same(EXPECTED / f"{name}.bf16.gguf", path, shared)


@pytest.mark.parametrize("name", ["dflash2_flat", "eagle3_flat"])
def test_q8_0_as_llama_cpp_writes_it(name: str, shared: Path, tmp_path: Path) -> None:
    target = shared / f"fixtures/targets/{TARGETS[name]}"
    assert_same(EXPECTED / f"{name}.q8_0.gguf", made(OWN / name, tmp_path, "q8_0", target), shared)


def test_the_eagle3_of_the_speculators_library(llama: Path, shared: Path, tmp_path: Path) -> None:
    fixtures, name = shared / "fixtures", "eagle3_speculators"
    for i, target in enumerate((llama, fixtures / "expected/llama31.bf16.gguf")):
        path = made(fixtures / "drafts" / name, tmp_path / str(i), target=target)
        assert_same(fixtures / f"expected/{name}.bf16.gguf", path, shared)


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("output_type", ["bf16", "q8_0"])
def test_what_is_written_is_known_again(name: str, output_type: WrittenType, shared: Path, tmp_path: Path) -> None:
    target = shared / f"fixtures/expected/{TARGETS[name]}.bf16.gguf"
    checkpoint = inspect_model(OWN / name).draft
    draft = inspect_model(made(OWN / name, tmp_path, output_type, target)).draft
    assert draft is not None
    assert checkpoint is not None
    for fact in ("method", "layers", "hidden_size", "vocabulary_n", "draft_vocabulary_n", "block_size", "layer_ids"):
        assert getattr(draft, fact) == getattr(checkpoint, fact), fact
    assert (draft.draft_max, draft.mask_token_id) == (checkpoint.draft_max, checkpoint.mask_token_id)


# DFlash and DFlash2 in the speculators format, which llama.cpp's converter cannot read.


@pytest.mark.parametrize("name", ["dflash_zlab", "dflash2_flat"])
def test_nested_drafts_become_what_their_flat_twins_become(
    name: str, qwen3: Path, shared: Path, tmp_path: Path
) -> None:
    flat = shared / "fixtures/drafts" / name
    expected = shared / f"fixtures/expected/{name}.bf16.gguf"
    if name in TARGETS:
        flat, expected = OWN / name, EXPECTED / f"{name}.bf16.gguf"
    draft = nested(flat, tmp_path / "in" / name)
    assert_same(expected, made(draft, tmp_path, target=qwen3), shared)


def test_a_nested_dflash_of_a_reduced_vocabulary_keeps_its_head(qwen3: Path, shared: Path, tmp_path: Path) -> None:
    twin, name = shared / "fixtures/drafts/dspark_speculators_bonus_reduced", "dflash_zlab"
    reduced = {key: tensor for key, tensor in read_tensors(twin).items() if key in ("d2t", "t2d", "lm_head.weight")}
    draft = nested(shared / "fixtures/drafts" / name, tmp_path / "in" / name)
    change_tensors(draft, reduced)
    edit_json(draft / "config.json", draft_vocab_size=512)
    found = {tensor.name: tensor.data for tensor in GGUFReader(made(draft, tmp_path, target=qwen3)).tensors}
    plain = {t.name: t.data for t in GGUFReader(shared / f"fixtures/expected/{name}.bf16.gguf").tensors}
    same_head = {
        t.name: t.data
        for t in GGUFReader(shared / f"fixtures/expected/{twin.name}.bf16.gguf").tensors
        if t.name in ("d2t", "output.weight")
    }
    expected = plain | same_head
    assert found.keys() == expected.keys()
    for tensor, data in found.items():
        assert np.array_equal(data.view(np.uint8), expected[tensor].view(np.uint8)), tensor


# DSpark of other families.


def test_dspark_exports_with_interleaved_heads_of_lfm2_and_ling(qwen3: Path, shared: Path, tmp_path: Path) -> None:
    written = []
    for name in ("Qwen3DSparkModel", "Lfm2DSparkDraftModel", "LingDSparkModel"):
        draft = copied(shared / "fixtures/drafts/dspark_deepspec", tmp_path / name / "draft")
        config = {"mask_token_id": 1021, "target_layer_ids": [0, 1, 3], "num_target_layers": 6}
        edit_json(
            draft / "config.json",
            without=tuple(config),
            architectures=[name],
            rope_is_neox_style=False,
            dflash_config=config,
        )
        written.append(made(draft, tmp_path / name, target=qwen3))
    for path in written[1:]:
        assert_same(written[0], path, shared)


def test_a_bound_on_the_logits_of_gemma4_is_left_out_and_told(shared: Path, tmp_path: Path) -> None:
    draft = copied(OWN / "dspark_gemma4_tied", tmp_path / "in" / "dspark_gemma4_tied")
    edit_json(draft / "config.json", final_logit_softcapping=30.0)
    target = shared / "fixtures/expected/gemma4.bf16.gguf"
    assert "convert_softcap_dropped" in notes(plan_conversion(draft, target=target))
    assert_same(EXPECTED / "dspark_gemma4_tied.bf16.gguf", made(draft, tmp_path, target=target), shared)


def test_tables_of_a_gemma4_draft_that_repeat_the_targets_are_shared(shared: Path, tmp_path: Path) -> None:
    draft = copied(OWN / "dspark_gemma4_tied", tmp_path / "draft")
    target = shared / "fixtures/targets/gemma4"
    table = read_tensors(target)["model.embed_tokens.weight"]
    change_tensors(draft, {"embed_tokens.weight": table}, without=["model.embed_tokens.weight"])
    plan = plan_conversion(draft, target=shared / "fixtures/expected/gemma4.bf16.gguf")
    assert notes(plan) == ["convert_tables_shared"]
    assert not {"token_embd.weight", "output.weight"} & {tensor.name for tensor in plan.tensors}


# EAGLE-3.


def test_layers_that_an_eagle3_draft_does_not_name_follow_from_the_target(llama: Path, tmp_path: Path) -> None:
    draft = copied(OWN / "eagle3_flat", tmp_path / "draft")
    edit_json(draft / "config.json", eagle_aux_hidden_state_layer_ids=None)
    assert list(values(plan_conversion(draft, target=llama))["eagle3.target_layers"]) == [2, 2, 2]


def test_layers_counted_by_what_they_give_out_are_raised_and_told(llama: Path, tmp_path: Path) -> None:
    draft = copied(OWN / "eagle3_flat", tmp_path / "draft")
    ids = {"eagle_aux_hidden_state_layer_ids": [1, 2, 3]}
    for config in (ids, {"eagle_config": ids}):
        edit_json(draft / "config.json", without=["eagle_aux_hidden_state_layer_ids", "eagle_config"], **config)
        plan = plan_conversion(draft, target=llama)
        assert list(values(plan)["eagle3.target_layers"]) == [2, 3, 4]
        assert notes(plan) == ["convert_layer_ids_raised"]


def test_the_head_dimension_of_an_eagle3_draft_is_that_of_its_weights(llama: Path, tmp_path: Path) -> None:
    draft = copied(OWN / "eagle3_flat", tmp_path / "in" / "eagle3_flat")
    before = made(OWN / "eagle3_flat", tmp_path / "a", target=llama).read_bytes()
    for wrong in (16, None):
        edit_json(draft / "config.json", head_dim=wrong)
        assert made(draft, tmp_path / "b", target=llama).read_bytes() == before


def test_an_eagle3_draft_may_be_narrower_than_its_target(llama: Path, tmp_path: Path) -> None:
    draft = copied(OWN / "eagle3_flat", tmp_path / "draft")
    change_tensors(draft, {"fc.weight": random_bf16(64, 3 * 80)}, without=["input_norm.weight"])
    edit_json(draft / "config.json", norm_before_fc=False)
    change_tensors(draft, {"embed_tokens.weight": random_bf16(1024, 64)})
    with pytest.raises(AppError) as caught:
        plan_conversion(draft, target=llama)
    assert (code_of(caught.value), caught.value.facts) == ("pair_hidden_size", {"expected": 80, "got": 64})


def test_an_eagle3_draft_with_a_token_table_that_leads_nowhere(llama: Path, tmp_path: Path) -> None:
    draft = copied(OWN / "eagle3_flat", tmp_path / "draft")
    offsets = read_tensors(draft)["d2t"][1].copy()
    offsets[0] = 5000
    change_tensors(draft, {"d2t": ("I64", offsets)})
    with pytest.raises(AppError) as caught:
        plan_conversion(draft, target=llama)
    assert code_of(caught.value) == "d2t_range"


def test_an_eagle3_draft_of_another_family(shared: Path) -> None:
    draft = shared / "fixtures/drafts/eagle3_speculators"
    with pytest.raises(AppError) as caught:
        plan_conversion(draft, target=shared / "fixtures/expected/qwen3.bf16.gguf")
    assert code_of(caught.value) == "pair_family"


# Gemma 4's assistants.


def test_an_assistant_drafts_only_for_gemma4_of_its_size(shared: Path, tmp_path: Path) -> None:
    draft = OWN / "gemma4_assistant"
    with pytest.raises(AppError) as other_family:
        plan_conversion(draft, target=shared / "fixtures/targets/qwen3")
    assert code_of(other_family.value) == "pair_family"
    smaller = copied(draft, tmp_path / "draft")
    edit_json(smaller / "config.json", backbone_hidden_size=48)
    change_tensors(
        smaller, {"pre_projection.weight": random_bf16(32, 96), "post_projection.weight": random_bf16(48, 32)}
    )
    with pytest.raises(AppError) as other_size:
        plan_conversion(smaller, target=shared / "fixtures/targets/gemma4")
    assert (code_of(other_size.value), other_size.value.facts) == ("pair_hidden_size", {"expected": 48, "got": 64})


def test_what_an_assistant_lacks_or_has_beside_its_layers_is_named(shared: Path, tmp_path: Path) -> None:
    target = shared / "fixtures/targets/gemma4"
    draft = copied(OWN / "gemma4_assistant", tmp_path / "draft")
    change_tensors(draft, {"new.weight": random_bf16(4, 4)})
    with pytest.raises(AppError) as unknown:
        plan_conversion(draft, target=target)
    assert (code_of(unknown.value), unknown.value.facts["name"]) == ("tensor_unknown", "new.weight")
    change_tensors(draft, without=["new.weight", "model.layers.3.self_attn.q_norm.weight"])
    with pytest.raises(AppError) as absent:
        plan_conversion(draft, target=target)
    assert absent.value.facts["name"] == "layers.3.self_attn.q_norm.weight"


def test_a_head_that_repeats_the_table_of_an_assistant_is_left_out(shared: Path, tmp_path: Path) -> None:
    draft = copied(OWN / "gemma4_assistant", tmp_path / "in" / "gemma4_assistant")
    change_tensors(draft, {"lm_head.weight": read_tensors(draft)["model.embed_tokens.weight"]})
    path = made(draft, tmp_path, target=shared / "fixtures/targets/gemma4")
    assert_same(EXPECTED / "gemma4_assistant.bf16.gguf", path, shared)


# Weights as PyTorch files.


@pytest.mark.parametrize("name", ["dflash2_flat", "eagle3_flat"])
def test_pytorch_files_make_the_same_file_as_safetensors(name: str, shared: Path, tmp_path: Path) -> None:
    draft = copied(OWN / name, tmp_path / "in" / name)
    tensors = {key: (dtype, content.shape, content.tobytes()) for key, (dtype, content) in read_tensors(draft).items()}
    (draft / "model.safetensors").unlink()
    (draft / "pytorch_model.bin").write_bytes(torch_bytes(tensors))
    target = shared / f"fixtures/targets/{TARGETS[name]}"
    assert_same(EXPECTED / f"{name}.bf16.gguf", made(draft, tmp_path, target=target), shared)


def test_a_target_as_a_pytorch_file_is_read_like_any_other(shared: Path, tmp_path: Path) -> None:
    target = copied(shared / "fixtures/targets/llama31", tmp_path / "in" / "llama31")
    tensors = {key: (dtype, content.shape, content.tobytes()) for key, (dtype, content) in read_tensors(target).items()}
    (target / "model.safetensors").unlink()
    (target / "pytorch_model.bin").write_bytes(torch_bytes(tensors))
    assert_same(shared / "fixtures/expected/llama31.bf16.gguf", made(target, tmp_path / "a"), shared)
    path = made(OWN / "eagle3_flat", tmp_path / "b", target=target)
    assert_same(EXPECTED / "eagle3_flat.bf16.gguf", path, shared)


def test_an_eagle3_draft_with_partly_rotated_heads_is_named(llama: Path, tmp_path: Path) -> None:
    draft = copied(OWN / "eagle3_flat", tmp_path / "draft")
    edit_json(draft / "config.json", partial_rotary_factor=0.5)
    with pytest.raises(AppError) as caught:
        plan_conversion(draft, target=llama)
    assert (code_of(caught.value), caught.value.facts["kind"]) == (
        "draft_cannot_run",
        "EAGLE-3 with partly rotated heads",
    )
