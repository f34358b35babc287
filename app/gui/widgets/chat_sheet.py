"""The sheet beside a chat: what it is told first, how its tokens are picked, and the models that it was used with."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.chat.setup import SamplingValue, is_sampling
from app.core.settings import DECLARED, Setting, Settings
from app.core.translation import tr
from app.gui.actions import ESCAPE
from app.gui.theme import SPACE
from app.gui.widgets.buttons import IconButton, push_button
from app.gui.widgets.labels import plain_label
from app.gui.widgets.override_row import OverrideRow
from app.gui.widgets.passing_focus import pass_focus
from app.gui.widgets.scrolled import scrolled, width_of_whole
from app.gui.widgets.wheel import leave_wheel_to_page

_WIDTH_EMS = 22
_TYPING_PAUSE_MS = 400
_PROMPT_LINES = 7
# Qt's own for no limit.
_ANY_WIDTH = (1 << 24) - 1


class ChatSheet(QFrame):
    """Shows what it is given and tells what is wanted.

    `prompt_changed` carries the system prompt, `preset_chosen` a preset's name, `value_chosen` a setting's name and its
    value, None for the program's. `preset_menu_asked` carries the place for what can be done with presets.
    """

    closed = Signal()
    prompt_changed = Signal(str)
    preset_chosen = Signal(str)
    preset_menu_asked = Signal(object)
    value_chosen = Signal(str, object)
    load_asked = Signal()
    roles_asked = Signal()

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("chatSheet")
        self._settings = settings
        self._shown_prompt = ""
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_PAUSE_MS)
        self._typing.timeout.connect(self.tell_prompt)
        self._make_parts()
        self._arrange()

    def escape(self) -> bool:
        """Close it."""
        self.closed.emit()
        return True

    def _make_parts(self) -> None:
        self._close = IconButton("close", tr("Close the chat settings"), keys=ESCAPE)
        self._close.clicked.connect(self.closed)
        self.prompt = QPlainTextEdit()
        self.prompt.setObjectName("systemPrompt")
        self.prompt.setAccessibleName(tr("System prompt"))
        self.prompt.setPlaceholderText(tr("What the model is told before everything else"))
        self.prompt.setTabChangesFocus(True)
        self.prompt.setFixedHeight(_PROMPT_LINES * self.fontMetrics().lineSpacing() + 4 * SPACE)
        self.prompt.textChanged.connect(self._typing.start)
        self.presets = QComboBox()
        self.presets.setAccessibleName(tr("Preset"))
        leave_wheel_to_page(self.presets)
        self.presets.activated.connect(lambda index: self.preset_chosen.emit(self.presets.itemData(index)))
        self.preset_button = IconButton(
            "settings", tr("Presets"), tip=tr("Save, rename, delete, import and export presets")
        )
        self.preset_button.clicked.connect(self._on_preset_menu_asked)
        self.rows: dict[str, OverrideRow] = {}
        """By name of the setting; made when the sheet is shown for the first time."""
        self._rows_layout = QVBoxLayout()
        self._rows_layout.setSpacing(2 * SPACE)
        self.pair = plain_label("", 13)
        self.pair.setWordWrap(True)
        self.load_button = push_button(tr("Load them now"), self.load_asked.emit)
        self.roles = plain_label("", 13)
        self.roles.setWordWrap(True)
        self.roles_button = push_button(tr("Character, note, world…"), self.roles_asked.emit)

    def _arrange(self) -> None:
        content = QWidget()
        content.setObjectName("scrolled")
        column = QVBoxLayout(content)
        column.setContentsMargins(4 * SPACE, 2 * SPACE, 4 * SPACE, 4 * SPACE)
        column.setSpacing(2 * SPACE)
        title = QHBoxLayout()
        title.addWidget(plain_label(tr("This chat"), 15, is_bold=True), 1)
        title.addWidget(self._close)
        column.addLayout(title)
        preset = QHBoxLayout()
        preset.setSpacing(SPACE)
        preset.addWidget(self.presets, 1)
        preset.addWidget(self.preset_button)
        self._add_heading(column, tr("PRESET"))
        column.addLayout(preset)
        self._add_heading(column, tr("SYSTEM PROMPT"))
        column.addWidget(self.prompt)
        self._add_heading(column, tr("WHO SPEAKS"))
        column.addWidget(self.roles)
        column.addWidget(self.roles_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._add_heading(column, tr("MODELS"))
        column.addWidget(self.pair)
        column.addWidget(self.load_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._add_heading(column, tr("HOW TOKENS ARE PICKED"))
        note = plain_label(tr("Bold is set for this chat alone; the rest is as in the settings."), 11, tone="muted")
        note.setWordWrap(True)
        column.addWidget(note)
        column.addLayout(self._rows_layout)
        column.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self._area = scrolled(content)
        layout.addWidget(self._area)
        self.show_alone(is_alone=False)
        pass_focus(self, self.prompt)

    def _add_heading(self, column: QVBoxLayout, words: str) -> None:
        column.addSpacing(2 * SPACE)
        column.addWidget(plain_label(words, 11, tone="muted", is_bold=True))

    def showEvent(self, event: QShowEvent) -> None:
        """Make the rows: few chats have values of their own."""
        super().showEvent(event)
        if not self.rows:
            self.rows |= {name: self._make_row(DECLARED[name]) for name in DECLARED if is_sampling(name)}
            self.show_alone(is_alone=self._is_alone)

    def _make_row(self, setting: Setting[Any]) -> OverrideRow:
        row, name = OverrideRow(setting), setting.name
        row.chosen.connect(lambda value: self.value_chosen.emit(name, value))
        row.dropped.connect(lambda: self.value_chosen.emit(name, None))
        self._rows_layout.addWidget(row)
        # Else its width would not count before the next turn of the event loop.
        row.show()
        return row

    def show_alone(self, *, is_alone: bool) -> None:
        """Beside the chat, or in its place where there is no room for both."""
        self._is_alone = is_alone
        # Words of some languages are long.
        width = max(_WIDTH_EMS * self.fontMetrics().height(), width_of_whole(self._area))
        self.setMinimumWidth(1 if is_alone else width)
        self.setMaximumWidth(_ANY_WIDTH if is_alone else width)

    def show_presets(self, presets: Mapping[str, str], shown: str) -> None:
        """Offer these, words by name; `shown` is what the chat is set to, as words."""
        self.presets.clear()
        for name, words in presets.items():
            self.presets.addItem(words, name)
        at = self.presets.findText(shown)
        if at < 0:
            self.presets.insertItem(0, shown, "")
            at = 0
        self.presets.setCurrentIndex(at)

    def show_prompt(self, text: str) -> None:
        """Show a system prompt that was not typed here."""
        if text != self._shown_prompt:
            self._typing.stop()
            self._shown_prompt = text
            was_blocked = self.prompt.blockSignals(True)
            self.prompt.setPlainText(text)
            self.prompt.blockSignals(was_blocked)

    def show_sampling(self, own: Mapping[str, SamplingValue]) -> None:
        """Show the chat's own values, and for the rest the program's."""
        for name, row in self.rows.items():
            row.show_value(own.get(name, self._settings.get(row.setting)), is_own=name in own)

    def show_pair(self, words: str, *, can_load: bool) -> None:
        """The models that the chat was last used with, and whether they are to be loaded first."""
        self.pair.setText(words)
        self.load_button.setVisible(can_load)

    def show_roles(self, words: str) -> None:
        """The characters of the chat and what else is told beside them."""
        self.roles.setText(words)

    def tell_prompt(self) -> None:
        """Tell what was typed, now."""
        self._typing.stop()
        text = self.prompt.toPlainText()
        if text != self._shown_prompt:
            self._shown_prompt = text
            self.prompt_changed.emit(text)

    def popup(self, menu: QMenu, place: QPoint) -> None:
        """Open a menu of this sheet."""
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def _on_preset_menu_asked(self) -> None:
        self.preset_menu_asked.emit(self.preset_button.mapToGlobal(self.preset_button.rect().bottomLeft()))
