"""What is no language model is named for what it is, with a way on."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.models.recognition.families import CONVERTIBLE, FAMILIES
from app.models.recognition.inspect import inspect_model, why_not_convertible
from app.models.recognition.known_families import ENGINE_FAMILIES, NOT_CONVERTIBLE, OTHER_FAMILIES
from app.texts import sentence
from app.texts.description import description
from tests.formats.files import gguf_bytes, safetensors_bytes, write_checkpoint
from tests.models.made_drafts import BACKBONE, DEEPSPEC, HIDDEN, SPECULATORS, VOCABULARY, dtype_of, shapes

TENSORS = {"model.embed_tokens.weight": ("BF16", (VOCABULARY, HIDDEN))}
CONFIG: dict[str, Any] = {
    "architectures": ["Qwen3ForCausalLM"],
    "hidden_size": HIDDEN,
    "num_hidden_layers": 6,
    "vocab_size": VOCABULARY,
    "max_position_embeddings": 4096,
}
DRAFT_TENSORS = {name: (dtype_of(name), shape) for name, shape in shapes().items()}
LORA = safetensors_bytes({"base_model.model.layers.0.self_attn.q_proj.lora_A.weight": ("BF16", (8, 8))})
SDXL = safetensors_bytes({"model.diffusion_model.input_blocks.0.0.weight": ("F16", (8, 8))})
BASE = b'{"peft_type": "LORA", "base_model_name_or_path": "Qwen/Qwen3-8B"}'

FOLDERS: dict[str, tuple[dict[str, bytes], str, str]] = {
    "an adapter": ({"adapter_config.json": BASE, "adapter_model.safetensors": LORA}, "lora_adapter", "Qwen/Qwen3-8B"),
    "an adapter's weights alone": ({"adapter_model.bin": b"x"}, "lora_adapter", "another model"),
    "an adapter of MLX": ({"adapters.safetensors": LORA}, "lora_adapter", "another model"),
    "an adapter under another name": ({"style.safetensors": LORA}, "lora_adapter", "another model"),
    "a model of images in one file": ({"sdxl.safetensors": SDXL}, "not_a_chat_model", "image"),
    "an embedding model": ({"1_Pooling": b"", "model.safetensors": b"x"}, "not_a_chat_model", "embedding"),
    "ONNX": ({"config.json": b"{}", "model_q4.onnx": b"x"}, "other_format", "ONNX"),
    "TensorFlow": ({"config.json": b"{}", "tf_model.h5": b"x"}, "other_format", "TensorFlow"),
    "Flax": ({"config.json": b"{}", "flax_model.msgpack": b"x"}, "other_format", "Flax"),
    "OpenVINO": ({"config.json": b"{}", "openvino_model.bin": b"x"}, "other_format", "OpenVINO"),
    "MLC": ({"mlc-chat-config.json": b"{}", "params_shard_0.bin": b"x"}, "other_format", "MLC"),
    "GGML": ({"ggml-model-q4_0.bin": b"tjgg"}, "other_format", "GGML"),
    "a training run": ({"trainer_state.json": b"{}", "optimizer.pt": b"x"}, "training_state", "training run"),
    "shards of optimizers": ({"mp_rank_00_model_states.pt": b"x", "latest": b"x"}, "training_state", "training run"),
    "a laboratory's own layout": (
        {"consolidated.safetensors": LORA, "params.json": b"{}", "tekken.json": b"{}"},
        "laboratory_layout",
        "config.json",
    ),
    "a laboratory's own layout in parts": (
        {"consolidated.00.pth": b"x", "consolidated.01.pth": b"x", "params.json": b"{}"},
        "laboratory_layout",
        "config.json",
    ),
}


@pytest.mark.parametrize(("files", "code", "word"), FOLDERS.values(), ids=FOLDERS.keys())
def test_folders(tmp_path: Path, files: dict[str, bytes], code: str, word: str) -> None:
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    entry = inspect_model(tmp_path)
    assert (entry.problem, entry.target, entry.draft) == (code, None, None)
    told = sentence(code, dict(entry.problem_facts))
    assert word in told.sentence and told.hint


def test_parts_in_folders_of_their_own(tmp_path: Path) -> None:
    images, onnx = tmp_path / "images", tmp_path / "onnx-of-x"
    write_checkpoint(images / "transformer", {"_class_name": "FluxTransformer2DModel"}, TENSORS)
    (images / "model_index.json").write_text("{}")
    (onnx / "onnx").mkdir(parents=True)
    (onnx / "config.json").write_text("{}")
    assert inspect_model(images).problem == "not_a_chat_model"
    assert dict(inspect_model(onnx).problem_facts)["format"] == "ONNX"


def test_what_training_leaves_beside_a_finished_model_is_no_hindrance(tmp_path: Path) -> None:
    folder = write_checkpoint(tmp_path / "checkpoint-500", CONFIG, TENSORS)
    for name in ("trainer_state.json", "optimizer.pt", "training_args.bin", "model.onnx", "openvino_model.bin"):
        (folder / name).write_bytes(b"x")
    assert inspect_model(folder).target is not None


@pytest.mark.parametrize(("name", "code"), [("x.onnx", "other_format"), ("imatrix.dat", "importance_matrix")])
def test_files(tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / name).write_bytes(b"x")
    assert inspect_model(tmp_path / name).problem == code


CLASSES = {
    "Qwen3ForSequenceClassification": "classifier",
    "BertModel": "embedding",
    "ModernBertForMaskedLM": "embedding",
    "XLMRobertaForQuestionAnswering": "classifier",
    "Qwen2Model": "no output head",
    "WhisperForConditionalGeneration": "speech",
    "T5ForConditionalGeneration": "encoder and decoder",
    "CLIPModel": "vision",
    "LLaDAModelLM": "text by diffusion",
}


@pytest.mark.parametrize(("name", "kind"), CLASSES.items())
def test_classes_that_write_no_text(tmp_path: Path, name: str, kind: str) -> None:
    entry = inspect_model(write_checkpoint(tmp_path / "x", {**CONFIG, "architectures": [name]}, TENSORS))
    assert entry.problem == "not_a_chat_model"
    assert dict(entry.problem_facts)["kind"] == f"{kind}, {name}"


def test_an_encoder_with_a_decoder_says_so_itself(tmp_path: Path) -> None:
    config = {**CONFIG, "architectures": ["NewForConditionalGeneration"], "is_encoder_decoder": True}
    assert inspect_model(write_checkpoint(tmp_path / "x", config, TENSORS)).problem == "not_a_chat_model"


@pytest.mark.parametrize("name", ["DeepseekV3ForCausalLM", "Gemma2ForCausalLM", "Mistral3ForConditionalGeneration"])
def test_families_that_only_the_engine_knows_lead_to_a_gguf(tmp_path: Path, name: str) -> None:
    entry = inspect_model(write_checkpoint(tmp_path / "x", {**CONFIG, "architectures": [name]}, TENSORS))
    error = why_not_convertible(entry)
    assert error is not None and entry.target is not None
    assert entry.target.architecture == NOT_CONVERTIBLE[name]
    own_words = {"architectures": ["GPT2LMHeadModel"], "n_layer": 12}
    odd = inspect_model(write_checkpoint(tmp_path / "odd", own_words, TENSORS))
    assert odd.problem == "target_not_convertible"


QUANTIZED: dict[str, tuple[dict[str, Any], str]] = {
    "awq": ({"quantization_config": {"quant_method": "awq", "bits": 4}}, "AWQ"),
    "gptq": ({"quantization_config": {"quant_method": "gptq", "bits": 4}}, "GPTQ"),
    "fp8": ({"quantization_config": {"quant_method": "fp8"}}, "FP8"),
    "bitsandbytes": ({"quantization_config": {"quant_method": "bitsandbytes"}}, "bitsandbytes"),
    "modelopt": ({"quantization_config": {"quant_algo": "NVFP4", "quant_method": "modelopt"}}, "NVFP4"),
    "compressed": (
        {"quantization_config": {"quant_method": "compressed-tensors", "format": "nvfp4-pack-quantized"}},
        "NVFP4",
    ),
    "mlx": ({"quantization": {"group_size": 64, "bits": 4}}, "MLX, 4 bits"),
    "mlx of today": ({"quantization_config": {"group_size": 64, "bits": 8}}, "MLX, 8 bits"),
    "new": ({"quantization_config": {"quant_method": "new-one"}}, "new-one"),
}


@pytest.mark.parametrize(("changes", "scheme"), QUANTIZED.values(), ids=QUANTIZED.keys())
def test_quantized_checkpoints(tmp_path: Path, changes: dict[str, Any], scheme: str) -> None:
    target = inspect_model(write_checkpoint(tmp_path / "target", {**CONFIG, **changes}, TENSORS))
    draft = inspect_model(write_checkpoint(tmp_path / "draft", {**DEEPSPEC, **changes}, DRAFT_TENSORS))
    refused = ("checkpoint_quantized", {"scheme": scheme})
    assert (target.problem, dict(target.problem_facts)) == refused
    # The engine has code for this one, and loses with it what the draft was trained for.
    expected: tuple[str, dict[str, object]] = ("draft_nvfp4", {}) if scheme == "NVFP4" else refused
    assert (draft.problem, dict(draft.problem_facts)) == expected
    assert description(replace(draft, made_for="Qwen/Qwen3-8B")) == "draft that cannot be used"


def test_quantized_weights_whose_config_is_silent(tmp_path: Path) -> None:
    tensors = {**TENSORS, "model.layers.0.mlp.up_proj.qweight": ("I64", (8, 8))}
    entry = inspect_model(write_checkpoint(tmp_path / "x", CONFIG, tensors))
    assert dict(entry.problem_facts) == {"scheme": "GPTQ or AWQ"}
    tensors = {**TENSORS, "model.layers.0.mlp.up_proj.weight": ("F8_E4M3", (8, 8))}
    entry = inspect_model(write_checkpoint(tmp_path / "y", CONFIG, tensors))
    assert dict(entry.problem_facts) == {"scheme": "FP8"}


@pytest.mark.parametrize(
    ("changes", "tensors", "key", "found"),
    [
        ({"vocab_size": 99}, TENSORS, "vocab_size", VOCABULARY),
        ({"hidden_size": 99}, TENSORS, "hidden_size", HIDDEN),
        ({}, {"model.layers.7.mlp.up_proj.weight": ("BF16", (4, 4))}, "num_hidden_layers", 8),
    ],
)
def test_sizes_that_the_weights_do_not_have(
    tmp_path: Path, changes: dict[str, Any], tensors: dict[str, Any], key: str, found: int
) -> None:
    entry = inspect_model(write_checkpoint(tmp_path / "x", {**CONFIG, **changes}, tensors))
    facts = dict(entry.problem_facts)
    assert (entry.problem, facts["key"], facts["found"]) == ("sizes_disagree", key, found)


GGUF_PAIRS: dict[str, Any] = {
    "general.architecture": "qwen3",
    "qwen3.block_count": 6,
    "qwen3.embedding_length": HIDDEN,
    "qwen3.context_length": 4096,
    "tokenizer.ggml.tokens": ["a", "b"],
}
TABLE: dict[str, tuple[int, ...]] = {"token_embd.weight": (2, 8)}
GGUFS: dict[str, tuple[dict[str, Any], dict[str, tuple[int, ...]], str]] = {
    "an importance matrix": ({"general.type": "imatrix", "imatrix.chunk_count": 3}, TABLE, "importance_matrix"),
    "a vocabulary": (GGUF_PAIRS, {}, "vocabulary_alone"),
    "BERT": ({**GGUF_PAIRS, "general.architecture": "bert"}, TABLE, "not_a_chat_model"),
    "a model that pools": ({**GGUF_PAIRS, "qwen3.pooling_type": 3}, TABLE, "not_a_chat_model"),
    "speech": ({**GGUF_PAIRS, "general.architecture": "wavtokenizer-dec"}, TABLE, "not_a_chat_model"),
    "an unknown family": ({**GGUF_PAIRS, "general.architecture": "new-one"}, TABLE, "engine_family_unknown"),
    "a draft of another program": ({**GGUF_PAIRS, "general.architecture": "qwen3-eagle2"}, TABLE, "draft_foreign"),
    "another's assistant": ({**GGUF_PAIRS, "general.architecture": "gemma5-assistant"}, TABLE, "draft_foreign"),
    "an image model": ({"general.architecture": "sdxl"}, TABLE, "not_a_chat_model"),
}


@pytest.mark.parametrize(("pairs", "tensors", "code"), GGUFS.values(), ids=GGUFS.keys())
def test_gguf_files(tmp_path: Path, pairs: dict[str, Any], tensors: dict[str, tuple[int, ...]], code: str) -> None:
    path = tmp_path / "some.gguf"
    path.write_bytes(gguf_bytes(pairs, tensors))
    entry = inspect_model(path)
    assert entry.problem == code
    assert sentence(code, dict(entry.problem_facts)).hint


def test_an_adapter_in_gguf_names_its_model(tmp_path: Path) -> None:
    path = tmp_path / "lora.gguf"
    path.write_bytes(gguf_bytes({"general.type": "adapter", "general.base_model.0.name": "Qwen3 8B"}, TABLE))
    assert dict(inspect_model(path).problem_facts)["base"] == "Qwen3 8B"


EAGLE31 = {**BACKBONE, "architectures": ["LlamaForCausalLMEagle3"], "num_hidden_layers": 1, "fc_norm": True}
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "EAGLE-3.1": (EAGLE31, "EAGLE-3.1"),
    "P-EAGLE": ({**SPECULATORS, "speculators_model_type": "peagle"}, "P-EAGLE"),
    "XPress": ({**SPECULATORS, "speculators_model_type": "xpress"}, "XPress"),
    "Domino": ({**DEEPSPEC, "architectures": ["DominoDraftModel"]}, "Domino"),
    "EAGLE": ({**DEEPSPEC, "architectures": ["LlamaForCausalLMEagle"]}, "EAGLE"),
    "Laguna": ({**DEEPSPEC, "architectures": ["DSparkLagunaModel"]}, "DSpark for Laguna"),
    "DeepSpec's EAGLE-3": ({**DEEPSPEC, "architectures": ["Qwen3Eagle3Model"]}, "EAGLE-3 (DeepSpec)"),
    "a new one": ({**SPECULATORS, "speculators_model_type": "new"}, "speculators new"),
}


@pytest.mark.parametrize(("config", "kind"), REFUSED.values(), ids=REFUSED.keys())
def test_drafts_that_cannot_run_are_named_and_say_for_whom_they_were_made(
    tmp_path: Path, config: dict[str, Any], kind: str
) -> None:
    entry = inspect_model(write_checkpoint(tmp_path / "x", config, DRAFT_TENSORS))
    assert (entry.problem, dict(entry.problem_facts)) == ("draft_cannot_run", {"kind": kind})
    assert entry.made_for == ("Qwen/Qwen3-4B" if "speculators_config" in config else None)


def test_the_tables_of_families_do_not_contradict_each_other() -> None:
    assert not ENGINE_FAMILIES & OTHER_FAMILIES.keys()
    assert set(FAMILIES.values()) <= ENGINE_FAMILIES
    assert not CONVERTIBLE & NOT_CONVERTIBLE.keys()


@pytest.mark.native
def test_the_engine_knows_every_family_by_this_name() -> None:
    import llama_cpp

    libraries = list((Path(llama_cpp.__file__).parent / "lib").glob("*llama.*"))
    content = b"".join(path.read_bytes() for path in libraries)
    assert content
    unknown = {name for name in ENGINE_FAMILIES | OTHER_FAMILIES.keys() if name.encode() + b"\0" not in content}
    assert not unknown
