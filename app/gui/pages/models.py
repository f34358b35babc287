"""The models at hand: targets with the drafts that fit them, what is to be converted or not whole, own folders."""

from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.core.translation import later, tr
from app.gui.actions import keys_of
from app.gui.engine_session import EngineSession
from app.gui.model_list import ModelList
from app.gui.theme import SPACE
from app.gui.view_models.library import Shelves, TargetShelf
from app.gui.widgets.buttons import push_button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.gradual_list import GradualList, Part
from app.gui.widgets.labels import plain_label
from app.gui.widgets.library_lines import FolderCard, IncompleteCard
from app.gui.widgets.model_card import ModelCard
from app.gui.widgets.page_frame import PageFrame
from app.gui.widgets.passing_focus import pass_focus
from app.hub.shelf import Incomplete
from app.models.library.library import LibraryModel
from app.models.library.user_folders import UserFolder

_EMPTY = later(
    "Models that you fetch or convert land here, each target with the drafts that fit it, ready to load with one "
    "click. Begin with a target and the draft made for it, or look at the small pair that comes with Slipstream."
)
# With fewer, looking is quicker than typing.
_LEAST_SEARCHED = 6
# Below this many times the height of the text, the search has a line of its own.
_NARROW_LINES = 44


class ModelsPage(PageFrame):
    """Signals as those of the cards; `shown` and `hidden` tell whether somebody looks.

    `add_asked`, `demo_asked`, `discover_asked` are for the first step, `folder_add_asked`, `updates_asked` and
    `save_asked` of the buttons on top.
    """

    load_asked = Signal(object, object)
    folder_asked = Signal(object)
    delete_asked = Signal(object)
    convert_asked = Signal(object)
    update_asked = Signal(object)
    try_asked = Signal(object, object)
    repair_asked = Signal(object, object)
    resume_asked = Signal(object)
    discard_asked = Signal(object)
    scan_asked = Signal(object)
    open_asked = Signal(object)
    forget_asked = Signal(object)
    add_asked = Signal()
    demo_asked = Signal()
    discover_asked = Signal()
    folder_add_asked = Signal()
    updates_asked = Signal()
    save_asked = Signal()
    shown = Signal()
    hidden = Signal()

    def __init__(self, models: ModelList, session: EngineSession) -> None:
        super().__init__(tr("Models"), tr("Targets write the answers; drafts belong to a target and make it faster."))
        self._models = models
        self._session = session
        self.is_fetching: Callable[[str, str], bool] = lambda repo, name: False
        """Whether somebody fetches a model right now; `mark_fetching` when that may have changed."""
        self.trials_under_way: Callable[[], Collection[tuple[Path, Path]]] = frozenset
        """The pairs that are being tried or repaired; `mark_trying` when that may have changed."""
        self.add_button = push_button(
            tr("Add a model…"),
            self.add_asked.emit,
            is_primary=True,
            tip=tr("Open a target and its draft; checkpoints are converted first"),
            keys=keys_of("pair"),
        )
        self.head.insertWidget(1, self.add_button)
        pass_focus(self, self.add_button)
        self.search_box = QLineEdit(placeholderText=tr("Search your models"), clearButtonEnabled=True)
        self.search_box.setAccessibleName(tr("Search your models"))
        self.search_box.textChanged.connect(self._search)
        self.folder_button = push_button(
            tr("Add a folder…"),
            self.folder_add_asked.emit,
            tip=tr("List what is in a folder of yours, without moving or copying anything"),
            keys=keys_of("add_folder"),
        )
        self.updates_button = push_button(
            tr("Check for updates"),
            self.updates_asked.emit,
            tip=tr("Ask the Hub whether what was fetched has changed since"),
            keys=keys_of("updates"),
        )
        self.save_button = push_button(
            tr("Save this pair as a file…"),
            self.save_asked.emit,
            tip=tr("Keep the pair that is loaded, with its settings, in a file that opens it again"),
            keys=keys_of("save_pair"),
        )
        self._tools = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._list = GradualList()
        self._arrange()
        self._list.added.connect(self._on_added)
        models.changed.connect(self._on_changed)
        session.state_changed.connect(self._mark_loaded)
        self._on_changed()
        self._mark_loaded()

    @property
    def cards(self) -> list[ModelCard]:
        """The cards of models that are there by now."""
        return [widget for widget in self._list.widgets if isinstance(widget, ModelCard)]

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """Everything that is listed by now, in order."""
        return self._list.widgets

    def showEvent(self, event: QShowEvent) -> None:
        """Somebody looks."""
        super().showEvent(event)
        self.shown.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks any more."""
        super().hideEvent(event)
        self.hidden.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the search a line of its own where there is no room beside the buttons."""
        super().resizeEvent(event)
        is_narrow = self.width() < _NARROW_LINES * self.fontMetrics().height()
        direction = QBoxLayout.Direction
        self._tools.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)

    def _arrange(self) -> None:
        buttons = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        buttons.setSpacing(2 * SPACE)
        for button in (self.folder_button, self.updates_button, self.save_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        self._tools.setSpacing(2 * SPACE)
        self._tools.addWidget(self.search_box, 1)
        self._tools.addLayout(buttons)
        self.content.addLayout(self._tools)
        self.content.addWidget(self._list)
        self.content.addStretch(1)

    def _on_changed(self) -> None:
        shelves = self._models.shelves
        models_n = len(shelves.targets) + len(shelves.others) + len(shelves.checkpoints)
        self.search_box.setVisible(models_n >= _LEAST_SEARCHED)
        is_fetched = any(model.fetched for model in (*shelves.checkpoints, *shelves.others)) or any(
            model.fetched for shelf in shelves.targets for model in (shelf.model, *shelf.fitting)
        )
        self.updates_button.setVisible(is_fetched)
        self._list.show_parts(tuple(self._parts(shelves)))

    def _parts(self, shelves: Shelves) -> Iterator[Part]:
        for stopped in shelves.incomplete:
            yield Part(("incomplete", stopped.repo, stopped.name), stopped, partial(self._make_incomplete, stopped))
        for shelf in shelves.targets:
            yield self._model_part(shelf.model, shelf)
        if shelves.checkpoints:
            yield _heading(tr("Checkpoints: to be converted before they can be loaded"))
        for model in shelves.checkpoints:
            yield self._model_part(model, made=shelves.converted.get(model.entry.path, ""))
        if shelves.others:
            yield _heading(tr("Without a target at hand, or not usable"))
        for model in shelves.others:
            yield self._model_part(model)
        if not (shelves.targets or shelves.others or shelves.checkpoints or shelves.incomplete):
            yield Part("empty", None, self._make_empty)
        if shelves.folders:
            yield _heading(tr("Your own folders"))
        for folder in shelves.folders:
            # What a card tells of its folder; its models have cards of their own.
            content = (folder.is_there, len(folder.models), folder.is_cut)
            yield Part(("folder", folder.path), content, partial(self._make_folder, folder))

    def _model_part(self, model: LibraryModel, shelf: TargetShelf | None = None, made: str = "") -> Part:
        content = (model, shelf and (shelf.fitting, shelf.repairable), made, self._models.updates)
        return Part(("model", model.entry.path), content, partial(self._make_card, model, shelf, made))

    def mark_trying(self) -> None:
        """Say which pairs are being tried or repaired."""
        for card in self.cards:
            self._mark(card)

    def mark_fetching(self) -> None:
        """Say which of the incomplete models are being fetched."""
        for card in self._list.widgets:
            self._mark(card)

    def _on_added(self, cards: tuple[QWidget, ...]) -> None:
        for card in cards:
            self._mark(card)
            self._filter(card)

    def _mark(self, card: QWidget) -> None:
        if isinstance(card, ModelCard):
            card.mark_loaded(self._session.pair if self._session.loaded else None)
            card.mark_trying(self.trials_under_way())
        elif isinstance(card, IncompleteCard):
            card.mark_fetching(is_fetching=self.is_fetching(card.stopped.repo, card.stopped.name))

    def _search(self) -> None:
        for card in self.cards:
            self._filter(card)

    def _filter(self, card: QWidget) -> None:
        words = "" if self.search_box.isHidden() else self.search_box.text().casefold()
        if isinstance(card, ModelCard):
            card.setVisible(all(word in card.text for word in words.split()))

    def _mark_loaded(self) -> None:
        self.save_button.setVisible(self._session.loaded is not None)
        for card in self.cards:
            self._mark(card)

    def _make_card(self, model: LibraryModel, shelf: TargetShelf | None, made: str) -> QWidget:
        card = ModelCard(model, shelf, self._models.updates, made)
        card.load_asked.connect(self.load_asked)
        card.folder_asked.connect(self.folder_asked)
        card.delete_asked.connect(self.delete_asked)
        card.convert_asked.connect(self.convert_asked)
        card.update_asked.connect(self.update_asked)
        card.try_asked.connect(self.try_asked)
        card.repair_asked.connect(self.repair_asked)
        return card

    def _make_incomplete(self, stopped: Incomplete) -> QWidget:
        card = IncompleteCard(stopped)
        card.resume_asked.connect(self.resume_asked)
        card.remove_asked.connect(self.discard_asked)
        return card

    def _make_folder(self, folder: UserFolder) -> QWidget:
        card = FolderCard(folder)
        card.scan_asked.connect(self.scan_asked)
        card.open_asked.connect(self.open_asked)
        card.remove_asked.connect(self.forget_asked)
        return card

    def _make_empty(self) -> QWidget:
        empty = QWidget()
        layout = QVBoxLayout(empty)
        layout.setContentsMargins(0, 4 * SPACE, 0, 0)
        layout.setSpacing(3 * SPACE)
        text = plain_label(tr(_EMPTY), 15, tone="muted")
        text.setWordWrap(True)
        layout.addWidget(text)
        ways = FlowLayout()
        ways.addWidget(push_button(tr("Try the demo"), self.demo_asked.emit, is_primary=True, keys=keys_of("demo")))
        ways.addWidget(push_button(tr("Find a pair…"), self.discover_asked.emit, keys=keys_of("discover")))
        ways.addWidget(push_button(tr("Open a pair…"), self.add_asked.emit, keys=keys_of("pair")))
        layout.addLayout(ways)
        return empty


def _heading(text: str) -> Part:
    return Part(("heading", text), None, lambda: plain_label(text, 11, tone="muted", is_bold=True))
