"""The place of one model of a pair: what is chosen there, or how to choose."""

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
)

from app.core.translation import later, tr
from app.gui.dialogs.files import ask_file, ask_folder
from app.gui.theme import SPACE
from app.gui.view_models.wizard import Line, SeatView
from app.gui.widgets.buttons import IconButton, push_button
from app.gui.widgets.elided_label import ElidedLabel
from app.gui.widgets.labels import plain_label
from app.gui.widgets.marked_line import MarkedLine
from app.gui.widgets.wheel import leave_wheel_to_page
from app.models.survey import Seat

_TITLES: dict[Seat, str] = {"target": later("Target"), "draft": later("Draft (optional)")}
_TIPS: dict[Seat, str] = {
    "target": later("Target: the model whose answers you read"),
    "draft": later("Draft: a small model made for the target that guesses ahead; the target checks its guesses"),
}
_INVITATIONS: dict[Seat, str] = {
    "target": later("Drop the model to chat with here: a checkpoint folder or a .gguf file."),
    "draft": later("Drop a draft made for that target here: a checkpoint folder or a .gguf file."),
}
_TYPE_TIP = later(
    "Number format: how exactly the converted model keeps its numbers. Smaller ones take less room and memory, and the "
    "smallest cost answers"
)


class ModelSeat(QFrame):
    """`path_chosen` carries a Path, `removed` nothing, `type_chosen` an output type.

    `path_typed` tells that `has_typed` may be another now.
    """

    path_chosen = Signal(object)
    path_typed = Signal()
    removed = Signal()
    type_chosen = Signal(str)

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.setObjectName("card")
        self._seat = seat
        self._view: SeatView | None = None
        self._has_drawn = False
        self._taken = ""
        """The text in the box that was chosen: it stays there while what it names cannot be used."""
        self._make_parts()
        self._arrange()
        self.show_view(None)

    def _make_parts(self) -> None:
        name = tr(self._seat)
        self.title = plain_label(tr(_TITLES[self._seat]), 11, tone="muted", is_bold=True, tip=tr(_TIPS[self._seat]))
        self.remove_button = IconButton("close", tr("Choose no {seat}", seat=name))
        self.remove_button.clicked.connect(self.removed)
        policy = self.remove_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.remove_button.setSizePolicy(policy)
        self.name = ElidedLabel(15, is_bold=True, where=Qt.TextElideMode.ElideMiddle)
        self.description = _wrapped()
        self.facts = _wrapped("muted")
        self.reason = _wrapped("muted")
        """What number format is proposed, and why."""
        self.state = _wrapped("muted")
        self._problem = QVBoxLayout()
        self.problem_texts: tuple[str, ...] = ()
        """What is wrong with the choice, and what to do."""
        self.type_box = QComboBox()
        self.type_box.setAccessibleName(tr("Number format of the {seat}", seat=name))
        self.type_box.setToolTip(tr(_TYPE_TIP))
        leave_wheel_to_page(self.type_box)
        self.type_box.activated.connect(self._on_type_chosen)
        self.folder_button = push_button(tr("Folder…"), self._on_folder_asked)
        self.folder_button.setToolTip(tr("A checkpoint: a folder with config.json and .safetensors files"))
        self.file_button = push_button(tr("File…"), self._on_file_asked)
        self.file_button.setToolTip(tr("A model as one .gguf file"))
        self.path_box = QLineEdit(placeholderText=tr("…or paste its path"))
        self.path_box.setAccessibleName(tr("Path of the {seat}", seat=name))
        self.path_box.setToolTip(tr("A checkpoint folder or a .gguf file"))
        self.path_box.returnPressed.connect(self._on_return_pressed)
        self.path_box.editingFinished.connect(self.take_typed)
        self.path_box.textChanged.connect(self.path_typed)

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.remove_button)
        choosing = QHBoxLayout()
        choosing.setSpacing(2 * SPACE)
        for button in (self.folder_button, self.file_button):
            choosing.addWidget(button)
        choosing.addWidget(self.path_box, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(3 * SPACE, 2 * SPACE, 3 * SPACE, 3 * SPACE)
        layout.setSpacing(2 * SPACE)
        layout.addLayout(head)
        for label in (self.name, self.description, self.facts):
            layout.addWidget(label)
        layout.addLayout(self._problem)
        layout.addWidget(self.type_box)
        layout.addWidget(self.reason)
        layout.addWidget(self.state)
        layout.addStretch(1)
        layout.addLayout(choosing)

    def show_view(self, view: SeatView | None, *, is_looking: bool = False, is_locked: bool = False) -> None:
        """Show what is chosen; `is_locked` while it is being converted or loaded."""
        is_same = view == self._view and self._has_drawn
        self._view, self._has_drawn = view, True
        self._lock(is_locked, is_looking)
        is_answered = bool(self._taken) and not is_looking
        if (is_answered or not is_same) and not self._is_refused(view):
            self.path_box.clear()
            self._taken = ""
        if is_same:
            return
        _show(self.name, view.name if view else "")
        _show(self.description, view.description if view else tr(_INVITATIONS[self._seat]))
        self.description.setProperty("tone", "" if view else "muted")
        self.description.style().polish(self.description)
        _show(self.facts, view.facts if view else "")
        _show(self.reason, view.reason if view else "")
        _show(self.state, view.state if view else "")
        self.setToolTip(view.path if view else "")
        self._show_problem(view)
        self._show_types(view)

    def _lock(self, is_locked: bool, is_looking: bool) -> None:
        for part in (self.type_box, self.path_box, self.folder_button, self.file_button):
            part.setEnabled(not is_locked)
        self.remove_button.setVisible(self._view is not None and not is_locked and not is_looking)

    def _show_problem(self, view: SeatView | None) -> None:
        while (item := self._problem.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.problem_texts = (view.problem.sentence, view.problem.hint) if view and view.problem else ()
        if view and view.problem:
            self._problem.addWidget(MarkedLine(Line("bad", view.problem.sentence, view.problem.hint)))

    def _show_types(self, view: SeatView | None) -> None:
        self.type_box.clear()
        types = view.types if view else ()
        for choice in types:
            self.type_box.addItem(choice.words, choice.output_type)
        if view and types:
            self.type_box.setCurrentIndex(self.type_box.findData(view.output_type))
        self.type_box.setVisible(bool(types))

    def _on_type_chosen(self, index: int) -> None:
        self.type_chosen.emit(self.type_box.itemData(index))

    @property
    def has_typed(self) -> bool:
        """Whether the box holds a path that was not taken yet."""
        return bool(self._typed_words())

    def take_typed(self) -> None:
        """Choose the path in the box, if there is one."""
        if words := self._typed_words():
            self._taken = words
            self.path_chosen.emit(typed_path(words))

    def _typed_words(self) -> str:
        words = self.path_box.text().strip()
        return "" if words == self._taken else words

    def _is_refused(self, view: SeatView | None) -> bool:
        """Whether what was typed came to this seat and cannot be used."""
        is_here = view is not None and self._taken and Path(view.path) == typed_path(self._taken).absolute()
        return bool(is_here and view and view.problem)

    def _on_return_pressed(self) -> None:
        # It may be there by now.
        self._taken = ""

    def _on_folder_asked(self) -> None:
        self._take(ask_folder(self, tr("Folder of the {seat}", seat=tr(self._seat)), "model"))

    def _on_file_asked(self) -> None:
        title, kinds = tr("File of the {seat}", seat=tr(self._seat)), tr("Models (*.gguf);;All files (*)")
        self._take(ask_file(self, title, "model", kinds))

    def _take(self, chosen: Path | None) -> None:
        if chosen is not None:
            self.path_chosen.emit(chosen)


def typed_path(words: str) -> Path:
    """The path that somebody typed or pasted: perhaps in quotes, as a file:// address, from a home folder."""
    if len(words) > 1 and words[0] == words[-1] and words[0] in "\"'":
        words = words[1:-1]
    address = QUrl(words)
    path = Path(address.toLocalFile() if address.isLocalFile() else words)
    # "~" and the name of nobody is the name of a file.
    with suppress(RuntimeError):
        return path.expanduser()
    return path


def _wrapped(tone: str = "") -> QLabel:
    label = plain_label("", 13, tone=tone)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return label


def _show(label: QLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
