"""What a checkpoint's files say against each other, and what no graph of the engine has, is told."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.convert.plan import ConversionPlan, plan_conversion
from app.core.errors import AppError, code_of
from app.texts import notice
from tests.convert.checkpoints import change_tensors, copied, edit_json, random_bf16, read_tensors, write_tensors

EAGLE3 = Path(__file__).parent / "drafts" / "eagle3_flat"


def notes(plan: ConversionPlan) -> dict[str, dict[str, Any]]:
    return {note.code: dict(note.facts) for note in plan.notes}


@pytest.fixture
def target(shared: Path) -> Path:
    return shared / "fixtures/targets/qwen3"


@pytest.fixture
def reduced(shared: Path, tmp_path: Path) -> Path:
    return copied(shared / "fixtures/drafts/dspark_speculators_bonus_reduced", tmp_path / "reduced")


@pytest.mark.parametrize(
    ("family", "changes", "is_told"),
    [
        ("qwen3", {"use_sliding_window": True, "sliding_window": 512, "layer_types": ["sliding_attention"] * 6}, True),
        ("qwen3", {"use_sliding_window": True, "sliding_window": 512, "layer_types": ["full_attention"] * 6}, False),
        ("qwen3", {"use_sliding_window": True, "sliding_window": 512, "layer_types": None}, True),
        ("qwen3", {"use_sliding_window": True, "sliding_window": 1 << 20, "layer_types": None}, False),
        ("qwen3", {"use_sliding_window": False, "sliding_window": 512, "layer_types": None}, False),
        ("qwen3_moe", {"use_sliding_window": True, "sliding_window": 512, "layer_types": None}, True),
        ("llama31", {"architectures": ["MistralForCausalLM"], "sliding_window": 512}, True),
        ("llama31", {"architectures": ["MistralForCausalLM"], "sliding_window": None}, False),
    ],
)
def test_a_window_that_the_engine_does_not_have(
    family: str, changes: dict[str, Any], is_told: bool, shared: Path, tmp_path: Path
) -> None:
    folder = copied(shared / "fixtures/targets" / family, tmp_path / "target")
    edit_json(folder / "config.json", **{"max_window_layers": 0, **changes})
    assert notes(plan_conversion(folder)) == ({"convert_window_left_out": {"window": 512}} if is_told else {})


@pytest.mark.parametrize("family", ["qwen3", "qwen3_moe"])
def test_a_bias_that_the_engine_has_no_place_for(family: str, shared: Path, tmp_path: Path) -> None:
    folder = copied(shared / "fixtures/targets" / family, tmp_path / "target")
    name = "model.layers.0.self_attn.o_proj.bias"
    change_tensors(folder, {name: random_bf16(64)})
    with pytest.raises(AppError) as caught:
        plan_conversion(folder)
    assert (code_of(caught.value), caught.value.facts["name"]) == ("tensor_unknown", name.removeprefix("model."))


def test_a_head_that_only_the_config_tells_of(target: Path, tmp_path: Path) -> None:
    folder = copied(target, tmp_path / "target")
    change_tensors(folder, without=["lm_head.weight"])
    edit_json(folder / "config.json", tie_word_embeddings=False)
    assert notes(plan_conversion(folder)) == {"convert_head_is_embedding": {}}
    edit_json(folder / "config.json", tie_word_embeddings=True)
    assert notes(plan_conversion(folder)) == {}


def test_a_draft_that_is_called_dspark_and_has_no_markov_head(reduced: Path, target: Path) -> None:
    tensors = {
        name: tensor
        for name, tensor in read_tensors(reduced).items()
        if not name.startswith(("markov_head.", "confidence_head."))
    }
    write_tensors(reduced / "model.safetensors", tensors)
    edit_json(reduced / "config.json", markov_rank=0, enable_confidence_head=False)
    plan = plan_conversion(reduced, target=target)
    assert notes(plan) == {"convert_dspark_is_dflash": {}}
    assert plan.entry.draft is not None and plan.entry.draft.method == "dflash"


@pytest.mark.parametrize(
    ("key", "told", "found"), [("markov_rank", 8, "16"), ("draft_vocab_size", 500, "512")], ids=["rank", "vocabulary"]
)
def test_a_config_that_the_weights_belie(key: str, told: int, found: str, reduced: Path, target: Path) -> None:
    assert notes(plan_conversion(reduced, target=target)) == {}
    changes: dict[str, Any] = {key: told}
    edit_json(reduced / "config.json", **changes)
    plan = plan_conversion(reduced, target=target)
    assert notes(plan) == {"convert_config_disagrees": {"key": key, "told": str(told), "found": found}}
    assert found in notice("convert_config_disagrees", notes(plan)["convert_config_disagrees"]).sentence


def test_a_confidence_head_that_only_the_config_tells_of(reduced: Path, target: Path) -> None:
    change_tensors(reduced, without=["confidence_head.proj.weight", "confidence_head.proj.bias"])
    facts = notes(plan_conversion(reduced, target=target))["convert_config_disagrees"]
    assert facts == {"key": "enable_confidence_head", "told": "True", "found": "False"}


def test_a_head_dimension_of_an_eagle3_draft_that_the_weights_belie(shared: Path, tmp_path: Path) -> None:
    draft = copied(EAGLE3, tmp_path / "draft")
    edit_json(draft / "config.json", head_dim=7)
    found = notes(plan_conversion(draft, target=shared / "fixtures/targets/llama31"))["convert_config_disagrees"]
    assert (found["key"], found["told"]) == ("head_dim", "7")


def test_positions_of_a_draft_scaled_as_llama3_does(reduced: Path, target: Path) -> None:
    backbone = {"rope_theta": 1e6, "rope_type": "llama3", "factor": 8.0, "original_max_position_embeddings": 2048}
    config = json.loads((reduced / "config.json").read_text("utf-8"))["transformer_layer_config"]
    edit_json(reduced / "config.json", transformer_layer_config={**config, "rope_parameters": backbone})
    plan = plan_conversion(reduced, target=target)
    assert notes(plan) == {"convert_rope_kept": {}}
    assert "rope_freqs.weight" in {tensor.name for tensor in plan.tensors}


def test_a_row_for_the_mask_beside_the_weights(reduced: Path, target: Path) -> None:
    (reduced / "mask_embedding.pt").write_bytes(b"anything")
    assert notes(plan_conversion(reduced, target=target)) == {"convert_mask_embedding_ignored": {}}


def test_a_flat_draft_without_layers_names_the_key_of_its_schema(shared: Path, tmp_path: Path) -> None:
    draft = copied(shared / "fixtures/drafts/dspark_deepspec", tmp_path / "draft")
    edit_json(draft / "config.json", without=["target_layer_ids"])
    with pytest.raises(AppError) as caught:
        plan_conversion(draft, target=shared / "fixtures/targets/qwen3")
    assert caught.value.facts["key"] == "target_layer_ids"


def test_a_tokenizer_of_mistrals_own_kind_alone(shared: Path, tmp_path: Path) -> None:
    folder = copied(shared / "fixtures/targets/llama31", tmp_path / "target")
    edit_json(folder / "config.json", architectures=["MistralForCausalLM"])
    (folder / "tokenizer.json").rename(folder / "tekken.json")
    with pytest.raises(AppError) as caught:
        plan_conversion(folder)
    assert code_of(caught.value) == "tokenizer_unsupported"
    assert "tekken.json" in str(caught.value.facts["kind"])


def test_an_embedding_that_an_eagle3_draft_repeats_is_kept_as_other_converters_keep_it(
    shared: Path, tmp_path: Path
) -> None:
    llama = shared / "fixtures/targets/llama31"
    draft = copied(EAGLE3, tmp_path / "draft")
    table = read_tensors(llama)["model.embed_tokens.weight"]
    change_tensors(draft, {"embed_tokens.weight": table})
    plan = plan_conversion(draft, target=llama)
    written = next(tensor for tensor in plan.tensors if tensor.name == "token_embd.weight")
    assert written.shape == np.shape(table[1])
