"""The models at hand: targets with the drafts that fit them, then what is left."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.gui.engine_session import EngineSession
from app.gui.model_list import ModelList
from app.gui.theme import SPACE
from app.gui.view_models.library import Shelves, TargetShelf
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label
from app.gui.widgets.model_card import ModelCard
from app.gui.widgets.page_frame import PageFrame
from app.models.library import LibraryModel

_EMPTY = (
    "Models that you convert land here, each target with the drafts that fit it, ready to load with one click. "
    "Begin with a target and the draft made for it, or look at the small pair that comes with Slipstream."
)


class ModelsPage(PageFrame):
    """Signals as those of a ModelCard, and `add_asked`, `demo_asked` for the first step."""

    load_asked = Signal(object, object)
    folder_asked = Signal(object)
    delete_asked = Signal(object)
    add_asked = Signal()
    demo_asked = Signal()

    def __init__(self, models: ModelList, session: EngineSession) -> None:
        super().__init__("Models", "Targets write the answers; drafts belong to a target and make it faster.")
        self._models = models
        self._session = session
        self.add_button = push_button("Add a model…", self.add_asked.emit, is_primary=True)
        self.add_button.setToolTip("Open a target and its draft; checkpoints are converted first")
        self.head.insertWidget(1, self.add_button)
        self.setFocusProxy(self.add_button)
        self.cards: list[ModelCard] = []
        self._parts: list[QWidget] = []
        models.changed.connect(self._on_changed)
        session.state_changed.connect(self._mark_loaded)
        self._shown: Shelves | None = None
        self._on_changed()

    def _on_changed(self) -> None:
        shelves = self._models.shelves
        if shelves == self._shown:
            return
        self._shown = shelves
        for part in self._parts:
            self.content.removeWidget(part)
            part.hide()
            part.deleteLater()
        self._parts, self.cards = [], []
        while self.content.count():
            self.content.takeAt(0)
        for shelf in shelves.targets:
            self._add_card(shelf.model, shelf)
        if shelves.others:
            self._add(plain_label("Without a target at hand, or not usable", 11, tone="muted", is_bold=True))
        for model in shelves.others:
            self._add_card(model)
        if not self.cards:
            self._add(self._make_empty())
        self.content.addStretch(1)
        self._mark_loaded()

    def _mark_loaded(self) -> None:
        pair = self._session.pair if self._session.loaded else None
        for card in self.cards:
            card.mark_loaded(pair)

    def _add_card(self, model: LibraryModel, shelf: TargetShelf | None = None) -> None:
        card = ModelCard(model, shelf)
        card.load_asked.connect(self.load_asked)
        card.folder_asked.connect(self.folder_asked)
        card.delete_asked.connect(self.delete_asked)
        self.cards.append(card)
        self._add(card)

    def _add(self, part: QWidget) -> None:
        self._parts.append(part)
        self.content.addWidget(part)

    def _make_empty(self) -> QWidget:
        empty = QWidget()
        layout = QVBoxLayout(empty)
        layout.setContentsMargins(0, 4 * SPACE, 0, 0)
        layout.setSpacing(3 * SPACE)
        text = plain_label(_EMPTY, 15, tone="muted")
        text.setWordWrap(True)
        layout.addWidget(text)
        layout.addWidget(push_button("Open a pair…", self.add_asked.emit, is_primary=True))
        layout.addWidget(push_button("Try the demo", self.demo_asked.emit))
        return empty
