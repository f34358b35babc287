"""What a target and its draft take of each memory, once it is said which layers go where."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import accumulate

from app.models.layer_sizes import LayerSize, ModelSizes
from app.models.memory import (
    MemoryEstimate,
    cache_bytes,
    logits_bytes,
    masks_bytes,
    model_memory,
    model_work_bytes,
    rows_bytes,
)
from app.models.proposal import DeviceKind

# What a device needs besides: its driver's own buffers, and fragments that nothing fits into.
_MARGIN_BYTES = 512 << 20
_MARGIN_SHARE = 0.1
# Layers of a target that a draft reads at most, and whose states wait in main memory.
_CAPTURED_LAYERS = 6


@dataclass(frozen=True, slots=True)
class Room:
    """A memory that models may lie in; of kind "cpu" it is the machine's own. None: nobody tells."""

    name: str
    kind: DeviceKind
    total_bytes: int | None
    free_bytes: int | None

    @property
    def usable_bytes(self) -> int:
        """What a pair may take of it; without bounds where nobody tells."""
        free = self.total_bytes if self.free_bytes is None else self.free_bytes
        if free is None:
            return 1 << 62
        if self.kind == "cpu":
            return free
        return max(0, free - min(_MARGIN_BYTES, round((self.total_bytes or free) * _MARGIN_SHARE)))


@dataclass(frozen=True, slots=True)
class PairSizes:
    """A target and what drafts for it: a `draft` file of its own, or with `drafts_itself` layers of the target's.

    `draft_max` is the most tokens of one proposal.
    """

    target: ModelSizes
    draft: ModelSizes | None = None
    drafts_itself: bool = False
    draft_max: int = 0

    @property
    def has_draft(self) -> bool:
        """Whether anything drafts that takes memory."""
        return self.draft is not None or self.drafts_itself

    @property
    def alone(self) -> "PairSizes":
        """The target without a draft."""
        return PairSizes(self.target)


def pair_memory(pair: PairSizes, context_size: int, cache_type: str = "f16") -> MemoryEstimate:
    """What the two take in all; the draft's context is always F16."""
    alone = model_memory(pair.target, context_size, cache_type)
    if pair.draft is None:
        return alone
    return replace(alone, draft_bytes=model_memory(pair.draft, context_size).total_bytes)


@dataclass(frozen=True, slots=True)
class Share:
    """What a pair takes of one memory, in bytes by what takes it; `kept_bytes` is for texts that were left."""

    room: Room
    target_bytes: int = 0
    draft_bytes: int = 0
    context_bytes: int = 0
    work_bytes: int = 0
    kept_bytes: int = 0

    @property
    def needed_bytes(self) -> int:
        """All that has to be there."""
        return self.target_bytes + self.draft_bytes + self.context_bytes + self.work_bytes

    @property
    def fits(self) -> bool:
        """Whether there is room for that."""
        return self.needed_bytes <= self.room.usable_bytes


class Placing:
    """Counts for one pair, its context and how that is kept.

    What llama.cpp counts as layers are called slots here: all layers of the file, of which those that only draft are
    empty unless they do, and behind them the head.
    """

    def __init__(self, pair: PairSizes, context_size: int, cache_type: str) -> None:
        self._pair = pair
        self.context_size = context_size
        target = pair.target
        drafting = target.drafting_layers if pair.drafts_itself else (LayerSize(0),) * target.mtp_layers
        slots = (*target.answering_layers, *drafting, _head(target))
        own = [len(target.answering_layers) <= slot < len(target.layers) for slot in range(len(slots))]
        self.slots_n = len(slots)
        self._weights = _sums(slot.weights_bytes for slot in slots)
        self._own_draft = _sums(slot.weights_bytes * is_own for slot, is_own in zip(slots, own, strict=True))
        # Running states are copied for every row that can be taken back.
        self._context = _sums(
            cache_bytes(context_size, slot.cached_values, "f16" if is_own else cache_type)
            + slot.state_bytes * (1 + pair.draft_max)
            for slot, is_own in zip(slots, own, strict=True)
        )
        self._largest = (0, *accumulate((slot.largest_bytes for slot in slots), max))
        self._target_work = model_work_bytes(target, context_size)
        drafter = pair.draft or (target if pair.drafts_itself else None)
        self._draft_work = model_work_bytes(drafter, context_size) if drafter else 0
        self._draft_context = cache_bytes(context_size, pair.draft.cached_values) if pair.draft else 0

    @property
    def weights_bytes(self) -> int:
        """All weights of the target that count as layers."""
        return self._weights[-1]

    @property
    def context_bytes(self) -> int:
        """What both keep of a whole text."""
        return self._context[-1] + self._draft_context

    def offloaded_bytes(self, layers: int) -> int:
        """Weights of the last `layers` slots."""
        return self._weights[-1] - self._weights[self.slots_n - layers]

    def device_share(self, room: Room, start: int, count: int, *, is_whole: bool, has_draft: bool) -> Share:
        """What a device holds with `count` slots from `start` on; not `is_whole`: some slots are in main memory."""
        draft, end = self._pair.draft if has_draft else None, start + count
        own_draft = self._own_draft[end] - self._own_draft[start]
        work = self._target_work if count else 0
        # Of long prompts the device computes what lies in main memory as well, weight by weight.
        work += 0 if is_whole or not count else self._largest[start]
        work += self._draft_work if draft or own_draft else 0
        return Share(
            room,
            target_bytes=self._weights[end] - self._weights[start] - own_draft,
            draft_bytes=own_draft + (draft.weights_bytes - draft.tables_bytes + draft.tied_bytes if draft else 0),
            context_bytes=self._context[end] - self._context[start] + (self._draft_context if draft else 0),
            work_bytes=work,
        )

    def main_share(self, memory: Room, layers: int, *, has_draft: bool) -> Share:
        """What main memory holds with the last `layers` slots on devices, where also the draft is if it `has_draft`."""
        target, draft, left = self._pair.target, self._pair.draft, self.slots_n - layers
        own_draft = self._own_draft[left]
        drafts_here = draft if draft and not has_draft else None
        # What goes to devices and comes from there.
        work = logits_bytes(target.vocabulary_n) + rows_bytes(target.hidden_size)
        work += masks_bytes(self.context_size, target.masks_n) if layers else 0
        if self._pair.has_draft:
            work += rows_bytes(target.hidden_size) * _CAPTURED_LAYERS
        work += self._target_work if layers < self.slots_n else 0
        work += self._draft_work if drafts_here or own_draft else 0
        return Share(
            memory,
            target_bytes=target.tables_bytes + self._weights[left] - own_draft - (0 if layers else target.tied_bytes),
            draft_bytes=own_draft + _in_main_memory(draft, is_whole=drafts_here is not None),
            context_bytes=self._context[left] + (self._draft_context if drafts_here else 0),
            work_bytes=work,
        )


def _sums(amounts: Iterable[int]) -> tuple[int, ...]:
    """Of the first 0, 1, 2 ... amounts."""
    return (0, *accumulate(amounts))


def _head(model: ModelSizes) -> LayerSize:
    on_device = model.head_bytes + model.tied_bytes
    return LayerSize(on_device, on_device)


def _in_main_memory(draft: ModelSizes | None, *, is_whole: bool) -> int:
    """What main memory holds of a draft's file: its tables in any case."""
    if draft is None:
        return 0
    return draft.weights_bytes if is_whole else draft.tables_bytes
