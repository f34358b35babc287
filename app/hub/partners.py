"""Which repositories may hold a draft for a target, a target for a draft, or the same model as GGUF."""

from collections.abc import Iterable

from app.core.progress import Progress
from app.hub.catalogue import Catalogue, CatalogueTarget
from app.hub.client import HubClient
from app.hub.offers import HubModel
from app.hub.results import SearchFilter, SearchResult
from app.hub.search import listed, search

_MOST_DRAFTS = 16
_MOST_TARGETS = 4
_MOST_GGUF_REPOS = 4
# Fine-tunes name what they were made from, and that often names its own origin.
_MOST_NAMES = 3


def draft_repos(client: HubClient, target: HubModel, catalogue: Catalogue, progress: Progress) -> tuple[str, ...]:
    """Those that may hold a draft for a target: by the catalogue, by what they say they were made from, by name."""
    names = (target.repo, *target.base_models)[:_MOST_NAMES]
    known = [draft.repo for entry in catalogue.targets if _is_one_of(entry, names) for draft in entry.drafts]
    wanted = SearchFilter(drafts_only=True)
    found = [
        result.repo
        for name in names
        for result in search(client, name, progress, wanted=wanted, limit=_MOST_DRAFTS)
        if _may_be_for(result, names)
    ]
    return _distinct((*known, *found), names)[:_MOST_DRAFTS]


def target_repos(draft: HubModel, catalogue: Catalogue) -> tuple[str, ...]:
    """Those of the targets that a draft was made for: by the catalogue, its tags, and what its exporter wrote."""
    known = [_open_name(entry) for entry in catalogue.targets if draft.repo in {made.repo for made in entry.drafts}]
    facts = draft.entry.draft if draft.entry else None
    hint = facts.target_hint if facts and _is_repo(facts.target_hint) else None
    return _distinct((*known, *draft.base_models, *([hint] if hint else ())), (draft.repo,))[:_MOST_TARGETS]


def gguf_repos(client: HubClient, model: HubModel, progress: Progress) -> tuple[str, ...]:
    """The most fetched of those that hold a checkpoint's model as GGUF; none for what is GGUF itself."""
    if not any(form.kind == "checkpoint" for form in model.forms):
        return ()
    query = {"filter": [f"base_model:quantized:{model.repo}", "gguf"]}
    found = listed(client, query, _MOST_GGUF_REPOS, progress)
    return _distinct((result.repo for result in found), (model.repo,))


def _is_one_of(entry: CatalogueTarget, names: tuple[str, ...]) -> bool:
    return entry.repo in names or (bool(entry.mirror) and entry.mirror in names)


def _open_name(entry: CatalogueTarget) -> str:
    """The repository that anybody may fetch."""
    return entry.mirror if entry.gated and entry.mirror else entry.repo


def _may_be_for(result: SearchResult, names: tuple[str, ...]) -> bool:
    """Whether a draft, as far as it says, was made for one of these; GGUF files are forms of what they were made of."""
    is_only_gguf = result.has_gguf and not result.has_safetensors
    return not is_only_gguf and (not result.base_models or any(name in names for name in result.base_models))


def _is_repo(name: str | None) -> bool:
    """Whether an exporter's hint is a repository's name, and not a path on the disk of whoever trained the draft."""
    return name is not None and name.count("/") == 1 and name[0] not in "./~" and "\\" not in name


def _distinct(repos: Iterable[str], but: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(repo for repo in dict.fromkeys(repos) if repo not in but)
