"""Every published schema of DSpark and DFlash gives one record; what is broken or unknown gives its reason."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import AppError
from app.formats.checkpoint import read_checkpoint
from app.formats.errors import FormatError
from app.models.config import ConfigKeyError
from app.models.drafts.record import BlockDraft, Provenance
from app.models.drafts.schema import read_draft_schema, recognise_draft
from app.models.errors import (
    CheckpointQuantized,
    DraftCannotRun,
    DraftNotYet,
    DraftNvfp4,
    DraftTensorShape,
    DraftTensorUnknown,
    TensorAbsent,
)
from tests.models.broken import errors_of_wrong_values, paths, with_value
from tests.models.made_drafts import (
    AUXILIARY,
    BACKBONE,
    DEEPSPEC,
    DFLASH,
    HIDDEN,
    LAYERS,
    RANK,
    SPECFORGE,
    SPECULATORS,
    VOCABULARY,
    shapes,
    tensors,
)

ALL = {
    "DSpark (DeepSpec)": DEEPSPEC,
    "DSpark (speculators)": SPECULATORS,
    "DSpark (SpecForge)": SPECFORGE,
    "DSpark (flat, auxiliary layer ids)": AUXILIARY,
    "DFlash": DFLASH,
}


def read(config: dict[str, Any], found: dict[str, tuple[int, ...]] | None = None) -> BlockDraft:
    is_dflash = config is DFLASH or "DFlash" in str(config.get("architectures"))
    record = read_draft_schema(config, tensors(found if found is not None else shapes(0 if is_dflash else RANK)))
    assert isinstance(record, BlockDraft)
    return record


def nested(**changes: Any) -> dict[str, Any]:
    return SPECULATORS | {"transformer_layer_config": BACKBONE | changes}


@pytest.mark.parametrize(("schema", "config"), ALL.items(), ids=ALL.keys())
def test_each_schema_gives_the_same_draft(schema: str, config: dict[str, Any]) -> None:
    record = read(config)
    assert record.origin.schema == schema
    assert record.method == ("dflash" if schema == "DFlash" else "dspark")
    assert record.layer_ids == (1, 2, 4)
    assert (record.block_size, record.mask_token_id) == (6, 1021)
    assert record.markov_rank == (0 if schema == "DFlash" else RANK)
    assert record.has_confidence_head == (schema != "DFlash")
    assert (record.heads, record.kv_heads, record.head_dim) == (4, 2, 32)
    assert (record.rope.theta, record.rope.type, record.rope.is_neox) == (1_000_000, "default", True)
    assert not record.has_embedding
    assert not record.has_head
    assert record.facts.draft_vocabulary_n == VOCABULARY


@pytest.mark.parametrize("name", ["dspark_deepspec", "dspark_specforge_flat", "dspark_speculators_anchor"])
def test_the_same_weights_give_the_same_record_whoever_exported_them(shared: Path, name: str) -> None:
    def record(folder: str) -> BlockDraft:
        path = shared / "fixtures/drafts" / folder
        draft = read_draft_schema(json.loads((path / "config.json").read_text()), read_checkpoint(path))
        assert isinstance(draft, BlockDraft)
        return draft

    def plain(draft: BlockDraft) -> BlockDraft:
        return replace(draft, origin=Provenance(schema="", class_name=""), tensors={})

    assert plain(record(name)) == plain(record("dspark_deepspec"))
    assert record(name).tensors.keys() == record("dspark_deepspec").tensors.keys()


# Where slot 0 of a block stands.


@pytest.mark.parametrize(
    ("config", "expected"),
    [(DEEPSPEC, True), (SPECFORGE, True), (SPECULATORS, False), (AUXILIARY, False), (DFLASH, False)],
)
def test_a_missing_sample_from_anchor_depends_on_the_schema(config: dict[str, Any], expected: bool) -> None:
    assert read(config).sample_from_anchor is expected


@pytest.mark.parametrize("config", [DEEPSPEC, SPECFORGE, SPECULATORS, AUXILIARY])
@pytest.mark.parametrize("value", [True, False])
def test_an_explicit_sample_from_anchor_wins(config: dict[str, Any], value: bool) -> None:
    record = read(config | {"sample_from_anchor": value})
    assert record.sample_from_anchor is value
    assert record.facts.draft_max == (6 if value else 5)


def test_dflash_with_shifted_labels_starts_at_the_anchor() -> None:
    config = DFLASH | {"dflash_config": DFLASH["dflash_config"] | {"shift_label": True}}
    record = read(config)
    assert record.sample_from_anchor
    assert record.needs_zero_markov
    assert record.method == "dspark"


def test_rank_0_in_deepspec_is_anchor_first_without_a_markov_head() -> None:
    record = read(DEEPSPEC | {"markov_rank": 0, "enable_confidence_head": False}, shapes(0))
    assert record.needs_zero_markov
    assert record.method == "dspark"
    assert not record.has_confidence_head
    assert not read(DEEPSPEC).needs_zero_markov


# Layer ids.


def test_outputs_are_counted_one_further_than_inputs() -> None:
    assert read(DEEPSPEC | {"target_layer_ids": [-1, 5, 2]}).layer_ids == (0, 6, 3)
    assert read(SPECULATORS | {"aux_hidden_state_layer_ids": [0, 5, 2]}).layer_ids == (0, 5, 2)


def test_a_wider_projection_implies_the_final_state() -> None:
    wide = shapes(layer_ids_n=4)
    assert read(DEEPSPEC, wide).layer_ids == (1, 2, 4, 6)
    with pytest.raises(DraftTensorShape) as caught:
        read(SPECULATORS, wide)
    assert caught.value.facts["name"] == "fc.weight"


@pytest.mark.parametrize("ids", [[], [1, 1, 2], [-2, 1, 2], [1.0, 2, 3], [True, 2, 3], "123", None, [1 << 40]])
def test_impossible_layer_ids_are_named(ids: Any) -> None:
    with pytest.raises(ConfigKeyError) as caught:
        read(SPECULATORS | {"aux_hidden_state_layer_ids": ids})
    assert caught.value.facts["key"] == "aux_hidden_state_layer_ids"


# Heads.


@pytest.mark.parametrize(("part", "kind"), [("gate_proj", "gated"), ("joint_proj", "rnn")])
@pytest.mark.parametrize("config", [DEEPSPEC, SPECFORGE, SPECULATORS])
def test_the_weights_tell_the_type_of_the_markov_head(config: dict[str, Any], part: str, kind: str) -> None:
    found = shapes() | {f"markov_head.{part}.weight": (RANK, HIDDEN + RANK)}
    assert read(config, found).markov_type == kind


def test_the_markov_type_may_be_nested() -> None:
    config = SPECFORGE | {"dflash_config": SPECFORGE["dflash_config"] | {"markov_head_type": "gated"}}
    assert read(config).markov_type == "gated"
    with pytest.raises(ConfigKeyError):
        read(DEEPSPEC | {"markov_head_type": "quantum"})


def test_a_confidence_head_without_markov_input_is_dropped() -> None:
    found = shapes() | {"confidence_head.proj.weight": (1, HIDDEN)}
    record = read(DEEPSPEC | {"confidence_head_with_markov": False}, found)
    assert not record.has_confidence_head
    assert record.is_confidence_dropped
    assert not any("confidence" in name for name in record.tensors)
    assert not read(DEEPSPEC).is_confidence_dropped


def test_a_confidence_head_of_another_width_is_refused() -> None:
    with pytest.raises(DraftTensorShape):
        read(DEEPSPEC, shapes() | {"confidence_head.proj.weight": (1, HIDDEN + RANK + 1)})


def test_a_reduced_vocabulary_needs_its_table_and_head() -> None:
    config = SPECULATORS | {"draft_vocab_size": 512}
    record = read(config, shapes(reduced_to=512))
    assert record.draft_vocabulary_n == 512
    assert record.facts.is_reduced
    assert record.has_head
    assert "t2d" not in record.tensors
    for missing in ("d2t", "lm_head.weight"):
        found = {name: shape for name, shape in shapes(reduced_to=512).items() if name != missing}
        with pytest.raises(TensorAbsent) as caught:
            read(config, found)
        assert caught.value.facts["name"] == missing
    with pytest.raises(DraftTensorShape):
        read(config, shapes() | {"d2t": (VOCABULARY + 1,)})


# The transformer.


def test_head_dim_is_taken_from_the_weights() -> None:
    assert read(DEEPSPEC | {"head_dim": 16}).head_dim == 32
    without = {key: value for key, value in DEEPSPEC.items() if key != "head_dim"}
    assert read(without).head_dim == 32
    with pytest.raises(DraftTensorShape):
        read(DEEPSPEC | {"num_attention_heads": 3})


def test_rope_theta_is_found_at_its_new_and_its_old_place() -> None:
    new = {"rope_theta": None, "rope_parameters": {"rope_theta": 5000.0, "rope_type": "default"}}
    assert read(nested(**new)).rope.theta == 5000
    assert read(nested(rope_theta=7000.0)).rope.theta == 7000
    assert read(nested(rope_theta=None)).rope.theta == 10_000
    with pytest.raises(ConfigKeyError):
        read(nested(rope_theta=None, rope_parameters={"rope_type": "default"}))


def test_rope_scaling_is_kept() -> None:
    yarn = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768, "beta_fast": 32.0}
    rope = read(DEEPSPEC | {"rope_scaling": yarn}).rope
    assert (rope.type, rope.factor, rope.original_context, rope.beta_fast) == ("yarn", 4.0, 32768, 32.0)
    assert read(DEEPSPEC | {"rope_scaling": {"type": "linear", "factor": 2}}).rope.type == "linear"
    with pytest.raises(DraftCannotRun):
        read(DEEPSPEC | {"rope_scaling": {"rope_type": "longrope", "factor": 2}})
    with pytest.raises(ConfigKeyError):
        read(DEEPSPEC | {"rope_scaling": {"rope_type": "yarn"}})


def test_interleaved_pairs_and_partial_rotation_are_kept() -> None:
    record = read(DEEPSPEC | {"architectures": ["Lfm2DSparkDraftModel"], "rope_is_neox_style": False})
    assert not record.rope.is_neox
    assert record.origin.schema == "DSpark (LFM2)"
    assert read(DEEPSPEC | {"partial_rotary_factor": 0.25}).rope.dimensions == 8


def test_sliding_layers_are_kept_when_they_are_in_use() -> None:
    kinds = ["sliding_attention", "full_attention"]
    in_use = {"layer_types": kinds, "sliding_window": 2048, "use_sliding_window": True}
    record = read(nested(**in_use))
    assert (record.sliding_window, record.sliding_layers) == (2048, (True, False))
    assert read(nested(**in_use | {"use_sliding_window": False})).sliding_window is None
    assert read(nested(**in_use | {"layer_types": ["full_attention"] * 2})).sliding_layers == ()
    with pytest.raises(ConfigKeyError):
        read(nested(**in_use | {"layer_types": kinds[:1]}))


def test_a_window_of_the_draft_itself_is_that_of_all_layers() -> None:
    config = DFLASH["dflash_config"] | {"use_swa": True, "swa_window_size": 128}
    record = read(DFLASH | {"dflash_config": config, "sliding_window": 2048})
    assert (record.sliding_window, record.sliding_layers) == (128, (True, True))
    without = {key: value for key, value in config.items() if key != "swa_window_size"}
    assert read(DFLASH | {"dflash_config": without, "sliding_window": 2048}).sliding_window == 2048


def test_causal_blocks_are_kept() -> None:
    assert not read(SPECULATORS | {"sliding_window_non_causal": False}).is_causal
    slides = {"layer_types": ["sliding_attention"] * 2, "sliding_window": 2048, "use_sliding_window": True}
    assert read(nested(**slides) | {"sliding_window_non_causal": False}).is_causal
    assert not read(nested(**slides) | {"sliding_window_non_causal": True}).is_causal
    for value in (True, False):
        told = read(DFLASH | {"dflash_config": DFLASH["dflash_config"] | {"causal": value}})
        assert told.is_causal is value
        assert read(DFLASH | {"is_causal": value}).is_causal is value
    assert read(DFLASH).is_causal is None


# Names.


@pytest.mark.parametrize("prefix", ["model.", "logit_head."])
def test_prefixes_of_exporters_are_taken_off(prefix: str) -> None:
    record = read(DEEPSPEC, {prefix + name: shape for name, shape in shapes().items()})
    assert record.tensors.keys() == shapes().keys()


def test_leftovers_of_training_are_left_out() -> None:
    more = {
        "verifier_lm_head.weight": (9,),
        "mask_embedding.weight": (9,),
        "layers.0.self_attn.rotary_emb.inv_freq": (9,),
    }
    assert read(DEEPSPEC, shapes() | more).tensors.keys() == shapes().keys()


def test_tables_of_its_own_are_told() -> None:
    own = shapes() | {"embed_tokens.weight": (VOCABULARY, HIDDEN), "lm_head.weight": (VOCABULARY, HIDDEN)}
    record = read(DEEPSPEC, own)
    assert record.has_embedding
    assert record.has_head
    assert not read(DEEPSPEC | {"has_embed_tokens": False}, own).has_embedding


@pytest.mark.parametrize(
    "name", ["layers.0.self_attn.q_proj.bias", "layers.2.input_layernorm.weight", "g_proj.weight", "new"]
)
def test_a_tensor_without_a_place_is_refused_by_name(name: str) -> None:
    with pytest.raises(DraftTensorUnknown) as caught:
        read(DEEPSPEC, shapes() | {name: (HIDDEN,)})
    assert caught.value.facts["name"] == name


@pytest.mark.parametrize("name", [name for name in shapes() if "confidence" not in name])
def test_a_missing_tensor_is_named(name: str) -> None:
    with pytest.raises(TensorAbsent) as caught:
        read(DEEPSPEC, {other: shape for other, shape in shapes().items() if other != name})
    assert caught.value.facts["name"] == name


@pytest.mark.parametrize("name", shapes())
def test_a_tensor_of_another_shape_is_named(name: str) -> None:
    with pytest.raises(DraftTensorShape) as caught:
        read(DEEPSPEC, shapes() | {name: (*shapes()[name], 3)})
    assert caught.value.facts["name"] == name


def test_the_same_tensor_under_two_names_is_refused() -> None:
    with pytest.raises(FormatError):
        read(DEEPSPEC, shapes() | {"model.norm.weight": (HIDDEN,)})


def test_quantized_weights_are_refused_by_name() -> None:
    with pytest.raises(DraftNvfp4):
        read(DEEPSPEC | {"quantization_config": {"quant_algo": "NVFP4"}})
    with pytest.raises(CheckpointQuantized, match="AWQ"):
        read(DEEPSPEC | {"quantization_config": {"quant_method": "awq"}})
    found = tensors(shapes())
    found["fc.weight"] = replace(found["fc.weight"], dtype="F8_E4M3")
    with pytest.raises(CheckpointQuantized, match="F8_E4M3"):
        read_draft_schema(DEEPSPEC, found)


# What else there is.

OTHERS = [
    ({"architectures": ["MuseGlimmerAssistantModel"]}, "DFlash (Muse Glimmer assistant)", DraftNotYet),
    ({"speculators_model_type": "eagle3", "fc_norm": True}, "EAGLE-3.1", DraftCannotRun),
    ({"architectures": ["Eagle3DraftModel"], "norm_output": True}, "EAGLE-3.1", DraftCannotRun),
    ({"architectures": ["Qwen3Eagle3Model"]}, "EAGLE-3 (DeepSpec)", DraftCannotRun),
    ({"speculators_model_type": "peagle"}, "P-EAGLE", DraftCannotRun),
    ({"speculators_model_type": "xpress"}, "XPress", DraftCannotRun),
    ({"speculators_model_type": "mtp"}, "MTP (speculators)", DraftCannotRun),
    ({"speculators_model_type": "newest"}, "speculators newest", DraftCannotRun),
    ({"architectures": ["DominoDraftModel"]}, "Domino", DraftCannotRun),
    ({"architectures": ["DFlashDraftModel"], "dflash_config": {"projector_type": "domino"}}, "Domino", DraftCannotRun),
    ({"architectures": ["DSparkLagunaModel"]}, "DSpark for Laguna", DraftCannotRun),
    ({"architectures": ["LlamaForCausalLMEagle"]}, "EAGLE", DraftCannotRun),
]


@pytest.mark.parametrize(
    ("config", "kind", "error"), OTHERS, ids=[f"{kind}-{i}" for i, (_, kind, _) in enumerate(OTHERS)]
)
def test_other_kinds_are_named_and_refused(config: dict[str, Any], kind: str, error: type[AppError]) -> None:
    with pytest.raises(error) as caught:
        read_draft_schema(config, {})
    assert caught.value.facts == {"kind": kind}


@pytest.mark.parametrize(
    ("more", "config", "kind"),
    [
        ("candidate_selector.hidden_projection.weight", DFLASH, "DFlash2"),
        ("fc_norm.0.weight", {"architectures": ["LlamaForCausalLMEagle3"]}, "EAGLE-3.1"),
        ("layers.0.self_attn.kv_a_proj_with_mqa.weight", DEEPSPEC, "DSpark with latent attention"),
        ("markov_head.markov_w1.weight", {"architectures": ["Renamed"]}, "DSpark"),
        ("midlayer.self_attn.q_proj.weight", {"architectures": ["Renamed"]}, "EAGLE-3"),
        ("pre_projection.weight", {}, "MTP (Gemma 4 assistant)"),
    ],
)
def test_tensors_tell_where_the_config_does_not(more: str, config: dict[str, Any], kind: str) -> None:
    schema = recognise_draft(config, tensors({more: (1,)}))
    assert schema is not None
    assert schema.name == kind


def test_a_renamed_dflash_is_known_by_its_tensors() -> None:
    schema = recognise_draft({"architectures": ["MyDraft"]}, tensors(shapes(0)))
    assert schema is not None
    assert schema.name == "DFlash"


def test_a_target_is_no_draft(shared: Path) -> None:
    for folder in sorted((shared / "fixtures/targets").iterdir()):
        config = json.loads((folder / "config.json").read_text())
        assert recognise_draft(config, read_checkpoint(folder)) is None


def test_a_nested_dflash_is_read_as_well() -> None:
    config = SPECULATORS | {
        "speculators_model_type": "dflash",
        "architectures": ["DFlashDraftModel"],
        "markov_rank": None,
    }
    record = read(config, shapes(0))
    assert (record.method, record.origin.schema, record.layer_ids) == ("dflash", "DFlash (speculators)", (1, 2, 4))
    assert read(config | {"sample_from_anchor": True}, shapes(0)).needs_zero_markov


# Broken configs.


@pytest.mark.parametrize("config", [*ALL.values()], ids=ALL.keys())
def test_any_wrong_value_ends_in_a_record_or_an_app_error(config: dict[str, Any]) -> None:
    assert errors_of_wrong_values(config, read) > 50


REQUIRED = [
    *("hidden_size", "intermediate_size", "num_attention_heads", "num_hidden_layers"),
    *("rms_norm_eps", "vocab_size", "max_position_embeddings"),
]


@pytest.mark.parametrize("key", [*REQUIRED, "block_size", "aux_hidden_state_layer_ids"])
def test_a_missing_key_is_named(key: str) -> None:
    config = nested(**{key: None}) if key in REQUIRED else SPECULATORS | {key: None}
    with pytest.raises(ConfigKeyError) as caught:
        read(config)
    prefix = "transformer_layer_config." if key in REQUIRED else ""
    assert caught.value.facts == {"path": "/draft/config.json", "key": prefix + key, "found": "missing"}


@pytest.mark.parametrize(
    ("changes", "key"),
    [({"rms_norm_eps": -1e-6}, "rms_norm_eps"), ({"rope_scaling": {"rope_type": "linear", "factor": -2.0}}, "factor")],
)
def test_a_value_that_no_graph_can_take_is_named(changes: dict[str, Any], key: str) -> None:
    with pytest.raises(ConfigKeyError) as caught:
        read(DEEPSPEC | changes)
    assert str(caught.value.facts["key"]).endswith(key)


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=5,
)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_config_escapes_as_anything_else(data: st.DataObject) -> None:
    config = data.draw(st.sampled_from([DEEPSPEC, SPECULATORS, SPECFORGE, AUXILIARY, DFLASH]))
    for path in data.draw(st.lists(st.sampled_from(sorted(paths(config))), max_size=3)):
        try:
            config = with_value(config, path, data.draw(json_values))
        except (KeyError, TypeError, ValueError):
            continue
    try:
        record = read(config)
    except AppError:
        return
    assert record.layers == LAYERS
