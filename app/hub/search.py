"""Finding models on the Hub."""

from collections.abc import Mapping
from typing import Any

from app.core.progress import Progress
from app.hub.client import HubClient
from app.hub.results import NO_FILTER, SearchFilter, SearchResult, result_of

_MOST_RESULTS = 100
# What drafts are called, beside what they are for: the Hub has no kind for them.
_DRAFT_WORDS = ("dspark", "dflash", "eagle3", "speculator")
_METHOD_WORDS = {"dspark": "dspark", "dflash": "dflash", "dflash2": "dflash", "eagle3": "eagle3", "mtp": "assistant"}
# Of others the Hub knows versions: llama3.1, lfm1.0.
_WHOLE_LICENCES = ("apache-2.0", "mit")
_EXPANDED = ("config", "downloads", "gated", "gguf", "lastModified", "likes", "safetensors", "tags")


def search(
    client: HubClient, words: str, progress: Progress, *, wanted: SearchFilter = NO_FILTER, limit: int = 20
) -> tuple[SearchResult, ...]:
    """What the Hub has under these words, the most fetched first.

    For drafts alone it is asked once more for each word that they go by, and, where `words` name a repository, for what
    says that it was made from it. Raises what `HubClient.models` raises.
    """
    found: dict[str, SearchResult] = {}
    most = _MOST_RESULTS if wanted != NO_FILTER else limit
    for query in _queries(words, wanted):
        found.update({result.repo: result for result in listed(client, query, most, progress)})
    ranked = sorted(filter(wanted.accepts, found.values()), key=lambda result: -result.downloads)
    return tuple(ranked[:limit])


def listed(client: HubClient, query: Mapping[str, Any], most: int, progress: Progress) -> list[SearchResult]:
    """The `most` fetched models that one query finds."""
    asked = {**query, "limit": most, "sort": "downloads", "expand": list(_EXPANDED)}
    return client.models(asked, result_of, progress)


def _queries(words: str, wanted: SearchFilter) -> list[dict[str, Any]]:
    tags = [f"license:{wanted.licence}"] if wanted.licence in _WHOLE_LICENCES else []
    tags += [{"gguf": "gguf", "checkpoint": "safetensors"}[wanted.kind]] if wanted.kind else []
    about: dict[str, Any] = {"filter": tags} if tags else {}
    queries: list[dict[str, Any]] = [{"search": words, **about}]
    if wanted.drafts_only or wanted.method:
        name = words.rpartition("/")[2]
        draft_words = (_METHOD_WORDS[wanted.method],) if wanted.method else _DRAFT_WORDS
        queries += [{"search": f"{name} {word}".strip(), **about} for word in draft_words]
        queries += [{"filter": [f"base_model:{words}", *tags]}] if "/" in words else []
    return queries
