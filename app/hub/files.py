"""Which files of a repository to fetch: what a model needs, once, in one form and one quantization."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from app.formats.checkpoint import SAFETENSORS, TORCH, WeightFormat
from app.hub.errors import HubFileMissing, HubNoWeights, HubSeveralFiles, HubShardMissing
from app.hub.listing import Listing, RemoteFile

CONFIG_NAME = "config.json"

# What converting and chatting read beside the weights, and what the licence asks to keep with a copy.
_BESIDE = re.compile(
    r"config\.json|generation_config\.json|tokenizer\.json|tokenizer_config\.json|tokenizer\.model"
    r"|special_tokens_map\.json|added_tokens\.json|vocab\.json|merges\.txt"
    r"|chat_template\.(json|jinja)|additional_chat_templates/[^/]+\.jinja"
    r"|(LICEN[CS]E|NOTICE|USE_POLICY)([._-][^/]*)?",
    re.IGNORECASE,
)
_SHARD = re.compile(r"(.+)-(\d{5,6})-of-(\d{5,6})\.([a-z]+)")
# The same weights once more, in the layout of the laboratory that trained them; adapters; projectors for pictures;
# statistics that quantizing was steered by.
_NOT_THE_MODEL = re.compile(r"(^|/)(consolidated|adapter_model|mmproj)|(mmproj|imatrix)[^/]*\.gguf$", re.IGNORECASE)
# Drafts that some publishers put beside the GGUF files of their target.
_SIDECAR = re.compile(r"(mtp|dflash2?|dspark|eagle3)-[^/]*\.gguf", re.IGNORECASE)
_MOST_NAMED = 40


@dataclass(frozen=True, slots=True)
class Choice:
    """The files to fetch, small ones first, and which of them are the weights.

    `main` names what to open where that is not the repository's own folder: a GGUF, or a folder with a checkpoint.
    """

    files: tuple[RemoteFile, ...]
    weights: tuple[RemoteFile, ...] = ()
    main: str = ""

    @property
    def size_bytes(self) -> int:
        """Bytes of all of them."""
        return sum(file.size_bytes for file in self.files)


def choose(listing: Listing, name: str | None = None) -> Choice:
    """The files of the one model in a repository, or of the file or folder that is named, with all its parts.

    Safetensors go before a GGUF, and that before PyTorch's own files. Raises HubFileMissing, HubSeveralFiles,
    HubShardMissing or HubNoWeights.
    """
    if name is not None:
        return _named(listing, name)
    choice = _checkpoint(listing, SAFETENSORS) or _only_gguf(listing) or _checkpoint(listing, TORCH)
    if choice is None:
        raise HubNoWeights(repo=listing.repo)
    return choice


def _only_gguf(listing: Listing) -> Choice | None:
    models = gguf_models(listing)
    if len(models) > 1:
        raise HubSeveralFiles(repo=listing.repo, names=", ".join(list(models)[:_MOST_NAMED]))
    return next((_gguf(listing, files) for files in models.values()), None)


def _gguf(listing: Listing, files: list[RemoteFile]) -> Choice:
    parts = _whole(listing, files)
    return Choice(parts, parts, parts[0].name)


def _checkpoint(listing: Listing, kind: WeightFormat) -> Choice | None:
    weights = _weights(listing, kind) if listing.file(CONFIG_NAME) else ()
    if not weights:
        return None
    names = sorted(file.name for file in listing.files if _BESIDE.fullmatch(file.name))
    beside = [file for name in (*names, kind.index_name) if (file := listing.file(name))]
    return Choice((*beside, *weights), weights)


def check_index(listing: Listing, weight_map: Mapping[str, str]) -> None:
    """Raise HubShardMissing when the index of a checkpoint places a tensor into a file that the Hub does not list."""
    listed = {file.name for file in listing.files}
    if missing := next((name for name in sorted(set(weight_map.values())) if name not in listed), None):
        raise HubShardMissing(repo=listing.repo, name=str(missing)[:200])


def gguf_models(listing: Listing) -> dict[str, list[RemoteFile]]:
    """The GGUF models of a repository, each by its file or the first of its parts, which may not all be there."""
    models: dict[str, list[RemoteFile]] = {}
    for file in sorted(listing.files, key=lambda file: file.name):
        if file.name.endswith(".gguf") and not _NOT_THE_MODEL.search(file.name):
            found = _SHARD.fullmatch(file.name)
            main = _part_name(found, 1) if found else file.name
            models.setdefault(main, []).append(file)
    return models


def is_sidecar(name: str) -> bool:
    """Whether a GGUF's name says that it is a draft for the others of its repository."""
    return _SIDECAR.fullmatch(name.rpartition("/")[2]) is not None


def _named(listing: Listing, name: str) -> Choice:
    file = listing.file(name)
    if file is None and listing.inside(name).files:
        return _folder(listing, name)
    if file is None:
        raise HubFileMissing(repo=listing.repo, name=name)
    if name.endswith(".gguf"):
        return _gguf(listing, next((files for files in gguf_models(listing).values() if file in files), [file]))
    return Choice((file,), main=name)


def _folder(listing: Listing, name: str) -> Choice:
    """The one model in a folder of the repository."""
    choice = choose(listing.inside(name))
    files, weights = (
        tuple(replace(file, name=f"{name}/{file.name}") for file in chosen) for chosen in (choice.files, choice.weights)
    )
    return Choice(files, weights, f"{name}/{choice.main}" if choice.main else name)


def _weights(listing: Listing, kind: WeightFormat) -> tuple[RemoteFile, ...]:
    """The weights in the repository's own folder: shards, else the single file, else the only one there is."""
    found = {
        file.name: file
        for file in listing.files
        if kind.is_weights(file.name) and "/" not in file.name and not _NOT_THE_MODEL.search(file.name)
    }
    stem = kind.single_name.rpartition(".")[0]
    shards = [file for name, file in sorted(found.items()) if name.startswith(f"{stem}-") and _SHARD.fullmatch(name)]
    has_index, single = listing.file(kind.index_name) is not None, found.get(kind.single_name)
    if shards and (has_index or single is None):
        return _whole(listing, shards)
    if single is not None:
        return (single,)
    if has_index:
        raise HubShardMissing(repo=listing.repo, name=f"{stem}-00001-of-…")
    if len(found) > 1:
        raise HubSeveralFiles(repo=listing.repo, names=", ".join(sorted(found)[:_MOST_NAMED]))
    return tuple(found.values())


def _whole(listing: Listing, files: Iterable[RemoteFile]) -> tuple[RemoteFile, ...]:
    """The files, all parts of a model, in order; raises HubShardMissing when one is not listed."""
    parts = {file.name: file for file in files}
    first = _SHARD.fullmatch(next(iter(parts)))
    if first is None:
        return tuple(parts.values())
    names = [_part_name(first, number) for number in range(1, int(first[3]) + 1)]
    if missing := next((name for name in names if name not in parts), None):
        raise HubShardMissing(repo=listing.repo, name=missing)
    return tuple(parts[name] for name in names)


def _part_name(found: re.Match[str], number: int) -> str:
    return f"{found[1]}-{number:0{len(found[2])}}-of-{found[3]}.{found[4]}"
