"""A queue of orders over a stub Hub, as tests watch it; checkpoints as repositories."""

import hashlib
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from app.jobs.halts import Waits
from app.jobs.order import Order, OrderRequest, Source
from app.jobs.queue import OrderQueue
from tests.fakes.impatient_jobs import run as impatient_entry

TARGET_REPO, DRAFT_REPO = "Someone/Tiny-Target", "Someone/Tiny-Target-DSpark"
SHORT_WAITS = Waits(first_s=0.2, longest_s=0.5, look_s=0.1)
REQUEST = OrderRequest(
    Source("Tiny-Target", repo=TARGET_REPO, output_type="bf16"),
    Source("Tiny-Target-DSpark", repo=DRAFT_REPO, output_type="f32"),
)
ALONE = OrderRequest(REQUEST.target)


class Watched:
    """A queue whose every change is kept; its folders lie in `home`."""

    def __init__(
        self, home: Path, *, library: Path | None = None, adopts: bool = True, is_offline: Callable[[], bool] = bool
    ) -> None:
        self.library = library or home / "models"
        self.seen: list[Order] = []
        self._changed = threading.Condition()
        self.queue = OrderQueue(
            home / "orders",
            self.library,
            self._on_change,
            adopts=adopts,
            is_offline=is_offline,
            entry=impatient_entry,
            waits=SHORT_WAITS,
        )

    def _on_change(self, order: Order) -> None:
        with self._changed:
            self.seen.append(order)
            self._changed.notify_all()

    def of(self, number: int) -> list[Order]:
        """Every state that an order was in so far."""
        return [order for order in list(self.seen) if order.number == number]

    def wait(self, number: int, claim: Callable[[Order], bool], timeout_s: float = 60) -> Order:
        """The first order of this number, from its newest state on, of which the claim holds."""
        deadline_s = time.monotonic() + timeout_s
        at = max((at for at, order in enumerate(self.seen) if order.number == number), default=0)
        with self._changed:
            while True:
                for order in self.seen[at:]:
                    if order.number == number and claim(order):
                        return order
                at = len(self.seen)
                left_s = deadline_s - time.monotonic()
                assert left_s > 0, f"it did not happen in time: {self.of(number)[-3:]}"
                self._changed.wait(left_s)

    def wait_for(self, number: int, *states: str, timeout_s: float = 60) -> Order:
        """The order once it is in one of these states."""
        order = self.wait(number, lambda order: order.state in (*states, "failed", "finished"), timeout_s)
        assert order.state in states, order
        return order


def files_of(folder: Path) -> Mapping[str, bytes]:
    """A checkpoint as the files of a repository."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def digest(path: Path) -> str:
    """What the content of a file is known by."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def half_made(library: Path) -> list[str]:
    """What stands in a library's folder and is not whole."""
    return [str(path.relative_to(library)) for path in library.rglob("*") if ".part" in path.name]
