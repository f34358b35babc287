"""Gemma 4's assistants give a record, and what the engine has no place for is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.formats.checkpoint import read_checkpoint
from app.models.drafts.assistant import AssistantDraft
from app.models.drafts.schema import read_draft_schema
from app.models.errors import CheckpointQuantized, DraftCannotRun, DraftTensorShape, TensorAbsent
from tests.models.broken import errors_of_wrong_values
from tests.models.made_drafts import tensors

HIDDEN, TARGET_HIDDEN, VOCABULARY = 32, 64, 1024
CONFIG: dict[str, Any] = {
    "architectures": ["Gemma4AssistantForCausalLM"],
    "backbone_hidden_size": TARGET_HIDDEN,
    "tie_word_embeddings": True,
    "text_config": {
        "hidden_size": HIDDEN,
        "num_hidden_layers": 4,
        "num_kv_shared_layers": 4,
        "hidden_size_per_layer_input": 0,
        "enable_moe_block": False,
        "vocab_size": VOCABULARY,
        "vocab_size_per_layer_input": 0,
    },
}
SHAPES = {
    "model.embed_tokens.weight": (VOCABULARY, HIDDEN),
    "model.norm.weight": (HIDDEN,),
    "pre_projection.weight": (HIDDEN, 2 * TARGET_HIDDEN),
    "post_projection.weight": (TARGET_HIDDEN, HIDDEN),
}
SHORT_CUT = {"masked_embedding.centroids.weight": (32, HIDDEN), "masked_embedding.token_ordering": (VOCABULARY,)}


def read(config: dict[str, Any], found: dict[str, tuple[int, ...]] | None = None) -> AssistantDraft:
    record = read_draft_schema(config, tensors(SHAPES if found is None else found))
    assert isinstance(record, AssistantDraft)
    return record


def with_text(**changes: Any) -> dict[str, Any]:
    return CONFIG | {"text_config": CONFIG["text_config"] | changes}


@pytest.mark.parametrize("name", ["Gemma4AssistantForCausalLM", "Gemma4UnifiedAssistantForCausalLM", "Renamed"])
def test_an_assistant_is_read(name: str) -> None:
    record = read(CONFIG | {"architectures": [name]})
    facts = record.facts
    assert (facts.method, facts.layers, facts.hidden_size, facts.target_hidden_size) == ("mtp", 4, 32, 64)
    assert (facts.draft_max, facts.mask_token_id, facts.target_family) == (4, None, "gemma4")
    assert not record.config.has("vocab_size_per_layer_input")
    assert record.cached_values == 0


def test_a_short_cut_to_the_likeliest_tokens_is_left_out() -> None:
    assert read(CONFIG, SHAPES | SHORT_CUT).tensors.keys() == read(CONFIG).tensors.keys()


def test_the_stored_checkpoint_is_read() -> None:
    folder = Path(__file__).parent.parent.parent / "convert/drafts/gemma4_assistant"
    record = read_draft_schema(json.loads((folder / "config.json").read_text()), read_checkpoint(folder))
    assert (record.kind, record.origin.schema) == ("gemma4_assistant", "MTP (Gemma 4 assistant)")


@pytest.mark.parametrize(
    ("config", "words"),
    [
        (with_text(num_kv_shared_layers=2), "keys and values of its own"),
        (with_text(hidden_size_per_layer_input=8), "embeddings for each layer"),
        (with_text(enable_moe_block=True), "experts"),
        (CONFIG | {"backbone_hidden_size": HIDDEN}, "the target's own size"),
    ],
)
def test_what_the_engine_cannot_do_is_named(config: dict[str, Any], words: str) -> None:
    with pytest.raises(DraftCannotRun, match=words):
        read(config)


@pytest.mark.parametrize("name", SHAPES)
def test_a_part_that_is_missing_or_of_another_shape_is_named(name: str) -> None:
    plain = name.removeprefix("model.")
    with pytest.raises(TensorAbsent) as absent:
        read(CONFIG, {other: shape for other, shape in SHAPES.items() if other != name})
    assert absent.value.facts["name"] == plain
    with pytest.raises(DraftTensorShape) as other_shape:
        read(CONFIG, SHAPES | {name: (*SHAPES[name], 3)})
    assert other_shape.value.facts["name"] == plain


def test_quantized_weights_are_refused() -> None:
    with pytest.raises(CheckpointQuantized):
        read(CONFIG | {"quantization_config": {"quant_method": "gptq"}})


def test_any_wrong_value_ends_in_a_record_or_an_app_error() -> None:
    assert errors_of_wrong_values(CONFIG, read) > 50
