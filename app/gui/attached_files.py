"""The files that go with the next message: read in a process of their own, each chat its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.chat.conversation import Attachment
from app.chat.errors import PdfUnreadable
from app.core.errors import AppError, Fact
from app.gui.background_jobs import BackgroundJobs
from app.gui.chat_controller import ChatController
from app.jobs.read_file import attachment_of

MOST_FILES = 20
_LONGEST_READING_MS = 60_000


@dataclass(eq=False, slots=True)
class _Reading:
    """A file on its way; `job` reads it."""

    path: Path
    job: int = 0


@dataclass(eq=False, slots=True)
class _Pile:
    """The files of one chat, and those on their way to it."""

    read: list[Attachment] = field(default_factory=list)
    readings: list[_Reading] = field(default_factory=list)


class AttachedFiles(QObject):
    """`changed` when there are others, or another chat is open; `failed` carries an AppError."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, controller: ChatController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._jobs = BackgroundJobs(self)
        self._piles: dict[str, _Pile] = {}
        controller.opened.connect(self.changed)

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """The files of the open chat that were read."""
        return tuple(self._pile.read)

    @property
    def names_on_their_way(self) -> tuple[str, ...]:
        """Those that are still being read."""
        return tuple(reading.path.name for reading in self._pile.readings)

    def attach(self, paths: Sequence[Path]) -> None:
        """Read files for the next message of the open chat; none beyond the most that there may be."""
        pile = self._pile
        for path in paths[: MOST_FILES - len(pile.read) - len(pile.readings)]:
            reading = _Reading(path)
            pile.readings.append(reading)
            on_read, on_failed = partial(self._on_read, pile, reading), partial(self._on_failed, pile, reading)
            reading.job = self._jobs.run("read_file", {"path": str(path)}, on_read, on_failed)
            QTimer.singleShot(_LONGEST_READING_MS, self, partial(self._on_time_is_up, pile, reading))
        self.changed.emit()

    def remove(self, number: int) -> None:
        """Leave one of `attachments` out, or stop reading one of those on their way, which are counted on."""
        pile = self._pile
        if number < len(pile.read):
            del pile.read[number]
        elif number - len(pile.read) < len(pile.readings):
            self._jobs.drop(pile.readings.pop(number - len(pile.read)).job)
        self.changed.emit()

    def take(self) -> tuple[Attachment, ...]:
        """The files, which are then no longer here: their message is sent."""
        taken = self.attachments
        self._pile.read.clear()
        self.changed.emit()
        return taken

    def put_back(self, attachments: Sequence[Attachment]) -> None:
        """The message is not sent after all."""
        self._pile.read[:0] = attachments
        self.changed.emit()

    def close(self) -> None:
        """Read nothing more."""
        self._jobs.close()

    @property
    def _pile(self) -> _Pile:
        return self._piles.setdefault(self._controller.conversation.id, _Pile())

    def _on_read(self, pile: _Pile, reading: _Reading, result: Mapping[str, Fact]) -> None:
        pile.readings.remove(reading)
        pile.read.append(attachment_of(result))
        self.changed.emit()

    def _on_failed(self, pile: _Pile, reading: _Reading, error: AppError) -> None:
        pile.readings.remove(reading)
        self.changed.emit()
        self.failed.emit(error)

    def _on_time_is_up(self, pile: _Pile, reading: _Reading) -> None:
        if reading in pile.readings:
            self._jobs.drop(reading.job)
            self._on_failed(pile, reading, PdfUnreadable(path=str(reading.path), detail="it takes too long"))
