"""The settings, drawn from their declarations."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QWidget

from app.core.errors import AppError
from app.core.settings import DECLARED, DEVICE, Setting, Settings
from app.gui.widgets.buttons import push_button
from app.gui.widgets.labels import plain_label
from app.gui.widgets.page_frame import PageFrame
from app.gui.widgets.passing_focus import pass_focus
from app.gui.widgets.setting_row import SettingRow
from app.gui.widgets.setting_section import SettingSection
from app.texts import settings as texts

Options = Callable[[], Sequence[tuple[str, str]]]


class SettingsPage(PageFrame):
    """Every declared setting that has a label. `changed` carries the Setting, `failed` an AppError; `shown` is told.

    `all_reset` carries what brings the values back. `devices` gives what the device may be, as (name, words); `cards`
    come below the settings.
    """

    changed = Signal(object)
    failed = Signal(object)
    shown = Signal()
    all_reset = Signal(object)

    def __init__(self, settings: Settings, devices: Options, cards: Sequence[QWidget] = ()) -> None:
        super().__init__("Settings", "Every change counts at once and is kept.")
        self._settings = settings
        self._devices = devices
        self._cards = tuple(cards)
        self.rows: Mapping[str, SettingRow] = {}
        self.sections = {"": SettingSection()}
        """The cards by name of their section; that of the settings without one comes first."""
        self.sections |= {name: SettingSection(*words) for name, words in texts.SECTIONS.items()}
        self.search_box = QLineEdit(placeholderText="Search the settings", clearButtonEnabled=True)
        self.search_box.setAccessibleName("Search the settings")
        self.search_box.textChanged.connect(self._on_searched)
        pass_focus(self, self.search_box)
        self.reset_button = push_button("Reset all", self._on_reset_asked)
        self.reset_button.setToolTip("Give every setting its default")
        self.head.insertWidget(1, self.reset_button)
        self.nothing_found = plain_label("No setting holds these words.", 13, tone="muted")
        for part in (self.search_box, self.nothing_found, *self.sections.values(), *self._cards):
            self.content.addWidget(part)
        self.content.addStretch(1)
        self._make_rows()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what was changed elsewhere meanwhile, and devices that were found."""
        super().showEvent(event)
        self._make_rows()
        self.shown.emit()

    def show_values(self) -> None:
        """Show what was changed elsewhere."""
        for row in self.rows.values():
            row.show_value(self._settings.get(row.setting))
        self._mark_changed()

    def show_setting(self, name: str) -> None:
        """Bring a setting into sight, and give its field the focus; raises KeyError."""
        self.search_box.clear()
        row = self.rows[name]
        self.sections[row.setting.section].unfold(True)
        row.field.widget.setFocus(Qt.FocusReason.OtherFocusReason)
        # Its place is known once the section is laid out.
        self.content.activate()
        self.scroll_area.ensureWidgetVisible(row)

    def _make_rows(self) -> None:
        shown = [setting for setting in DECLARED.values() if setting.label]
        self.rows = {setting.name: self._make_row(setting) for setting in shown}
        for name, section in self.sections.items():
            section.show_rows([row for row in self.rows.values() if row.setting.section == name])
        self._mark_changed()
        self._filter()

    def _make_row(self, setting: Setting[Any]) -> SettingRow:
        row = SettingRow(setting, self._devices() if setting is DEVICE else ())
        row.show_value(self._settings.get(setting))
        row.chosen.connect(lambda value: self._on_chosen(setting, value))
        return row

    def _on_searched(self) -> None:
        is_searching = bool(self.search_box.text().strip())
        for section in self.sections.values():
            section.unfold(is_searching)
        self._filter()

    def _filter(self) -> None:
        words = self.search_box.text().casefold().split()
        hits = {name for name, row in self.rows.items() if all(word in row.words for word in words)}
        for name, row in self.rows.items():
            row.setVisible(name in hits)
        for name, section in self.sections.items():
            section.setVisible(any(self.rows[hit].setting.section == name for hit in hits))
        found_cards = [card for card in self._cards if all(word in _words_on(card) for word in words)]
        for card in self._cards:
            card.setVisible(card in found_cards)
        self.nothing_found.setVisible(not hits and not found_cards)

    def _mark_changed(self) -> None:
        self.reset_button.setEnabled(bool(self._changed_values()))

    def _changed_values(self) -> dict[str, Any]:
        values = {name: self._settings.get(row.setting) for name, row in self.rows.items()}
        return {name: value for name, value in values.items() if value != self.rows[name].setting.default}

    def _on_reset_asked(self) -> None:
        before = self._changed_values()
        self._set_all({name: self.rows[name].setting.default for name in before})
        self.all_reset.emit(lambda: self._set_all(before))

    def _set_all(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            self._on_chosen(DECLARED[name], value)

    def _on_chosen(self, setting: Setting[Any], value: object) -> None:
        try:
            self._settings.set(setting, value)
        except AppError as error:
            self.failed.emit(error)
        else:
            self.changed.emit(setting)
        self.rows[setting.name].show_value(self._settings.get(setting))
        self._mark_changed()


def _words_on(card: QWidget) -> str:
    labels = (label.text() for label in card.findChildren(QLabel))
    buttons = (button.text() for button in card.findChildren(QAbstractButton))
    return " ".join((*labels, *buttons)).casefold()
