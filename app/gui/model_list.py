"""The models at hand: read off the window's thread, kept as they were read last."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.gui.answers import Answers
from app.gui.view_models.choices import Choice
from app.gui.view_models.library import Shelves, draft_choices, read_shelves, small_model_choices, target_choices
from app.hub.shelf import Incomplete, discard_incomplete
from app.hub.updates import Update
from app.models.library.keeper import LibraryKeeper
from app.models.library.last_used import note_used
from app.models.library.library import Library
from app.models.library.recent_pairs import RecentPair, remember_pair
from app.models.library.removal import Removal, plan_removal


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
        self.updates: tuple[Update, ...] = ()
        """What the Hub said of fetched models when it was asked last."""

    def targets(self) -> Sequence[Choice]:
        """All targets."""
        return target_choices(self.shelves)

    def drafts(self, target: Path) -> Sequence[Choice]:
        """All drafts, those that fit first."""
        return draft_choices(self.shelves, target)

    def small_models(self, target: Path) -> Sequence[Choice]:
        """Models that were not made to draft, and may do so for `target`."""
        return small_model_choices(self.shelves, target)

    def refresh(self) -> None:
        """Read the library anew."""
        self._answers.wait_for(self._keeper.ask(read_shelves), self._on_read)

    def note_pair(self, target: Path, draft: Path | None) -> None:
        """Remember that the two ran together, and where they lie if that is outside the library."""

        def note(library: Library) -> None:
            for path in (target, draft):
                if path is not None and not path.is_relative_to(library.folder):
                    library.remember(path)
            remember_pair(library.folder, RecentPair(target, draft))
            note_used(library.folder, *(path for path in (target, draft) if path is not None))

        self._change(note)

    def plan_removals(
        self, groups: Sequence[Sequence[Path]], on_planned: Callable[[tuple[Removal, ...]], None]
    ) -> None:
        """Find out what deleting each of these groups of models would free."""
        question = self._keeper.ask(lambda library: tuple(plan_removal(library.folder, paths) for paths in groups))
        self._answers.wait_for(question, on_planned)

    def delete(self, *paths: Path) -> None:
        """Delete models of the library with the notes beside them; what lies outside only leaves the list."""

        def remove(library: Library) -> None:
            for path in paths:
                library.remove(path)

        self._change(remove)

    def discard(self, stopped: Incomplete) -> None:
        """Delete what there is of a model that was not fetched whole."""
        self._change(lambda library: discard_incomplete(library.folder, stopped.repo, stopped.name))

    def add_folder(self, path: Path) -> None:
        """List what is in a folder of the user's own."""
        self._change(lambda library: library.add_folder(path))

    def remove_folder(self, path: Path) -> None:
        """List it no more; everything in it stays."""
        self._change(lambda library: library.remove_folder(path))

    def note_updates(self, updates: tuple[Update, ...]) -> None:
        """Show what the Hub says of fetched models."""
        self.updates = updates
        self.changed.emit()

    def _change(self, act: Callable[[Library], None]) -> None:
        def act_and_read(library: Library) -> Shelves:
            act(library)
            return read_shelves(library)

        self._answers.wait_for(self._keeper.ask(act_and_read), self._on_read)

    def _on_read(self, shelves: Shelves) -> None:
        self.shelves = shelves
        self.changed.emit()
