"""Draft kinds: one file each, found by table."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from importlib import import_module
from typing import cast

from app.convert.blueprint import Blueprint, Note
from app.convert.target import DraftTarget
from app.core.progress import Progress
from app.models.drafts.record import DraftKindName, DraftRecord

# Kind of draft -> module of this package.
MODULES: Mapping[DraftKindName, str] = {
    "dflash": "dflash",
    "dflash2": "dflash2",
    "dspark": "dspark",
    "dspark_gemma4": "dspark_gemma4",
    "eagle3": "eagle3",
    "gemma4_assistant": "gemma4_assistant",
}


def draft_blueprint(record: DraftRecord, target: DraftTarget, progress: Progress) -> Blueprint:
    """The GGUF file that a draft becomes, without its tokenizer; slots by the names of `record.tensors`.

    Each module of this package has a function `blueprint` for its own class of record. Raises what `token_tables` does.
    """
    module = import_module(f"{__name__}.{MODULES[record.kind]}")
    make = cast(Callable[[DraftRecord, DraftTarget, Progress], Blueprint], module.blueprint)
    made = make(record, target, progress)
    told = [Note("convert_config_disagrees", tuple(asdict(each).items())) for each in record.disagreements]
    return replace(made, notes=[*made.notes, *told])
