"""Where orders outlive the program: a small file each, held by whoever carries the order out."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from app.core.errors import AppError, Fact
from app.core.files import write_bytes
from app.core.messages import from_json, to_json
from app.core.process_lock import has_locks
from app.core.runtime_folder import runtime_folder
from app.formats.json_file import read_json_object
from app.jobs.order import Halt, Order, OrderRequest, OrderState, Step, StepKind, StepState

if TYPE_CHECKING:
    from filelock import FileLock

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _StoredStep:
    kind: StepKind
    state: StepState
    result: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _StoredOrder:
    request: OrderRequest
    steps: tuple[_StoredStep, ...]
    state: OrderState
    rank: float
    halt: Halt | None = None


class OrderFile:
    """The file of one order while this program, and no other, carries it out; orders go by `rank`, the lowest first."""

    def __init__(self, path: Path, lock: "FileLock", rank: float) -> None:
        self.rank = rank
        self.is_saved = False
        """Whether the file says what was last saved; a full disk may keep it from that."""
        self._path = path
        self._lock = lock

    def save(self, order: Order) -> None:
        """Write what has to outlive the program. Where the disk is full, what was written before stays."""
        steps = tuple(_StoredStep(step.kind, step.state, step.result) for step in order.steps)
        stored = _StoredOrder(order.request, steps, order.state, self.rank, order.halt)
        self.is_saved = True
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if not self._lock.is_locked:
                self._lock.acquire()
            # In ASCII, for a path may hold bytes that are no text.
            write_bytes(self._path, dumps(to_json(stored), indent=1).encode())
        except (AppError, OSError) as error:
            self.is_saved = False
            _log.warning("an order could not be written down: %s", error)

    def remove(self) -> None:
        """Forget the order."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
        self.release()
        with suppress(OSError):
            Path(self._lock.lock_file).unlink(missing_ok=True)

    def release(self) -> None:
        """Leave the order to whoever comes next."""
        self._lock.release()


class OrderStore:
    """The folder of the files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def create(self, rank: float) -> OrderFile:
        """A file for a new order, there once it is saved."""
        path = self._folder / f"{uuid4().hex}.json"
        return OrderFile(path, self._lock_of(path), rank)

    def take(self, only: OrderRequest | None = None) -> tuple[Order, OrderFile] | None:
        """An order that nobody carries out, numbered 0, `only` one that asks for this; None where there is none."""
        for path in self._paths():
            lock = self._lock_of(path)
            try:
                lock.acquire()
            except OSError:
                # Somebody else holds it: that is a TimeoutError.
                continue
            # Only now nobody else changes it.
            stored = _read(path)
            if stored is not None and only in (None, stored.request):
                return _order_of(stored), OrderFile(path, lock, stored.rank)
            lock.release()
        return None

    def requests(self) -> Iterator[OrderRequest]:
        """What is asked for by every order that is not given up, whoever carries it out."""
        for path in self._paths():
            stored = _read(path)
            if stored is not None and stored.state not in ("finished", "cancelled"):
                yield stored.request

    def _paths(self) -> list[Path]:
        return sorted(self._folder.glob("*.json"))

    def _lock_of(self, path: Path) -> "FileLock":
        # Takes long to import, and most starts find no order.
        from filelock import FileLock

        return FileLock(self._lock_folder / f"{path.stem}.lock", blocking=False, thread_local=False)

    @cached_property
    def _lock_folder(self) -> Path:
        """Beside the orders; where a volume has no locks, orders are told apart on this computer only."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            if not has_locks(self._folder):
                return runtime_folder()
        return self._folder


def _read(path: Path) -> _StoredOrder | None:
    try:
        stored = from_json(_StoredOrder, read_json_object(path))
    except (AppError, ValueError):
        return None
    return stored if isinstance(stored, _StoredOrder) else None


def _order_of(stored: _StoredOrder) -> Order:
    """The order as it goes on: what was running begins again where it was."""
    steps = tuple(
        Step(step.kind, "waiting" if step.state == "running" else step.state, step.result) for step in stored.steps
    )
    if stored.state in ("running", "blocked"):
        return Order(0, stored.request, steps)
    return Order(0, stored.request, steps, stored.state, stored.halt)
