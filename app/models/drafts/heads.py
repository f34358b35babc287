"""The heads of block drafts: Markov, confidence, and the selector of DFlash2."""

from collections.abc import Mapping
from typing import cast, get_args

from app.formats.safetensors import TensorInfo
from app.models.config import Config
from app.models.drafts.config import MOST_SIZE
from app.models.drafts.record import Selector
from app.models.entry import MarkovType
from app.models.errors import DraftCannotRun

MOST_BLOCK = 1024
_CONFIDENCE = "confidence_head.proj.weight"


def markov_rank(draft: Config, tensors: Mapping[str, TensorInfo]) -> int:
    """Columns of the Markov head's first table; 0 without one. The weights decide: what is not there is not used."""
    table = tensors.get("markov_head.markov_w1.weight")
    if table is not None and len(table.shape) == 2:
        return table.shape[1]
    return draft.integer("markov_rank", 0, most=MOST_SIZE)


def markov_type(draft: Config, tensors: Mapping[str, TensorInfo]) -> MarkovType:
    """As the weights tell, else as the config does."""
    if any(name.startswith("markov_head.gate_proj.") for name in tensors):
        return "gated"
    if any(name.startswith("markov_head.joint_proj.") for name in tensors):
        return "rnn"
    name = draft.text("markov_head_type", "vanilla")
    if name not in get_args(MarkovType):
        raise draft.error("markov_head_type")
    return cast(MarkovType, name)


def confidence(draft: Config, tensors: dict[str, TensorInfo], hidden: int, rank: int) -> tuple[int | None, bool]:
    """(input width of the confidence head or None without one, whether one was dropped from `tensors`)."""
    head = tensors.get(_CONFIDENCE)
    if head is None:
        return None, False
    is_switched_off = not draft.boolean("enable_confidence_head", True)
    lacks_markov = rank == 0 or head.shape == (1, hidden)
    if is_switched_off or lacks_markov:
        del tensors[_CONFIDENCE]
        tensors.pop("confidence_head.proj.bias", None)
        return None, True
    return hidden + rank, False


def selector(draft: Config, tensors: Mapping[str, TensorInfo], hidden: int) -> Selector | None:
    """DFlash2's own numbers; None where the weights have no selector.

    The engine packs the candidates and the scores between them into one row of hidden size.
    """
    if not any(name.startswith("candidate_selector.") for name in tensors):
        return None
    selector = Selector(
        kernel_size=draft.integer("conv_kernel_size", least=1, most=MOST_BLOCK),
        group_size=draft.integer("conv_group_size", least=1, most=hidden),
        rank=draft.integer("selector_rank", least=1, most=MOST_SIZE),
        top_k=draft.integer("selector_top_k", least=1, most=MOST_BLOCK),
    )
    if hidden % selector.group_size:
        raise draft.error("conv_group_size")
    if hidden < selector.top_k * (selector.top_k + 1):
        raise DraftCannotRun(kind=f"DFlash2 with {selector.top_k} candidates at hidden size {hidden}")
    return selector
