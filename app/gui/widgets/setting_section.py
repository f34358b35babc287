"""Settings that belong together: a heading above a card with a line for each; what few people need is folded away."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.translation import tr
from app.gui.theme import SPACE
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.labels import plain_label
from app.gui.widgets.setting_row import SettingRow


class SettingSection(QWidget):
    """Rows below each other, and under them a foot that `set_foot` gives; `hint` says what the title is about.

    `reset_asked` when every row is to have its default again, `fold_asked` whether the rows are to be folded away.
    """

    reset_asked = Signal()
    fold_asked = Signal(bool)

    def __init__(self, title: str, hint: str = "", *, is_foldable: bool = False) -> None:
        super().__init__()
        self.title = title
        self.is_foldable = is_foldable
        self.rows: tuple[SettingRow, ...] = ()
        self._foot: QWidget | None = None
        self._foot_line = _line()
        self._lines: list[QFrame] = []
        self.button = IconButton("down", tr("Show"), is_text_shown=True)
        self.button.clicked.connect(lambda: self.fold_asked.emit(self.is_unfolded))
        self.button.setVisible(is_foldable)
        self.reset_button = IconButton(
            "undo",
            tr("Reset"),
            tip=tr("Give every setting of “{section}” its default", section=title),
            is_text_shown=True,
        )
        self.reset_button.setAccessibleName(tr("Reset: {section}", section=title))
        self.reset_button.clicked.connect(self.reset_asked)
        policy = self.reset_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset_button.setSizePolicy(policy)
        self.reset_button.hide()
        self._hint = plain_label(hint, 13, tone="muted")
        self._hint.setWordWrap(True)
        self._hint.setVisible(bool(hint))
        self._card = QFrame()
        self._card.setObjectName("card")
        self._inner = QVBoxLayout(self._card)
        self._arrange()

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(2 * SPACE)
        head.addWidget(plain_label(self.title, 15, is_bold=True), 1)
        head.addWidget(self.reset_button)
        head.addWidget(self.button)
        self._inner.setContentsMargins(4 * SPACE, 3 * SPACE, 4 * SPACE, 3 * SPACE)
        self._inner.setSpacing(3 * SPACE)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        layout.addLayout(head)
        layout.addWidget(self._hint)
        layout.addSpacing(SPACE)
        layout.addWidget(self._card)
        self.unfold(False)

    @property
    def is_unfolded(self) -> bool:
        """Whether the rows are shown."""
        return not self._card.isHidden()

    def set_rows(self, rows: Sequence[SettingRow]) -> None:
        """The rows, given once."""
        self.rows = tuple(rows)
        for number, row in enumerate(rows):
            if number:
                self._add_line(2 * number - 1)
            self._inner.insertWidget(2 * number, row)

    def set_foot(self, foot: QWidget) -> None:
        """Show something below the rows."""
        self._foot = foot
        self._inner.addWidget(self._foot_line)
        self._inner.addWidget(foot)

    def unfold(self, is_unfolded: bool) -> None:
        """Show the rows, or the title alone where it can be folded."""
        self._card.setVisible(is_unfolded or not self.is_foldable)
        words = tr("Hide") if is_unfolded else tr("Show")
        self.button.set_face("up" if is_unfolded else "down", words)
        self.button.setAccessibleName(f"{words}: {self.title}")

    def filter(self, words: Sequence[str]) -> bool:
        """Leave what holds all of these words, the whole section where its title does; whether anything is left."""
        is_meant = all(word in self.title.casefold() for word in words)
        found = [row for row in self.rows if is_meant or all(word in row.words for word in words)]
        for row in self.rows:
            row.setVisible(row in found)
        for line, row in zip(self._lines, self.rows[1:], strict=True):
            line.setVisible(row in found and row is not found[0])
        has_foot = self._foot is not None and (is_meant or all(word in _words_on(self._foot) for word in words))
        if self._foot is not None:
            self._foot.setVisible(has_foot)
            self._foot_line.setVisible(has_foot and bool(found))
        self.setVisible(bool(found) or has_foot)
        return bool(found) or has_foot

    def show_changed(self, is_changed: bool) -> None:
        """Whether anything differs from its default."""
        self.reset_button.setVisible(is_changed)

    def _add_line(self, at: int) -> None:
        self._lines.append(_line())
        self._inner.insertWidget(at, self._lines[-1])


def _line() -> QFrame:
    line = QFrame()
    line.setObjectName("separator")
    line.setFixedHeight(1)
    return line


def _words_on(part: QWidget) -> str:
    labels = (label.text() for label in part.findChildren(QLabel))
    return " ".join(labels).casefold()
