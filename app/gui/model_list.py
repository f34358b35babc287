"""The models at hand: read off the window's thread, kept as they were read last."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.gui.answers import Answers
from app.gui.view_models.choices import Choice
from app.gui.view_models.library import Shelves, draft_choices, read_shelves, target_choices
from app.models.keeper import LibraryKeeper
from app.models.library import Library
from app.models.recent_pairs import RecentPair, remember_pair


class ModelList(QObject):
    """What the model bar and the pages offer; `changed` when it was read anew, `failed` carries an AppError."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, keeper: LibraryKeeper, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeper = keeper
        self._answers = Answers(self)
        self._answers.failed.connect(self.failed)
        self.shelves = Shelves()

    def targets(self) -> Sequence[Choice]:
        """All targets."""
        return target_choices(self.shelves)

    def drafts(self, target: Path) -> Sequence[Choice]:
        """All drafts, those that fit first."""
        return draft_choices(self.shelves, target)

    def refresh(self) -> None:
        """Read the library anew."""
        self._answers.wait_for(self._keeper.ask(read_shelves), self._on_read)

    def note_pair(self, target: Path, draft: Path | None) -> None:
        """Remember that the two ran together, and where they lie if that is outside the library."""

        def note(library: Library) -> Shelves:
            for path in (target, draft):
                if path is not None and not path.is_relative_to(library.folder):
                    library.remember(path)
            remember_pair(library.folder, RecentPair(target, draft))
            return read_shelves(library)

        self._answers.wait_for(self._keeper.ask(note), self._on_read)

    def delete(self, path: Path) -> None:
        """Delete a file of the library with the note beside it; one that lies outside only leaves the list."""

        def remove(library: Library) -> Shelves:
            library.remove(path)
            return read_shelves(library)

        self._answers.wait_for(self._keeper.ask(remove), self._on_read)

    def _on_read(self, shelves: Shelves) -> None:
        self.shelves = shelves
        self.changed.emit()
