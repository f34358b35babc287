"""Trials of pairs and repairs of drafts' files that somebody asked for: one process each, told when they end."""

from collections.abc import Collection, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.core.errors import AppError, Fact
from app.core.settings import DEVICE, Settings
from app.gui.background_jobs import BackgroundJobs
from app.models.library.trial_notes import record_of

Pair = tuple[Path, Path]


class PairTrials(QObject):
    """`changed` when one begins or ends; `tried` carries a TrialRecord, `failed` an AppError.

    `repaired` carries the paths of a draft and of the new file that was made of it.
    """

    changed = Signal()
    tried = Signal(object)
    repaired = Signal(object, object)
    failed = Signal(object)

    def __init__(self, library: Path, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._settings = settings
        self._jobs = BackgroundJobs(self)
        self._running: dict[Pair, int] = {}

    @property
    def under_way(self) -> Collection[Pair]:
        """The pairs, target and draft, of what goes on."""
        return self._running.keys()

    def try_again(self, target: Path, draft: Path) -> None:
        """Try a pair, whether or not it was tried before; asked while that goes on, stop it."""
        arguments: dict[str, Fact] = {
            "target": str(target),
            "draft": str(draft),
            "library": str(self._library),
            "is_again": True,
            "device": self._settings.get(DEVICE),
        }
        self._run("try_pair", arguments, (target, draft))

    def repair(self, target: Path, draft: Path) -> None:
        """Make a whole file of a draft's that lost its head, in the library; asked while that goes on, stop it."""
        arguments: dict[str, Fact] = {"target": str(target), "draft": str(draft), "destination": str(self._library)}
        self._run("repair", arguments, (target, draft))

    def close(self) -> None:
        """Stop what goes on."""
        self._jobs.close()

    def _run(self, kind: str, arguments: Mapping[str, Fact], pair: Pair) -> None:
        if (job := self._running.get(pair)) is not None:
            self._jobs.drop(job)
            self._end(pair)
            return
        on_finished = self._on_tried if kind == "try_pair" else self._on_repaired
        self._running[pair] = self._jobs.run(
            kind, arguments, partial(on_finished, pair), partial(self._on_failed, pair)
        )
        self.changed.emit()

    def _on_tried(self, pair: Pair, result: Mapping[str, Fact]) -> None:
        self._end(pair)
        self.tried.emit(record_of(result))

    def _on_repaired(self, pair: Pair, result: Mapping[str, Fact]) -> None:
        self._end(pair)
        self.repaired.emit(pair[1], Path(str(result["path"])))

    def _on_failed(self, pair: Pair, error: AppError) -> None:
        self._end(pair)
        self.failed.emit(error)

    def _end(self, pair: Pair) -> None:
        del self._running[pair]
        self.changed.emit()
