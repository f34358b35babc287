"""The settings, drawn from their declarations."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.core.errors import AppError
from app.core.settings import DECLARED, DEVICE, Setting, Settings
from app.gui.widgets.page_frame import PageFrame
from app.gui.widgets.setting_row import SettingRow
from app.gui.widgets.setting_section import SettingSection
from app.texts import settings as texts

Options = Callable[[], Sequence[tuple[str, str]]]


class SettingsPage(PageFrame):
    """Every declared setting that has a label. `changed` carries the Setting, `failed` an AppError; `shown` is told.

    `devices` gives what the device may be, as (name, words); `cards` come below the settings.
    """

    changed = Signal(object)
    failed = Signal(object)
    shown = Signal()

    def __init__(self, settings: Settings, devices: Options, cards: Sequence[QWidget] = ()) -> None:
        super().__init__("Settings", "Every change counts at once and is kept.")
        self._settings = settings
        self._devices = devices
        self.rows: Mapping[str, SettingRow] = {}
        self.sections = {"": SettingSection()}
        """The cards by name of their section; that of the settings without one comes first."""
        self.sections |= {name: SettingSection(*words) for name, words in texts.SECTIONS.items()}
        for card in (*self.sections.values(), *cards):
            self.content.addWidget(card)
        self.content.addStretch(1)
        self._make_rows()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what was changed elsewhere meanwhile, and devices that were found."""
        super().showEvent(event)
        self._make_rows()
        self.shown.emit()

    def _make_rows(self) -> None:
        shown = [setting for setting in DECLARED.values() if setting.label]
        self.rows = {setting.name: self._make_row(setting) for setting in shown}
        for name, section in self.sections.items():
            section.show_rows([row for row in self.rows.values() if row.setting.section == name])

    def _make_row(self, setting: Setting[Any]) -> SettingRow:
        row = SettingRow(setting, self._devices() if setting is DEVICE else ())
        row.show_value(self._settings.get(setting))
        row.chosen.connect(lambda value: self._on_chosen(setting, value))
        return row

    def _on_chosen(self, setting: Setting[Any], value: object) -> None:
        try:
            self._settings.set(setting, value)
        except AppError as error:
            self.failed.emit(error)
        else:
            self.changed.emit(setting)
        self.rows[setting.name].show_value(self._settings.get(setting))
