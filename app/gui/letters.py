"""What other threads say to the window's, without holding an object of Qt: it must not die on one of them."""

from collections import deque
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any
from weakref import WeakMethod

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid


class _Doorbell(QObject):
    """The one that every thread may ring; made in the window's thread, it lives as long as the program."""

    rung = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._numbers = count()
        # Only the window's thread looks in here, and only it makes a reference of what stands there.
        self._at_home: dict[int, WeakMethod[Callable[[], None]]] = {}
        self.rung.connect(self._on_rung, Qt.ConnectionType.QueuedConnection)

    def put_up(self, on_rung: Callable[[], None]) -> int:
        """Have a method of a QObject called whenever the number that this returns is rung, as long as it lives."""
        number = next(self._numbers)
        self._at_home[number] = WeakMethod(on_rung, lambda _: self._at_home.pop(number, None))
        return number

    def _on_rung(self, number: int) -> None:
        found = self._at_home.get(number)
        on_rung: Any = found() if found is not None else None
        if on_rung is not None and isValid(on_rung.__self__):
            on_rung()


@cache
def _doorbell() -> _Doorbell:
    return _Doorbell()


class Letters:
    """Left by any thread (`post`), and taken in the window's (`take`), where `on_arrived` is called soon after.

    `on_arrived` is a method of a QObject, which this does not keep alive. To be made in the window's thread.
    """

    def __init__(self, on_arrived: Callable[[], None]) -> None:
        # deque.append and popleft are atomic: one side adds, the other takes.
        self._waiting: deque[Any] = deque()
        self._is_announced = False
        self._bell = _doorbell()
        self._number = self._bell.put_up(on_arrived)

    def post(self, letter: Any) -> None:
        """Leave something; for any thread."""
        self._waiting.append(letter)
        if not self._is_announced:
            self._is_announced = True
            self._bell.rung.emit(self._number)

    def take(self) -> list[Any]:
        """All that waits, in order; what comes from now on is announced anew."""
        self._is_announced = False
        return [self._waiting.popleft() for _ in range(len(self._waiting))]
