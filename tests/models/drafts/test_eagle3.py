"""EAGLE-3 drafts of every exporter give one record."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.formats.checkpoint import read_checkpoint
from app.models.config import ConfigKeyError
from app.models.drafts.eagle3 import Eagle3Draft
from app.models.drafts.schema import read_draft_schema
from app.models.errors import DraftCannotRun, DraftTensorShape, DraftTensorUnknown, TensorAbsent
from tests.models.broken import errors_of_wrong_values
from tests.models.made_drafts import tensors

HIDDEN, FORWARD, HEADS, KV_HEADS, HEAD_DIM, VOCABULARY, REDUCED = 64, 96, 4, 2, 32, 1024, 512

FLAT: dict[str, Any] = {
    "architectures": ["LlamaForCausalLMEagle3"],
    "model_type": "llama",
    "hidden_act": "silu",
    "hidden_size": HIDDEN,
    "intermediate_size": FORWARD,
    "max_position_embeddings": 2048,
    "num_attention_heads": HEADS,
    "num_key_value_heads": KV_HEADS,
    "num_hidden_layers": 1,
    "rms_norm_eps": 1e-5,
    "tie_word_embeddings": False,
    "vocab_size": VOCABULARY,
    "draft_vocab_size": REDUCED,
}

NESTED: dict[str, Any] = {
    "architectures": ["Eagle3Speculator"],
    "speculators_model_type": "eagle3",
    "draft_vocab_size": REDUCED,
    "norm_before_residual": True,
    "norm_before_fc": False,
    "eagle_aux_hidden_state_layer_ids": None,
    "target_hidden_size": None,
    "transformer_layer_config": {key: FLAT[key] for key in FLAT if key not in ("architectures", "draft_vocab_size")},
    "speculators_config": {"verifier": {"name_or_path": "a/b", "architectures": ["LlamaForCausalLM"]}},
}


def shapes(layer: str = "midlayer.", target_hidden: int = HIDDEN) -> dict[str, tuple[int, ...]]:
    return {
        "fc.weight": (HIDDEN, 3 * target_hidden),
        "norm.weight": (HIDDEN,),
        "embed_tokens.weight": (VOCABULARY, HIDDEN),
        "lm_head.weight": (REDUCED, HIDDEN),
        "d2t": (REDUCED,),
        "t2d": (VOCABULARY,),
        layer + "input_layernorm.weight": (HIDDEN,),
        layer + "hidden_norm.weight": (HIDDEN,),
        layer + "post_attention_layernorm.weight": (HIDDEN,),
        layer + "self_attn.q_proj.weight": (HEADS * HEAD_DIM, 2 * HIDDEN),
        layer + "self_attn.k_proj.weight": (KV_HEADS * HEAD_DIM, 2 * HIDDEN),
        layer + "self_attn.v_proj.weight": (KV_HEADS * HEAD_DIM, 2 * HIDDEN),
        layer + "self_attn.o_proj.weight": (HIDDEN, HEADS * HEAD_DIM),
        layer + "mlp.gate_proj.weight": (FORWARD, HIDDEN),
        layer + "mlp.up_proj.weight": (FORWARD, HIDDEN),
        layer + "mlp.down_proj.weight": (HIDDEN, FORWARD),
    }


def read(config: dict[str, Any], found: dict[str, tuple[int, ...]] | None = None) -> Eagle3Draft:
    record = read_draft_schema(config, tensors(shapes() if found is None else found))
    assert isinstance(record, Eagle3Draft)
    return record


def without(found: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in names}


@pytest.mark.parametrize("layer", ["midlayer.", "model.midlayer.", "layers.0.", "model.layers.0."])
@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("LlamaForCausalLMEagle3", "EAGLE-3"),
        ("Eagle3LlamaForCausalLM", "EAGLE-3"),
        ("Eagle3DraftModel", "EAGLE-3"),
        ("LlamaForCausalLM", "EAGLE-3"),
        ("Renamed", "EAGLE-3"),
    ],
)
def test_every_class_and_every_name_of_the_layer_give_the_same_draft(layer: str, name: str, schema: str) -> None:
    record = read(FLAT | {"architectures": [name]}, shapes(layer))
    assert (record.kind, record.origin.schema) == ("eagle3", schema)
    assert record.tensors.keys() == shapes("layers.0.").keys() - {"t2d"}
    assert (record.heads, record.kv_heads, record.head_dim) == (4, 2, 32)
    assert record.rope.theta == 10_000
    facts = record.facts
    assert (facts.method, facts.draft_max, facts.draft_vocabulary_n) == ("eagle3", 8, REDUCED)
    assert (facts.layer_ids, facts.target_hidden_size, facts.mask_token_id) == ((), HIDDEN, None)


def test_the_speculators_schema_is_read() -> None:
    record = read(NESTED, shapes("layers.0."))
    assert record.origin.schema == "EAGLE-3 (speculators)"
    assert (record.norm_before_residual, record.norm_before_fc) == (True, False)
    assert (record.facts.target_hint, record.facts.target_family) == ("a/b", "llama")
    assert read(NESTED | {"architectures": ["Eagle3DraftModel"]}).origin.schema == record.origin.schema


def test_the_fixture_is_read(shared: Path) -> None:
    folder = shared / "fixtures/drafts/eagle3_speculators"
    record = read_draft_schema(json.loads((folder / "config.json").read_text()), read_checkpoint(folder))
    assert isinstance(record, Eagle3Draft)
    assert (record.layer_ids, record.draft_vocabulary_n, record.head_dim) == ((1, 2, 3), 512, 16)


# Layer ids.


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (FLAT | {"eagle_config": {"eagle_aux_hidden_state_layer_ids": [1, 11, 21]}}, (2, 12, 22)),
        (FLAT | {"eagle_config": {"eagle_aux_hidden_state_layer_ids": [2, 12, 21]}}, (2, 12, 21)),
        (FLAT | {"eagle_aux_hidden_state_layer_ids": [24, 30, 36]}, (24, 30, 36)),
        (FLAT | {"eagle_aux_hidden_state_layer_ids": [1, 17, 32]}, (2, 18, 33)),
        (NESTED | {"eagle_aux_hidden_state_layer_ids": [1, 2, 3]}, (1, 2, 3)),
        (NESTED, ()),
    ],
)
def test_layers_are_counted_by_their_input(config: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert read(config).layer_ids == expected


def test_whoever_counted_outputs_is_told() -> None:
    assert read(FLAT | {"eagle_aux_hidden_state_layer_ids": [1, 11, 21]}).is_counted_from_outputs
    assert not read(FLAT | {"eagle_aux_hidden_state_layer_ids": [2, 11, 21]}).is_counted_from_outputs


def test_other_than_three_layers_cannot_run() -> None:
    with pytest.raises(DraftCannotRun, match="reads 5 layers"):
        read(FLAT | {"eagle_aux_hidden_state_layer_ids": [1, 2, 3, 4, 5]})
    with pytest.raises(DraftCannotRun, match="2 layers"):
        read(FLAT | {"architectures": ["Eagle3DraftModel"], "num_hidden_layers": 2})


# Sizes.


def test_head_dim_is_taken_from_the_weights() -> None:
    assert read(FLAT | {"head_dim": HIDDEN // HEADS}).head_dim == HEAD_DIM
    for heads in (3, HEADS * HEAD_DIM):
        with pytest.raises(DraftTensorShape):
            read(FLAT | {"num_attention_heads": heads})


def test_the_targets_hidden_size_is_taken_from_the_weights() -> None:
    record = read(FLAT, shapes(target_hidden=80))
    assert record.facts.target_hidden_size == 80
    for name in ("embed_tokens.weight", "lm_head.weight"):
        with pytest.raises(TensorAbsent):
            read(FLAT | {"draft_vocab_size": None}, without(shapes(target_hidden=80), "d2t", name))
    with pytest.raises(DraftTensorShape):
        read(FLAT, shapes() | {"fc.weight": (HIDDEN, 3 * HIDDEN + 1)})


def test_tables_may_be_the_targets() -> None:
    full = FLAT | {"draft_vocab_size": VOCABULARY}
    record = read(full, without(shapes(), "d2t", "t2d", "embed_tokens.weight", "lm_head.weight"))
    assert not record.has_embedding
    assert not record.has_head
    assert not record.facts.is_reduced


def test_a_reduced_vocabulary_needs_its_table_and_head() -> None:
    for name in ("d2t", "lm_head.weight"):
        with pytest.raises(TensorAbsent) as caught:
            read(FLAT, without(shapes(), name))
        assert caught.value.facts["name"] == name


def test_a_norm_before_the_projection_is_used_where_it_is() -> None:
    norm = {"input_norm.weight": (3 * HIDDEN,)}
    assert read(FLAT, shapes() | norm).norm_before_fc
    assert read(FLAT | {"norm_before_fc": True}, shapes() | norm).norm_before_fc
    with pytest.raises(TensorAbsent):
        read(FLAT | {"norm_before_fc": True})


def test_scaled_positions_are_kept() -> None:
    scaling = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}
    rope = read(FLAT | {"rope_theta": 500_000, "rope_scaling": scaling}).rope
    assert (rope.theta, rope.type, rope.factor) == (500_000, "llama3", 8)


# What it is not.


@pytest.mark.parametrize("name", ["midlayer.self_attn.q_norm.weight", "midlayer.self_attn.q_proj.bias", "fc.bias"])
def test_a_tensor_without_a_place_is_refused_by_name(name: str) -> None:
    with pytest.raises(DraftTensorUnknown):
        read(FLAT, shapes() | {name: (HIDDEN,)})


@pytest.mark.parametrize("name", [name for name in shapes("layers.0.") if name not in ("t2d", "embed_tokens.weight")])
def test_a_tensor_that_is_missing_or_of_another_shape_is_named(name: str) -> None:
    found = shapes("layers.0.")
    with pytest.raises(TensorAbsent) as absent:
        read(FLAT, without(found, name))
    assert absent.value.facts["name"] == name
    with pytest.raises(DraftTensorShape) as other:
        read(FLAT, found | {name: (*found[name], 3)})
    assert other.value.facts["name"] == name


def test_eagle31_is_named() -> None:
    with pytest.raises(DraftCannotRun, match=r"EAGLE-3\.1"):
        read(FLAT, shapes() | {"fc_norm.0.weight": (HIDDEN,)})
    with pytest.raises(DraftCannotRun, match=r"EAGLE-3\.1"):
        read(NESTED | {"norm_output": True})
    with pytest.raises(DraftCannotRun, match="gelu"):
        read(FLAT | {"hidden_act": "gelu"})


@pytest.mark.parametrize("config", [FLAT | {"eagle_config": {"x": 1}}, NESTED], ids=["flat", "nested"])
def test_any_wrong_value_ends_in_a_record_or_an_app_error(config: dict[str, Any]) -> None:
    assert errors_of_wrong_values(config, read) > 50


@pytest.mark.parametrize("key", ["hidden_size", "intermediate_size", "num_attention_heads", "vocab_size"])
def test_a_missing_key_is_named(key: str) -> None:
    with pytest.raises(ConfigKeyError) as caught:
        read(without(FLAT, key))
    assert caught.value.facts["key"] == key
