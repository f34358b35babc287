"""Plans what of a target and its draft goes onto which device, from the files' own sizes, before anything is loaded.

Layers go from the head backwards, as llama.cpp offloads them, each with its part of the context. A draft goes onto the
device whole and before the target's last layers, for per byte it gains at least as much there: a round reads the target
once and the draft once (DSpark, DFlash) or once for every guess (EAGLE-3, MTP, small models). Split, a small draft
would wait for the processor in every one of its passes. Where it does not fit whole, it stays in main memory, whole.

There is an end to that. Say a device reads its memory ten times as fast as the processor does, and a round yields 2.2
tokens: once an eighth of the target has to make room for the draft, a round takes 1 + 9/8 + a little for the draft, as
long as the 2.2 tokens take without it. A target that would lie on the device whole is then better off alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.core.errors import Fact
from app.models.memory import checkpoints_bytes, context_for, saved_texts_bytes
from app.models.placing import PairSizes, Placing, Room, Share

AUTO, PROCESSOR = "auto", "cpu"
# Below it a conversation has hardly begun before its beginning is forgotten.
LEAST_CONTEXT = 2048
# Of a target that would lie on the device whole, what may make room for its draft.
_DISPLACED_MOST = 1 / 8
# With a smaller share of the target on a device that is too small, carrying states to it and back eats up the gain.
_WORTH_SHARE = 1 / 4
# What the next try takes of the layers of one that failed.
_FEWER_SHARE = 2 / 3
# Changes that cost the draft that was asked for.
DRAFT_LEFT_OUT = ("draft_without_room", "draft_displaces")
# Texts that were left are kept in this share of what is free.
_SAVED_SHARE = 1 / 4


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for: a device by its name, "auto" or "cpu"; layers to offload, -1 as many as fit; the context.

    `context_size` 0 is the usual one for a target that has learned to read `context_trained` tokens. `less` goes down
    so many steps from what would be tried first, after a try that ended badly.
    """

    device: str = AUTO
    gpu_layers: int = -1
    context_size: int = 0
    context_trained: int = 0
    cache_type: str = "f16"
    less: int = 0

    @property
    def whole_context(self) -> int:
        """Tokens to make room for, if there is any."""
        return context_for(self.context_size, self.context_trained)


@dataclass(frozen=True, slots=True)
class Change:
    """Something that is otherwise than was asked for: a code that app/texts words, with its facts."""

    code: str
    facts: tuple[tuple[str, Fact], ...] = ()


@dataclass(frozen=True, slots=True)
class OffloadPlan:
    """Where what goes. `devices` are names, none on the processor alone; `reason` is a code for why just these.

    `target_layers` are offloaded, counted as llama.cpp does: of all layers and the head, the last ones; `split` says
    how many of them each device gets. `shares` are those of the devices and then of main memory, of which texts that
    were left get `saved_texts_bytes`.
    """

    devices: tuple[str, ...]
    reason: str
    target_layers: int
    target_layers_all: int
    split: tuple[int, ...]
    has_draft: bool
    is_draft_offloaded: bool
    context_size: int
    shares: tuple[Share, ...]
    saved_texts_bytes: int = 0
    changes: tuple[Change, ...] = ()

    @property
    def device(self) -> str:
        """The device that does most of the work."""
        return self.devices[0] if self.devices else self.shares[-1].room.name

    @property
    def is_whole(self) -> bool:
        """Whether all that can be on devices is."""
        is_draft_there = self.is_draft_offloaded or not self.has_draft
        return self.target_layers == self.target_layers_all and is_draft_there

    @property
    def needed_bytes(self) -> int:
        """All that has to be somewhere."""
        return sum(share.needed_bytes for share in self.shares)

    @property
    def fits(self) -> bool:
        """Whether there is room for all of it; integrated graphics use the machine's own memory."""
        shared = self.needed_bytes if any(share.room.kind == "integrated" for share in self.shares) else 0
        return all(share.fits for share in self.shares) and shared <= self.shares[-1].room.usable_bytes

    @property
    def is_draft_left_out(self) -> bool:
        """Whether a draft was asked for that there is no room for."""
        return any(change.code in DRAFT_LEFT_OUT for change in self.changes)

    def changed(self, code: str, **facts: Fact) -> "OffloadPlan":
        """The plan with one more change to tell; of the same kind only the last is told."""
        others = tuple(change for change in self.changes if change.code != code)
        return replace(self, changes=(*others, Change(code, tuple(facts.items()))))


def plan_offload(pair: PairSizes, wish: Wish, rooms: Sequence[Room], left_out: Sequence[str] = ()) -> OffloadPlan:
    """The plan to try first. `rooms` are those of all devices, the processor's among them.

    Devices that are `left_out` failed to work: where they would be used, it is said that they are not.
    """
    is_known = wish.device in (AUTO, PROCESSOR, *(room.name for room in rooms))
    plan = _with_draft_if_it_fits(pair, wish if is_known else replace(wish, device=AUTO), rooms)
    missed = list[str]()
    while failing := [name for name in plan.devices if name in left_out]:
        missed += failing
        rooms = [room for room in rooms if room.name not in missed]
        plan = _with_draft_if_it_fits(pair, replace(wish, device=AUTO), rooms)
    if missed:
        plan = plan if plan.devices else replace(plan, reason="device_failed")
        plan = plan.changed("device_failed", device=", ".join(missed), used=plan.device)
    if not is_known:
        plan = plan.changed("device_gone", device=wish.device, used=plan.device)
    for _ in range(wish.less):
        plan = next_plan(plan, pair, wish, rooms) or plan
    return plan


