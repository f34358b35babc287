"""Target checkpoints as other exporters write them, and as none should."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.convert.errors import (
    NotACheckpoint,
    TensorShapeMismatch,
    TensorTwice,
    TensorTypeUnsupported,
    TensorUnknown,
    UnknownOutputType,
)
from app.convert.plan import ConversionPlan, plan_conversion
from app.convert.run import convert
from app.core.errors import AppError, ReportedError, code_of
from app.core.progress import Progress
from app.models.errors import TargetNotConvertible, TensorAbsent
from tests.convert.checkpoints import (
    Array,
    change_tensors,
    copied,
    edit_json,
    random_bf16,
    read_tensors,
    write_tensors,
)


@pytest.fixture
def qwen3(shared: Path, tmp_path: Path) -> Path:
    return copied(shared / "fixtures/targets/qwen3", tmp_path / "qwen3")


@pytest.fixture
def llama(shared: Path, tmp_path: Path) -> Path:
    return copied(shared / "fixtures/targets/llama31", tmp_path / "llama31")


def written(folder: Path, output_type: Any = "bf16") -> bytes:
    plan = plan_conversion(folder, output_type=output_type)
    return convert(plan, folder / "out.gguf", Progress()).read_bytes()


def values(plan: ConversionPlan) -> Mapping[str, Any]:
    return {pair.key: pair.value for pair in plan.metadata}


def test_names_without_a_prefix(qwen3: Path) -> None:
    before = written(qwen3)
    tensors = {name.removeprefix("model."): tensor for name, tensor in read_tensors(qwen3).items()}
    write_tensors(qwen3 / "model.safetensors", tensors)
    assert written(qwen3) == before


def test_positions_at_their_old_place(llama: Path) -> None:
    before = written(llama)
    scaling = {
        "type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
        "original_max_position_embeddings": 2048,
    }  # fmt: skip
    edit_json(
        llama / "config.json", without=["rope_parameters", "dtype"], rope_theta=500000, rope_scaling=scaling,
        torch_dtype="bfloat16",
    )  # fmt: skip
    assert written(llama) == before


def test_sizes_that_the_config_leaves_out_come_from_the_weights(qwen3: Path) -> None:
    before = written(qwen3)
    edit_json(qwen3 / "config.json", without=["head_dim"])
    assert written(qwen3) == before


def test_heads_that_share_nothing_need_no_count(llama: Path) -> None:
    keys = {f"model.layers.{i}.self_attn.{part}_proj.weight": random_bf16(64, 64) for i in range(5) for part in "kv"}
    change_tensors(llama, keys)
    edit_json(llama / "config.json", without=["num_key_value_heads", "head_dim"])
    assert values(plan_conversion(llama))["llama.attention.head_count_kv"] == 4


@pytest.mark.parametrize(("dtype", "output_type"), [("F32", "f32"), ("F16", "f16"), ("F32", "bf16")])
def test_weights_of_other_types(dtype: str, output_type: str, qwen3: Path) -> None:
    def changed(tensor: tuple[str, Array]) -> tuple[str, Array]:
        exact = (tensor[1].astype(np.uint32) << 16).view(np.float32)
        return dtype, exact.astype({"F32": np.float32, "F16": np.float16}[dtype])

    before = written(qwen3, output_type)
    tensors = {name: changed(tensor) for name, tensor in read_tensors(qwen3).items()}
    write_tensors(qwen3 / "model.safetensors", tensors)
    assert written(qwen3, output_type) == before


def test_a_tied_head_is_left_to_the_engine(qwen3: Path) -> None:
    change_tensors(qwen3, without=["lm_head.weight"])
    names = [tensor.name for tensor in plan_conversion(qwen3).tensors]
    assert "token_embd.weight" in names and "output.weight" not in names


def test_what_old_exporters_wrote_along_is_ignored(llama: Path) -> None:
    before = written(llama)
    change_tensors(llama, {"model.layers.0.self_attn.rotary_emb.inv_freq": ("F32", np.ones(8, np.float32))})
    assert written(llama) == before


def test_biases_have_their_place(llama: Path) -> None:
    biases = {
        "model.layers.0.self_attn.q_proj.bias": random_bf16(64),
        "model.layers.0.mlp.down_proj.bias": random_bf16(64),
    }
    change_tensors(llama, biases)
    plan = {tensor.name: tensor for tensor in plan_conversion(llama).tensors}
    assert plan["blk.0.attn_q.bias"].type.name == "F32"
    assert "blk.0.ffn_down.bias" in plan


@pytest.mark.parametrize(
    ("scaling", "expected"),
    [
        ({"rope_type": "linear", "factor": 2.0}, {"type": "linear", "factor": 2.0}),
        (
            {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 1024, "beta_fast": 16},
            {"type": "yarn", "factor": 4.0, "original_context_length": 1024, "yarn_beta_fast": 16},
        ),
        ({"rope_type": "dynamic", "factor": 2.0}, {}),
    ],
)
def test_scaled_positions(scaling: dict[str, Any], expected: dict[str, Any], qwen3: Path) -> None:
    edit_json(qwen3 / "config.json", rope_parameters={"rope_theta": 10000.0, **scaling})
    found = values(plan_conversion(qwen3))
    assert {key.removeprefix("qwen3.rope.scaling."): found[key] for key in found if ".rope.scaling." in key} == expected


@pytest.mark.parametrize(
    ("changes", "without", "key"),
    [
        ({"num_attention_heads": "4"}, [], "num_attention_heads"),
        ({"num_hidden_layers": True}, [], "num_hidden_layers"),
        ({"num_hidden_layers": 10**12}, [], "num_hidden_layers"),
        ({"num_attention_heads": 1 << 21, "head_dim": 1 << 21}, [], "num_attention_heads"),
        ({"rms_norm_eps": "small"}, [], "rms_norm_eps"),
        ({"hidden_act": "gelu"}, [], "hidden_act"),
        ({"rms_norm_eps": -1e-6}, [], "rms_norm_eps"),
        ({"rope_parameters": {"rope_type": "linear", "factor": 0.0}}, [], "factor"),
        ({"rope_parameters": {"rope_type": "longrope", "factor": 2.0}}, [], "rope_type"),
        ({"rope_parameters": {"rope_type": "yarn"}}, [], "factor"),
        ({"rope_parameters": {"rope_theta": -1.0}}, [], "rope_theta"),
        ({}, ["intermediate_size"], "intermediate_size"),
        ({}, ["hidden_size"], "hidden_size"),
        ({}, ["vocab_size"], "vocab_size"),
    ],
)
def test_a_config_that_cannot_be_is_named_by_its_key(
    changes: dict[str, Any], without: list[str], key: str, qwen3: Path
) -> None:
    edit_json(qwen3 / "config.json", without=without, **changes)
    with pytest.raises(AppError) as caught:
        plan_conversion(qwen3)
    assert code_of(caught.value) == "config_key"
    assert str(caught.value.facts["key"]).split(".")[-1] == key


def test_an_odd_head_cannot_be_rotated(llama: Path) -> None:
    edit_json(llama / "config.json", head_dim=15)
    with pytest.raises(AppError) as caught:
        plan_conversion(llama)
    assert caught.value.facts["key"] == "head_dim"


def test_the_first_tensor_that_has_no_place_is_named(qwen3: Path) -> None:
    change_tensors(qwen3, {"model.layers.0.mlp.router.weight": random_bf16(4, 64)})
    with pytest.raises(TensorUnknown) as caught:
        plan_conversion(qwen3)
    assert caught.value.facts["name"] == "layers.0.mlp.router.weight"


def test_a_tensor_that_is_missing_is_named(qwen3: Path) -> None:
    change_tensors(qwen3, without=["model.layers.3.mlp.up_proj.weight"])
    with pytest.raises(TensorAbsent) as caught:
        plan_conversion(qwen3)
    assert caught.value.facts["name"] == "layers.3.mlp.up_proj.weight"


def test_a_shape_that_the_config_does_not_imply(qwen3: Path) -> None:
    change_tensors(qwen3, {"model.layers.1.mlp.up_proj.weight": random_bf16(128, 63)})
    with pytest.raises(TensorShapeMismatch) as caught:
        plan_conversion(qwen3)
    assert (caught.value.facts["expected"], caught.value.facts["found"]) == ("[128, 64]", "[128, 63]")


def test_a_type_that_is_no_plain_number(qwen3: Path) -> None:
    change_tensors(qwen3, {"model.layers.1.mlp.up_proj.weight": ("I32", np.zeros((128, 64), np.int32))})
    with pytest.raises(TensorTypeUnsupported) as caught:
        plan_conversion(qwen3)
    assert caught.value.facts["dtype"] == "I32"


def test_the_same_tensor_under_two_names(qwen3: Path) -> None:
    change_tensors(qwen3, {"norm.weight": random_bf16(64)})
    with pytest.raises(TensorTwice):
        plan_conversion(qwen3)


def test_a_family_without_a_converter(qwen3: Path) -> None:
    edit_json(qwen3 / "config.json", architectures=["NanbeigeForCausalLM"])
    with pytest.raises(TargetNotConvertible):
        plan_conversion(qwen3)


def test_a_gguf_needs_no_conversion(shared: Path) -> None:
    with pytest.raises(NotACheckpoint):
        plan_conversion(shared / "fixtures/expected/qwen3.bf16.gguf")


def test_an_unknown_output_type(qwen3: Path) -> None:
    with pytest.raises(UnknownOutputType):
        plan_conversion(qwen3, output_type="iq1_s")  # type: ignore[arg-type]


def test_what_inspecting_finds_ends_the_plan(qwen3: Path) -> None:
    (qwen3 / "model.safetensors").write_bytes(b"")
    with pytest.raises(ReportedError) as caught:
        plan_conversion(qwen3)
    assert code_of(caught.value) == "file_empty"


def test_an_index_that_points_outside(qwen3: Path) -> None:
    (qwen3 / "model.safetensors").unlink()
    (qwen3 / "model.safetensors.index.json").write_text('{"weight_map": {"model.norm.weight": "../../x.safetensors"}}')
    with pytest.raises(ReportedError) as caught:
        plan_conversion(qwen3)
    assert code_of(caught.value) == "unsafe_path"
