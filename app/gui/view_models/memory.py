"""The memory of a device as a bar: what is in use by others, and what a pair takes of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.core.translation import later, tr
from app.engine.protocol import DeviceFacts
from app.models.offload import OffloadPlan
from app.models.placing import Room, Share
from app.texts import size
from app.texts.devices import share_parts, share_words

MemoryPart = Literal["others", "target", "draft", "contexts"]
MAIN_MEMORY = later("Main memory")
PARTS: tuple[MemoryPart, ...] = ("others", "target", "draft", "contexts")


@dataclass(frozen=True, slots=True)
class MemoryView:
    """One memory: its name, all bytes, bytes of each part, a sentence with all of that."""

    name: str
    total_bytes: int
    parts: Mapping[MemoryPart, int]
    words: str
    is_tight: bool = False


def memory_views(plan: OffloadPlan, devices: Sequence[DeviceFacts]) -> tuple[MemoryView, ...]:
    """The bars of the memories that a pair lies in and that tell their size, devices first.

    What a pair takes of main memory that is on devices as far as it can be, is little.
    """
    names = device_names(devices)
    shares = plan.shares[:-1] if plan.devices and plan.is_whole else plan.shares
    return tuple(
        _view(share, tr(MAIN_MEMORY) if share.room.kind == "cpu" else names.get(share.room.name, share.room.name))
        for share in shares
        if share.room.total_bytes
    )


def idle_view(device: DeviceFacts, name: str) -> MemoryView | None:
    """The bar of a device of that name that no pair is planned for; None where it does not tell."""
    if not device.memory_total_bytes or device.memory_free_bytes is None:
        return None
    room = Room(device.name, device.kind, device.memory_total_bytes, device.memory_free_bytes)
    return _view(Share(room), name)


def needed_view(total_bytes: int, needed_bytes: int) -> MemoryView:
    """The bar of a memory of which a pair would take so much, whatever else is in use."""
    words = tr("Memory: the pair takes {needed} of {total}", needed=size(needed_bytes), total=size(total_bytes))
    return MemoryView("", total_bytes, {"target": needed_bytes}, words, needed_bytes > total_bytes)


def device_names(devices: Sequence[DeviceFacts]) -> Mapping[str, str]:
    """What devices are called, by their names in the engine; those of like name, as two equal cards, bear both."""
    titles = {device.name: device.description or device.name for device in devices}
    often = Counter(titles.values())
    return {name: title if often[title] == 1 else f"{title} ({name})" for name, title in titles.items()}


def _view(share: Share, name: str) -> MemoryView:
    amounts = dict(zip(PARTS, (amount for _, amount in share_parts(share)), strict=True))
    total = share.room.total_bytes or 1
    return MemoryView(name, total, amounts, share_words(share, name), not share.fits)
