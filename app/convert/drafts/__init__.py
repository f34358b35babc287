"""Draft kinds: one file each, found by table."""

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, cast

from app.convert.blueprint import Blueprint
from app.convert.target import DraftTarget
from app.core.progress import Progress
from app.models.draft_record import DraftRecord
from app.models.entry import DraftMethod
from app.models.errors import DraftNotYet

# Draft method -> module of this package.
MODULES: Mapping[DraftMethod, str] = {
    "dflash": "dflash",
    "dspark": "dspark",
}


class DraftKind(Protocol):
    """What a module of this package offers."""

    def blueprint(self, record: DraftRecord, target: DraftTarget, progress: Progress) -> Blueprint:
        """The GGUF file that a draft becomes, without its tokenizer; slots by the names of `record.tensors`."""


def draft_kind(method: DraftMethod) -> DraftKind:
    """The module for a method; raises DraftNotYet when there is none."""
    if method not in MODULES:
        raise DraftNotYet(kind=method)
    return cast(DraftKind, import_module(f"{__name__}.{MODULES[method]}"))
