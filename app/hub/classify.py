"""Tells what a repository is before anything big is fetched, from its config and the headers of its weights."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app.core.errors import AppError
from app.core.progress import Progress
from app.formats.checkpoint import SAFETENSORS, TORCH
from app.hub.client import HubClient
from app.hub.errors import HubNoWeights, HubSeenWhenFetched, HubSeveralFiles, HubShardMissing
from app.hub.files import CONFIG_NAME, Choice, choose, gguf_models, is_sidecar
from app.hub.listing import Listing, RemoteFile
from app.hub.outline import Outline
from app.models.entry import ModelEntry
from app.models.expected import context_shape
from app.models.memory import ContextShape
from app.models.recognition.inspect import inspect_model

_MOST_CONFIG_BYTES = 4 << 20
# Says which model an adapter is for.
_ADAPTER_CONFIG_NAME = "adapter_config.json"
_MOST_INDEX_BYTES = 64 << 20
# Drafts come in few shards and every tensor of theirs is looked at; of a large target two shards tell enough.
_FEW_SHARDS = 4


@dataclass(frozen=True, slots=True)
class Classified:
    """What a repository is; the entry's path is the repository's name, its size that of the weights.

    `variants` are the GGUF models it holds with their bytes; the entry is then that of the smallest. `shape` is None
    where the entry has a problem.
    """

    listing: Listing
    entry: ModelEntry
    variants: tuple[tuple[str, int], ...] = ()
    shape: ContextShape | None = None


def classify(client: HubClient, listing: Listing, progress: Progress) -> Classified:
    """Look at a repository; what it cannot be used for is the entry's `problem`.

    Raises what asking the Hub raises, and HubSeveralFiles for several checkpoints.
    """
    progress.update("hub_look", 0)
    models = gguf_models(listing)
    variants = tuple((name, sum(file.size_bytes for file in files)) for name, files in models.items())
    with TemporaryDirectory(prefix="slipstream-") as scratch:
        outline = Outline(client, listing, Path(scratch) / listing.repo.rpartition("/")[2], progress)
        outline.folder.mkdir()
        shape: ContextShape | None = None
        try:
            choice = _choice(listing, variants)
            path = _sketch_gguf(outline, choice) if choice.main else _sketch_checkpoint(outline, listing, choice)
        except (HubNoWeights, HubSeenWhenFetched, HubShardMissing) as error:
            entry = _by_names(outline, listing, error)
        else:
            entry = inspect_model(path)
            shape = _shape_of(entry)
            entry = replace(entry, size_bytes=sum(file.size_bytes for file in choice.weights))
    return Classified(listing, _placed(entry, listing.repo, outline.folder), variants, shape)


def _shape_of(entry: ModelEntry) -> ContextShape | None:
    # Only an estimate is lost: what is wrong with the model is its problem already.
    with suppress(AppError):
        return context_shape(entry) if entry.problem is None else None
    return None


def _choice(listing: Listing, variants: tuple[tuple[str, int], ...]) -> Choice:
    try:
        return choose(listing)
    except HubSeveralFiles:
        if not variants:
            raise
        mains = [variant for variant in variants if not is_sidecar(variant[0])] or variants
        return choose(listing, min(mains, key=lambda variant: variant[1])[0])


def _by_names(outline: Outline, listing: Listing, error: AppError) -> ModelEntry:
    """What is no model for this program says by its files what it is instead; if they do not, `error` stands."""
    _look_at_names(outline, listing)
    if listing.file(CONFIG_NAME) is None:
        # Weights alone, an adapter as a rule: the names of their tensors tell.
        weights = [file for file in listing.files if SAFETENSORS.is_weights(file.name) and "/" not in file.name]
        for file in weights[:1]:
            outline.sketch_safetensors(file)
    entry = inspect_model(outline.folder)
    says_nothing = entry.problem in (
        None,
        "weights_missing",
        "not_a_model",
        "shard_missing",
        "file_empty",
    )
    if not says_nothing:
        return entry
    return replace(entry, problem=error.code, problem_facts=tuple(error.facts.items()))


def _look_at_names(outline: Outline, listing: Listing) -> None:
    outline.name_all()
    for name in (CONFIG_NAME, _ADAPTER_CONFIG_NAME):
        if config := listing.file(name):
            outline.copy(config, _MOST_CONFIG_BYTES)


def _sketch_gguf(outline: Outline, choice: Choice) -> Path:
    paths = {file.name: outline.sketch_gguf(file) for file in choice.files}
    return paths[choice.main]


def _sketch_checkpoint(outline: Outline, listing: Listing, choice: Choice) -> Path:
    _look_at_names(outline, listing)
    shards = choice.weights
    if not SAFETENSORS.is_weights(shards[0].name):
        return _sketch_torch(outline, listing, shards)
    if (index := listing.file(SAFETENSORS.index_name)) is not None:
        shards = _telling(outline, outline.copy(index, _MOST_INDEX_BYTES), shards)
    for shard in shards:
        outline.sketch_safetensors(shard)
    return outline.folder


def _sketch_torch(outline: Outline, listing: Listing, shards: tuple[RemoteFile, ...]) -> Path:
    if (index := listing.file(TORCH.index_name)) is not None:
        outline.copy(index, _MOST_INDEX_BYTES)
    for shard in shards:
        outline.sketch_torch(shard)
    return outline.folder


def _telling(outline: Outline, content: bytes, shards: tuple[RemoteFile, ...]) -> tuple[RemoteFile, ...]:
    """The shards to look at; where some are left out, the outline's index leaves them out as well."""
    weight_map = _weight_map(content)
    if len(shards) <= _FEW_SHARDS or not weight_map:
        return shards
    heads = {name for tensor, name in weight_map.items() if tensor.endswith("lm_head.weight")}
    told = tuple(shard for shard in shards if shard.name in heads or shard is shards[0])
    names = {shard.name for shard in told}
    kept = {tensor: name for tensor, name in weight_map.items() if name in names}
    (outline.folder / SAFETENSORS.index_name).write_text(json.dumps({"weight_map": kept}), encoding="utf-8")
    return told


def _weight_map(content: bytes) -> Mapping[str, Any]:
    with suppress(ValueError, RecursionError):
        index = json.loads(content)
        found = index.get("weight_map") if isinstance(index, dict) else None
        return found if isinstance(found, dict) else {}
    return {}


def _placed(entry: ModelEntry, repo: str, folder: Path) -> ModelEntry:
    """The entry as one of the Hub, with no word of where it was looked at."""
    facts = tuple(
        (name, fact.replace(str(folder), repo) if isinstance(fact, str) else fact) for name, fact in entry.problem_facts
    )
    return replace(entry, path=Path(repo), problem_facts=facts)
