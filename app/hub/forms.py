"""The ways to get one model: which forms a repository holds, each with its size."""

import re
from collections.abc import Iterator
from contextlib import suppress

from app.core.errors import AppError
from app.hub.errors import HubShardMissing
from app.hub.files import choose, gguf_models, is_sidecar
from app.hub.listing import Listing
from app.hub.offers import Form
from app.models.entry import ModelEntry

# As publishers write quantizations into the names of their files, after a separator: Q4_K_M, UD-Q4_K_XL, IQ3_XXS, BF16.
_FILE_TYPE = re.compile(
    r"(?:^|[-._/])(I?Q\d_(?:K(?:_X?[SML])?|[01]|NL|X{1,2}S|[SM])|BF16|F16|F32|FP16|FP32|MXFP4|NVFP4|TQ[12]_0)(?=[-._/]|$)",
    re.IGNORECASE,
)
_OTHER_SPELLINGS = {"FP16": "F16", "FP32": "F32"}
# Types that the engine computes less exactly than they were made for.
_UNFIT_TYPES = frozenset({"NVFP4"})


def forms_of(listing: Listing, entry: ModelEntry) -> tuple[Form, ...]:
    """What a repository holds of the model that it is: its checkpoint first, then its GGUF files, the smallest first.

    A GGUF that lacks a part is left out.
    """
    found = [*_checkpoint(listing, entry), *gguf_forms(listing, entry)]
    return tuple(sorted(found, key=lambda form: (form.kind == "gguf", form.fetch_bytes)))


def gguf_forms(listing: Listing, entry: ModelEntry | None = None) -> Iterator[Form]:
    """The GGUF files of a repository, without drafts that only lie beside them; `entry` is what one of them is."""
    names = list(gguf_models(listing))
    mains = [name for name in names if not is_sidecar(name)] or names
    for name in mains:
        known = entry.file_type if entry and entry.form == "gguf" and len(mains) == 1 else ""
        file_type = known or file_type_of(name)
        if file_type in _UNFIT_TYPES:
            continue
        with suppress(HubShardMissing):
            size_bytes = choose(listing, name).size_bytes
            yield Form(listing.repo, "gguf", _full_name(listing, name), file_type, size_bytes, size_bytes)


def file_type_of(name: str) -> str:
    """The type of a GGUF's numbers as its name tells, "" where it does not; the last one counts."""
    found = _FILE_TYPE.findall(name.removesuffix(".gguf"))
    spelled = found[-1].upper() if found else ""
    return _OTHER_SPELLINGS.get(spelled, spelled)


def _checkpoint(listing: Listing, entry: ModelEntry) -> Iterator[Form]:
    with suppress(AppError):
        choice = choose(listing)
        if not choice.main:
            weights = sum(file.size_bytes for file in choice.weights)
            yield Form(listing.repo, "checkpoint", listing.folder, entry.file_type, choice.size_bytes, weights)


def _full_name(listing: Listing, name: str) -> str:
    return f"{listing.folder}/{name}" if listing.folder else name
