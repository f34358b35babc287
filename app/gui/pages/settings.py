"""The settings, drawn from their declarations."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout

from app.core.errors import AppError
from app.core.settings import DECLARED, DEVICE, Setting, Settings
from app.gui.theme import SPACE
from app.gui.widgets.page_frame import PageFrame
from app.gui.widgets.setting_row import SettingRow

Options = Callable[[], Sequence[tuple[str, str]]]


class SettingsPage(PageFrame):
    """Every declared setting that has a label. `changed` carries the Setting, `failed` an AppError.

    `devices` gives what the device may be, as (name, words).
    """

    changed = Signal(object)
    failed = Signal(object)

    def __init__(self, settings: Settings, devices: Options) -> None:
        super().__init__("Settings", "Every change counts at once and is kept.")
        self._settings = settings
        self._devices = devices
        self.rows: Mapping[str, SettingRow] = {}
        self._card = QFrame()
        self._card.setObjectName("card")
        self._layout = QVBoxLayout(self._card)
        self._layout.setContentsMargins(4 * SPACE, 3 * SPACE, 3 * SPACE, 3 * SPACE)
        self._layout.setSpacing(4 * SPACE)
        self.content.addWidget(self._card)
        self.content.addStretch(1)
        self._make_rows()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what was changed elsewhere meanwhile, and devices that were found."""
        super().showEvent(event)
        self._make_rows()

    def _make_rows(self) -> None:
        while (item := self._layout.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        shown = [setting for setting in DECLARED.values() if setting.label]
        self.rows = {setting.name: self._make_row(setting) for setting in shown}
        for row in self.rows.values():
            self._layout.addWidget(row)

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
