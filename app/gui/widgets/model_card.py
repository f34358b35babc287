"""A model of the library as a card, with its drafts attached."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.gui.engine_session import Pair
from app.gui.theme import SPACE, Step
from app.gui.view_models.library import TargetShelf, problem_words, source_words
from app.gui.widgets.buttons import IconButton, push_button
from app.gui.widgets.elided_label import ElidedLabel
from app.gui.widgets.labels import plain_label
from app.models.library import LibraryModel
from app.texts.description import description, file_facts, kind

# Alone, and with a draft.
_LOAD_WORDS = ("Load", "Load with draft")


class ModelRow(QWidget):
    """One model: name and badge, what it is in words, size and source, buttons."""

    def __init__(self, model: LibraryModel) -> None:
        super().__init__()
        entry = model.entry
        self.badge = plain_label(kind(entry).upper(), 11, is_bold=True)
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
            self.words.addWidget(_wrapped(problem, 13, "error"))
        else:
            text = description(entry)
            self.words.addWidget(_wrapped(text[:1].upper() + text[1:], 13))
        self.words.addWidget(_wrapped(file_facts(entry), 13, "muted"))
        self.words.addWidget(_wrapped(source_words(model), 11, "muted"))
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(SPACE)
        row = QVBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * SPACE)
        row.addLayout(self.words)
        row.addLayout(self.buttons)


class ModelCard(QFrame):
    """`load_asked` carries the paths of target and draft (or None), `folder_asked` a path, `delete_asked` the model."""

    load_asked = Signal(object, object)
    folder_asked = Signal(object)
    delete_asked = Signal(object)

    def __init__(self, model: LibraryModel, shelf: TargetShelf | None = None) -> None:
        super().__init__()
        self.setObjectName("card")
        self.model = model
        self.rows: list[ModelRow] = []
        self.load_buttons: dict[Path | None, QPushButton] = {}
        """By the draft that each loads with the target."""
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(3 * SPACE, 3 * SPACE, 3 * SPACE, 3 * SPACE)
        self._layout.setSpacing(3 * SPACE)
        row = self._add_row(model)
        if shelf is not None and model.entry.problem is None:
            button = push_button(_LOAD_WORDS[False], lambda: self.load_asked.emit(model.entry.path, None))
            button.setToolTip("Load the target alone, without a draft")
            row.buttons.insertWidget(0, button)
            self.load_buttons[None] = button
        for draft in shelf.fitting if shelf else ():
            self._add_draft(model.entry.path, draft)

    def mark_loaded(self, pair: Pair | None) -> None:
        """Say which of the buttons would load what is loaded already."""
        target = self.model.entry.path
        for draft, button in self.load_buttons.items():
            is_loaded = pair == Pair(target, draft)
            button.setText("Loaded" if is_loaded else _LOAD_WORDS[draft is not None])
            button.setEnabled(not is_loaded)

    def _add_draft(self, target: Path, draft: LibraryModel) -> None:
        line = QFrame()
        line.setObjectName("separator")
        line.setFixedHeight(1)
        self._layout.addWidget(line)
        row = self._add_row(draft, indent=6 * SPACE)
        path = draft.entry.path
        button = push_button(_LOAD_WORDS[True], lambda: self.load_asked.emit(target, path), is_primary=True)
        button.setToolTip("Load the target together with this draft")
        row.buttons.insertWidget(0, button)
        self.load_buttons[path] = button

    def _add_row(self, model: LibraryModel, indent: int = 0) -> ModelRow:
        row = ModelRow(model)
        row.setContentsMargins(indent, 0, 0, 0)
        path, name = model.entry.path, model.entry.name
        folder = IconButton("open", f"Show {name} in its folder", tip="Show in folder")
        folder.clicked.connect(lambda: self.folder_asked.emit(path))
        tip = "Take out of the list; the file stays" if model.is_outside else "Delete the file"
        delete = IconButton("delete", f"Delete {name}", tip=tip)
        delete.clicked.connect(lambda: self.delete_asked.emit(model))
        row.buttons.addWidget(folder)
        row.buttons.addWidget(delete)
        row.buttons.addStretch(1)
        self.rows.append(row)
        self._layout.addWidget(row)
        return row


def _wrapped(text: str, step: Step, tone: str = "") -> QLabel:
    label = plain_label(text, step, tone=tone)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return label
