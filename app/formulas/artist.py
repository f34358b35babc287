"""Has formulas drawn in a process, which is started when there are some, and again when one was its end."""

import threading
from collections.abc import Callable

from app.core.child import Child, ChildExit
from app.core.parent import Entry
from app.formulas import entry as formulas_entry
from app.formulas.messages import DRAWINGS, WISHES, Draw, Drawn, Latex


class Artist:
    """`on_drawn` is called once for every formula that `draw` was called for, on a thread of the process's own."""

    def __init__(self, on_drawn: Callable[[Drawn], None], entry: Entry = formulas_entry.run) -> None:
        self._on_drawn = on_drawn
        self._entry = entry
        self._lock = threading.Lock()
        self._asked: dict[Latex, None] = {}
        self._child: Child | None = None

    def draw(self, latex: Latex) -> None:
        """Have it drawn after those that were asked for before."""
        with self._lock:
            self._asked[latex] = None
            if self._child is None:
                self._start()
            else:
                self._child.send(Draw(latex))

    def close(self) -> None:
        """Draw nothing more, and end the process soon."""
        with self._lock:
            self._asked.clear()
            if self._child is not None:
                self._child.request_stop()

    def _start(self) -> None:
        self._child = Child(
            self._entry,
            sends=WISHES,
            receives=DRAWINGS,
            on_message=self._on_message,
            on_exit=self._on_exit,
            name="slipstream formulas",
        )
        for latex in self._asked:
            self._child.send(Draw(latex))
        self._child.start()

    def _on_message(self, told: Drawn) -> None:
        with self._lock:
            self._asked.pop(told.latex, None)
        self._on_drawn(told)

    def _on_exit(self, end: ChildExit) -> None:
        culprit = None
        with self._lock:
            self._child = None
            if self._asked and end.code != 0:
                culprit = next(iter(self._asked))
                del self._asked[culprit]
            if self._asked:
                self._start()
        if culprit is not None:
            self._on_drawn(Drawn(culprit, None))
