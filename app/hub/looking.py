"""Looks at one repository: what it is, in which forms it is to be had, and which drafts or targets go with it."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

from app.core.errors import AppError, code_of
from app.core.progress import Progress
from app.hub.catalogue import Catalogue
from app.hub.classify import Classified, classify
from app.hub.client import HubClient
from app.hub.errors import HubRepoMissing
from app.hub.files import CONFIG_NAME, gguf_models, is_sidecar
from app.hub.forms import forms_of, gguf_forms
from app.hub.listing import Listing
from app.hub.offers import HubModel, Obstacle, Offer, Partner
from app.hub.partners import draft_repos, gguf_repos, target_repos
from app.hub.results import base_models, gate, licence
from app.models.entry import ModelEntry
from app.models.expected import weights_n
from app.models.output_types import FORMATS
from app.models.pairing import is_hint_doubtful, why_not
from app.models.recognition.inspect import why_not_convertible

_AT_ONCE = 6
T = TypeVar("T")
R = TypeVar("R")


def look(client: HubClient, repo: str, catalogue: Catalogue, progress: Progress, *, revision: str = "") -> Offer:
    """Look at a repository and at what goes with it, by small files and heads of large ones alone.

    GGUF files that others made of its checkpoint are among the forms of a model. Raises what asking the Hub raises, and
    HubSeveralFiles; what goes with it and cannot be looked at has that as its problem.
    """
    return _Look(client, catalogue, progress).offer(client.listing(repo, revision or None, progress))


def model_of(found: Classified) -> HubModel:
    """What was looked at, as an offer shows it."""
    entry, listing = found.entry, found.listing
    return HubModel(
        repo=listing.repo,
        forms=forms_of(listing, entry),
        weights_n=_weights_n(entry),
        family=(entry.target.architecture or "") if entry.target else "",
        method=entry.draft.method if entry.draft else None,
        shape=found.shape,
        entry=entry,
        licence=licence(listing.tags),
        gated=gate(listing.gated),
        commit=listing.commit,
        base_models=base_models(listing.tags),
        problem=Obstacle(entry.problem, entry.problem_facts) if entry.problem else None,
    )


class _Look:
    """One look; what it needs of several repositories it asks for at once."""

    def __init__(self, client: HubClient, catalogue: Catalogue, progress: Progress) -> None:
        self._client = client
        self._catalogue = catalogue
        self._progress = progress

    def offer(self, listing: Listing) -> Offer:
        model = self._classified(listing)
        page = f"{self._client.endpoint}/{listing.repo}"
        if model.problem is not None or model.entry is None:
            return Offer(model, page=page)
        if model.entry.target:
            model = self._with_target_files(model)
            drafts = self._drafts(model, listing)
            partners = [Partner(draft, _misfit(model, draft), _is_doubtful(model, draft)) for draft in drafts]
        else:
            model = self._with_draft_files(model)
            targets = map(self._with_target_files, self._targets(model))
            partners = [Partner(target, _misfit(target, model), _is_doubtful(target, model)) for target in targets]
        return Offer(model, tuple(sorted(partners, key=lambda partner: partner.misfit is not None)), page)

    def _drafts(self, target: HubModel, listing: Listing) -> list[HubModel]:
        repos = draft_repos(self._client, target, self._catalogue, self._progress)
        found = [*self._inside(listing), *self._each(repos, self._model)]
        return [draft for draft in found if _has_problem(draft) or (draft.entry and draft.entry.draft)]

    def _targets(self, draft: HubModel) -> list[HubModel]:
        found = self._each(target_repos(draft, self._catalogue), self._model)
        return [target for target in found if _has_problem(target) or (target.entry and target.entry.target)]

    def _inside(self, listing: Listing) -> list[HubModel]:
        """Drafts in a folder of their target's repository, or beside its GGUF files."""
        folders = sorted({_folder_of(file.name) for file in listing.files if _is_inner_config(file.name)})
        inner = [listing.inside(folder) for folder in folders]
        drafts = [parts for name, parts in gguf_models(listing).items() if is_sidecar(name)]
        beside = [replace(listing, files=tuple(parts)) for parts in drafts]
        found = self._each([*inner, *beside], self._classified)
        return [model for model in found if model.entry and model.entry.draft]

    def _with_target_files(self, target: HubModel) -> HubModel:
        """The target with GGUF files that others made of it; one is like the other, so their heads are not fetched."""
        if target.problem is not None:
            return target
        repos = gguf_repos(self._client, target, self._progress)
        listings = self._each(repos, lambda repo: self._client.listing(repo, None, self._progress))
        elsewhere = (form for found in listings for form in gguf_forms(found))
        return _convertible(replace(target, forms=(*target.forms, *elsewhere)))

    def _with_draft_files(self, draft: HubModel) -> HubModel:
        """The draft with GGUF files that others made of it, but those that only other programs read."""
        repos = gguf_repos(self._client, draft, self._progress)
        others = [other for other in self._each(repos, self._model) if other.method == draft.method]
        return replace(draft, forms=(*draft.forms, *(form for other in others for form in other.forms)))

    def _model(self, repo: str) -> HubModel:
        """A repository; that it cannot be looked at is its problem."""
        try:
            return self._classified(self._client.listing(repo, None, self._progress))
        except AppError as error:
            return HubModel(repo, (), problem=Obstacle(code_of(error), tuple(error.facts.items())))

    def _classified(self, listing: Listing) -> HubModel:
        return model_of(classify(self._client, listing, self._progress))

    def _each(self, items: Sequence[T], ask: Callable[[T], R]) -> list[R]:
        """The answers, several asked for at once."""
        threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="look")
        try:
            return list(threads.map(ask, items))
        finally:
            # Those that still ask find out by themselves when they were cancelled.
            threads.shutdown(wait=False, cancel_futures=True)


