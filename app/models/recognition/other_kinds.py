"""Names what is no checkpoint of a language model for what it is: by its files, its tensors or its class."""

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from app.core.errors import AppError
from app.formats.json_file import read_json_object
from app.models.errors import (
    ImportanceMatrix,
    LaboratoryLayout,
    LoraAdapter,
    NotAChatModel,
    OtherFormat,
    TrainingState,
)

# Endings and names of files that only one other format has.
_FORMATS = (
    (r".*\.onnx(_data)?|onnx", "ONNX"),
    (r"tf_model\.h5|.*\.h5|.*\.keras|saved_model\.pb|model\.ckpt\.(index|meta)", "TensorFlow"),
    (r".*\.tflite|.*\.litertlm|.*\.task", "LiteRT"),
    (r"flax_model.*\.msgpack|.*\.orbax", "Flax"),
    (r".*\.mlmodel|.*\.mlpackage|.*\.mlmodelc", "Core ML"),
    (r"openvino_model.*\.(xml|bin)", "OpenVINO"),
    (r".*\.engine|.*\.plan", "TensorRT"),
    (r".*\.pte", "ExecuTorch"),
    (r".*\.nemo", "NeMo"),
    (r".*\.rkllm|.*\.rknn", "RKNN"),
    (r"mlc-chat-config\.json|params_shard_\d+\.bin", "MLC"),
    (r"ggml-model.*\.bin|ggml-.*\.bin|.*\.ggml|.*\.ggjt", "GGML of the time before GGUF"),
    (r".*\.llamafile", "llamafile"),
)
_TRAINING = re.compile(
    r"global_step\d+|.*_model_states\.pt|.*_optim_states\.pt|zero_to_fp32\.py|.*\.distcp|pytorch_model_fsdp_\d+"
    r"|trainer_state\.json|optimizer\.(pt|bin)"
)
_LABORATORY = re.compile(r"consolidated(\.\d+)?\.(pth|safetensors)|params\.json")
_EMBEDDING_FILES = frozenset({"modules.json", "config_sentence_transformers.json", "1_Pooling"})
# Names of tensors that say what a lone file of weights is for.
_BY_TENSORS = (
    (re.compile(r"lora_(A|B|up|down|a|b)\b|\.lora_|^lora_unet_|\.hada_w1"), "adapter"),
    (re.compile(r"^model\.diffusion_model\.|^first_stage_model\.|^double_blocks\.|^cond_stage_model\."), "image"),
)
# Endings and parts of class names, with what such models do; the first that matches counts.
_BY_CLASS = (
    (r"For(Sequence|Token|Image|Audio)Classification$|RewardModel$|ForSequenceEmbedding$", "classifier"),
    (r"ForQuestionAnswering$|ForMultipleChoice$", "classifier"),
    (r"Whisper|Wav2Vec|ForCTC$|Speech|TTS|Tts|Bark|Encodec|Parler|MusicGen|Musicgen|VitsModel", "speech"),
    (r"^(CLIP|Siglip|SigLIP|ViT|Dinov|DINOv|Swin|ConvNext)", "vision"),
    (r"Diffusion|Transformer2DModel$|UNet|^Flux|^SD3|AutoencoderKL", "image"),
    (r"ForMaskedLM$|Bert|BERT|^T5Encoder|BidirectionalModel$|EmbeddingModel$", "embedding"),
    (r"^(T5|MT5|UMT5|Bart|MBart|Pegasus|Marian|M2M100|Led)", "encoder and decoder"),
    (r"^(Dream|LLaDA|RND1)", "text by diffusion"),
    (r"Model$", "no output head"),
)


def refuse_other_folders(folder: Path, names: frozenset[str], *, has_weights: bool) -> None:
    """Raise for a folder with files of these `names` that is something else than a checkpoint of a language model.

    `has_weights` says that files of weights are there that could be one's.
    """
    if "model_index.json" in names:
        raise NotAChatModel(kind="image")
    if "adapter_config.json" in names or any(name.startswith("adapter_model.") for name in names):
        raise LoraAdapter(path=str(folder), base=_adapter_base(folder / "adapter_config.json"))
    if "adapters.safetensors" in names and "config.json" not in names:
        raise LoraAdapter(path=str(folder), base=None)
    if names & _EMBEDDING_FILES:
        raise NotAChatModel(kind="embedding")
    if "config.json" not in names and any(_LABORATORY.fullmatch(name) for name in names) and "params.json" in names:
        raise LaboratoryLayout(path=str(folder))
    if has_weights:
        return
    if kind := next((kind for name in sorted(names) if (kind := other_format(name))), None):
        raise OtherFormat(path=str(folder), format=kind)
    if any(_TRAINING.fullmatch(name) for name in names):
        raise TrainingState(path=str(folder))


def refuse_other_file(path: Path) -> None:
    """Raise for a single file that its name gives away."""
    name = path.name.lower()
    if kind := other_format(name):
        raise OtherFormat(path=str(path), format=kind)
    if "imatrix" in name and path.suffix.lower() in (".dat", ".imatrix"):
        raise ImportanceMatrix(path=str(path))


def may_be_weights(name: str) -> bool:
    """Whether a file's name is not that of another format or of a training run's own state."""
    return other_format(name) is None and _TRAINING.fullmatch(name) is None


def other_format(name: str) -> str | None:
    """The other format that a file's name is one of, None for anything else."""
    return next((kind for pattern, kind in _FORMATS if re.fullmatch(pattern, name.lower())), None)


def refuse_other_tensors(path: Path, tensor_names: Iterable[str]) -> None:
    """Raise where weights without a config are known by their tensors for what they are."""
    listed = list(tensor_names)
    for pattern, kind in _BY_TENSORS:
        if any(pattern.search(name) for name in listed):
            raise LoraAdapter(path=str(path), base=None) if kind == "adapter" else NotAChatModel(kind=kind)


def kind_of_class(name: str) -> str | None:
    """What models of a class are for that write no text; None where the name does not tell."""
    found = next((kind for pattern, kind in _BY_CLASS if re.search(pattern, name)), None)
    return f"{found}, {name[:80]}" if found else None


def _adapter_base(path: Path) -> str | None:
    """The model that an adapter says it is for."""
    with suppress(AppError):
        base = read_json_object(path).get("base_model_name_or_path")
        return base[:200] if isinstance(base, str) and base else None
    return None
