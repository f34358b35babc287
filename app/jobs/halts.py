"""What a failure means for an order: whether it goes on by itself and when, needs the person, or has failed."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path

from app.core.files import free_bytes
from app.jobs.order import Halt, OrderState

_NO_ROOM = frozenset({"disk_full", "hub_disk_full"})
_OFFLINE = "hub_offline"
_PASSING = frozenset(
    {
        *(_OFFLINE, "hub_unreachable", "hub_silent", "hub_connection_lost", "hub_rate_limited", "hub_server_trouble"),
        # A network that asks to sign in first, or is only just coming up.
        *("hub_web_page", "hub_proxy", "hub_answer_unreadable"),
        # Another window or command is at the same thing.
        *("hub_busy", "being_written"),
    }
)
_FOR_THE_PERSON = frozenset({"hub_token_needed", "hub_token_invalid", "hub_licence", "hub_access_denied"})


@dataclass(frozen=True, slots=True)
class Waits:
    """Seconds: the wait before the next try doubles from `first_s` to `longest_s`.

    `look_s` lies between two looks at the room on a disk, and at what other windows left behind.
    """

    first_s: float = 5
    longest_s: float = 300
    look_s: float = 3


def state_after(code: str) -> OrderState:
    """The state of an order whose step failed with this code."""
    if code in _NO_ROOM or code in _PASSING:
        return "blocked"
    return "needs_you" if code in _FOR_THE_PERSON else "failed"


class Wait:
    """How long a blocked order waits; `failures` counts those in a row, this one included."""

    def __init__(self, halt: Halt, failures: int, waits: Waits, is_offline: Callable[[], bool]) -> None:
        self.halt = halt
        self._is_offline = is_offline
        self._free_before = halt.facts.get("free_bytes")
        asked_s = halt.facts.get("wait_s")
        first_s = waits.look_s if halt.code in _NO_ROOM else waits.first_s
        wait_s = min(first_s * 2.0 ** min(failures - 1, 30), waits.longest_s)
        self._due_s = time.monotonic() + max(wait_s, float(asked_s) if isinstance(asked_s, int | float) else 0)
        self.look()

    def look(self) -> bool:
        """Whether to try again now; `halt` tells how things stand."""
        left_s = max(0.0, self._due_s - time.monotonic())
        if self.halt.code in _NO_ROOM:
            return self._has_room() and not left_s
        if self.halt.code == _OFFLINE and self._is_offline():
            return False
        self.halt = replace(self.halt, retry_s=ceil(left_s))
        return not left_s

    def _has_room(self) -> bool:
        facts = self.halt.facts
        try:
            free = free_bytes(Path(str(facts["path"])))
        except OSError:
            # The drive is gone: trying tells.
            return True
        self.halt = replace(self.halt, facts={**facts, "free_bytes": free})
        needed = facts.get("needed_bytes")
        if isinstance(needed, int):
            return free >= needed
        # How much is missing is found out by trying.
        return not isinstance(self._free_before, int) or free > self._free_before
