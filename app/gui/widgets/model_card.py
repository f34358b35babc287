"""A model of the library as a card, with its drafts attached."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.core.translation import later, tr
from app.gui.engine_session import Pair
from app.gui.theme import SPACE, Step
from app.gui.view_models.library import TargetShelf, problem_words, source_words, trial_line, update_of, update_words
from app.gui.widgets.buttons import IconButton, push_button
from app.gui.widgets.elided_label import ElidedLabel
from app.gui.widgets.labels import plain_label
from app.hub.updates import Update
from app.models.errors import DraftHeadLost
from app.models.library.library import LibraryModel
from app.texts import sentence
from app.texts.description import description, file_facts, kind

# Alone, and with a draft.
_LOAD_WORDS = (later("Load"), later("Load with draft"))
_LOAD_ALONE = later("Load without draft")


@dataclass(frozen=True, slots=True)
class _ButtonWords:
    """What a button says, and what while its work goes on: then it stops that. `tip` explains."""

    text: str
    busy: str
    tip: str


_TRIAL_TIP = later("Answer a few prompts with this draft, and see how many of its guesses the target accepts")
_TRY = _ButtonWords(later("Try the pair"), later("Stop trying"), _TRIAL_TIP)
_TRY_AGAIN = _ButtonWords(later("Try again"), later("Stop trying"), _TRIAL_TIP)
_REPAIR = _ButtonWords(
    later("Repair"), later("Stop repairing"), later("Make a whole file of it, with this target's output head")
)


class ModelRow(QWidget):
    """One model: name and badge, what it is in words, size and source, buttons."""

    def __init__(self, model: LibraryModel) -> None:
        super().__init__()
        self.model = model
        entry = model.entry
        self.badge = plain_label(tr(kind(entry)).upper(), 11, is_bold=True)
        self.badge.setObjectName("badge")
        self.badge.setProperty("kind", kind(entry))
        self.name = ElidedLabel(15, is_bold=True, where=Qt.TextElideMode.ElideMiddle)
        self.name.setText(entry.name)
        head = QHBoxLayout()
        head.setSpacing(2 * SPACE)
        head.addWidget(self.badge)
        head.addWidget(self.name, 1)
        self.words = QVBoxLayout()
        self.words.setSpacing(0)
        self.words.addLayout(head)
        problem = problem_words(entry)
        if problem:
            self.words.addWidget(wrapped_label(problem, 13, "error"))
        else:
            text = description(entry)
            self.words.addWidget(wrapped_label(text[:1].upper() + text[1:], 13))
        self.words.addWidget(wrapped_label(file_facts(entry), 13, "muted"))
        self.words.addWidget(wrapped_label(source_words(model), 11, "muted"))
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(SPACE)
        row = QVBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * SPACE)
        row.addLayout(self.words)
        row.addLayout(self.buttons)


class ModelCard(QFrame):
    """`load_asked` carries the paths of target and draft (or None), `folder_asked` and `convert_asked` a path,
    `delete_asked` and `update_asked` the model, `try_asked` and `repair_asked` the paths of target and draft.
    """

    load_asked = Signal(object, object)
    folder_asked = Signal(object)
    delete_asked = Signal(object)
    convert_asked = Signal(object)
    update_asked = Signal(object)
    try_asked = Signal(object, object)
    repair_asked = Signal(object, object)

    def __init__(
        self, model: LibraryModel, shelf: TargetShelf | None = None, updates: tuple[Update, ...] = (), made: str = ""
    ) -> None:
        """`made` names what a checkpoint was converted into, where it was."""
        super().__init__()
        self.setObjectName("card")
        self.model = model
        self.rows: list[ModelRow] = []
        self.load_buttons: dict[Path | None, QPushButton] = {}
        """By the draft that each loads with the target."""
        self.trial_buttons: dict[Path, tuple[QPushButton, _ButtonWords]] = {}
        """By the draft that each tries with the target, or repairs."""
        self._updates = updates
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(3 * SPACE, 3 * SPACE, 3 * SPACE, 3 * SPACE)
        self._layout.setSpacing(3 * SPACE)
        row = self._add_row(model)
        if shelf is not None and model.entry.problem is None:
            button = push_button(tr(_LOAD_WORDS[False]), lambda: self.load_asked.emit(model.entry.path, None))
            button.setToolTip(tr("Load the target alone, without a draft"))
            row.buttons.insertWidget(0, button)
            self.load_buttons[None] = button
        elif model.entry.form == "checkpoint" and model.entry.problem is None:
            self._offer_conversion(row, made)
        for draft in shelf.fitting if shelf else ():
            self._add_draft(model.entry.path, draft)
        for draft in shelf.repairable if shelf else ():
            self._add_broken_draft(model.entry.path, draft)

    @property
    def text(self) -> str:
        """What a search looks in."""
        told = (f"{row.model.entry.name} {row.model.entry.path} {source_words(row.model)}" for row in self.rows)
        return " ".join(told).casefold()

    def mark_loaded(self, pair: Pair | None) -> None:
        """Say which of the buttons would load what is loaded already."""
        target = self.model.entry.path
        for draft, button in self.load_buttons.items():
            is_loaded = pair == Pair(target, draft)
            is_to_lose_draft = draft is None and pair is not None and pair.target == target
            words = _LOAD_ALONE if is_to_lose_draft else _LOAD_WORDS[draft is not None]
            button.setText(tr("Loaded") if is_loaded else tr(words))
            button.setEnabled(not is_loaded)

    def _offer_conversion(self, row: ModelRow, made: str) -> None:
        path = self.model.entry.path
        told = (
            tr("Converted: {made}. The checkpoint is needed no more.", made=made) if made else tr("Not converted yet.")
        )
        row.words.addWidget(wrapped_label(told, 13))
        button = push_button(tr("Convert again…") if made else tr("Convert…"), lambda: self.convert_asked.emit(path))
        button.setToolTip(tr("Open it as one of a pair; converting makes a file that can be loaded"))
        row.buttons.insertWidget(0, button)

    def mark_trying(self, under_way: Collection[tuple[Path, Path]]) -> None:
        """Say which of the drafts are being tried or repaired right now."""
        target = self.model.entry.path
        for draft, (button, words) in self.trial_buttons.items():
            is_under_way = (target, draft) in under_way
            button.setText(tr(words.busy if is_under_way else words.text))

    def _add_broken_draft(self, target: Path, draft: LibraryModel) -> None:
        row = self._add_attached(draft)
        path = draft.entry.path
        row.words.addWidget(wrapped_label(sentence(DraftHeadLost.code).sentence, 13, "warning"))
        self._add_trial_button(row, path, _REPAIR, lambda: self.repair_asked.emit(target, path))

    def _add_trial_button(
        self, row: ModelRow, draft: Path, words: "_ButtonWords", on_clicked: Callable[[], object]
    ) -> None:
        button = push_button(tr(words.text), on_clicked)
        button.setToolTip(tr(words.tip))
        row.buttons.insertWidget(int(draft in self.load_buttons), button)
        self.trial_buttons[draft] = (button, words)

    def _add_attached(self, draft: LibraryModel) -> ModelRow:
        line = QFrame()
        line.setObjectName("separator")
        line.setFixedHeight(1)
        self._layout.addWidget(line)
        return self._add_row(draft, indent=6 * SPACE)

    def _add_draft(self, target: Path, draft: LibraryModel) -> None:
        row = self._add_attached(draft)
        path = draft.entry.path
        trial = trial_line(draft, target)
        if trial is not None:
            row.words.addWidget(wrapped_label(trial.words, 13, "warning" if trial.is_warning else "muted"))
        button = push_button(tr(_LOAD_WORDS[True]), lambda: self.load_asked.emit(target, path), is_primary=True)
        button.setToolTip(tr("Load the target together with this draft"))
        row.buttons.insertWidget(0, button)
        self.load_buttons[path] = button
        words = _TRY_AGAIN if draft.trial_with(target) else _TRY
        self._add_trial_button(row, path, words, lambda: self.try_asked.emit(target, path))

    def _add_row(self, model: LibraryModel, indent: int = 0) -> ModelRow:
        row = ModelRow(model)
        row.setContentsMargins(indent, 0, 0, 0)
        path, name = model.entry.path, model.entry.name
        self._offer_update(row, model)
        folder = IconButton("open", tr("Show {name} in its folder", name=name), tip=tr("Show in folder"))
        folder.clicked.connect(lambda: self.folder_asked.emit(path))
        row.buttons.addWidget(folder)
        if model.folder is None:
            tip = tr("Take out of the list; the file stays") if model.is_outside else tr("Delete the file")
            delete = IconButton("delete", tr("Delete {name}", name=name), tip=tip)
            delete.clicked.connect(lambda: self.delete_asked.emit(model))
            row.buttons.addWidget(delete)
        row.buttons.addStretch(1)
        self.rows.append(row)
        self._layout.addWidget(row)
        return row

    def _offer_update(self, row: ModelRow, model: LibraryModel) -> None:
        update = update_of(model, self._updates)
        if words := update_words(update):
            row.words.addWidget(wrapped_label(words, 13, "accent" if update and update.commit else "muted"))
        if update is not None and update.commit:
            button = push_button(tr("Update"), lambda: self.update_asked.emit(model))
            button.setToolTip(tr("Fetch the newer revision; this one stays until you delete it"))
            row.buttons.addWidget(button)


def wrapped_label(text: str, step: Step, tone: str = "") -> QLabel:
    """Text that takes as many lines as it needs."""
    label = plain_label(text, step, tone=tone)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return label
