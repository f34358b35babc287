"""Events of other processes, from the thread that reads them to Qt signals, about 30 times a second."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.engine.client import Crashed
from app.engine.protocol import Event, Failed, Finished, Piece, Ready, ReportProgress, Stats, Working
from app.gui.letters import Letters
from app.jobs.events import JobEvent, JobProgress

INTERVAL_MS = 33


class Bridge(QObject):
    """Collects what `post` is given on any thread, and hands it over in batches in the window's thread.

    Whoever holds `post` does not hold the bridge.
    """

    def __init__(self, parent: QObject | None = None, interval_ms: int = INTERVAL_MS) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, singleShot=True, interval=interval_ms)
        self._timer.timeout.connect(self._on_due)
        self._letters = Letters(self._on_arrived)
        self.post: Callable[[Any], None] = self._letters.post
        """Hand an event over; for any thread."""

    def _on_arrived(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _on_due(self) -> None:
        self.deliver(self._letters.take())

    def deliver(self, batch: Sequence[Any]) -> None:
        """Emit the signals for one batch."""
        raise NotImplementedError


class JobBridge(Bridge):
    """Events of jobs as signals: of progress only the newest of each job, before its end."""

    told = Signal(object)

    def deliver(self, batch: Sequence[JobEvent]) -> None:
        """Emit in the order in which things happened."""
        newest: dict[int, JobEvent] = {}
        for event in batch:
            if isinstance(event, JobProgress):
                newest[event.job] = event
                continue
            if (progress := newest.pop(event.job, None)) is not None:
                self.told.emit(progress)
            self.told.emit(event)
        for event in newest.values():
            self.told.emit(event)


class EngineBridge(Bridge):
    """The engine's events as signals: pieces of a batch together, of numbers and progress only the newest.

    `heard` comes before all that a batch tells.
    """

    heard = Signal()
    ready = Signal(object)
    progress_reported = Signal(object)
    pieces_written = Signal(int, object)
    stats_counted = Signal(object)
    job_finished = Signal(object)
    job_failed = Signal(object)
    engine_crashed = Signal(object)

    def deliver(self, batch: Sequence[Event | Crashed]) -> None:
        """Emit in the order in which things happened; everything of a job comes before its end."""
        pieces: list[Piece] = []
        newest: dict[type, ReportProgress | Stats] = {}
        self.heard.emit()
        for event in batch:
            if isinstance(event, Working):
                continue
            if isinstance(event, Piece):
                pieces.append(event)
            elif isinstance(event, ReportProgress | Stats):
                newest[type(event)] = event
            else:
                self._flush(pieces, newest)
                self._pass_on(event)
        self._flush(pieces, newest)

    def _flush(self, pieces: list[Piece], newest: dict[type, ReportProgress | Stats]) -> None:
        if pieces:
            self.pieces_written.emit(pieces[0].job, tuple(pieces))
        for event in newest.values():
            if isinstance(event, Stats):
                self.stats_counted.emit(event)
            else:
                self.progress_reported.emit(event)
        pieces.clear()
        newest.clear()

    def _pass_on(self, event: Ready | Finished | Failed | Crashed) -> None:
        if isinstance(event, Ready):
            self.ready.emit(event)
        elif isinstance(event, Finished):
            self.job_finished.emit(event)
        elif isinstance(event, Failed):
            self.job_failed.emit(event)
        else:
            self.engine_crashed.emit(event)
