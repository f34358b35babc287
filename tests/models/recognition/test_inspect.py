"""Whatever a path holds is named for what it is."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.errors import PathMissing, PathNotReadable
from app.models.entry import ModelEntry
from app.models.recognition.inspect import inspect_model, nested_drafts, why_not_convertible
from tests.formats.files import gguf_bytes, safetensors_bytes, torch_bytes, write_checkpoint
from tests.models.made_drafts import DEEPSPEC, HIDDEN, MASK, RANK, SPECULATORS, VOCABULARY, dtype_of, shapes

TARGET_CONFIG: dict[str, Any] = {
    "architectures": ["Qwen3ForCausalLM"],
    "hidden_size": HIDDEN,
    "num_hidden_layers": 6,
    "vocab_size": VOCABULARY,
    "max_position_embeddings": 4096,
}
TARGET_TENSORS = {"model.embed_tokens.weight": ("BF16", (VOCABULARY, HIDDEN)), "lm_head.weight": ("BF16", (4, 4))}
DRAFT_TENSORS = {name: (dtype_of(name), shape) for name, shape in shapes().items()}

TARGET_PAIRS: dict[str, Any] = {
    "general.architecture": "qwen3",
    "general.name": "Qwen3 4B",
    "general.file_type": 15,
    "qwen3.block_count": 6,
    "qwen3.embedding_length": HIDDEN,
    "qwen3.context_length": 4096,
    "tokenizer.ggml.tokens": ["a", "b", "c"],
}
DRAFT_PAIRS: dict[str, Any] = {
    "general.architecture": "dflash",
    "dflash.block_count": 2,
    "dflash.embedding_length": HIDDEN,
    "dflash.block_size": 6,
    "dflash.target_layers": [1, 2, 4],
    "tokenizer.ggml.mask_token_id": 2,
    "tokenizer.ggml.tokens": ["a", "b", "c"],
}
REDUCED_SHAPES = {"d2t": (2,), "output.weight": (2, HIDDEN)}
DRAFT_SHAPES = {"fc.weight": (HIDDEN, 3 * HIDDEN), "markov_w1.weight": (3, 8), "markov_w2.weight": (3, 8)}
PICKLE = torch_bytes({}, start=b"cos\nsystem\n")
SELECTOR = {"selector_hidden.weight": (8, HIDDEN)}
ASSISTANT_PAIRS: dict[str, Any] = {
    "general.architecture": "gemma4-assistant",
    "gemma4-assistant.block_count": 4,
    "gemma4-assistant.embedding_length": 32,
    "gemma4-assistant.embedding_length_out": HIDDEN,
    "tokenizer.ggml.tokens": ["a", "b", "c"],
}
EAGLE3_PAIRS: dict[str, Any] = {
    "general.architecture": "eagle3",
    "eagle3.block_count": 1,
    "eagle3.embedding_length": HIDDEN,
    "eagle3.target_hidden_size": HIDDEN,
    "eagle3.target_layers": [1, 2, 4],
    "tokenizer.ggml.tokens": ["a", "b", "c"],
}


def write_gguf(folder: Path, pairs: dict[str, Any], tensors: Mapping[str, tuple[int, ...]] | None = None) -> Path:
    path = folder / "some-model-Q4.gguf"
    told = {key: value for key, value in pairs.items() if value is not None}
    path.write_bytes(gguf_bytes(told, {"token_embd.weight": (3, HIDDEN)} if tensors is None else tensors))
    return path


def problem(entry: ModelEntry) -> str | None:
    assert (entry.problem is None) == (entry.target is not None or entry.draft is not None)
    return entry.problem


# Checkpoints.


@pytest.mark.parametrize("inner", ["", "config.json", "model.safetensors"])
def test_a_target_is_known_by_its_folder_or_a_file_in_it(tmp_path: Path, inner: str) -> None:
    folder = write_checkpoint(tmp_path / "Qwen3 ü 🚀", TARGET_CONFIG, TARGET_TENSORS)
    entry = inspect_model(folder / inner if inner else folder)
    assert entry.target is not None
    assert (entry.name, entry.form, entry.file_type, entry.path) == ("Qwen3 ü 🚀", "checkpoint", "BF16", folder)
    assert (entry.target.architecture, entry.target.layers, entry.target.has_own_output) == ("qwen3", 6, True)
    assert entry.size_bytes == (folder / "model.safetensors").stat().st_size
    assert why_not_convertible(entry) is None


def test_a_draft_is_known_wherever_its_weights_lie(tmp_path: Path) -> None:
    entry = inspect_model(write_checkpoint(tmp_path / "draft", SPECULATORS, DRAFT_TENSORS))
    assert entry.draft is not None
    assert entry.draft.schema == "DSpark (speculators)"
    assert entry.draft.target_hint == "Qwen/Qwen3-4B"


def test_a_family_without_a_converter_is_known_all_the_same(tmp_path: Path) -> None:
    config = TARGET_CONFIG | {"architectures": ["NanbeigeForCausalLM"]}
    entry = inspect_model(write_checkpoint(tmp_path / "x", config, TARGET_TENSORS))
    assert entry.target is not None
    error = why_not_convertible(entry)
    assert error is not None
    assert error.facts == {"class_name": "NanbeigeForCausalLM"}


def test_a_multimodal_config_is_read_where_it_describes_the_text(tmp_path: Path) -> None:
    text = {key: value for key, value in TARGET_CONFIG.items() if key != "architectures"}
    text["rope_parameters"] = {"mrope_section": [24, 20, 20]}
    config = {"architectures": ["Qwen3_5ForConditionalGeneration"], "text_config": text}
    entry = inspect_model(write_checkpoint(tmp_path / "x", config, TARGET_TENSORS))
    assert entry.target is not None
    assert (entry.target.architecture, entry.target.mrope_sections) == ("qwen35", (24, 20, 20, 0))


def test_a_folder_in_a_folder_and_a_hub_cache_are_found(tmp_path: Path) -> None:
    repo = tmp_path / "models--Qwen--Qwen3-4B"
    write_checkpoint(repo / "snapshots" / ("0" * 40), TARGET_CONFIG, TARGET_TENSORS)
    assert inspect_model(repo).name == "Qwen3-4B"
    write_checkpoint(tmp_path / "outer" / "inner", TARGET_CONFIG, TARGET_TENSORS)
    assert inspect_model(tmp_path / "outer").name == "inner"


def test_a_draft_inside_its_targets_folder_is_found(tmp_path: Path) -> None:
    folder = write_checkpoint(tmp_path / "target", TARGET_CONFIG, TARGET_TENSORS)
    write_checkpoint(folder / "dflash", DEEPSPEC, DRAFT_TENSORS)
    write_checkpoint(folder / "vision", {"architectures": ["X"]}, TARGET_TENSORS)
    assert inspect_model(folder).target is not None
    assert nested_drafts(folder) == (folder / "dflash",)


def test_the_name_in_the_config_stands_in_for_a_folder_that_says_nothing(tmp_path: Path) -> None:
    config = TARGET_CONFIG | {"_name_or_path": "Qwen/Qwen3-4B"}
    assert inspect_model(write_checkpoint(tmp_path / "model", config, TARGET_TENSORS)).name == "Qwen3-4B"
    assert inspect_model(write_checkpoint(tmp_path / "mine", config, TARGET_TENSORS)).name == "mine"


FILES: dict[str, tuple[dict[str, bytes], str]] = {
    "nothing": ({}, "not_a_model"),
    "texts": ({"README.md": b"hello"}, "not_a_model"),
    "an image pipeline": ({"model_index.json": b"{}"}, "not_a_chat_model"),
    "an adapter": ({"adapter_config.json": b"{}", "adapter_model.safetensors": b"x"}, "lora_adapter"),
    "an embedding model": (
        {"modules.json": b"[]", "config.json": b"{}", "model.safetensors": b"x"},
        "not_a_chat_model",
    ),
    "weights that are no PyTorch file": ({"config.json": b"{}", "pytorch_model.bin": b"x"}, "format"),
    "weights that ask for more": ({"config.json": b"{}", "x.pt": PICKLE}, "pickle_refused"),
    "leftovers of training": ({"config.json": b"{}", "training_args.bin": b"x"}, "weights_missing"),
    "a missing PyTorch shard": ({"config.json": b"{}", "m-00001-of-00002.bin": b"x"}, "shard_missing"),
    "no weights": ({"config.json": b"{}"}, "weights_missing"),
    "no config": ({"model.safetensors": safetensors_bytes({})}, "config_missing"),
    "an empty config": ({"config.json": b"", "model.safetensors": b"x"}, "file_empty"),
    "a config that is a list": ({"config.json": b"[]", "model.safetensors": safetensors_bytes({})}, "format"),
    "a bomb of a config": ({"config.json": b"[" * 200_000, "model.safetensors": b"x"}, "format"),
    "weights that are a web page": ({"config.json": b"{}", "model.safetensors": b"<html>"}, "file_is_web_page"),
    "a missing shard": ({"config.json": b"{}", "m-00001-of-00002.safetensors": b"x"}, "shard_missing"),
    "an index that points outside": (
        {"config.json": b"{}", "model.safetensors.index.json": b'{"weight_map": {"a": "../../x"}}'},
        "unsafe_path",
    ),
    "several GGUF": ({"a.gguf": gguf_bytes(TARGET_PAIRS), "b.gguf": gguf_bytes(TARGET_PAIRS)}, "several_models"),
    "a part of a GGUF": ({"a-00001-of-00002.gguf": gguf_bytes(TARGET_PAIRS)}, "shard_missing"),
}


@pytest.mark.parametrize(("files", "code"), FILES.values(), ids=FILES.keys())
def test_other_folders_are_named_for_what_they_are(tmp_path: Path, files: dict[str, bytes], code: str) -> None:
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    entry = inspect_model(tmp_path)
    assert problem(entry) == code
    assert entry.name == tmp_path.name


CONFIGS: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown class": (TARGET_CONFIG | {"architectures": ["FooForCausalLM"]}, "target_family_unknown"),
    "no class": (TARGET_CONFIG | {"architectures": None}, "target_family_unknown"),
    "a classifier": (TARGET_CONFIG | {"architectures": ["Qwen3ForSequenceClassification"]}, "not_a_chat_model"),
    "classes that are numbers": (TARGET_CONFIG | {"architectures": [7]}, "config_key"),
    "no layers": (TARGET_CONFIG | {"num_hidden_layers": None}, "config_key"),
    "a quantized one": (TARGET_CONFIG | {"quantization_config": {"quant_method": "gptq"}}, "checkpoint_quantized"),
}


@pytest.mark.parametrize(("config", "code"), CONFIGS.values(), ids=CONFIGS.keys())
def test_targets_that_cannot_be_used_say_why(tmp_path: Path, config: dict[str, Any], code: str) -> None:
    assert problem(inspect_model(write_checkpoint(tmp_path / "x", config, TARGET_TENSORS))) == code


def test_a_broken_draft_says_why(tmp_path: Path) -> None:
    entry = inspect_model(write_checkpoint(tmp_path / "x", DEEPSPEC | {"block_size": None}, DRAFT_TENSORS))
    assert problem(entry) == "config_key"
    assert dict(entry.problem_facts)["key"] == "block_size"


def test_a_broken_tokenizer_only_leaves_the_tokens_unknown(tmp_path: Path) -> None:
    folder = write_checkpoint(tmp_path / "x", TARGET_CONFIG, TARGET_TENSORS)
    for content in (b"{", b"{}", b'{"model": {"type": "BPE", "vocab": {"a": "x"}}}', b'{"model": {"type": "BPE"}}'):
        (folder / "tokenizer.json").write_bytes(content)
        entry = inspect_model(folder)
        assert entry.target is not None
        assert entry.target.tokens_digest is None


def test_tokens_of_a_checkpoint_are_those_of_its_gguf(shared: Path) -> None:
    for name in ("qwen3", "llama31", "qwen3_moe", "qwen3_5", "gpt_oss"):
        checkpoint = inspect_model(shared / "fixtures/targets" / name).target
        converted = inspect_model(shared / f"fixtures/expected/{name}.bf16.gguf").target
        assert checkpoint is not None
        assert converted is not None
        assert checkpoint.tokens_digest == converted.tokens_digest, name
        assert checkpoint.mrope_sections == converted.mrope_sections, name
        assert checkpoint.has_own_output == converted.has_own_output, name


# GGUF files.


def test_a_gguf_target_gives_its_facts(tmp_path: Path) -> None:
    entry = inspect_model(write_gguf(tmp_path, TARGET_PAIRS, {"output.weight": (3, HIDDEN)}))
    assert entry.target is not None
    assert (entry.name, entry.form, entry.file_type) == ("Qwen3 4B", "gguf", "Q4_K_M")
    facts = entry.target
    assert (facts.architecture, facts.layers, facts.vocabulary_n, facts.has_own_output) == ("qwen3", 6, 3, True)
    assert facts.tokens_digest is not None
    assert inspect_model(tmp_path) == entry


def test_a_folder_may_hold_both_forms(tmp_path: Path) -> None:
    path = write_gguf(tmp_path, TARGET_PAIRS)
    (tmp_path / "mmproj-F16.gguf").write_bytes(gguf_bytes({"general.architecture": "clip"}))
    (tmp_path / "config.json").write_text("{}")
    assert inspect_model(tmp_path).path == path
    write_checkpoint(tmp_path, TARGET_CONFIG, TARGET_TENSORS)
    (tmp_path / "other.gguf").write_bytes(gguf_bytes(TARGET_PAIRS))
    entry = inspect_model(tmp_path)
    assert (entry.form, entry.problem) == ("checkpoint", None)


def test_what_goes_with_a_gguf_is_taken_only_where_it_lies_alone(tmp_path: Path) -> None:
    path = write_gguf(tmp_path, TARGET_PAIRS)
    (tmp_path / "mmproj-F16.gguf").write_bytes(gguf_bytes({"general.architecture": "clip"}))
    (tmp_path / "imatrix.gguf").write_bytes(gguf_bytes({"general.type": "imatrix"}))
    (tmp_path / "dspark-Q8_0.gguf").write_bytes(gguf_bytes(DRAFT_PAIRS, DRAFT_SHAPES))
    assert inspect_model(tmp_path).path == path
    path.unlink()
    assert inspect_model(tmp_path).problem == "several_models"
    (tmp_path / "mmproj-F16.gguf").unlink()
    (tmp_path / "imatrix.gguf").unlink()
    assert inspect_model(tmp_path).draft is not None


def test_extra_prediction_heads_are_no_layers(tmp_path: Path) -> None:
    whole = {"blk.0.attn_norm.weight": (HIDDEN,)}
    entry = inspect_model(write_gguf(tmp_path, TARGET_PAIRS | {"qwen3.nextn_predict_layers": 1}, whole))
    assert entry.target is not None
    assert entry.target.layers == 5


def test_a_name_that_says_nothing_gives_way_to_the_files(tmp_path: Path) -> None:
    for name in ("model", "", None, "0" * 40, 7):
        assert inspect_model(write_gguf(tmp_path, TARGET_PAIRS | {"general.name": name})).name == "some-model-Q4"


def test_a_gguf_draft_gives_its_facts(tmp_path: Path) -> None:
    draft = inspect_model(write_gguf(tmp_path, DRAFT_PAIRS, DRAFT_SHAPES)).draft
    assert draft is not None
    assert (draft.method, draft.layer_ids, draft.block_size, draft.mask_token_id) == ("dspark", (1, 2, 4), 6, 2)
    assert (draft.markov_rank, draft.sample_from_anchor, draft.has_confidence_head) == (8, True, False)
    assert not draft.is_reduced
    assert not draft.ties_own_embedding
    shapes = DRAFT_SHAPES | REDUCED_SHAPES | {"conf_proj.weight": (1, 9)}
    reduced = inspect_model(write_gguf(tmp_path, DRAFT_PAIRS, shapes))
    assert reduced.draft is not None
    assert (reduced.draft.draft_vocabulary_n, reduced.draft.has_confidence_head) == (2, True)


def test_where_a_gguf_draft_starts(tmp_path: Path) -> None:
    plain = {"fc.weight": (HIDDEN, 3 * HIDDEN)}
    for value, tensors, expected in ((False, DRAFT_SHAPES, False), (True, DRAFT_SHAPES, True), (None, plain, False)):
        pairs = DRAFT_PAIRS | {"dflash.sample_from_anchor": value}
        draft = inspect_model(write_gguf(tmp_path, pairs, tensors)).draft
        assert draft is not None
        assert draft.sample_from_anchor is expected


def test_an_embedding_without_a_head_is_told(tmp_path: Path) -> None:
    tables = DRAFT_SHAPES | {"token_embd.weight": (3, HIDDEN)}
    draft = inspect_model(write_gguf(tmp_path, DRAFT_PAIRS, tables)).draft
    assert draft is not None
    assert draft.ties_own_embedding
    whole = inspect_model(write_gguf(tmp_path, DRAFT_PAIRS, tables | {"output.weight": (3, HIDDEN)})).draft
    assert whole is not None
    assert not whole.ties_own_embedding


def test_a_dflash2_draft_is_known_by_its_selector(tmp_path: Path) -> None:
    plain = {"fc.weight": (HIDDEN, 3 * HIDDEN)}
    for pairs, tensors in ((DRAFT_PAIRS | {"dflash.selector_rank": 8}, plain), (DRAFT_PAIRS, SELECTOR | plain)):
        draft = inspect_model(write_gguf(tmp_path, pairs, tensors)).draft
        assert draft is not None
        assert (draft.method, draft.sample_from_anchor) == ("dflash2", False)


def test_an_eagle3_draft_gives_its_facts(tmp_path: Path) -> None:
    shapes = {"fc.weight": (HIDDEN, 3 * HIDDEN), **REDUCED_SHAPES}
    draft = inspect_model(write_gguf(tmp_path, EAGLE3_PAIRS, shapes)).draft
    assert draft is not None
    assert (draft.method, draft.layer_ids, draft.draft_max, draft.mask_token_id) == ("eagle3", (1, 2, 4), 8, None)
    assert (draft.target_hidden_size, draft.draft_vocabulary_n, draft.is_reduced) == (HIDDEN, 2, True)


def test_an_assistant_of_gemma4_gives_its_facts(tmp_path: Path) -> None:
    shapes = {"nextn.pre_projection.weight": (32, 2 * HIDDEN), "token_embd.weight": (3, 32)}
    draft = inspect_model(write_gguf(tmp_path, ASSISTANT_PAIRS, shapes)).draft
    assert draft is not None
    assert (draft.method, draft.target_family, draft.draft_max, draft.layer_ids) == ("mtp", "gemma4", 4, ())
    assert (draft.hidden_size, draft.target_hidden_size, draft.ties_own_embedding) == (32, HIDDEN, False)


@pytest.mark.parametrize(
    ("sizes", "is_refused"),
    [
        ({"rope.dimension_count": 32, "attention.key_length": 32}, False),
        ({"rope.dimension_count": 33, "attention.key_length": 32}, True),
        ({"rope.dimension_count": 32, "attention.key_length": 32, "attention.key_length_swa": 16}, True),
        ({"rope.dimension_count_swa": 16, "attention.key_length": 32, "attention.key_length_swa": 16}, False),
    ],
)
def test_no_more_dimensions_turn_than_a_head_has(tmp_path: Path, sizes: dict[str, int], is_refused: bool) -> None:
    pairs = TARGET_PAIRS | {f"qwen3.{name}": size for name, size in sizes.items()}
    entry = inspect_model(write_gguf(tmp_path, pairs, {"output.weight": (3, HIDDEN)}))
    assert entry.problem == ("config_key" if is_refused else None)


def test_layers_split_off_a_target_are_a_draft(tmp_path: Path) -> None:
    pairs = TARGET_PAIRS | {"qwen3.nextn_predict_layers": 1}
    shapes = {"token_embd.weight": (3, HIDDEN), "blk.5.nextn.eh_proj.weight": (HIDDEN, 2 * HIDDEN)}
    entry = inspect_model(write_gguf(tmp_path, pairs, shapes))
    assert entry.target is None
    assert entry.draft is not None
    assert (entry.draft.method, entry.draft.target_family, entry.draft.target_layers) == ("mtp", "qwen3", 5)
    assert problem(inspect_model(write_gguf(tmp_path, pairs, {"blk.4.x": (3,)}))) == "draft_tensor_shape"
    whole = inspect_model(write_gguf(tmp_path, pairs, shapes | {"blk.0.attn_norm.weight": (HIDDEN,)}))
    assert whole.target is not None
    assert whole.target.mtp_layers == 1
    dropped = inspect_model(write_gguf(tmp_path, pairs, {"blk.0.attn_norm.weight": (HIDDEN,)}))
    assert dropped.target is not None
    assert dropped.target.mtp_layers == 0


PAIRS: dict[str, tuple[dict[str, Any], str]] = {
    "a foreign draft": (DRAFT_PAIRS | {"general.architecture": "dflash-draft"}, "draft_foreign"),
    "another foreign draft": (DRAFT_PAIRS | {"general.architecture": "gemma4-dflash-draft"}, "draft_foreign"),
    "a draft from before the merge": (DRAFT_PAIRS | {"general.architecture": "dspark"}, "draft_foreign"),
    "an EAGLE-3 draft without sizes": (DRAFT_PAIRS | {"general.architecture": "eagle3"}, "config_key"),
    "an EAGLE-3 draft of two layers": (EAGLE3_PAIRS | {"eagle3.block_count": 2}, "config_key"),
    "an EAGLE-3 draft that reads two layers": (EAGLE3_PAIRS | {"eagle3.target_layers": [1, 2]}, "config_key"),
    "an EAGLE-3 draft of another target": (EAGLE3_PAIRS | {"eagle3.target_hidden_size": 80}, "draft_tensor_shape"),
    "a draft of DeepSeek V4": (DRAFT_PAIRS | {"dflash.hyper_connection_count": 4}, "draft_not_yet"),
    "an assistant of Gemma 4 without sizes": (
        ASSISTANT_PAIRS | {"gemma4-assistant.embedding_length": None},
        "config_key",
    ),
    "an assistant of another target": (ASSISTANT_PAIRS, "draft_tensor_shape"),
    "a projector": (TARGET_PAIRS | {"general.architecture": "clip"}, "projector"),
    "a projector by type": (TARGET_PAIRS | {"general.type": "mmproj"}, "projector"),
    "an adapter": (TARGET_PAIRS | {"general.type": "adapter"}, "lora_adapter"),
    "an image model": ({"general.architecture": "flux"}, "not_a_chat_model"),
    "an embedding model": (TARGET_PAIRS | {"qwen3.pooling_type": 1}, "not_a_chat_model"),
    "no architecture": (TARGET_PAIRS | {"general.architecture": None}, "config_key"),
    "an architecture that is a number": (TARGET_PAIRS | {"general.architecture": 7}, "config_key"),
    "no layers": (TARGET_PAIRS | {"qwen3.block_count": None}, "config_key"),
    "layers in words": (TARGET_PAIRS | {"qwen3.block_count": "six"}, "config_key"),
    "a norm that would abort": (TARGET_PAIRS | {"qwen3.attention.layer_norm_rms_epsilon": -1.0}, "config_key"),
    "a norm of a draft": (DRAFT_PAIRS | {"dflash.attention.layer_norm_rms_epsilon": -1.0}, "config_key"),
    "no target layers": (DRAFT_PAIRS | {"dflash.target_layers": None}, "config_key"),
    "target layers below zero": (DRAFT_PAIRS | {"dflash.target_layers": [-1, 2, 3]}, "config_key"),
    "layers that do not fit the projection": (DRAFT_PAIRS | {"dflash.target_layers": [1, 2]}, "draft_tensor_shape"),
    "another vocabulary": (DRAFT_PAIRS | {"tokenizer.ggml.tokens": ["a"]}, "pair_vocabulary"),
}


@pytest.mark.parametrize(("pairs", "code"), PAIRS.values(), ids=PAIRS.keys())
def test_gguf_files_that_cannot_be_used_say_why(tmp_path: Path, pairs: dict[str, Any], code: str) -> None:
    assert problem(inspect_model(write_gguf(tmp_path, pairs, DRAFT_SHAPES))) == code


def test_a_draft_in_nvfp4_is_refused(tmp_path: Path) -> None:
    infos = [("fc.weight", [3 * HIDDEN, HIDDEN], 40, 0)]
    path = tmp_path / "x.gguf"
    path.write_bytes(gguf_bytes(DRAFT_PAIRS, infos=infos, data=bytes(HIDDEN * 3 * 36)))
    assert problem(inspect_model(path)) == "draft_nvfp4"


BYTES = {
    "an empty file": (b"", "file_empty"),
    "a web page": (b"<!doctype html>", "file_is_web_page"),
    "a pointer": (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", "file_is_lfs_pointer"),
    "half a file": (gguf_bytes(TARGET_PAIRS)[:90], "file_cut_short"),
    "something else": (b"%PDF-1.7 ...", "format"),
}


@pytest.mark.parametrize(("content", "code"), BYTES.values(), ids=BYTES.keys())
def test_files_that_only_have_the_name_say_what_they_are(tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(content)
    entry = inspect_model(path)
    assert (problem(entry), entry.form, entry.name) == (code, "gguf", "x")


def test_other_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(b"x")
    assert inspect_model(tmp_path / "x.bin").problem == "config_missing"
    (tmp_path / "x.txt").write_bytes(b"x")
    assert inspect_model(tmp_path / "x.txt").problem == "not_a_model"
    write_gguf(tmp_path, TARGET_PAIRS).rename(tmp_path / "renamed.dat")
    assert inspect_model(tmp_path / "renamed.dat").target is not None


def test_what_is_not_there_is_missing(tmp_path: Path) -> None:
    for path in (tmp_path / "x", tmp_path / "x.gguf", Path("zero\0byte")):
        with pytest.raises(PathMissing):
            inspect_model(path)
    with pytest.raises((PathMissing, PathNotReadable)):
        inspect_model(tmp_path / ("x" * 300))


def test_a_folder_that_closes_half_way_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_checkpoint(tmp_path / "x", TARGET_CONFIG, TARGET_TENSORS)

    def closed(path: Path, *, tells_tokens: bool) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("app.models.recognition.inspect.inspect_checkpoint", closed)
    entry = inspect_model(folder)
    assert problem(entry) == "path_not_readable"
    assert dict(entry.problem_facts)["detail"] == "Permission denied"


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_link_that_leads_nowhere_or_in_a_circle_is_missing(tmp_path: Path) -> None:
    (tmp_path / "gone.gguf").symlink_to(tmp_path / "nothing")
    with pytest.raises(PathMissing):
        inspect_model(tmp_path / "gone.gguf")
    folder = write_checkpoint(tmp_path / "x", TARGET_CONFIG, TARGET_TENSORS)
    (folder / "model.safetensors").unlink()
    (folder / "model.safetensors").symlink_to(folder / "model.safetensors")
    assert inspect_model(folder).problem is not None


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    changes=st.lists(st.tuples(st.integers(8, 2000), st.integers(0, 255)), min_size=1, max_size=5),
    is_draft=st.booleans(),
)
def test_no_bytes_of_a_gguf_escape(tmp_path: Path, changes: list[tuple[int, int]], is_draft: bool) -> None:
    content = bytearray(gguf_bytes(DRAFT_PAIRS, DRAFT_SHAPES) if is_draft else gguf_bytes(TARGET_PAIRS))
    for place, value in changes:
        content[place % len(content)] = value
    path = tmp_path / "x.gguf"
    path.write_bytes(content)
    entry = inspect_model(path)
    json.dumps([entry.name, dict(entry.problem_facts)], ensure_ascii=False).encode()


def test_the_mask_token_stands_in_the_config(tmp_path: Path) -> None:
    draft = inspect_model(write_checkpoint(tmp_path / "x", DEEPSPEC, DRAFT_TENSORS)).draft
    assert draft is not None
    assert (draft.mask_token_id, draft.markov_rank) == (MASK, RANK)
