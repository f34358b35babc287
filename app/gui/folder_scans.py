"""Has the user's own folders looked through, each by a job of its own: one that hangs keeps nobody waiting."""

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.core.errors import AppError, Fact
from app.gui.background_jobs import BackgroundJobs
from app.models.library.user_folders import UserFolder

# Somebody who plugs a drive in looks at the page meanwhile.
_AWAY_AGAIN_MS = 10_000


class FolderScans(QObject):
    """`changed` when a folder holds something else than before, `failed` carries an AppError."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, library: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._jobs = BackgroundJobs(self)
        self._running: dict[Path, int] = {}
        self._absent: tuple[Path, ...] = ()
        self._again = QTimer(self)
        self._again.setInterval(_AWAY_AGAIN_MS)
        self._again.timeout.connect(lambda: self.scan(self._absent))

    def scan(self, folders: Iterable[Path]) -> None:
        """Look through these folders, those that are not being looked through already."""
        for folder in folders:
            if folder not in self._running:
                arguments = {"library": str(self._library), "folder": str(folder)}
                ended = partial(self._on_seen, folder), partial(self._on_failed, folder)
                self._running[folder] = self._jobs.run("scan", arguments, *ended)

    def watch(self, folders: Iterable[UserFolder], *, is_looked_at: bool) -> None:
        """Look for the absent ones again and again, as long as somebody looks at the list."""
        self._absent = tuple(folder.path for folder in folders if folder.is_there is False)
        if self._absent and is_looked_at:
            self._again.start()
        else:
            self._again.stop()

    def close(self) -> None:
        """End what still looks."""
        self._again.stop()
        self._jobs.close()

    def _on_seen(self, folder: Path, result: Mapping[str, Fact]) -> None:
        del self._running[folder]
        if result["has_changed"]:
            self.changed.emit()

    def _on_failed(self, folder: Path, error: AppError) -> None:
        del self._running[folder]
        self.failed.emit(error)
