"""DFlash2 drafts, flat and in the speculators format, give one record."""

from typing import Any

import pytest

from app.models.config import ConfigKeyError
from app.models.drafts.record import BlockDraft, Selector
from app.models.drafts.schema import read_draft_schema
from app.models.errors import DraftCannotRun, DraftTensorShape
from tests.models.broken import errors_of_wrong_values
from tests.models.made_drafts import DFLASH, HIDDEN, LAYERS, SPECULATORS, VOCABULARY, shapes, tensors

CONVOLUTIONS = {"conv_kernel_size": 2, "conv_group_size": 16, "selector_rank": 8, "selector_top_k": 7}
DFLASH2 = DFLASH | {"architectures": ["DFlash2DraftModel"], "dflash_config": DFLASH["dflash_config"] | CONVOLUTIONS}
DFLASH2_NESTED = (
    SPECULATORS
    | CONVOLUTIONS
    | {
        "speculators_model_type": "dflash2",
        "architectures": ["DFlash2DraftModel"],
        "markov_rank": None,
    }
)


def all_shapes() -> dict[str, tuple[int, ...]]:
    found = shapes(0) | {
        "candidate_selector.predecessor_codebook": (VOCABULARY, 8),
        "candidate_selector.successor_codebook": (VOCABULARY, 8),
        "candidate_selector.hidden_projection.weight": (8, HIDDEN),
    }
    for i in range(LAYERS):
        for part in ("attention_conv", "mlp_conv"):
            found[f"layers.{i}.{part}.base_kernel"] = (2, 2, HIDDEN)
            found[f"layers.{i}.{part}.kernel_projection.weight"] = (2 * 2 * HIDDEN // 16, HIDDEN)
    return found


def read(config: dict[str, Any], found: dict[str, tuple[int, ...]] | None = None) -> BlockDraft:
    record = read_draft_schema(config, tensors(all_shapes() if found is None else found))
    assert isinstance(record, BlockDraft)
    return record


@pytest.mark.parametrize(
    ("schema", "config"),
    [
        ("DFlash2", DFLASH2),
        ("DFlash2", DFLASH2 | {"architectures": ["DFlashDraftModel"]}),
        ("DFlash2 (speculators)", DFLASH2_NESTED),
    ],
)
def test_dflash2_is_read_from_either_schema(schema: str, config: dict[str, Any]) -> None:
    record = read(config)
    assert (record.origin.schema, record.method, record.kind) == (schema, "dflash2", "dflash2")
    assert record.selector == Selector(kernel_size=2, group_size=16, rank=8, top_k=7)
    assert (record.layer_ids, record.sample_from_anchor) == ((1, 2, 4), False)


@pytest.mark.parametrize("name", [name for name in all_shapes() if "conv" in name or "selector" in name])
def test_a_part_of_dflash2_of_another_shape_is_named(name: str) -> None:
    found = all_shapes()
    with pytest.raises(DraftTensorShape) as caught:
        read(DFLASH2, found | {name: (*found[name], 3)})
    assert caught.value.facts["name"] == name


def test_what_the_engine_cannot_do_of_dflash2_is_named() -> None:
    with pytest.raises(DraftCannotRun, match="anchor"):
        read(DFLASH2_NESTED | {"sample_from_anchor": True})
    with pytest.raises(DraftCannotRun, match="8 candidates"):
        read(DFLASH2_NESTED | {"selector_top_k": 8})
    with pytest.raises(ConfigKeyError):
        read(DFLASH2_NESTED | {"conv_group_size": 15})


@pytest.mark.parametrize("config", [DFLASH2, DFLASH2_NESTED], ids=["flat", "nested"])
def test_any_wrong_value_ends_in_a_record_or_an_app_error(config: dict[str, Any]) -> None:
    assert errors_of_wrong_values(config, read) > 50
