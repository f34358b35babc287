"""Reads the facts of a target or a draft out of a checkpoint folder."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from app.core.errors import PathNotReadable
from app.formats.checkpoint import read_checkpoint, weight_format
from app.formats.errors import SeveralModels
from app.formats.gguf import part_paths
from app.formats.json_file import read_json_object
from app.formats.safetensors import TensorInfo
from app.models.config import Config, class_name, quantization_scheme
from app.models.draft_schema import read_draft_schema, recognise_draft
from app.models.entry import ModelEntry, TargetFacts
from app.models.errors import (
    CheckpointQuantized,
    ConfigMissing,
    LoraAdapter,
    NotAChatModel,
    NotAModel,
    TargetFamilyUnknown,
    WeightsMissing,
)
from app.models.families import DEFAULT_MROPE_SECTIONS, FAMILIES, OWN_QUANTIZATION
from app.models.naming import checkpoint_name
from app.models.text_config import text_config
from app.models.tokens_digest import checkpoint_tokens_digest

_CHAT_CLASSES = ("ForCausalLM", "ForConditionalGeneration", "LMHeadModel")


def inspect_checkpoint(folder: Path) -> ModelEntry:
    """What the checkpoint in `folder` is.

    Raises FormatError and its kinds, ConfigKeyError, PathNotReadable, and one of app.models.errors for what is no
    usable target or draft.
    """
    names = _file_names(folder)
    _refuse_others(folder, names)
    config = Config(read_json_object(folder / "config.json"), folder / "config.json")
    tensors = read_checkpoint(folder)
    is_draft = recognise_draft(config.values, tensors) is not None
    return ModelEntry(
        path=folder,
        name=checkpoint_name(config, folder),
        form="checkpoint",
        size_bytes=sum(file.stat().st_size for file in {tensor.path for tensor in tensors.values()}),
        file_type=_main_type(config, tensors),
        target=None if is_draft else _target_facts(config, tensors, names),
        draft=read_draft_schema(config.values, tensors).facts if is_draft else None,
    )


def main_weights(folder: Path) -> Path | None:
    """The .gguf of a folder that holds one model as GGUF, vision projectors aside; None without any.

    Raises SeveralModels when there is more than one, ShardMissing when one is not whole.
    """
    files = sorted(path for path in folder.glob("*.gguf") if path.is_file() and "mmproj" not in path.name.lower())
    models = list(dict.fromkeys(part_paths(path)[0] for path in files))
    if len(models) > 1:
        raise SeveralModels(path=str(folder), names=", ".join(path.name for path in models[:20]))
    return models[0] if models else None


def _file_names(folder: Path) -> frozenset[str]:
    try:
        return frozenset(path.name for path in folder.iterdir())
    except OSError as error:
        raise PathNotReadable(path=str(folder), detail=error.strerror or str(error)) from error


def _refuse_others(folder: Path, names: frozenset[str]) -> None:
    """Raise for what is no checkpoint of a language model, told by the files that are there."""
    place = str(folder)
    if "model_index.json" in names:
        raise NotAChatModel(kind="image")
    if "adapter_config.json" in names:
        raise LoraAdapter(path=place)
    if "modules.json" in names or "config_sentence_transformers.json" in names:
        raise NotAChatModel(kind="embedding")
    if weight_format(names) is None:
        raise WeightsMissing(path=place) if "config.json" in names else NotAModel(path=place)
    if "config.json" not in names:
        raise ConfigMissing(path=place)


def _target_facts(config: Config, tensors: Mapping[str, TensorInfo], names: frozenset[str]) -> TargetFacts:
    name = class_name(config)
    if name and not name.endswith(_CHAT_CLASSES):
        raise NotAChatModel(kind=name[:80])
    architecture = FAMILIES.get(name)
    if architecture is None:
        raise TargetFamilyUnknown(class_name=name[:80] or "unknown")
    scheme = quantization_scheme(config)
    if scheme is not None and scheme != OWN_QUANTIZATION.get(name):
        raise CheckpointQuantized(scheme=scheme)
    text = text_config(config)
    vocabulary_n = text.integer("vocab_size", least=1)
    return TargetFacts(
        architecture=architecture,
        class_name=name,
        layers=text.integer("num_hidden_layers", least=1, most=4096),
        hidden_size=text.integer("hidden_size", least=1),
        vocabulary_n=vocabulary_n,
        context_trained=text.integer("max_position_embeddings", least=1),
        has_own_output=any(tensor.endswith("lm_head.weight") for tensor in tensors),
        tokens_digest=checkpoint_tokens_digest(config.path.parent, name, vocabulary_n, names),
        mrope_sections=_mrope_sections(text, architecture),
    )


def _mrope_sections(text: Config, architecture: str) -> tuple[int, ...] | None:
    """Four sections as GGUF writes them, the last one empty; None without M-RoPE."""
    values = text.section("rope_parameters").over(text.section("rope_scaling"))
    if not values.has("mrope_section"):
        return DEFAULT_MROPE_SECTIONS.get(architecture)
    sections = values.integers("mrope_section")
    return (*sections, 0, 0, 0, 0)[:4]


def _main_type(config: Config, tensors: Mapping[str, TensorInfo]) -> str:
    """The type that most of the bytes have, or the name of a family's own quantization, which is stored as bytes."""
    sizes: Counter[str] = Counter()
    for tensor in tensors.values():
        sizes[tensor.dtype] += tensor.size_bytes
    own = OWN_QUANTIZATION.get(class_name(config))
    if own is not None and "U8" in sizes:
        return own.upper()
    return sizes.most_common(1)[0][0] if sizes else ""