def _misfit(target: HubModel, draft: HubModel) -> Obstacle | None:
    """Why the two do not make a pair, None when they do."""
    problem = target.problem or draft.problem
    if problem is not None:
        return problem
    assert target.entry and target.entry.target and draft.entry and draft.entry.draft, "else one has a problem"
    error = why_not(target.entry.target, draft.entry.draft)
    return Obstacle(code_of(error), tuple(error.facts.items())) if error else None


def _is_doubtful(target: HubModel, draft: HubModel) -> bool:
    facts = draft.entry.draft if draft.entry else None
    names = (target.repo, *target.base_models)
    is_said = any(name in names for name in draft.base_models)
    return facts is not None and not is_said and all(is_hint_doubtful(facts, name) for name in names)


def _convertible(target: HubModel) -> HubModel:
    """The target without a checkpoint that cannot be converted here; with nothing else left that is its problem."""
    error = why_not_convertible(target.entry) if target.entry else None
    if error is None:
        return target
    forms = tuple(form for form in target.forms if form.kind == "gguf")
    problem = None if forms else Obstacle(code_of(error), tuple(error.facts.items()))
    return replace(target, forms=forms, problem=problem)


def _has_problem(model: HubModel) -> bool:
    """Whether something is there that cannot be used; what is not there at all was only a hint."""
    return model.problem is not None and model.problem.code != HubRepoMissing.code


def _is_inner_config(name: str) -> bool:
    return name.count("/") == 1 and name.endswith(f"/{CONFIG_NAME}")


def _folder_of(name: str) -> str:
    return name.rpartition("/")[0]


def _weights_n(entry: ModelEntry) -> int:
    """About how many numbers a model holds; of a GGUF told by what its type takes, 0 where that is not known."""
    if entry.form == "checkpoint":
        return weights_n(entry)
    known = FORMATS.get(entry.file_type.lower())
    return round(entry.size_bytes * 8 / known.bits) if known else 0