def next_plan(plan: OffloadPlan, pair: PairSizes, wish: Wish, rooms: Sequence[Room]) -> OffloadPlan | None:
    """What to try after `plan` found no room: it takes less, and tells what was given up. None: nothing is left.

    Fewer layers go to the device; then the context is halved, unless its length was chosen; then the processor gets all
    of it. There a draft that nobody asked for goes first, then the context is halved, and at last any draft stays out.
    """
    planner = _Planner(pair if plan.has_draft else pair.alone, wish, rooms, plan.changes)
    alone = _Planner(pair.alone, wish, rooms, plan.changes)
    if plan.devices and plan.target_layers > 1:
        fewer = planner.on(plan.devices, plan.reason, plan.context_size, int(plan.target_layers * _FEWER_SHARE))
        if fewer.devices:
            return fewer.changed("layers_lowered", layers=fewer.target_layers, layers_all=fewer.target_layers_all)
        return _processor_instead(plan, planner, wish)
    if plan.has_draft and pair.drafts_itself and not plan.devices:
        return alone.on((), plan.reason, plan.context_size).changed("own_draft_left_out")
    halved = max(LEAST_CONTEXT, plan.context_size // 2)
    if not wish.context_size and halved < plan.context_size:
        shorter = planner.on(plan.devices, plan.reason, halved, plan.target_layers)
        return shorter.changed("context_lowered", context_size=halved)
    if plan.devices:
        return _processor_instead(plan, planner, wish)
    if plan.has_draft:
        return alone.on((), plan.reason, plan.context_size).changed("draft_without_room", **_room_facts(plan))
    return None


def _processor_instead(plan: OffloadPlan, planner: "_Planner", wish: Wish) -> OffloadPlan:
    """Everything in main memory; what was lowered for the device's sake is as it was asked for again."""
    kept = tuple(change for change in plan.changes if change.code not in ("layers_lowered", "context_lowered"))
    there = planner.on((), "device_left", wish.whole_context)
    return replace(there, changes=kept).changed("device_left", device=plan.device, used=there.device)


def _with_draft_if_it_fits(pair: PairSizes, wish: Wish, rooms: Sequence[Room]) -> OffloadPlan:
    """The plan for both, unless the target alone is what fits."""
    plan = _Planner(pair, wish, rooms).best()
    if not pair.has_draft:
        return plan
    alone = _Planner(pair.alone, wish, rooms).best()
    if alone.fits and not plan.fits:
        return alone.changed("draft_without_room", **_room_facts(plan))
    displaced = 1 - _Planner(pair, wish, rooms).share_on(plan)
    if wish.gpu_layers < 0 and alone.devices and alone.is_whole and displaced > _DISPLACED_MOST:
        left = plan.target_layers_all - plan.target_layers
        return alone.changed("draft_displaces", device=alone.device, layers=left)
    return plan


def _room_facts(plan: OffloadPlan) -> dict[str, Fact]:
    """What it would have taken, and what is free where it would have gone: nothing where that seemed to be enough."""
    if plan.fits:
        return {"needed_bytes": None, "free_bytes": None}
    free = [share.room.free_bytes for share in plan.shares]
    known = [amount for amount in free if amount is not None]
    return {"needed_bytes": plan.needed_bytes, "free_bytes": sum(known) if len(known) == len(free) else None}


class _Planner:
    """Plans for one pair and one wish; its plans tell of `changes`."""

    def __init__(self, pair: PairSizes, wish: Wish, rooms: Sequence[Room], changes: tuple[Change, ...] = ()) -> None:
        self._pair = pair
        self._wish = wish
        self._rooms = rooms
        self._memory = next((room for room in rooms if room.kind == "cpu"), Room("CPU", "cpu", None, None))
        self._changes = changes

    def best(self) -> OffloadPlan:
        """The plan for the device that is wished for, or for the best of those that are there."""
        device, context_size = self._wish.device, self._wish.whole_context
        if device in (PROCESSOR, self._memory.name) or self._wish.gpu_layers == 0:
            return self.on((), "processor_chosen", context_size)
        if device != AUTO:
            return self.on((device,), "device_chosen", context_size)
        return next(self._good_plans(context_size))

    def _good_plans(self, context_size: int) -> Iterator[OffloadPlan]:
        """From the fastest on: a card that holds all, several cards, one that holds a part, integrated graphics.

        Two backends may tell of the same card: the one that llama.cpp loads first is made for it, and cards are only
        used together by one of them. Integrated graphics read the same memory as the processor; they pay where they
        spare it the whole work, not where each waits for the other.
        """
        cards = [room for room in self._rooms if room.kind == "gpu"]
        backends = list(dict.fromkeys(_backend(card) for card in cards))
        cards.sort(key=lambda card: (backends.index(_backend(card)), -card.usable_bytes))
        on_cards = [self.on((card.name,), "card_in_part", context_size) for card in cards]
        yield from (replace(plan, reason="card_whole") for plan in on_cards if plan.devices and plan.is_whole)
        most = max((plan.target_layers for plan in on_cards), default=0)
        for backend in backends:
            names = [card.name for card in cards if _backend(card) == backend]
            together = self.on(names, "cards_together", context_size)
            if len(names) > 1 and together.target_layers > most:
                yield together
        on_cards.sort(key=lambda plan: -plan.target_layers)
        least = 0 if self._wish.gpu_layers > 0 else _WORTH_SHARE
        yield from (plan for plan in on_cards if plan.devices and self.share_on(plan) >= least)
        for room in self._rooms:
            if room.kind == "integrated":
                plan = self.on((room.name,), "integrated_whole", context_size)
                if plan.devices and plan.is_whole and plan.fits:
                    yield plan
        has_devices = any(room.kind != "cpu" for room in self._rooms)
        yield self.on((), "devices_too_small" if has_devices else "processor_alone", context_size)

    def share_on(self, plan: OffloadPlan) -> float:
        """Of the target's layers and head, the share that is on devices, by bytes."""
        placing = Placing(self._pair, plan.context_size, self._wish.cache_type)
        return placing.offloaded_bytes(plan.target_layers) / max(1, placing.weights_bytes)

    def on(self, devices: Sequence[str], reason: str, context_size: int, most: int | None = None) -> OffloadPlan:
        """The plan for these devices: with `most` layers as far as they fit, or all; or with as many as are wished for.

        A wished number counts whether it seems to fit or not: what is known of a device is no more than an estimate.
        """
        placing = Placing(self._pair, context_size, self._wish.cache_type)
        rooms = [room for name in devices for room in self._rooms if room.name == name]
        is_wished = most is None and self._wish.gpu_layers >= 0
        ceiling = min(placing.slots_n, self._wish.gpu_layers if is_wished else most or placing.slots_n)
        for with_draft in (True, False) if self._pair.draft else (False,):
            for layers in range(ceiling, ceiling - 1 if is_wished else 0, -1):
                split = _split(placing, rooms, layers, with_draft)
                if split is not None:
                    return self._plan(placing, rooms, reason, split, with_draft)
        if rooms and is_wished:
            forced = (ceiling, *[0] * (len(rooms) - 1))
            return self._plan(placing, rooms, reason, forced, self._pair.draft is not None)
        return self._plan(placing, (), reason, (), False)

    def _plan(
        self, placing: Placing, rooms: Sequence[Room], reason: str, split: tuple[int, ...], with_draft: bool
    ) -> OffloadPlan:
        layers = sum(split)
        main = placing.main_share(self._memory, layers, has_draft=with_draft)
        left_bytes = max(0, self._memory.usable_bytes - main.needed_bytes)
        saved = min(saved_texts_bytes(placing.context_bytes), round(left_bytes * _SAVED_SHARE))
        main = replace(main, kept_bytes=saved + checkpoints_bytes(self._pair.target.state_bytes))
        return OffloadPlan(
            devices=tuple(room.name for room in rooms),
            reason=reason,
            target_layers=layers,
            target_layers_all=placing.slots_n,
            split=split,
            has_draft=self._pair.has_draft,
            is_draft_offloaded=with_draft or (self._pair.drafts_itself and layers > self._pair.target.mtp_layers),
            context_size=placing.context_size,
            shares=(*_device_shares(placing, rooms, split, with_draft), main),
            saved_texts_bytes=saved,
            changes=self._changes,
        )


def _backend(room: Room) -> str:
    """Devices are called by their backend and a number: "CUDA0", "Vulkan1"."""
    return room.name.rstrip("0123456789")


def _split(placing: Placing, rooms: Sequence[Room], layers: int, with_draft: bool) -> tuple[int, ...] | None:
    """How many of the last `layers` each device gets, the first ones as many as fit; None where they do not."""
    left, split = layers, list[int]()
    for index, room in enumerate(rooms):
        start, is_whole, has_draft = placing.slots_n - left, layers == placing.slots_n, with_draft and index == 0
        fitting = (
            count
            for count in ((left,) if index == len(rooms) - 1 else range(left, 0, -1))
            if count and placing.device_share(room, start, count, is_whole=is_whole, has_draft=has_draft).fits
        )
        split.append(next(fitting, 0))
        left -= split[-1]
    return None if left or not split or not split[0] else tuple(split)


def _device_shares(placing: Placing, rooms: Sequence[Room], split: Sequence[int], with_draft: bool) -> Iterator[Share]:
    layers = sum(split)
    start = placing.slots_n - layers
    for index, (room, count) in enumerate(zip(rooms, split, strict=True)):
        is_whole, has_draft = layers == placing.slots_n, with_draft and index == 0
        yield placing.device_share(room, start, count, is_whole=is_whole, has_draft=has_draft)
        start += count
