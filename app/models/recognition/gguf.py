"""Reads the facts of a target or a draft out of a GGUF file."""

import re
from collections import Counter
from pathlib import Path

from app.formats.errors import plain_name
from app.formats.ggml_types import FILE_TYPES
from app.formats.gguf import GgufHeader, read_gguf_parts
from app.models.config import Config
from app.models.drafts.gguf import read_gguf_draft
from app.models.entry import ModelEntry, TargetFacts
from app.models.errors import (
    DraftForeign,
    EngineFamilyUnknown,
    ImportanceMatrix,
    LoraAdapter,
    NotAChatModel,
    Projector,
    VocabularyAlone,
)
from app.models.naming import gguf_name
from app.models.recognition.gguf_numbers import check_numbers
from app.models.recognition.known_families import ENGINE_FAMILIES, OTHER_FAMILIES

_DRAFTS = frozenset({"dflash", "eagle3", "gemma4-assistant"})
# What forks of llama.cpp call their drafts ("dflash-draft", "gemma4-dflash-draft", "dspark"), and their kin.
_FOREIGN_DRAFT = re.compile(
    r"dflash|dspark|eagle|medusa|hydra|domino|xpress|speculator|[-_]draft$|^draft[-_]|assistant$"
)
_MOST_LAYERS = 4096


def inspect_gguf(path: Path) -> ModelEntry:
    """What the .gguf at `path` is, with all its parts where it is split.

    Raises FormatError and its kinds, ConfigKeyError for a key that is missing or of another kind, and one of
    app.models.errors for what is no usable target or draft.
    """
    header = read_gguf_parts(path, arrays=False)
    _refuse_others(header)
    check_numbers(header)
    draft = read_gguf_draft(header)
    return ModelEntry(
        path=header.path,
        name=gguf_name(header),
        form="gguf",
        size_bytes=header.size_bytes,
        file_type=_file_type(header),
        target=None if draft else _target_facts(header),
        draft=draft,
    )


def _refuse_others(header: GgufHeader) -> None:
    """Raise for what is neither a target nor a draft that can run."""
    architecture, kind = header.architecture, header.metadata.get("general.type")
    path = str(header.path)
    if architecture == "clip" or kind == "mmproj":
        raise Projector(path=path)
    if kind == "adapter":
        base = header.metadata.get("general.base_model.0.name")
        raise LoraAdapter(path=path, base=plain_name(base) if isinstance(base, str) and base else None)
    if kind == "imatrix" or "imatrix.chunk_count" in header.metadata:
        raise ImportanceMatrix(path=path)
    if architecture in _DRAFTS:
        return
    if _FOREIGN_DRAFT.search(architecture):
        raise DraftForeign(architecture=architecture)
    if architecture in OTHER_FAMILIES:
        raise NotAChatModel(kind=f"{OTHER_FAMILIES[architecture]}, {architecture}")
    if f"{architecture}.pooling_type" in header.metadata:
        raise NotAChatModel(kind=f"embedding, {architecture[:40]}")
    if not header.tokens_n:
        raise NotAChatModel(kind=architecture[:40] or "unknown")
    if architecture and architecture not in ENGINE_FAMILIES:
        raise EngineFamilyUnknown(architecture=architecture[:80])
    if not header.tensors:
        raise VocabularyAlone(path=path)


def _file_type(header: GgufHeader) -> str:
    """As the file says, else the type that most of its bytes have."""
    number = header.metadata.get("general.file_type")
    if isinstance(number, int) and number in FILE_TYPES:
        return FILE_TYPES[number]
    sizes: Counter[str] = Counter()
    for tensor in header.tensors.values():
        sizes[tensor.type] += tensor.size_bytes
    return sizes.most_common(1)[0][0] if sizes else ""


def _target_facts(header: GgufHeader) -> TargetFacts:
    architecture = header.architecture
    config = Config(header.metadata, header.path)
    # Heads that predict further tokens are counted as blocks, and are no layers of the target.
    extra_layers = config.integer(f"{architecture}.nextn_predict_layers", 0, most=_MOST_LAYERS)
    layers = config.integer(f"{architecture}.block_count", least=extra_layers + 1, most=_MOST_LAYERS)
    sections = f"{architecture}.rope.dimension_sections"
    # A file may keep the number and have dropped the layers.
    has_heads = f"blk.{layers - 1}.nextn.eh_proj.weight" in header.tensors
    return TargetFacts(
        architecture=architecture,
        class_name="",
        layers=layers - extra_layers,
        hidden_size=config.integer(f"{architecture}.embedding_length", least=1),
        vocabulary_n=header.tokens_n,
        context_trained=config.integer(f"{architecture}.context_length", least=1),
        has_own_output="output.weight" in header.tensors,
        tokens_digest=header.tokens_digest,
        mrope_sections=config.integers(sections) if config.has(sections) else None,
        has_rotated_tables=any(key.startswith("prism.hadamard.") for key in header.metadata),
        mtp_layers=extra_layers if has_heads else 0,
    )
