"""One engine, many who ask: each waits for its turn, in the order of coming."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.core.errors import Cancelled
from app.server.errors import ApiBusy

MOST_WAITING = 32
_GLANCE_S = 0.1


class Turns:
    """For any thread."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._most = most_waiting
        self._changed = threading.Condition()
        # Whose turn it is stands first.
        self._places: deque[object] = deque()

    @property
    def open_n(self) -> int:
        """How many have their turn or wait for it."""
        return len(self._places)

    @contextmanager
    def turn(self, is_wanted: Callable[[], bool]) -> Iterator[None]:
        """Wait until all who came before are done; raises ApiBusy, and Cancelled once it is not wanted any more."""
        place = object()
        with self._changed:
            if len(self._places) > self._most:
                raise ApiBusy(waiting_n=self._most)
            self._places.append(place)
        try:
            while not self._is_first(place):
                if not is_wanted():
                    raise Cancelled
            yield
        finally:
            with self._changed:
                self._places.remove(place)
                self._changed.notify_all()

    def _is_first(self, place: object) -> bool:
        with self._changed:
            if self._places[0] is not place:
                self._changed.wait(_GLANCE_S)
            return self._places[0] is place
