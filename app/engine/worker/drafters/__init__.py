"""Drafting methods: one file each, found by table."""

from collections.abc import Callable, Mapping

from app.engine.worker.drafters.assistant import AssistantDrafter
from app.engine.worker.drafters.base import Drafter
from app.engine.worker.drafters.block import BlockDrafter
from app.engine.worker.drafters.dflash2 import Dflash2Drafter
from app.engine.worker.drafters.eagle3 import Eagle3Drafter
from app.engine.worker.drafters.look_up_first import LookUp
from app.engine.worker.drafters.mtp import MtpDrafter
from app.engine.worker.drafters.ngram import NgramDrafter
from app.engine.worker.drafters.ngram_map import NgramMapDrafter
from app.engine.worker.drafters.small_model import SmallModelDrafter
from app.engine.worker.native import Context, Model
from app.models.entry import DraftFacts, DraftMethod


def _mtp(model: Model, facts: DraftFacts, target: Context, *, context_size: int, threads: int) -> Drafter:
    kind = AssistantDrafter if facts.shares_cache else MtpDrafter
    return kind(model, facts, target, context_size=context_size, threads=threads)


# With a draft model, whose file decides on the method: made from its model, its facts and the target's context.
DRAFTERS: Mapping[DraftMethod, Callable[..., Drafter]] = {
    "dspark": BlockDrafter,
    "dflash": BlockDrafter,
    "dflash2": Dflash2Drafter,
    "eagle3": Eagle3Drafter,
    "mtp": _mtp,
    "small_model": SmallModelDrafter,
}
# Without one: for every target.
LOOK_UPS: Mapping[str, Callable[[], LookUp]] = {"ngram": NgramDrafter, "ngram_map": NgramMapDrafter}
