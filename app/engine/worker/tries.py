"""What to try to load next, after what has failed."""

import re
from collections.abc import Sequence
from pathlib import Path

from app.engine.left_out import LeftOut
from app.engine.protocol import Load
from app.engine.worker.errors import ContextNotMade, DeviceMissing, ModelNotLoaded, ModelsWithoutRoom
from app.models.offload import OffloadPlan, Wish, next_plan, plan_offload
from app.models.placing import PairSizes, Room

LoadFailure = ModelNotLoaded | ContextNotMade | DeviceMissing

# What llama.cpp and its backends say where they get no memory, and where a device cannot be used at all.
_NO_ROOM = ("alloc", "out of memory", "outofdevicememory", "outofhostmemory")
_NO_START = re.compile(r"failed to initialize (\S+) backend")


class Tries:
    """Plans for a pair in these `rooms`: `plan` is what to try now, `left_out` has the devices that failed.

    Raises ModelsWithoutRoom where a `load` that ended the engine so often for want of memory has nothing less.
    """

    def __init__(self, load: Load, sizes: PairSizes, wish: Wish, rooms: Sequence[Room]) -> None:
        self._path: Path = load.target
        self._crashes = load.crashes
        self._sizes = sizes
        self._wish = wish
        self._rooms = rooms
        self._is_own_draft_left_out = False
        self.left_out: LeftOut = load.left_out
        self.plan = self._planned()

    def go_on(self, error: LoadFailure) -> bool:
        """Plan anew after the plan ended in `error`; False: nothing is left to try.

        Where there was no room, what app.models.offload gives up next is given up. Otherwise what a target brings along
        to draft with goes first, unless a device is named: nobody asked for that, and a file may lack a part of it. At
        last a device is left out, and the others are planned for.
        """
        following = self._following(error)
        self.plan = following or self.plan
        return following is not None

    def _following(self, error: LoadFailure) -> OffloadPlan | None:
        if _is_no_room(error):
            return next_plan(self.plan, self._sizes, self._wish, self._rooms)
        named = _device_named(error)
        if self.plan.has_draft and self._sizes.drafts_itself and named not in self.plan.devices:
            self._is_own_draft_left_out = True
            return self._planned()
        if self.plan.devices:
            self.left_out = self.left_out.after(self.plan.devices, named)
            return self._planned()
        return None

    def _planned(self) -> OffloadPlan:
        """From the top, without what failed."""
        sizes = self._sizes.alone if self._is_own_draft_left_out else self._sizes
        plan = plan_offload(sizes, self._wish, self._rooms, self.left_out.names)
        if self._is_own_draft_left_out:
            plan = plan.changed("own_draft_left_out")
        for _ in range(self._crashes):
            less = next_plan(plan, sizes, self._wish, self._rooms)
            if less is None:
                raise ModelsWithoutRoom(path=str(self._path))
            plan = less
        return plan


def _device_named(error: LoadFailure) -> str | None:
    """The device that a failure names."""
    if isinstance(error, DeviceMissing):
        return str(error.facts["device"])
    found = _NO_START.search(str(error.facts.get("detail") or ""))
    return found.group(1) if found else None


def _is_no_room(error: LoadFailure) -> bool:
    """Whether a load failed for want of memory, by llama.cpp's own words."""
    detail = str(error.facts.get("detail") or "")
    if isinstance(error, ContextNotMade):
        return _NO_START.search(detail) is None
    return any(words in detail.lower() for words in _NO_ROOM)
