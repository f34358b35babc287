"""Python's search for garbage, kept on the window's own thread."""

import gc

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 200


class GarbageCollection(QObject):
    """Collects what refers to itself in a circle, now and then, on the thread that made this.

    Python would do so on whichever thread happens to ask for memory. A Qt object that dies on another thread holds a
    lock of Qt while it waits for the interpreter, which the window's thread may hold while it waits for that lock:
    neither would ever go on.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # What is there from the start stays to the end, and need not be looked through again.
        gc.freeze()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._collect)
        self._timer.start(_INTERVAL_MS)

    def stop(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.enable()

    def _collect(self) -> None:
        counts, thresholds = gc.get_count(), gc.get_threshold()
        for generation in (2, 1, 0):
            if counts[generation] > thresholds[generation]:
                gc.collect(generation)
                return
