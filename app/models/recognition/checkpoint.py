"""Reads the facts of a target or a draft out of a checkpoint folder."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from app.core.errors import AppError, PathNotReadable
from app.formats.checkpoint import read_checkpoint, weight_format
from app.formats.errors import SeveralModels
from app.formats.gguf import part_paths
from app.formats.json_file import read_json_object
from app.formats.safetensors import TensorInfo
from app.models.config import Config, ConfigKeyError, class_name
from app.models.drafts.config import target_hint
from app.models.drafts.schema import read_draft_schema, recognise_draft
from app.models.entry import ModelEntry, TargetFacts
from app.models.errors import (
    CheckpointQuantized,
    ConfigMissing,
    NotAChatModel,
    NotAModel,
    SizesDisagree,
    TargetFamilyUnknown,
    TargetNotConvertible,
    WeightsMissing,
)
from app.models.naming import checkpoint_name
from app.models.recognition.families import CONVERTIBLE, DEFAULT_MROPE_SECTIONS, FAMILIES, OWN_QUANTIZATION
from app.models.recognition.other_kinds import kind_of_class, may_be_weights, refuse_other_folders, refuse_other_tensors
from app.models.recognition.quantization import quantization_scheme
from app.models.recognition.text_config import text_config
from app.models.tokens_digest import checkpoint_tokens_digest

_CHAT_CLASSES = ("ForCausalLM", "ForConditionalGeneration", "LMHeadModel")
# Names of GGUF files that go with a model's.
_BESIDE = re.compile(r"mmproj|imatrix|^(mtp|dflash|dspark|eagle3|draft)-", re.IGNORECASE)
_EMBEDDING = re.compile(r"(?:model\.|language_model\.)*embed_tokens\.weight")
_LAYER = re.compile(r"(?:model\.|language_model\.)*layers\.(\d{1,6})\.")


def inspect_checkpoint(folder: Path, *, tells_tokens: bool = True) -> ModelEntry:
    """What the checkpoint in `folder` is; a draft that cannot be used is an entry with that problem.

    Raises FormatError and its kinds, ConfigKeyError, PathNotReadable, and one of app.models.errors for what is no
    usable target or draft.
    """
    names = _file_names(folder)
    _refuse_others(folder, names)
    config = Config(read_json_object(folder / "config.json"), folder / "config.json")
    tensors = read_checkpoint(folder)
    entry = ModelEntry(
        path=folder,
        name=checkpoint_name(config, folder),
        form="checkpoint",
        size_bytes=sum(file.stat().st_size for file in {tensor.path for tensor in tensors.values()}),
        file_type=_main_type(config, tensors),
    )
    if recognise_draft(config.values, tensors) is None:
        return replace(entry, target=_target_facts(config, tensors, names, tells_tokens))
    try:
        return replace(entry, draft=read_draft_schema(config.values, tensors).facts)
    except AppError as error:
        facts = tuple(error.facts.items())
        return replace(entry, problem=error.code, problem_facts=facts, made_for=target_hint(config))


def main_weights(folder: Path) -> Path | None:
    """The .gguf of a folder that holds one model as GGUF; None without any.

    What lies beside a model (projectors, importance matrices, drafts under names of their own) is taken only where
    nothing else is there. Raises SeveralModels when there is more than one, ShardMissing when one is not whole.
    """
    files = sorted(path for path in folder.glob("*.gguf") if path.is_file())
    main = [path for path in files if not _BESIDE.search(path.name)]
    models = list(dict.fromkeys(part_paths(path)[0] for path in main or files))
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
    kind = weight_format(name for name in names if may_be_weights(name))
    refuse_other_folders(folder, names, has_weights=kind is not None)
    if kind is None:
        raise WeightsMissing(path=place) if "config.json" in names else NotAModel(path=place)
    if "config.json" not in names:
        refuse_other_tensors(folder, _names_of_tensors(folder))
        raise ConfigMissing(path=place)


def _names_of_tensors(folder: Path) -> tuple[str, ...]:
    """Those of weights without a config, as far as they can be read: the missing config is what is wrong with them."""
    try:
        return tuple(read_checkpoint(folder))
    except AppError:
        return ()


def _target_facts(
    config: Config, tensors: Mapping[str, TensorInfo], names: frozenset[str], tells_tokens: bool
) -> TargetFacts:
    name = class_name(config)
    _refuse_other_classes(config, name)
    scheme = quantization_scheme(config, tensors) or _rounded_type(tensors)
    if scheme is not None and scheme.lower() != OWN_QUANTIZATION.get(name):
        raise CheckpointQuantized(scheme=scheme)
    try:
        facts = _facts_of_class(config, name, tensors)
    except ConfigKeyError as error:
        # Families that are known by name alone describe themselves in words of their own.
        raise error if name in CONVERTIBLE else TargetNotConvertible(class_name=name) from error
    if name in CONVERTIBLE:
        _require_agreement(config.path, facts, tensors)
    if not tells_tokens:
        return facts
    digest = checkpoint_tokens_digest(config.path.parent, name, facts.vocabulary_n, names)
    return replace(facts, tokens_digest=digest)


def _rounded_type(tensors: Mapping[str, TensorInfo]) -> str | None:
    """A type of numbers that only rounded weights are stored in, which no config need tell of; None without one."""
    return "FP8" if any(tensor.dtype.startswith("F8_") for tensor in tensors.values()) else None


def _refuse_other_classes(config: Config, name: str) -> None:
    """Raise for a class that writes no text, or that is not known."""
    if name in FAMILIES:
        return
    if (kind := kind_of_class(name)) is not None:
        raise NotAChatModel(kind=kind)
    if config.boolean("is_encoder_decoder", False):
        raise NotAChatModel(kind=f"encoder and decoder, {name[:80]}")
    if name and not name.endswith(_CHAT_CLASSES):
        raise NotAChatModel(kind=name[:80])
    raise TargetFamilyUnknown(class_name=name[:80] or "unknown")


def _facts_of_class(config: Config, name: str, tensors: Mapping[str, TensorInfo]) -> TargetFacts:
    architecture, text = FAMILIES[name], text_config(config)
    return TargetFacts(
        architecture=architecture,
        class_name=name,
        layers=text.integer("num_hidden_layers", least=1, most=4096),
        hidden_size=text.integer("hidden_size", least=1),
        vocabulary_n=text.integer("vocab_size", least=1),
        context_trained=text.integer("max_position_embeddings", least=1),
        has_own_output=any(tensor.endswith("lm_head.weight") for tensor in tensors),
        mrope_sections=_mrope_sections(text, architecture),
    )


def _require_agreement(path: Path, facts: TargetFacts, tensors: Mapping[str, TensorInfo]) -> None:
    """Raise SizesDisagree where the weights show other sizes than the config; of a few shards not all can be seen."""
    seen: list[tuple[str, int, int]] = []
    table = next((tensor for name, tensor in tensors.items() if _EMBEDDING.fullmatch(name)), None)
    if table is not None and len(table.shape) == 2:
        seen += [("vocab_size", facts.vocabulary_n, table.shape[0]), ("hidden_size", facts.hidden_size, table.shape[1])]
    numbers = [int(found[1]) for name in tensors if (found := _LAYER.match(name))]
    seen.append(("num_hidden_layers", facts.layers, max(facts.layers, *(n + 1 for n in numbers), 0)))
    if wrong := next((each for each in seen if each[1] != each[2]), None):
        raise SizesDisagree(path=str(path), key=wrong[0], told=wrong[1], found=wrong[2])


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
