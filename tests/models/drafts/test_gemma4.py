"""DSpark drafts for Gemma 4 with layers like its own give the same record as others, and more."""

from typing import Any

import pytest

from app.models.drafts.record import BlockDraft
from app.models.drafts.schema import read_draft_schema
from app.models.errors import DraftCannotRun
from tests.models.broken import errors_of_wrong_values
from tests.models.made_drafts import DEEPSPEC, HIDDEN, LAYERS, shapes, tensors

GEMMA4 = {key: value for key, value in DEEPSPEC.items() if not key.startswith(("rope", "hidden_act", "sliding"))} | {
    "architectures": ["Gemma4DSparkModel"],
    "attention_k_eq_v": True,
    "hidden_activation": "gelu_pytorch_tanh",
    "head_dim": 16,
    "rope_parameters": {
        "full_attention": {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 500_000.0},
        "sliding_attention": {"rope_type": "default", "rope_theta": 10_000.0},
    },
}


def all_shapes() -> dict[str, tuple[int, ...]]:
    found = {name: shape for name, shape in shapes().items() if not name.endswith("v_proj.weight")}
    for i in range(LAYERS):
        for norm in ("pre_feedforward", "post_feedforward"):
            found[f"layers.{i}.{norm}_layernorm.weight"] = (HIDDEN,)
        found[f"layers.{i}.layer_scalar"] = (1,)
    return found


def read(config: dict[str, Any], found: dict[str, tuple[int, ...]] | None = None) -> BlockDraft:
    record = read_draft_schema(config, tensors(all_shapes() if found is None else found))
    assert isinstance(record, BlockDraft)
    return record


def test_a_dspark_for_gemma4_is_read() -> None:
    record = read(GEMMA4)
    assert (record.method, record.kind, record.activation) == ("dspark", "dspark_gemma4", "gelu_pytorch_tanh")
    assert (record.heads, record.kv_heads, record.head_dim) == (4, 2, 32)
    assert (record.rope.theta, record.rope.dimensions, record.rotated_share) == (500_000, 32, 0.25)
    assert (record.embedding_scale, record.sample_from_anchor, record.layer_ids) == (8.0, True, (1, 2, 4))
    assert not record.is_softcap_dropped


def test_positions_of_gemma4_have_their_own_defaults() -> None:
    record = read({key: value for key, value in GEMMA4.items() if key != "rope_parameters"})
    assert (record.rope.theta, record.rotated_share) == (1_000_000, 0.25)
    whole = read(GEMMA4 | {"rope_parameters": {"rope_type": "default", "rope_theta": 9.0}})
    assert (whole.rope.theta, whole.rotated_share) == (9, None)


def test_a_bound_on_the_logits_of_gemma4_is_dropped_and_told() -> None:
    record = read(GEMMA4 | {"final_logit_softcapping": 30.0})
    assert record.is_softcap_dropped
    assert record.logit_softcap is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"attention_k_eq_v": False}, "values of its own"),
        ({"layer_types": ["sliding_attention", "full_attention"]}, "sliding attention"),
        ({"attention_bias": True}, "biases"),
        ({"enable_moe_block": True}, "experts"),
        ({"rope_parameters": {"rope_type": "yarn"}}, "yarn rotary positions"),
    ],
)
def test_what_the_engine_cannot_do_of_gemma4_is_named(change: dict[str, Any], words: str) -> None:
    with pytest.raises(DraftCannotRun, match=words):
        read(GEMMA4 | change)


def test_names_of_other_exports_of_gemma4_are_known() -> None:
    found = {name.replace("confidence_head.proj", "confidence_proj"): shape for name, shape in all_shapes().items()}
    assert read(GEMMA4, found).tensors.keys() == all_shapes().keys()


def test_any_wrong_value_ends_in_a_record_or_an_app_error() -> None:
    assert errors_of_wrong_values(GEMMA4, read) > 50
