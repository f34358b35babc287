"""The way on from a draft that cannot be used: others of the same target, as the catalogue knows them."""

import re

from app.hub.catalogue import Catalogue, CatalogueDraft, CatalogueTarget, read_catalogue
from app.models.entry import ModelEntry
from app.models.pairing import RUNNABLE_METHODS

_MOST = 4


def other_drafts(entry: ModelEntry) -> tuple[CatalogueDraft, ...]:
    """Drafts that run and were made for the target that `entry` names, or whose name it bears; a few at most.

    Empty where no such target is known.
    """
    target = _target_of(entry, read_catalogue())
    drafts = target.drafts if target else ()
    own = _plain(entry.name)
    return tuple(each for each in drafts if each.method in RUNNABLE_METHODS and _plain(each.repo) != own)[:_MOST]


def _target_of(entry: ModelEntry, catalogue: Catalogue) -> CatalogueTarget | None:
    told = [entry.made_for, entry.draft.target_hint if entry.draft else None, entry.name]
    names = [_plain(name) for name in told if name]
    names += [_plain(known.target) for known in catalogue.unusable if _plain(known.repo) == _plain(entry.name)]
    # "Qwen3-30B-A3B-Instruct-2507" is another target than "Qwen3-30B-A3B": the longest name that is there is meant.
    targets = sorted(catalogue.targets, key=lambda target: -len(_plain(target.repo)))
    return next((target for name in names for target in targets if _plain(target.repo) in name), None)


def _plain(name: str) -> str:
    """The last part of a name or path, as far as people spell it alike."""
    return re.sub(r"[^a-z0-9.]", "", re.split(r"[\\/]", name.rstrip("\\/"))[-1].lower())
