"""Targets of every family: what their checkpoints may leave out, hold besides, and must not do."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gguf import GGUFReader

from app.convert.errors import TensorShapeMismatch, TensorTypeUnsupported, TensorUnknown
from app.convert.plan import ConversionPlan, plan_conversion
from app.convert.run import convert
from app.core.errors import AppError
from app.core.progress import Progress
from app.formats.json_file import read_json_object
from app.models.config import Config, ConfigKeyError
from app.models.errors import TensorAbsent
from app.models.recognition.inspect import inspect_model
from app.models.recognition.text_config import text_config
from tests.convert.checkpoints import change_tensors, edit_json, random_bf16, read_tensors, write_shards, write_tensors
from tests.convert.recipes import NAMES, write_checkpoint

Make = Callable[[str], Path]


@pytest.fixture
def checkpoint(tmp_path: Path) -> Make:
    return lambda name: write_checkpoint(name, tmp_path)


def values(plan: ConversionPlan) -> Mapping[str, Any]:
    return {pair.key: pair.value for pair in plan.metadata}


def names(plan: ConversionPlan) -> set[str]:
    return {tensor.name for tensor in plan.tensors}


def edit_text(folder: Path, **changes: Any) -> None:
    """Change the part of a multimodal config that describes the text."""
    config = json.loads((folder / "config.json").read_text("utf-8"))
    edit_json(folder / "config.json", text_config={**config["text_config"], **changes})


@pytest.mark.parametrize("name", NAMES)
def test_every_checkpoint_is_known_and_its_file_as_large_as_planned(
    name: str, checkpoint: Make, tmp_path: Path
) -> None:
    folder = checkpoint(name)
    entry = inspect_model(folder)
    assert entry.problem is None
    assert entry.target is not None
    plan = plan_conversion(folder, output_type="q8_0")
    found = values(plan)
    own_layers = found[f"{plan.architecture}.block_count"] - found.get(f"{plan.architecture}.nextn_predict_layers", 0)
    assert plan.architecture == entry.target.architecture
    assert own_layers == entry.target.layers
    assert found[f"{plan.architecture}.embedding_length"] == entry.target.hidden_size
    assert len(found["tokenizer.ggml.tokens"]) == entry.target.vocabulary_n
    path = convert(plan, tmp_path / "out.gguf", Progress())
    assert path.stat().st_size == plan.output_bytes
    written = inspect_model(path).target
    assert written is not None
    assert entry.target.tokens_digest in (None, written.tokens_digest)
    assert written.has_own_output == entry.target.has_own_output
    assert written.mrope_sections == entry.target.mrope_sections


@pytest.mark.parametrize("name", ["qwen3_moe", "qwen3_5_moe_mtp", "gpt_oss_mxfp4"])
def test_shards_make_the_same_file_as_one(name: str, checkpoint: Make, tmp_path: Path) -> None:
    folder = checkpoint(name)
    single = convert(plan_conversion(folder), tmp_path / "a.gguf", Progress()).read_bytes()
    write_shards(folder, read_tensors(folder), 3)
    assert convert(plan_conversion(folder), tmp_path / "b.gguf", Progress()).read_bytes() == single


@pytest.mark.parametrize("prefix", ["model.language_model.", "language_model.", "model.", ""])
def test_names_of_the_language_model_in_any_place(prefix: str, checkpoint: Make) -> None:
    folder = checkpoint("gemma3_vl")
    expected = [(tensor.name, tensor.shape) for tensor in plan_conversion(folder).tensors]
    tensors = read_tensors(folder)
    renamed = {name.replace("language_model.model.", prefix): tensor for name, tensor in tensors.items()}
    assert renamed.keys() != tensors.keys()
    write_tensors(folder / "model.safetensors", renamed)
    assert [(tensor.name, tensor.shape) for tensor in plan_conversion(folder).tensors] == expected


def test_what_a_model_sees_with_is_left_out_and_nothing_else(checkpoint: Make) -> None:
    folder = checkpoint("gemma4_vl")
    assert not any("vision" in name for name in names(plan_conversion(folder)))
    change_tensors(folder, {"model.taste_tower.weight": random_bf16(4, 4)})
    with pytest.raises(TensorUnknown) as caught:
        plan_conversion(folder)
    assert caught.value.facts["name"] == "taste_tower.weight"


def test_mtp_layers_are_counted_not_believed(checkpoint: Make) -> None:
    folder = checkpoint("qwen3_5_mtp")
    edit_json(folder / "config.json", without=["mtp_num_hidden_layers"])
    found = values(plan_conversion(folder))
    assert (found["qwen35.block_count"], found["qwen35.nextn_predict_layers"]) == (4, 1)
    assert found["qwen35.attention.recurrent_layers"] == [True, True, False, False]
    mtp = [name for name in read_tensors(folder) if name.startswith("mtp.")]
    change_tensors(folder, without=mtp)
    edit_json(folder / "config.json", mtp_num_hidden_layers=1)
    plan = plan_conversion(folder)
    assert values(plan)["qwen35.block_count"] == 3
    assert "qwen35.nextn_predict_layers" not in values(plan)
    assert not any("nextn" in name for name in names(plan))


def test_half_an_mtp_layer_is_refused(checkpoint: Make) -> None:
    folder = checkpoint("qwen3_5_mtp")
    change_tensors(folder, without=["mtp.fc.weight"])
    with pytest.raises(TensorAbsent) as caught:
        plan_conversion(folder)
    assert caught.value.facts["name"] == "mtp.fc.weight"


def test_layers_of_linear_attention_by_interval(checkpoint: Make) -> None:
    folder = checkpoint("qwen3_next")
    edit_json(folder / "config.json", without=["layer_types"], full_attention_interval=3)
    found = values(plan_conversion(folder))
    assert found["qwen3next.attention.recurrent_layers"] == [True, True, False]
    assert found["qwen3next.full_attention_interval"] == 3


def test_value_heads_go_round_the_key_heads(checkpoint: Make, tmp_path: Path) -> None:
    folder = checkpoint("qwen3_5")
    path = convert(plan_conversion(folder, output_type="f32"), tmp_path / "out.gguf", Progress())
    found = {tensor.name: np.array(tensor.data) for tensor in GGUFReader(path).tensors}
    bits = read_tensors(folder)["model.layers.0.linear_attn.in_proj_z.weight"][1]
    heads = (bits.astype(np.uint32) << 16).view(np.float32).reshape(2, 3, 16, 32)
    assert np.array_equal(found["blk.0.attn_gate.weight"], heads.swapaxes(0, 1).reshape(96, 32))


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("qwen3_moe", "model.layers.1.mlp.experts.3.up_proj.weight"),
        ("qwen3_moe_fused", "model.layers.1.mlp.experts.down_proj"),
        ("lfm2_moe", "model.layers.2.feed_forward.experts.0.w2.weight"),
        ("gpt_oss_mxfp4", "model.layers.1.mlp.experts.down_proj_scales"),
        ("gemma4_e", "model.layers.2.self_attn.k_proj.weight"),
        ("phi3", "model.layers.0.self_attn.qkv_proj.weight"),
    ],
)
def test_a_missing_part_is_named(name: str, missing: str, checkpoint: Make) -> None:
    folder = checkpoint(name)
    change_tensors(folder, without=[missing])
    with pytest.raises(TensorAbsent) as caught:
        plan_conversion(folder)
    assert caught.value.facts["name"] == missing.removeprefix("model.")


def test_experts_of_two_types_are_refused(checkpoint: Make) -> None:
    folder = checkpoint("qwen3_moe")
    odd = "model.layers.0.mlp.experts.2.gate_proj.weight"
    change_tensors(folder, {odd: ("F32", np.zeros((32, 32), np.float32))})
    with pytest.raises(TensorTypeUnsupported) as caught:
        plan_conversion(folder)
    assert (caught.value.facts["name"], caught.value.facts["dtype"]) == (odd, "F32")


@pytest.mark.parametrize("changes", [{"num_local_experts": 5}, {"moe_intermediate_size": 64}])
def test_experts_must_have_the_shapes_that_the_config_says(changes: dict[str, int], checkpoint: Make) -> None:
    folder = checkpoint("qwen3_moe_fused")
    edit_json(folder / "config.json", without=["num_experts"], **{"num_local_experts": 4, **changes})
    with pytest.raises(TensorShapeMismatch):
        plan_conversion(folder)


def test_mxfp4_needs_whole_blocks(checkpoint: Make) -> None:
    folder = checkpoint("gpt_oss_mxfp4")
    edit_json(folder / "config.json", intermediate_size=48)
    with pytest.raises(ConfigKeyError) as caught:
        plan_conversion(folder)
    assert caught.value.facts["key"] == "intermediate_size"


def test_mxfp4_is_told_by_its_name(checkpoint: Make) -> None:
    entry = inspect_model(checkpoint("gpt_oss_mxfp4"))
    assert (entry.problem, entry.file_type) == (None, "MXFP4")
    assert inspect_model(checkpoint("gpt_oss")).file_type == "BF16"


def test_keys_that_a_published_config_leaves_to_its_class(checkpoint: Make) -> None:
    folder = checkpoint("gemma3_vl")
    old = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "sliding_window": 64}
    edit_json(folder / "config.json", text_config={**old, "rope_scaling": {"factor": 8.0, "rope_type": "linear"}})
    described = text_config(Config(read_json_object(folder / "config.json"), folder / "config.json"))
    assert (described.integer("vocab_size"), described.integer("max_position_embeddings")) == (262_208, 131_072)
    edit_text(folder, vocab_size=416, num_attention_heads=2, num_key_value_heads=1, head_dim=32)
    found = values(plan_conversion(folder))
    assert (found["gemma3.rope.freq_base"], found["gemma3.rope.freq_base_swa"]) == (1_000_000.0, 10_000.0)
    assert (found["gemma3.rope.scaling.type"], found["gemma3.rope.scaling.factor"]) == ("linear", 8.0)


def test_old_names_in_the_config_of_lfm2(checkpoint: Make) -> None:
    folder = checkpoint("lfm2")
    edit_json(
        folder / "config.json", without=["layer_types", "intermediate_size", "rope_parameters"],
        block_ff_dim=96, full_attn_idxs=[2],
    )  # fmt: skip
    found = values(plan_conversion(folder))
    assert found["lfm2.feed_forward_length"] == 64
    assert found["lfm2.attention.head_count_kv"] == [0, 0, 1]
    assert found["lfm2.rope.freq_base"] == 1_000_000.0


def test_a_table_with_more_rows_than_tokens_keeps_them(checkpoint: Make) -> None:
    folder = checkpoint("gemma4")
    change_tensors(folder, {"model.embed_tokens.weight": random_bf16(416, 32)})
    edit_json(folder / "config.json", vocab_size=416)
    plan = plan_conversion(folder)
    assert values(plan)["tokenizer.ggml.tokens"][-1] == "[PAD415]"
    assert next(tensor.shape for tensor in plan.tensors if tensor.name == "token_embd.weight") == (416, 32)


@pytest.mark.parametrize(
    ("name", "changes", "key"),
    [
        ("qwen2", {"hidden_act": "gelu"}, "hidden_act"),
        ("gemma4", {"hidden_activation": "silu"}, "hidden_activation"),
        ("gemma4", {"layer_types": ["sliding_attention"]}, "layer_types"),
        ("qwen3_5", {"layer_types": ["linear_attention", "linear_attention", "other"]}, "layer_types"),
        ("qwen3_5", {"linear_num_value_heads": 5}, "linear_num_value_heads"),
        ("lfm2", {"layer_types": ["conv", "conv"]}, "layer_types"),
        ("smollm3", {"no_rope_layers": [1, 0, 1, 0]}, "no_rope_layers"),
        ("qwen3_moe", {"num_experts_per_tok": 9}, "num_experts_per_tok"),
        (
            "phi3",
            {"rope_parameters": {"rope_type": "longrope", "long_factor": [1.0], "short_factor": [1.0]}},
            "long_factor",
        ),
        (
            "phi3",
            {"rope_parameters": {"rope_type": "other", "long_factor": [1.0] * 8, "short_factor": [1.0] * 8}},
            "rope_type",
        ),
    ],
)
def test_what_the_engine_would_compute_otherwise_is_refused(
    name: str, changes: dict[str, Any], key: str, checkpoint: Make
) -> None:
    folder = checkpoint(name)
    edit_json(folder / "config.json", **changes)
    with pytest.raises(AppError) as caught:
        plan_conversion(folder)
    assert str(caught.value.facts["key"]).endswith(key)
