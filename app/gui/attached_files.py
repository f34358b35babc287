"""The files that go with the next message: read in a process of their own, each chat its own."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.chat.attachments import MOST_TEXT_BYTES
from app.chat.conversation import Attachment
from app.chat.errors import AttachmentTooLarge, PdfUnreadable
from app.core.errors import AppError, Fact
from app.core.translation import tr
from app.gui.background_jobs import BackgroundJobs
from app.gui.chat_controller import ChatController
from app.jobs.read_file import attachment_of

MOST_FILES = 20


@dataclass(eq=False, slots=True)
class _File:
    """A file of a chat; without an attachment it is still being read, or waits for that."""

    chat_id: str
    path: Path
    attachment: Attachment | None = None


class AttachedFiles(QObject):
    """`changed` when there are others, or another chat is open; `failed` carries an AppError."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, controller: ChatController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._jobs = BackgroundJobs(self)
        self._files: list[_File] = []
        self._waiting: deque[_File] = deque()
        # One at a time: a process for each of twenty files would take the machine away from the models.
        self._reading: tuple[_File, int] | None = None
        self.longest_reading_ms = 60_000
        """How long one file may take."""
        self._time = QTimer(self, singleShot=True)
        self._time.timeout.connect(self._on_time_is_up)
        controller.opened.connect(self.changed)

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """The files of the open chat that were read."""
        return tuple(file.attachment for file in self._own if file.attachment is not None)

    @property
    def names_on_their_way(self) -> tuple[str, ...]:
        """Those that are still being read."""
        return tuple(file.path.name for file in self._own if file.attachment is None)

    def attach(self, paths: Sequence[Path]) -> None:
        """Read files for the next message of the open chat; none beyond the most that there may be."""
        new = [_File(self._controller.conversation.id, path) for path in paths[: MOST_FILES - len(self._own)]]
        self._files += new
        self._waiting += new
        self._read_next()
        self.changed.emit()

    def attach_text(self, text: str) -> None:
        """Have a text go with the next message as a file would, if it is not too long, and there may be one more."""
        name, size_bytes = tr("Pasted text"), len(text.encode("utf-8", "replace"))
        if size_bytes > MOST_TEXT_BYTES:
            self.failed.emit(AttachmentTooLarge(path=name, size_bytes=size_bytes, limit_bytes=MOST_TEXT_BYTES))
        elif len(self._own) < MOST_FILES:
            self._files.append(_File(self._controller.conversation.id, Path(name), Attachment(name, "text", text)))
            self.changed.emit()

    def remove(self, number: int) -> None:
        """Leave one of `attachments` out, or stop reading one of those on their way, which are counted on."""
        # In the order in which they are shown; a row that was clicked twice may have fewer by now.
        shown = sorted(self._own, key=lambda file: file.attachment is None)
        for file in shown[number : number + 1]:
            self._files.remove(file)
            if self._reading is not None and self._reading[0] is file:
                self._jobs.drop(self._reading[1])
                self._end_reading()
        self.changed.emit()

    def take(self) -> tuple[Attachment, ...]:
        """The files, which are then no longer here: their message is sent."""
        taken = self.attachments
        chat_id = self._controller.conversation.id
        self._files = [file for file in self._files if file.chat_id != chat_id or file.attachment is None]
        self.changed.emit()
        return taken

    def put_back(self, attachments: Sequence[Attachment]) -> None:
        """The message is not sent after all."""
        chat_id = self._controller.conversation.id
        self._files[:0] = [_File(chat_id, Path(attachment.name), attachment) for attachment in attachments]
        self.changed.emit()

    def close(self) -> None:
        """Read nothing more."""
        self._waiting.clear()
        self._jobs.close()

    @property
    def _own(self) -> list[_File]:
        return [file for file in self._files if file.chat_id == self._controller.conversation.id]

    def _read_next(self) -> None:
        while self._reading is None and self._waiting:
            file = self._waiting.popleft()
            if file in self._files:
                on_read, on_failed = partial(self._on_read, file), partial(self._on_failed, file)
                self._reading = file, self._jobs.run("read_file", {"path": str(file.path)}, on_read, on_failed)
                self._time.start(self.longest_reading_ms)

    def _end_reading(self) -> None:
        self._time.stop()
        self._reading = None
        self._read_next()

    def _on_read(self, file: _File, result: Mapping[str, Fact]) -> None:
        file.attachment = attachment_of(result)
        self._end_reading()
        self.changed.emit()

    def _on_failed(self, file: _File, error: AppError) -> None:
        self._files.remove(file)
        self._end_reading()
        self.changed.emit()
        self.failed.emit(error)

    def _on_time_is_up(self) -> None:
        if self._reading is not None:
            file, job = self._reading
            self._jobs.drop(job)
            self._on_failed(file, PdfUnreadable(path=str(file.path), detail=tr("it takes too long")))
