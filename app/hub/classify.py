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
from app.formats.checkpoint import SAFETENSORS
from app.hub.client import HubClient
from app.hub.errors import HubNoWeights, HubSeenWhenFetched, HubSeveralFiles, HubShardMissing
from app.hub.files import CONFIG_NAME, Choice, choose, gguf_models
from app.hub.listing import Listing, RemoteFile
from app.hub.outline import Outline
from app.models.entry import ModelEntry
from app.models.errors import LoraAdapter, NotAChatModel
from app.models.inspect import inspect_model

_MOST_CONFIG_BYTES = 4 << 20
_MOST_INDEX_BYTES = 64 << 20
# Drafts come in few shards and every tensor of theirs is looked at; of a large target two shards tell enough.
_FEW_SHARDS = 4
_SAY_WHAT_IT_IS = frozenset({LoraAdapter.code, NotAChatModel.code})


@dataclass(frozen=True, slots=True)
class Classified:
    """What a repository is; the entry's path is the repository's name, its size that of the weights.

    `variants` are the GGUF models it holds with their bytes; the entry is then that of the smallest.
    """

    listing: Listing
    entry: ModelEntry
    variants: tuple[tuple[str, int], ...] = ()


def classify(client: HubClient, listing: Listing, progress: Progress) -> Classified:
    """Look at a repository; what it cannot be used for is the entry's `problem`. Raises what asking the Hub raises."""
    progress.update("hub_look", 0)
    models = gguf_models(listing)
    variants = tuple((name, sum(file.size_bytes for file in files)) for name, files in models.items())
    with TemporaryDirectory(prefix="slipstream-") as scratch:
        outline = Outline(client, listing, Path(scratch) / listing.repo.rpartition("/")[2], progress)
        outline.folder.mkdir()
        try:
            choice = _choice(listing, variants)
        except (HubNoWeights, HubSeenWhenFetched, HubShardMissing) as error:
            entry = _by_names(outline, listing, error)
        else:
            path = _sketch_gguf(outline, choice) if choice.main else _sketch_checkpoint(outline, listing, choice)
            entry = replace(inspect_model(path), size_bytes=sum(file.size_bytes for file in choice.weights))
    return Classified(listing, _placed(entry, listing.repo, outline.folder), variants)


def _choice(listing: Listing, variants: tuple[tuple[str, int], ...]) -> Choice:
    try:
        choice = choose(listing)
    except HubSeveralFiles:
        if not variants:
            raise
        return choose(listing, min(variants, key=lambda variant: variant[1])[0])
    if not choice.main and not all(map(SAFETENSORS.is_weights, (file.name for file in choice.weights))):
        raise HubSeenWhenFetched(repo=listing.repo)
    return choice


def _by_names(outline: Outline, listing: Listing, error: AppError) -> ModelEntry:
    """What is no model for this program says by its files what it is instead; if they do not, `error` stands."""
    _look_at_names(outline, listing)
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
    if config := listing.file(CONFIG_NAME):
        outline.copy(config, _MOST_CONFIG_BYTES)


def _sketch_gguf(outline: Outline, choice: Choice) -> Path:
    paths = {file.name: outline.sketch_gguf(file) for file in choice.files}
    return paths[choice.main]


def _sketch_checkpoint(outline: Outline, listing: Listing, choice: Choice) -> Path:
    _look_at_names(outline, listing)
    shards = choice.weights
    if (index := listing.file(SAFETENSORS.index_name)) is not None:
        shards = _telling(outline, outline.copy(index, _MOST_INDEX_BYTES), shards)
    for shard in shards:
        outline.sketch_safetensors(shard)
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
