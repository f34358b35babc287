"""The pairs that come recommended: targets with the drafts made for them, what is reported of each and by whom."""

import json
from dataclasses import dataclass
from typing import Literal

from app.core.messages import from_json
from app.core.paths import assets_folder
from app.hub.offers import Gate
from app.models.entry import DraftMethod

# What reports agree on: small gain on sparse targets, slower than plain where measured, worse without thinking off,
# wins on code and loses on prose.
Caution = Literal["", "little_gain", "slower_seen", "no_thinking", "code_only"]
Obstacle = Literal["engine_lacks_family", "engine_lacks_method", "foreign_format"]


@dataclass(frozen=True, slots=True)
class CatalogueDraft:
    """A draft; `parameters` counts its own weights, None where nobody says, `licence` is empty likewise.

    `accepted_length` is the reported mean per step with the target's own token, `speedup` over plain decoding, both by
    `source` on other machines than this one.
    """

    repo: str
    method: DraftMethod
    parameters: int | None = None
    licence: str = ""
    gated: Gate = ""
    accepted_length: float | None = None
    speedup: float | None = None
    caution: Caution = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class CatalogueTarget:
    """A target; `parameters` are all its weights, `active_parameters` those at work on a token (the same if dense).

    `mirror` is the same model without a gate. `published_bytes` is the size of the weights where they are not in BF16,
    which `published_type` then names.
    """

    repo: str
    family: str
    parameters: int
    active_parameters: int
    drafts: tuple[CatalogueDraft, ...]
    gated: Gate = ""
    mirror: str = ""
    licence: str = ""
    published_bytes: int = 0
    published_type: str = "BF16"


@dataclass(frozen=True, slots=True)
class Unusable:
    """A draft that is often found and cannot be used, and why."""

    repo: str
    target: str
    obstacle: Obstacle


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All of it."""

    targets: tuple[CatalogueTarget, ...]
    unusable: tuple[Unusable, ...]


def read_catalogue() -> Catalogue:
    """The catalogue that came with the program; raises ProtocolError where it breaks its schema, these classes."""
    content = json.loads((assets_folder() / "catalogue.json").read_text(encoding="utf-8"))
    catalogue = from_json(Catalogue, content)
    assert isinstance(catalogue, Catalogue)
    return catalogue
