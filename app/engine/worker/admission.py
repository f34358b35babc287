"""What is about to be loaded, known from its headers: whatever llama.cpp would abort on is refused here."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.core.errors import ReportedError
from app.engine.worker.errors import NotADraft, NotATarget, NotConverted
from app.formats.errors import FormatError
from app.formats.gguf import TOKENS_KEY, GgufHeader, GgufTensor, part_paths, read_gguf_parts
from app.models.entry import DraftFacts, ModelEntry, TargetFacts
from app.models.errors import CacheDiffers
from app.models.layer_sizes import ModelSizes, gguf_sizes
from app.models.pairing import as_draft, check_d2t, check_pair, check_token_lists, own_draft
from app.models.placing import PairSizes
from app.models.recognition.inspect import inspect_model

_MAP_TENSOR = "d2t"
_WINDOW_KEY = "attention.sliding_window_pattern"
_HEADS_KEY = "attention.head_count_kv"
# What decides how large a token's keys and values are.
_CACHE_KEYS = (
    *(_HEADS_KEY, "attention.key_length", "attention.value_length"),
    *("attention.key_length_swa", "attention.value_length_swa"),
)


@dataclass(frozen=True, slots=True)
class AdmittedFile:
    """A GGUF file that may be loaded: `path` is its first part."""

    path: Path
    name: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class AdmittedTarget(AdmittedFile):
    """A target that may be loaded."""

    facts: TargetFacts
    sizes: ModelSizes


@dataclass(frozen=True, slots=True)
class AdmittedDraft(AdmittedFile):
    """A draft that may be loaded beside its target; one in the target's own file is a part of it, without own sizes."""

    facts: DraftFacts
    sizes: ModelSizes | None = None


def admit(target: Path, draft: Path | None) -> tuple[AdmittedTarget, AdmittedDraft | None]:
    """Read both headers and judge them; raises the reason why they cannot be loaded, alone or together.

    That is a FormatError for a broken file, the problem that `inspect_model` found, a mismatch of the pair, or one of
    this room's own errors.
    """
    target_entry = _inspected(target)
    if target_entry.target is None:
        raise NotATarget(path=str(target))
    first = part_paths(target_entry.path)[0]
    sizes = _sizes(first)
    admitted = AdmittedTarget(first, target_entry.name, target_entry.size_bytes, target_entry.target, sizes)
    if draft is None:
        return admitted, _own_draft(admitted)
    draft_entry = _inspected(draft)
    facts = as_draft(draft_entry)
    if facts is None:
        raise NotADraft(path=str(draft))
    check_pair(target_entry.target, facts)
    _check_contents(target_entry, draft_entry, facts)
    first = part_paths(draft_entry.path)[0]
    return admitted, AdmittedDraft(first, draft_entry.name, draft_entry.size_bytes, facts, _sizes(first))


def pair_sizes(target: AdmittedTarget, draft: AdmittedDraft | None) -> PairSizes:
    """What there is to place of the two."""
    if draft is None:
        return PairSizes(target.sizes)
    drafts_itself = draft.path == target.path
    return PairSizes(target.sizes, draft.sizes, drafts_itself, draft.facts.draft_max)


def _sizes(path: Path) -> ModelSizes:
    return gguf_sizes(read_gguf_parts(path, arrays=False))


def _own_draft(target: AdmittedTarget) -> AdmittedDraft | None:
    """What the target brings along to draft with."""
    facts = own_draft(target.facts)
    if facts is None:
        return None
    size_bytes = sum(layer.weights_bytes for layer in target.sizes.drafting_layers)
    return AdmittedDraft(target.path, target.name, size_bytes, facts)


def _inspected(path: Path) -> ModelEntry:
    entry = inspect_model(path)
    if entry.problem is not None:
        raise ReportedError(entry.problem, dict(entry.problem_facts))
    if entry.form != "gguf":
        raise NotConverted(path=str(path))
    return entry


def _check_contents(target: ModelEntry, draft: ModelEntry, facts: DraftFacts) -> None:
    """Raise for what the facts of the two do not tell."""
    header = read_gguf_parts(draft.path, arrays=facts.method == "small_model")
    if facts.method == "small_model":
        check_token_lists(_token_list(read_gguf_parts(target.path)), _token_list(header))
    if facts.shares_cache:
        _check_shared_cache(read_gguf_parts(target.path, arrays=False), header)
    if _MAP_TENSOR in header.tensors:
        _check_map(header.tensors[_MAP_TENSOR], facts.vocabulary_n)


def _token_list(header: GgufHeader) -> list[str]:
    listed = header.metadata.get(TOKENS_KEY)
    return [token for token in listed if isinstance(token, str)] if isinstance(listed, list) else []


def _check_shared_cache(target: GgufHeader, draft: GgufHeader) -> None:
    """Raise unless the draft's layers can read the keys and values of the target's last two.

    llama.cpp gives those with a sliding window the last layer but one, the others the last.
    """
    layers = _of_layer(target, "block_count", 0)
    for layer in range(_of_layer(draft, "block_count", 0)):
        shared = layers - 2 if _of_layer(draft, _WINDOW_KEY, layer) else layers - 1
        for key in (_WINDOW_KEY, *_CACHE_KEYS):
            expected, got = _of_layer(draft, key, layer), _of_layer(target, key, shared)
            if key == _HEADS_KEY and not expected:
                # As many as it asks with, where the file does not say.
                expected = _of_layer(draft, "attention.head_count", layer)
            # Fewer heads than there are read garbage, which costs nothing but their guesses.
            if got < expected or (got > expected and key != _HEADS_KEY):
                raise CacheDiffers(key=key, expected=expected, got=got)


def _of_layer(header: GgufHeader, key: str, layer: int) -> int:
    """A number of the metadata that may be one for all layers, or one for each; 0 where there is none."""
    value = header.metadata.get(f"{header.architecture}.{key}")
    if isinstance(value, list):
        value = value[layer] if 0 <= layer < len(value) else 0
    return value if isinstance(value, int) else 0


def _check_map(table: GgufTensor, vocabulary_n: int) -> None:
    """A reduced vocabulary's table must name distinct tokens of the target: the graph writes wherever it points."""
    if table.type != "I64" or len(table.shape) != 1:
        raise FormatError(path=str(table.path), detail=f"{_MAP_TENSOR} is {table.type} of shape {list(table.shape)}")
    check_d2t(np.fromfile(table.path, "<i8", count=table.shape[0], offset=table.offset), vocabulary_n)
