"""The entries of the world info: a list, and the fields of the one that is chosen."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QModelIndex, QSignalBlocker
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QHBoxLayout, QListWidget, QVBoxLayout, QWidget

from app.chat.character import WorldEntry
from app.core.translation import tr
from app.gui.theme import SPACE
from app.gui.widgets.buttons import push_button
from app.gui.widgets.form_field import TextArea, TextLine

_LIST_LINES = 6
_TOP = QModelIndex()


class WorldEditor(QWidget):
    """`entries` is what they are now, in the order in which they are told."""

    def __init__(self, entries: Sequence[WorldEntry]) -> None:
        super().__init__()
        self._entries = sorted(entries, key=lambda entry: entry.order)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Entries of the world info"))
        self.list.setFixedHeight(_LIST_LINES * self.fontMetrics().lineSpacing() + 4 * SPACE)
        self.list.setUniformItemSizes(True)
        self.list.addItems([_words(entry) for entry in self._entries])
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.keys = TextLine(tr("Keys"), tr("tower, lighthouse"))
        self.secondary_keys = TextLine(tr("And one of these, if there are any"))
        self.content = TextArea(tr("What is told when a key came up"))
        self.enabled = QCheckBox(tr("In use"))
        self.constant = QCheckBox(tr("Told always"))
        self.add_button = push_button(tr("Add entry"), self._on_add_asked)
        self.remove_button = push_button(tr("Remove entry"), self._on_remove_asked)
        self.up_button = push_button(
            tr("Up"), partial(self._move, -1), tip=tr("Have the entry told earlier"), shortcut="Alt+Up"
        )
        self.down_button = push_button(
            tr("Down"), partial(self._move, 1), tip=tr("Have the entry told later"), shortcut="Alt+Down"
        )
        self._arrange()
        self.list.model().rowsMoved.connect(self._on_moved)
        self.list.currentRowChanged.connect(self._show_entry)
        for line in (self.keys, self.secondary_keys):
            line.field.textEdited.connect(self._on_edited)
        self.content.field.textChanged.connect(self._on_edited)
        for check in (self.enabled, self.constant):
            check.clicked.connect(self._on_edited)
        self.list.setCurrentRow(0)
        self._show_entry(self.list.currentRow())

    @property
    def entries(self) -> tuple[WorldEntry, ...]:
        """Those that tell something."""
        return tuple(entry for entry in self._entries if entry.content.strip())

    def _arrange(self) -> None:
        buttons, checks = QHBoxLayout(), QHBoxLayout()
        for button in (self.add_button, self.remove_button, self.up_button, self.down_button):
            buttons.addWidget(button)
        for check in (self.enabled, self.constant):
            checks.addWidget(check)
        for row in (buttons, checks):
            row.addStretch(1)
        self._fields = QWidget()
        fields = QVBoxLayout(self._fields)
        fields.setContentsMargins(0, 0, 0, 0)
        fields.setSpacing(2 * SPACE)
        for part in (self.keys, self.secondary_keys, self.content):
            fields.addWidget(part)
        fields.addLayout(checks)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * SPACE)
        column.addWidget(self.list)
        column.addLayout(buttons)
        column.addWidget(self._fields)

    def _show_entry(self, row: int) -> None:
        is_there = 0 <= row < len(self._entries)
        self._fields.setEnabled(is_there)
        self.remove_button.setEnabled(is_there)
        self.up_button.setEnabled(row > 0)
        self.down_button.setEnabled(0 <= row < len(self._entries) - 1)
        entry = self._entries[row] if is_there else WorldEntry((), "")
        self.keys.field.setText(", ".join(entry.keys))
        self.secondary_keys.field.setText(", ".join(entry.secondary_keys))
        with QSignalBlocker(self.content.field):
            self.content.field.setPlainText(entry.content)
        self.enabled.setChecked(entry.is_enabled)
        self.constant.setChecked(entry.is_constant)

    def _on_edited(self) -> None:
        row = self.list.currentRow()
        if not 0 <= row < len(self._entries):
            return
        self._entries[row] = entry = replace(
            self._entries[row],
            keys=_split(self.keys.text),
            secondary_keys=_split(self.secondary_keys.text),
            content=self.content.text,
            is_enabled=self.enabled.isChecked(),
            is_constant=self.constant.isChecked(),
        )
        self.list.item(row).setText(_words(entry))

    def _on_add_asked(self) -> None:
        new = WorldEntry((), "")
        self._entries.append(replace(new, order=max([new.order, *(entry.order for entry in self._entries)])))
        self.list.addItem(_words(self._entries[-1]))
        self.list.setCurrentRow(len(self._entries) - 1)
        self.keys.setFocus()

    def _on_remove_asked(self) -> None:
        row = self.list.currentRow()
        del self._entries[row]
        self.list.takeItem(row)
        self._show_entry(self.list.currentRow())

    def _move(self, by: int) -> None:
        row = self.list.currentRow()
        # To before the row of that number.
        self.list.model().moveRow(_TOP, row, _TOP, row - 1 if by < 0 else row + 2)

    def _on_moved(self, _: QModelIndex, first: int, last: int, __: QModelIndex, before: int) -> None:
        orders = [entry.order for entry in self._entries]
        moved = self._entries[first : last + 1]
        del self._entries[first : last + 1]
        at = before if before <= first else before - len(moved)
        self._entries[at:at] = moved
        self._entries = [replace(entry, order=order) for entry, order in zip(self._entries, orders, strict=True)]
        self._show_entry(self.list.currentRow())


def _words(entry: WorldEntry) -> str:
    first = " ".join(entry.content.split())[:80]
    return ", ".join(entry.keys) or first or tr("New entry")


def _split(keys: str) -> tuple[str, ...]:
    return tuple(key.strip() for key in keys.split(",") if key.strip())
