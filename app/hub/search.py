"""Finding models on the Hub: what a search returns, and what each result seems to be."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.core.errors import AppError
from app.core.progress import Progress
from app.hub.client import HubClient
from app.models.draft_schema import recognise_draft
from app.models.entry import DraftMethod

Gate = Literal["", "auto", "manual"]

_MOST_RESULTS = 100
_LONGEST_TEXT = 200
# What drafts are called, beside what they are for: the Hub has no kind for them.
_DRAFT_WORDS = ("dspark", "dflash", "eagle3", "speculator")
_METHODS: tuple[tuple[re.Pattern[str], DraftMethod | None], ...] = (
    (re.compile(r"dspark"), "dspark"),
    (re.compile(r"dflash[-_]?2"), "dflash2"),
    (re.compile(r"dflash"), "dflash"),
    (re.compile(r"eagle[-_]?3"), "eagle3"),
    (re.compile(r"gemma-4-.*-assistant"), "mtp"),
    (re.compile(r"speculator"), None),
)
_EXPANDED = ("config", "downloads", "gated", "gguf", "lastModified", "likes", "safetensors", "tags")


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A model as the Hub lists it; what it is, is only what its name, tags and class say.

    `method` is None where a draft does not say. `updated` is an ISO date. `base_models` are what it was made from or
    for. `parameters` counts what the Hub counted, None where it did not.
    """

    repo: str
    is_draft: bool
    method: DraftMethod | None
    base_models: tuple[str, ...]
    has_safetensors: bool
    has_gguf: bool
    gated: Gate
    licence: str
    parameters: int | None
    downloads: int
    likes: int
    updated: str


def search(
    client: HubClient, words: str, progress: Progress, *, drafts_only: bool = False, limit: int = 20
) -> tuple[SearchResult, ...]:
    """What the Hub has under these words, the most fetched first.

    For drafts alone it is asked once more for each word that they go by, and, where `words` name a repository, for what
    says that it was made from it. Raises what `HubClient.models` raises.
    """
    queries: list[dict[str, Any]] = [{"search": words}]
    if drafts_only:
        name = words.rpartition("/")[2]
        queries += [{"search": f"{name} {word}"} for word in _DRAFT_WORDS]
        queries += [{"filter": f"base_model:{words}"}] if "/" in words else []
    found: dict[str, SearchResult] = {}
    for query in queries:
        most = {"limit": _MOST_RESULTS if drafts_only else limit, "sort": "downloads", "expand": list(_EXPANDED)}
        results = client.models({**query, **most}, result_of, progress)
        found.update({result.repo: result for result in results if result.is_draft or not drafts_only})
    ranked = sorted(found.values(), key=lambda result: -result.downloads)
    return tuple(ranked[:limit])


def result_of(answer: Mapping[str, Any]) -> SearchResult:
    """One model out of the Hub's answer; what is missing or of another kind counts as not told. Raises KeyError."""
    repo = _text(answer["id"])
    tags = tuple(_text(tag) for tag in _list(answer.get("tags")))
    config = answer.get("config")
    schema = _schema_name(config if isinstance(config, dict) else {})
    told = " ".join((schema, repo.rpartition("/")[2], *(tag for tag in tags if ":" not in tag))).lower()
    methods = [method for pattern, method in _METHODS if pattern.search(told)]
    return SearchResult(
        repo=repo,
        is_draft=bool(schema or methods),
        method=methods[0] if methods else None,
        base_models=tuple(dict.fromkeys(tag.rpartition(":")[2] for tag in tags if tag.startswith("base_model:"))),
        has_safetensors="safetensors" in tags,
        has_gguf="gguf" in tags,
        gated=_gate(answer.get("gated")),
        licence=next((tag.partition(":")[2] for tag in tags if tag.startswith("license:")), ""),
        parameters=_parameters(answer),
        downloads=_count(answer.get("downloads")) or 0,
        likes=_count(answer.get("likes")) or 0,
        updated=_text(answer.get("lastModified"))[:10],
    )


def _schema_name(config: Mapping[str, Any]) -> str:
    """The schema of a draft as far as the part of its config tells that the Hub lists, "" for anything else."""
    try:
        schema = recognise_draft(config, {})
    except AppError:
        return ""
    return schema.name if schema else ""


def _gate(value: Any) -> Gate:
    if value == "manual":
        return "manual"
    return "auto" if value else ""


def _parameters(answer: Mapping[str, Any]) -> int | None:
    for key in ("safetensors", "gguf"):
        counted = answer.get(key)
        if isinstance(counted, dict) and (total := _count(counted.get("total"))):
            return total
    return None


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < 1 << 53 else None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value[:_LONGEST_TEXT] if isinstance(value, str) else ""
