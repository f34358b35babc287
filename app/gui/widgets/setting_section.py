"""A card of settings; one with a title is folded away at first."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.gui.theme import SPACE, scaled_font
from app.gui.widgets.buttons import IconButton
from app.gui.widgets.labels import plain_label
from app.gui.widgets.setting_row import SettingRow


class SettingSection(QFrame):
    """Rows below each other; `hint` says what the title is about."""

    def __init__(self, title: str = "", hint: str = "") -> None:
        super().__init__()
        self.setObjectName("card")
        self._title = title
        self.button = IconButton("down", title, tip=hint, is_text_shown=True, kind="fold")
        self.button.setFont(scaled_font(13, is_bold=True))
        self.button.clicked.connect(self._on_clicked)
        self._hint = plain_label(hint, 11, tone="muted")
        self._hint.setWordWrap(True)
        self._inner = QWidget()
        self._rows = QVBoxLayout(self._inner)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(4 * SPACE)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * SPACE, 3 * SPACE, 3 * SPACE, 3 * SPACE)
        layout.setSpacing(2 * SPACE)
        for part in (self.button, self._hint):
            part.setVisible(bool(title))
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._hint)
        layout.addWidget(self._inner)
        self._inner.setVisible(not title)

    @property
    def is_unfolded(self) -> bool:
        """Whether the rows are shown."""
        return not self._inner.isHidden()

    def show_rows(self, rows: Sequence[SettingRow]) -> None:
        """Show these rows in place of those before."""
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for row in rows:
            self._rows.addWidget(row)

    def unfold(self, is_unfolded: bool) -> None:
        """Show the rows, or the title alone; without a title the rows are always shown."""
        is_unfolded = is_unfolded or not self._title
        self._inner.setVisible(is_unfolded)
        self.button.set_face("up" if is_unfolded else "down", self._title)

    def set_foot(self, foot: QWidget) -> None:
        """Show something below the rows, also while they are folded away."""
        layout = self.layout()
        assert layout is not None
        layout.addWidget(foot)

    def _on_clicked(self) -> None:
        self.unfold(not self.is_unfolded)
